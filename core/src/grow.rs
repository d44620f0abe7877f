//! Sections that come and go: a scalable filter grows, a rotating one turns.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, PoisonError};

use crate::arrangement::rotating::Moment;
use crate::arrangement::scalable;
use crate::error::{err, Error, Result};
use crate::file;
use crate::filter::Engine;
use crate::header::{self, Header};
use crate::section::Section;
use crate::storage::{Mode, Region};

impl Engine {
    /// The last section of a scalable filter, after a new one is appended if it is at capacity.
    pub(crate) fn growing_section(&self) -> Result<&Section> {
        let count = self.count()?;
        let last = self.section(count - 1);
        if last.live().items() < last.header.capacity || self.full_grown.load(Relaxed) {
            return Ok(last);
        }
        self.append(count)?;
        Ok(self.section(self.count()? - 1))
    }

    /// Appends section `index` unless somebody was faster, or notes that growth has ended.
    #[cold]
    fn append(&self, index: usize) -> Result<()> {
        match scalable::next(self.header(), index) {
            Some(header) => self.append_section(header, None).map(drop),
            None => {
                self.full_grown.store(true, Relaxed);
                Ok(())
            }
        }
    }

    /// Appends a section with this header, with the cells of `like` if given. Nothing happens, and
    /// it says false, if another thread or process appended one of this index meanwhile.
    pub(crate) fn append_section(&self, header: Header, like: Option<&Section>) -> Result<bool> {
        let _one = self.lock();
        if self.source.mapped.is_some() {
            return self.with_file(|file, path| {
                file::exclusively(file, path, || self.append_in_file(header, like, file, path))
            });
        }
        let index = usize::from(header.index);
        if usize::from(self.first.live().committed()) != index {
            return Ok(false);
        }
        if index < self.known() {
            self.reuse(index, &header)?;
        } else {
            self.rest.push(Section::create(header)?);
        }
        self.commit(index, like)?;
        Ok(true)
    }

    /// The slot of a section that stopped counting when the filter was cleared, made new.
    fn reuse(&self, index: usize, header: &Header) -> Result<()> {
        let slot = self.section(index);
        if slot.header != *header {
            return Err(err!(
                Unsupported,
                "this filter was cleared after growing in another way; save it and open the copy"
            ));
        }
        slot.clear();
        slot.live().unseal();
        Ok(())
    }

    fn commit(&self, index: usize, like: Option<&Section>) -> Result<()> {
        if let Some(like) = like {
            let section = self.section(index);
            section.merge(like, self.sharing);
            section.live().set_items(like.live().items());
        }
        self.first.unseal()?;
        self.first.live().set_committed(index as u16 + 1);
        Ok(())
    }

    /// Write and sync the section, then raise `committed`: a crash in between leaves torn bytes
    /// behind the sections that count, which the next append overwrites.
    fn append_in_file(&self, header: Header, like: Option<&Section>, file: &File, path: &Path) -> Result<bool> {
        let index = usize::from(header.index);
        if usize::from(self.first.live().committed()) != index {
            return Ok(false);
        }
        if index < self.known() {
            self.reuse(index, &header)?;
        } else {
            let at: u64 = (0..index).map(|i| self.section(i).len()).sum();
            let len = header.body_len() + header::LEN as u64;
            file::extend(file, at + len, path)?;
            let region = Region::of_file(file, at, len, Mode::ReadWrite).map_err(|e| Error::io(path, "map", &e))?;
            let section = Section::new(header, Arc::new(region), 0);
            section.begin();
            self.rest.push(section);
        }
        let io = |e: std::io::Error| Error::io(path, "write", &e);
        if let Some(like) = like {
            self.section(index).merge(like, self.sharing);
        }
        self.section(index).flush().map_err(io)?;
        file.sync_data().map_err(io)?;
        self.commit(index, None)?;
        if let Some(like) = like {
            self.section(index).live().set_items(like.live().items());
        }
        self.first.flush_header().map_err(io)?;
        Ok(true)
    }

    /// Maps sections that another process appended.
    #[cold]
    pub(crate) fn adopt(&self, committed: usize) -> Result<()> {
        let _one = self.lock();
        if committed as u64 > header::MAX_SECTIONS {
            return Err(err!(
                CorruptHeader,
                "committed is {committed}, at most {} sections can be",
                header::MAX_SECTIONS
            ));
        }
        self.with_file(|file, path| {
            let len = file.metadata().map_err(|e| Error::io(path, "look at", &e))?.len();
            let mut at: u64 = (0..self.known()).map(|i| self.section(i).len()).sum();
            for index in self.known()..committed {
                let mut bytes = [0; header::LEN];
                file::read_at(file, at, &mut bytes, path)?;
                let header = Header::parse(&bytes, false).map_err(|e| e.at(path))?;
                header.check_beside(self.header(), index).map_err(|e| e.at(path))?;
                let whole = header.body_len() + header::LEN as u64;
                if len.checked_sub(at).is_none_or(|left| whole > left) {
                    return Err(err!(Truncated, "section {index} needs {whole} bytes").at(path));
                }
                let mode = self.source.mapped.unwrap_or_default();
                let region = Region::of_file(file, at, whole, mode).map_err(|e| Error::io(path, "map", &e))?;
                self.rest.push(Section::new(header, Arc::new(region), 0));
                at += whole;
            }
            Ok(())
        })
    }

    /// The section of a rotating filter that takes keys now, cleared first if its period is over.
    pub(crate) fn turned_section(&self, moment: Moment) -> Result<&Section> {
        let section = self.section(moment.current());
        if let Some(start) = moment.start() {
            if section.live().opened_at() < start {
                self.turn_to(section, start, |_| ())?;
            }
        }
        Ok(section)
    }

    /// Clears a section and stamps it with a later period, when `fill` has put in what it begins
    /// with. False, and nothing happens, if another thread or process has turned it meanwhile.
    #[cold]
    pub(crate) fn turn_to(&self, section: &Section, start: u64, fill: impl FnOnce(&Section)) -> Result<bool> {
        let turn = || {
            if section.live().opened_at() >= start {
                return Ok(false);
            }
            section.unseal()?;
            section.clear();
            fill(section);
            section.live().set_opened_at(start);
            Ok(true)
        };
        let _one = self.lock();
        match self.source.mapped {
            Some(_) => self.with_file(|file, path| file::exclusively(file, path, turn)),
            None => turn(),
        }
    }

    /// Gives the memory and the file back at once, for faces whose `close` may race with calls:
    /// every call after this does no harm and answers garbage. A map keeps its address range,
    /// as zeros that belong to nobody, until the engine is dropped.
    pub fn vacate(&self) {
        *self.source.file.lock().unwrap_or_else(PoisonError::into_inner) = None;
        for i in 0..self.known() {
            self.section(i).vacate();
        }
    }
}
