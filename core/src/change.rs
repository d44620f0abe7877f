//! Changes of a whole filter: clear, merge, copy; and comparing two.

use std::sync::atomic::Ordering::Relaxed;

use crate::arrangement::{scalable, Arrangement};
use crate::error::{err, Result};
use crate::filter::{Engine, Source};
use crate::header::Header;
use crate::kind::Kind;
use crate::section::Section;
use crate::storage::{Mode, Sharing};

impl Engine {
    /// Empties the filter: all cells 0, items 0; scalable back to one section, rotating with no
    /// period opened.
    ///
    /// # Errors
    /// READ_ONLY; IO for a mapped file.
    pub fn clear(&self) -> Result<()> {
        self.writable()?;
        let count = self.count()?;
        let _one = self.lock();
        let clear = || {
            if self.arrangement() == Arrangement::Scalable {
                self.first.unseal()?;
                self.first.live().set_committed(1);
                self.full_grown.store(false, Relaxed);
            }
            for i in 0..count {
                let section = self.section(i);
                section.unseal()?;
                section.clear();
                section.live().set_opened_at(0);
            }
            Ok(())
        };
        if self.source.mapped.is_some() {
            self.with_file(|file, path| crate::file::exclusively(file, path, clear))
        } else {
            clear()
        }
    }

    /// An independent copy in private memory, with items kept.
    ///
    /// # Errors
    /// OUT_OF_MEMORY.
    pub fn copy(&self, sharing: Sharing) -> Result<Engine> {
        let sections: Result<Vec<Section>> = self.sections()?.map(Section::copy).collect();
        self.another(sections?, sharing)
    }

    /// This filter with another promise about its writers; a file mapped r+ stays shared.
    pub fn with_sharing(mut self, sharing: Sharing) -> Engine {
        if self.source.mapped != Some(Mode::ReadWrite) {
            self.sharing = sharing;
        }
        self
    }

    /// A filter of these sections in memory, at the same time as this one.
    fn another(&self, sections: Vec<Section>, sharing: Sharing) -> Result<Engine> {
        let another = Engine::assemble(sections, sharing, Source::memory())?;
        another.now.store(self.now.load(Relaxed), Relaxed);
        Ok(another)
    }

    /// Unites `other` into this filter: afterwards every key of either may be in. Merging a
    /// filter with itself changes nothing. `other` must not be changed meanwhile if it is
    /// [`Sharing::Exclusive`].
    ///
    /// # Errors
    /// INCOMPATIBLE, naming the difference, unless both are equal in kind, scheme, seed,
    /// arrangement and, section by section, in size; the receiver is unchanged then. READ_ONLY,
    /// OUT_OF_MEMORY, IO.
    pub fn merge(&self, other: &Engine) -> Result<()> {
        if std::ptr::eq(self, other) {
            return Ok(());
        }
        self.writable()?;
        // Counters would be doubled if the same file under another handle were another filter.
        if self.source.maps_the_same(&other.source) {
            return Ok(());
        }
        self.check_merge(other)?;
        let (ours, theirs) = (self.count()?, other.count()?);
        for i in 0..ours.min(theirs) {
            let (to, from) = (self.section(i), other.section(i));
            to.unseal()?;
            if self.arrangement() == Arrangement::Rotating {
                self.merge_period(to, from)?;
            } else {
                to.merge(from, self.sharing);
            }
        }
        let mut i = ours;
        while i < theirs {
            let from = other.section(i);
            if !self.append_section(from.header.clone(), Some(from))? {
                // Somebody else has appended it, without these keys, or has cleared the filter.
                let count = self.count()?;
                if count <= i {
                    i = count;
                    continue;
                }
                let to = self.section(i);
                if (to.header.m, to.header.k) != (from.header.m, from.header.k) {
                    return Err(err!(Incompatible, "section {i}, appended meanwhile, has another m or k"));
                }
                to.unseal()?;
                to.merge(from, self.sharing);
            }
            i += 1;
        }
        Ok(())
    }

    /// Sections of one period unite; otherwise the later period stays.
    fn merge_period(&self, to: &Section, from: &Section) -> Result<()> {
        let start = from.live().opened_at();
        if to.live().opened_at() < start {
            let items = from.live().items();
            if self.turn_to(to, start, |to| {
                to.merge(from, self.sharing);
                to.live().set_items(items);
            })? {
                return Ok(());
            }
        }
        if to.live().opened_at() == start {
            to.merge(from, self.sharing);
        }
        Ok(())
    }

    fn check_merge(&self, other: &Engine) -> Result<()> {
        let (a, b) = (self.header(), other.header());
        let mut parts = vec![
            ("kind", a.kind.name().to_string(), b.kind.name().to_string()),
            ("scheme", a.scheme.name().to_string(), b.scheme.name().to_string()),
            ("arrangement", a.arrangement.name().to_string(), b.arrangement.name().to_string()),
            ("seed", a.seed.to_string(), b.seed.to_string()),
            (param_name(a.arrangement), a.param.to_string(), b.param.to_string()),
            ("sections", a.sections.to_string(), b.sections.to_string()),
        ];
        if a.arrangement == Arrangement::Scalable {
            parts.push(("initial capacity", a.capacity.to_string(), b.capacity.to_string()));
            parts.push(("fpp", scalable::target(a).to_string(), scalable::target(b).to_string()));
        }
        let sizes = |h: &Header| (h.m.to_string(), h.k.to_string());
        for i in 0..self.count()?.min(other.count()?) {
            let ((m, k), (m2, k2)) = (sizes(&self.section(i).header), sizes(&other.section(i).header));
            parts.push(("m", m, m2));
            parts.push(("k", k, k2));
        }
        match parts.into_iter().find(|(_, a, b)| a != b) {
            None => Ok(()),
            Some((what, a, b)) => Err(err!(
                Incompatible,
                "the filters differ in {what}: {a} here, {b} there; only filters created with equal parameters can be merged"
            )),
        }
    }

    /// True if both have equal parameters and cells, whatever their items, seals and generation.
    ///
    /// # Errors
    /// As [`Engine::contains`].
    pub fn same_content(&self, other: &Engine) -> Result<bool> {
        if std::ptr::eq(self, other) {
            return Ok(true);
        }
        let count = self.count()?;
        if count != other.count()? {
            return Ok(false);
        }
        Ok((0..count).all(|i| {
            let (a, b) = (self.section(i), other.section(i));
            a.header == b.header && a.live().opened_at() == b.live().opened_at() && a.same_cells(b)
        }))
    }

    /// The classic filter with the same cells: every counter that is not 0 becomes a set bit.
    /// It answers as this one does, in a quarter of the space, and can no longer remove.
    ///
    /// # Errors
    /// UNSUPPORTED unless the kind is counting; OUT_OF_MEMORY.
    pub fn to_classic(&self, sharing: Sharing) -> Result<Engine> {
        if self.header().kind != Kind::Counting {
            return Err(err!(
                Unsupported,
                "to_classic needs kind counting; this filter is {}",
                self.header().kind.name()
            ));
        }
        let sections: Result<Vec<Section>> = self.sections()?.map(Section::to_classic).collect();
        self.another(sections?, sharing)
    }
}

fn param_name(arrangement: Arrangement) -> &'static str {
    match arrangement {
        Arrangement::Rotating => "period",
        Arrangement::Scalable => "growth",
        Arrangement::Single | Arrangement::Sharded => "param",
    }
}
