//! The `junqi` program.
fn main() {}
