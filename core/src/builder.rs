//! How Rust programs say what a new filter is to be.

use crate::error::Result;
use crate::options::{OptionValue, Options};
use crate::plan::Plan;
use crate::typed::BloomFilter;

/// Options of a new [`BloomFilter`], by name; see [`Options`] for names, ranges and defaults.
///
/// ```
/// let f = onebloom::BloomFilter::builder(1_000, 0.001).option("kind", "counting")?.build()?;
/// assert_eq!(f.stats(false).kind, "counting");
/// # Ok::<(), onebloom::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder(pub(crate) Result<Options>);

impl Builder {
    /// Sets an option by name.
    ///
    /// # Errors
    /// Those of [`Options::set`].
    pub fn option<'a>(self, name: &str, value: impl Into<OptionValue<'a>>) -> Result<Builder> {
        let mut options = self.0?;
        options.set(name, value)?;
        Ok(Builder(Ok(options)))
    }

    /// Makes the filter.
    ///
    /// # Errors
    /// INVALID_ARGUMENT, OUT_OF_RANGE, OUT_OF_MEMORY.
    pub fn build(self) -> Result<BloomFilter> {
        BloomFilter::create(&self.0?)
    }

    /// Sizes the filter without making it.
    ///
    /// # Errors
    /// INVALID_ARGUMENT, OUT_OF_RANGE.
    pub fn plan(self) -> Result<Plan> {
        crate::plan::plan(&self.0?)
    }
}
