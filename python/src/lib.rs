//! Placeholder until the face is written.
