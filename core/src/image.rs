//! Bytes in and out: creating, opening, loading; saving, replacing, the image in memory.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

use crate::arrangement::Arrangement;
use crate::error::{err, Code, Error, Result};
use crate::file;
use crate::filter::{Engine, Source};
use crate::header::{self, Found, Header, Line1};
use crate::options::Options;
use crate::section::Section;
use crate::storage::{Mode, Region, Sharing};

impl Engine {
    /// A new empty filter in private memory.
    ///
    /// # Errors
    /// INVALID_ARGUMENT, OUT_OF_RANGE, OUT_OF_MEMORY.
    pub fn create(options: &Options, sharing: Sharing) -> Result<Engine> {
        if options.bits.is_some() {
            return Err(err!(InvalidArgument, "bits is for from_bits, which takes a body that another program made"));
        }
        let header = options.header()?;
        let count = header.sections.max(1);
        let mut sections = Vec::new();
        for index in 0..count {
            sections.push(Section::create(Header { index, ..header.clone() })?);
        }
        if header.arrangement == Arrangement::Scalable {
            sections[0].live().set_committed(1);
        }
        Engine::assemble(sections, sharing, Source::memory())
    }

    /// Maps a file: costs a few headers, whatever its size; the body is not read and not verified.
    /// Replace a mapped file only by [`save`](Engine::save), [`replace`](Engine::replace) or a
    /// rename: whoever truncates it in place takes the memory from under all that map it (SIGBUS).
    ///
    /// # Errors
    /// NOT_FOUND, PERMISSION, IO, LOCKED (r+ while somebody saves over it), OUT_OF_MEMORY and the
    /// format codes from NOT_A_FILTER on.
    pub fn open(path: impl AsRef<Path>, mode: Mode, sharing: Sharing) -> Result<Engine> {
        let path = path.as_ref();
        let (file, len, identity) = file::open(path, mode)?;
        if mode == Mode::ReadWrite {
            file::mark_in_use(&file, path)?;
        }
        let found = walk(&file, len, path)?;
        let whole = found.last().map_or(0, |f| f.at + f.header.body_len() + header::LEN as u64);
        let region = Region::of_file(&file, 0, whole, mode).map_err(|e| Error::io(path, "map", &e))?;
        let region = Arc::new(region);
        let sections: Vec<Section> =
            found.into_iter().map(|f| Section::new(f.header, region.clone(), f.at as usize)).collect();
        // Readers of files that cannot grow need no descriptor: thousands of maps stay cheap.
        let keep = mode == Mode::ReadWrite || matches!(first_arrangement(&sections), Some(Arrangement::Scalable));
        let source = Source {
            path: Some(path.to_path_buf()),
            identity: Some(identity),
            mapped: Some(mode),
            file: Mutex::new(keep.then_some(file)),
        };
        Engine::assemble(sections, sharing, source)
    }

    /// Reads a file into private memory; sealed sections are verified.
    ///
    /// # Errors
    /// Those of [`Engine::open`], and CHECKSUM_MISMATCH.
    pub fn load(path: impl AsRef<Path>, sharing: Sharing) -> Result<Engine> {
        let path = path.as_ref();
        let (file, len, identity) = file::open(path, Mode::Read)?;
        let found = walk(&file, len, path)?;
        let mut read = |at: u64, buf: &mut [u8]| file::read_at(&file, at, buf, path);
        let sections = fill(found, &mut read).map_err(|e| e.at(path))?;
        if sections[0].header.arrangement == Arrangement::Scalable {
            // Others may have appended since the walk; what was not read does not count here.
            let count = sections.len() as u16; // at most 1024
            let live = sections[0].live();
            live.set_committed(live.committed().min(count));
        }
        let source =
            Source { path: Some(path.to_path_buf()), identity: Some(identity), mapped: None, file: Mutex::new(None) };
        Engine::assemble(sections, sharing, source)
    }

    /// A private copy of an image in memory, wherever it is aligned; sealed sections are verified.
    ///
    /// # Errors
    /// The format codes, CHECKSUM_MISMATCH, OUT_OF_MEMORY.
    pub fn from_bytes(bytes: &[u8], sharing: Sharing) -> Result<Engine> {
        let mut read = |at: u64, buf: &mut [u8]| slice_at(bytes, at, buf);
        let found = header::walk(bytes.len() as u64, &mut read)?;
        Engine::assemble(fill(found, &mut read)?, sharing, Source::memory())
    }

    /// What the 128 bytes of a header say: how many bytes its section has, and how many sections the
    /// filter has (of use only if it is the `first`). For faces that take a filter from a stream
    /// and must not take a byte that follows it.
    ///
    /// # Errors
    /// The format codes.
    pub fn peek(header: &[u8], first: bool) -> Result<(u64, u64)> {
        let h = Header::parse(&header[..header.len().min(header::LEN)], first)?;
        let line1 = Line1::parse(&header[header::LINE..]);
        Ok((h.body_len() + header::LEN as u64, h.arrangement.due(&h, &line1)))
    }

    /// A private copy of a filter whose sections come one by one (files, Redis keys), in order.
    ///
    /// # Errors
    /// Those of [`Engine::from_bytes`]; the parts are checked together.
    pub fn open_parts(parts: &[&[u8]], sharing: Sharing) -> Result<Engine> {
        let mut sections: Vec<Section> = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let here = |e: Error| e.context(&format!("part {index}"));
            // As the walk of a file: what lies behind the last section that counts is not looked at.
            let due = sections.first().map_or(index + 1, |f| due(f) as usize);
            if index >= due {
                return Err(err!(TrailingBytes, "{} parts, there should be {due}", parts.len()));
            }
            let header = part_header(part, sections.first().map(|s| &s.header), index).map_err(here)?;
            let found = vec![Found { at: 0, header }];
            sections.extend(fill(found, &mut |at, buf: &mut [u8]| slice_at(part, at, buf)).map_err(here)?);
        }
        match sections.first().map(due) {
            None => Err(err!(NotAFilter, "no parts given")),
            Some(due) if due != sections.len() as u64 => {
                Err(err!(Incomplete, "{} parts, there should be {due}", parts.len()))
            }
            Some(_) => Engine::assemble(sections, sharing, Source::memory()),
        }
    }

    /// The parameters that the image would have: line 1 of each section for an image.
    fn image_line(section: &Section, generation: Option<u32>) -> Line1 {
        let mut line = section.live().snapshot();
        line.generation = generation.unwrap_or(line.generation);
        line
    }

    fn write_image(&self, generation: Option<u32>, out: &mut dyn FnMut(u64, &[u8]) -> Result<()>) -> Result<()> {
        let mut start = 0;
        let count = self.count()?;
        for i in 0..count {
            self.write_section(i, count, generation, &mut |at, bytes| out(start + at, bytes))?;
            start += self.section(i).len();
        }
        Ok(())
    }

    /// Section `i` of an image of `count` sections.
    fn write_section(
        &self,
        i: usize,
        count: usize,
        generation: Option<u32>,
        out: &mut dyn FnMut(u64, &[u8]) -> Result<()>,
    ) -> Result<()> {
        let section = self.section(i);
        let mut line = Engine::image_line(section, generation);
        if i == 0 && self.arrangement() == Arrangement::Scalable {
            line.committed = count as u16; // even if it grows while we write
        }
        section.write_sealed(&line, out)
    }

    /// Saves a sealed image: a temporary file in the same folder, synced and renamed over `path`.
    /// An existing file is replaced, never changed in place; a kill leaves the old or the new one.
    ///
    /// # Errors
    /// LOCKED if somebody has `path` open r+, NOT_FOUND, PERMISSION, IO.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        self.refuse_unknown_features()?;
        file::save(path.as_ref(), |out| self.write_image(None, out))
    }

    /// [`save`](Engine::save) with the generation of the file that is replaced, plus one; without
    /// an old file the same as `save`.
    ///
    /// # Errors
    /// Those of `save`, and the format codes if the old file is no filter.
    pub fn replace(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        self.refuse_unknown_features()?;
        let generation = match Engine::open(path, Mode::Read, Sharing::Exclusive) {
            Ok(old) => Some(old.first.live().generation().wrapping_add(1)),
            Err(e) if e.code() == crate::Code::NotFound => None,
            Err(e) => return Err(e),
        };
        file::save(path, |out| self.write_image(generation, out))
    }

    /// Sections of a later version may hold what we cannot know how to write.
    fn refuse_unknown_features(&self) -> Result<()> {
        if self.sections()?.any(|s| s.header.ro_compat != 0) {
            return Err(err!(
                ReadOnly,
                "the filter has features of a later version that this library can only read; copy the file instead"
            ));
        }
        Ok(())
    }

    /// The sealed image in memory: the bytes that `save` writes.
    ///
    /// # Errors
    /// OUT_OF_MEMORY.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.refuse_unknown_features()?;
        in_memory(self.image_len()?, |out| self.write_image(None, out))
    }

    /// The sealed image, section by section: what [`Engine::open_parts`] takes.
    ///
    /// # Errors
    /// OUT_OF_MEMORY.
    pub fn to_parts(&self) -> Result<Vec<Vec<u8>>> {
        let count = self.count()?;
        (0..count).map(|i| self.part(i, count)).collect()
    }

    /// Section `index` of the sealed image. Parts of a scalable filter fit together if no key
    /// was added while they were taken.
    ///
    /// # Errors
    /// OUT_OF_RANGE behind the last section, OUT_OF_MEMORY.
    pub fn to_part(&self, index: usize) -> Result<Vec<u8>> {
        self.part_len(index)?;
        self.part(index, self.count()?)
    }

    /// The bytes of [`Engine::to_part`].
    ///
    /// # Errors
    /// OUT_OF_RANGE behind the last section.
    pub fn part_len(&self, index: usize) -> Result<u64> {
        let count = self.count()?;
        if index >= count {
            return Err(err!(OutOfRange, "index must be between 0 and {}, got {index}", count - 1));
        }
        Ok(self.section(index).len())
    }

    fn part(&self, index: usize, count: usize) -> Result<Vec<u8>> {
        self.refuse_unknown_features()?;
        in_memory(self.section(index).len(), |out| self.write_section(index, count, None, out))
    }

    /// How many sections count now.
    ///
    /// # Errors
    /// As [`Engine::contains`].
    pub fn section_count(&self) -> Result<usize> {
        self.count()
    }

    /// The size of the image in bytes.
    ///
    /// # Errors
    /// As [`Engine::contains`].
    pub fn image_len(&self) -> Result<u64> {
        Ok(self.sections()?.map(Section::len).sum())
    }

    /// Writes what an r+ map changed to the disk. Private memory and read-only maps: nothing to do.
    ///
    /// # Errors
    /// IO.
    pub fn flush(&self) -> Result<()> {
        if self.source.mapped != Some(Mode::ReadWrite) {
            return Ok(());
        }
        for section in self.sections()? {
            section.flush().map_err(|e| Error::io(self.path().unwrap_or(Path::new("")), "flush", &e))?;
        }
        Ok(())
    }

    /// True if every section is sealed and right, false if one is not sealed (live filters are
    /// not: only save and to_bytes seal). Reads the whole filter.
    ///
    /// # Errors
    /// CHECKSUM_MISMATCH if any section is damaged.
    pub fn verify(&self) -> Result<bool> {
        let mut sealed = true;
        for section in self.sections()? {
            sealed &= section.verify()?;
        }
        Ok(sealed)
    }

    /// True if the file that this filter was opened or loaded from has been replaced. False for
    /// filters without a file.
    ///
    /// # Errors
    /// NOT_FOUND if there is no file at its path now, PERMISSION, IO.
    pub fn is_stale(&self) -> Result<bool> {
        match (&self.source.path, self.source.identity) {
            (Some(path), Some(identity)) => identity.differs(path, self.source.mapped.unwrap_or_default()),
            _ => Ok(false),
        }
    }

    /// The filter that is in the file now, if the file was replaced; None if it was not.
    ///
    /// # Errors
    /// UNSUPPORTED for a filter without a file; those of [`Engine::open`] or [`Engine::load`].
    pub fn reopened(&self) -> Result<Option<Engine>> {
        let Some(path) = &self.source.path else {
            return Err(err!(Unsupported, "reload needs a filter that was opened or loaded from a file"));
        };
        if !self.is_stale()? {
            return Ok(None);
        }
        let new = match self.source.mapped {
            Some(mode) => Engine::open(path, mode, self.sharing)?,
            None => Engine::load(path, self.sharing)?,
        };
        new.now.store(self.now.load(Relaxed), Relaxed);
        Ok(Some(new))
    }
}

fn first_arrangement(sections: &[Section]) -> Option<Arrangement> {
    sections.first().map(|s| s.header.arrangement)
}

fn due(first: &Section) -> u64 {
    first.header.arrangement.due(&first.header, &first.live().snapshot())
}

fn slice_at(bytes: &[u8], at: u64, buf: &mut [u8]) -> Result<()> {
    let from = usize::try_from(at).ok().and_then(|at| bytes.get(at..)?.get(..buf.len()));
    buf.copy_from_slice(from.ok_or_else(|| err!(Truncated, "{} bytes are too few", bytes.len()))?);
    Ok(())
}

/// Checks one part by itself and beside the first, in the order of the format.
fn part_header(part: &[u8], first: Option<&Header>, index: usize) -> Result<Header> {
    let header = Header::parse(&part[..part.len().min(header::LEN)], true)?;
    let (whole, len) = (header.body_len() + header::LEN as u64, part.len() as u64);
    if whole > len {
        return Err(err!(Truncated, "the section needs {whole} bytes, the part has {len}"));
    }
    header.check_beside(first.unwrap_or(&header), index)?;
    if whole < len {
        return Err(err!(TrailingBytes, "the section has {whole} bytes, the part {len}"));
    }
    Ok(header)
}

/// What `write` writes, in memory; `len` is the size to begin with.
fn in_memory(len: u64, write: impl FnOnce(&mut dyn FnMut(u64, &[u8]) -> Result<()>) -> Result<()>) -> Result<Vec<u8>> {
    let failed = || err!(OutOfMemory, "cannot allocate {len} bytes for the image; save it to a file instead");
    let len = usize::try_from(len).map_err(|_| failed())?;
    let mut image = Vec::new();
    image.try_reserve_exact(len).map_err(|_| failed())?;
    write(&mut |at, bytes| {
        let at = at as usize;
        if at + bytes.len() > image.len() {
            image.resize(at + bytes.len(), 0);
        }
        image[at..at + bytes.len()].copy_from_slice(bytes);
        Ok(())
    })?;
    Ok(image)
}

/// Finds the sections of a file that had `len` bytes when it was opened. A scalable file may have
/// grown since, so that its first header speaks of more sections than those bytes hold.
fn walk(file: &File, mut len: u64, path: &Path) -> Result<Vec<Found>> {
    loop {
        let error = match header::walk(len, |at, buf| file::read_at(file, at, buf, path)) {
            Ok(found) => return Ok(found),
            Err(e) => e.at(path),
        };
        let now = file.metadata().map_err(|e| Error::io(path, "look at", &e))?.len();
        if now <= len || !matches!(error.code(), Code::Incomplete | Code::Truncated) {
            return Err(error);
        }
        len = now;
    }
}

/// Reads found sections into private memory and verifies the sealed ones.
fn fill(found: Vec<Found>, read: &mut dyn FnMut(u64, &mut [u8]) -> Result<()>) -> Result<Vec<Section>> {
    let mut sections = Vec::with_capacity(found.len());
    for Found { at, header } in found {
        let section = Section::create(header)?;
        section.fill_from(|offset, buf| read(at + offset, buf))?;
        sections.push(section);
    }
    for section in &sections {
        section.verify()?;
    }
    Ok(sections)
}
