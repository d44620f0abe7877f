//! The size that a filter would have, without making one.

use std::ffi::c_char;

use onebloom::Plan;

use crate::boundary::{check_struct, copy_text, guard, shared, write_struct};
use crate::options::Options;
use crate::params::{self, Params};

/// The size that a filter would have. Set `struct_size` before the call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct SizePlan {
    /// sizeof(onebloom_size_plan).
    pub struct_size: usize,
    /// Cells of the first section: bits, or 4-bit counters of a counting filter.
    pub m: u64,
    /// Bytes of the file, or of memory, to begin with.
    pub bytes: u64,
    /// Bits for each of `capacity` keys, headers included.
    pub bits_per_key: f64,
    /// 1, 1.5, 2 and 3: multiples of the capacity …
    pub rate_multiple: [f64; 4],
    /// … and the false-positive rate that this size has when so many keys are in.
    pub rate: [f64; 4],
    /// Probes for each key, of the first section.
    pub k: u32,
    /// Sections to begin with.
    pub section_count: u32,
}

impl SizePlan {
    fn from(plan: &Plan) -> Self {
        SizePlan {
            struct_size: size_of::<Self>(),
            m: plan.m,
            bytes: plan.bytes,
            bits_per_key: plan.bits_per_key,
            rate_multiple: plan.rates.map(|(multiple, _)| multiple),
            rate: plan.rates.map(|(_, rate)| rate),
            k: plan.k.into(),
            section_count: plan.section_count as u32, // at most 1024
        }
    }
}

/// The size that `onebloom_create` would choose. Allocates nothing of that size.
#[no_mangle]
pub unsafe extern "C" fn onebloom_plan(params: *const Params, plan: *mut SizePlan) -> i32 {
    guard!(status, {
        check_struct(plan, "plan")?;
        let value = onebloom::plan(&params::options(params)?)?;
        write_struct(plan, &SizePlan::from(&value));
        Ok(())
    })
}

/// The same from options, as a JSON object. `buf`, `cap` and `needed` as said above under RESULTS.
#[no_mangle]
pub unsafe extern "C" fn onebloom_plan_json(
    options: *const Options,
    buf: *mut c_char,
    cap: usize,
    needed: *mut usize,
) -> i32 {
    guard!(status, {
        let plan = onebloom::plan(&shared(options, "options")?.inner)?;
        copy_text(&plan.to_json(), buf, cap, needed)
    })
}
