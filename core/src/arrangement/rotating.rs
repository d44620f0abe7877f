//! A ring of sections, one a period. Periods follow UTC: period t is the t-th since 1970.

use crate::header::Header;

fn ms(period: u32) -> u64 {
    u64::from(period) * 1000
}

/// Step 5 of the checks: `opened_at` is 0, or the start of a period whose place is `index`.
pub(crate) fn opened_fits(h: &Header, opened_at: u64) -> bool {
    let ms = ms(h.param);
    opened_at == 0 || opened_at % ms == 0 && opened_at / ms % u64::from(h.sections) == u64::from(h.index)
}

/// A moment as a ring sees it.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    /// Periods since 1970; negative before.
    t: i64,
    ms: u64,
    sections: u16,
}

impl Moment {
    pub(crate) fn new(first: &Header, unix_ms: i64) -> Moment {
        let ms = ms(first.param);
        // A period has at most 2^32 s, so its milliseconds fit i64.
        Moment { t: unix_ms.div_euclid(ms as i64), ms, sections: first.sections }
    }

    /// The section that takes keys now.
    pub(crate) fn current(self) -> usize {
        self.t.rem_euclid(i64::from(self.sections)) as usize
    }

    /// When the current period began, in Unix milliseconds; before 1970 None.
    pub(crate) fn start(self) -> Option<u64> {
        u64::try_from(self.t).ok()?.checked_mul(self.ms)
    }

    /// True if a section opened then still counts.
    pub(crate) fn is_live(self, opened_at: u64) -> bool {
        // Both fit i64: opened_at / 1000 does.
        (opened_at / self.ms) as i64 > self.t - i64::from(self.sections)
    }

    /// True if a section opened then is more than one period ahead of now.
    pub(crate) fn is_ahead(self, opened_at: u64) -> bool {
        (opened_at / self.ms) as i64 > self.t.saturating_add(1)
    }
}
