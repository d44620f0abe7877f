//! What a new filter is to be, as a struct.

use std::ffi::{c_char, CStr};

use onebloom::{Code, Engine, Error, OptionValue, Options, Result, Sharing};

use crate::boundary::{check_size, guard, put, read_struct, required, write_struct};
use crate::filter::Filter;

/// What a new filter is to be. Prepare it with `onebloom_params_init`, then set what you need. The struct may grow at its
/// end in later versions; programs compiled with this header go on working.
///
/// An option that has no field yet can be set by name: `onebloom_options_new` and its siblings.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Params {
    /// sizeof(onebloom_params).
    pub struct_size: usize,
    /// How many different keys the filter is sized for, from 1 to 2^48. Rotating filters: in one period.
    pub capacity: u64,
    /// The false-positive probability that is promised at that number, from 1e-9 to 0.5. 0.01 after init.
    pub fpp: f64,
    /// "classic" (also if NULL), "blocked", "counting". NUL-terminated.
    pub kind: *const c_char,
    /// "xxh3" (also if NULL), "xxh64", or the scheme of another program. NUL-terminated.
    pub scheme: *const c_char,
    /// Hash seed, 0 after init. Filters can be merged only if their seeds are equal.
    pub seed: u64,
    /// Not 0: a scalable filter; every further section has so many times the capacity of the one before (2 to 16).
    pub growth: u32,
    /// Not 0, with `keep`: a rotating filter; seconds of one period.
    pub period: u32,
    /// How many periods a rotating filter has, the current one included (2 to 1024).
    pub keep: u32,
    /// Not 0: a sharded filter of so many sections (2 to 1024).
    pub shards: u32,
    /// Not 0, with `k`: this number of cells instead of the computed one. `capacity` and `fpp` may then be 0: they follow
    /// from m and k.
    pub m: u64,
    /// Not 0, with `m`: this number of probes a key.
    pub k: u32,
}

/// Up to `fpp`: what a program must give.
const LEAST: usize = std::mem::offset_of!(Params, kind);

const DEFAULT: Params = Params {
    struct_size: size_of::<Params>(),
    capacity: 0,
    fpp: 0.01,
    kind: std::ptr::null(),
    scheme: std::ptr::null(),
    seed: 0,
    growth: 0,
    period: 0,
    keep: 0,
    shards: 0,
    m: 0,
    k: 0,
};

/// # Safety
/// `text` is NULL or a NUL-terminated string.
unsafe fn set_name(options: &mut Options, name: &str, text: *const c_char) -> Result<()> {
    if text.is_null() {
        return Ok(());
    }
    // SAFETY: NUL-terminated by the contract above.
    let text = unsafe { CStr::from_ptr(text) };
    let text = text.to_str().map_err(|_| Error::new(Code::InvalidArgument, format!("{name} is not UTF-8")))?;
    options.set(name, OptionValue::Text(text))?;
    Ok(())
}

/// The struct as the core's options: every field that is not 0 by its name, so that the core checks and speaks.
///
/// # Safety
/// As the header says of `onebloom_params`.
pub(crate) unsafe fn options(params: *const Params) -> Result<Options> {
    // SAFETY: the same contract.
    let p = unsafe { read_struct(params, LEAST, DEFAULT, "params")? };
    let mut options = Options::new();
    // With m and k given, the core computes what is 0 here; without them 0 is a mistake that it must see.
    let sized = p.m != 0 && p.k != 0;
    if !(sized && p.capacity == 0) {
        options.set("capacity", OptionValue::Int(p.capacity.into()))?;
    }
    if !(sized && p.fpp == 0.0) {
        options.set("fpp", OptionValue::Float(p.fpp))?;
    }
    // SAFETY: the same contract.
    unsafe {
        set_name(&mut options, "kind", p.kind)?;
        set_name(&mut options, "scheme", p.scheme)?;
    }
    let numbers = [
        ("seed", p.seed),
        ("growth", p.growth.into()),
        ("period", p.period.into()),
        ("keep", p.keep.into()),
        ("shards", p.shards.into()),
        ("m", p.m),
        ("k", p.k.into()),
    ];
    for (name, number) in numbers.into_iter().filter(|(_, number)| *number != 0) {
        options.set(name, OptionValue::Int(number.into()))?;
    }
    Ok(options)
}

/// Fills in the defaults and `struct_size`. `size` is sizeof(onebloom_params) where you compile.
///
///     onebloom_params params;
///     onebloom_params_init(&params, sizeof params);
#[no_mangle]
pub unsafe extern "C" fn onebloom_params_init(params: *mut Params, size: usize) -> i32 {
    guard!(status, {
        required(params, "params")?;
        check_size::<Params>(size, LEAST, "params")?;
        // Only `size` bytes exist in the caller's program, and that is what the next call goes by.
        params.cast::<usize>().write(size);
        write_struct(params, &DEFAULT);
        Ok(())
    })
}

/// Makes a new, empty filter in memory. Errors: OUT_OF_RANGE and INVALID_ARGUMENT for a parameter (the message names it),
/// UNSUPPORTED, OUT_OF_MEMORY. Free the filter with `onebloom_free`.
#[no_mangle]
pub unsafe extern "C" fn onebloom_create(params: *const Params, filter: *mut *mut Filter) -> i32 {
    guard!(status, {
        required(filter, "filter")?;
        let engine = Engine::create(&options(params)?, Sharing::Exclusive)?;
        put(filter, Filter::give(engine))
    })
}
