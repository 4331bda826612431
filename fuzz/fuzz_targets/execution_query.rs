//! What is checked is said in `src/targets`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| trustuqa::targets::execution_query(data));
