//! Nothing but tests; see tests/parquet.rs.
