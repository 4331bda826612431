//! What is checked is said in `src/targets`.
#![no_main]

// Named first, so that the fuzzer's library is linked before those of the store: some of
// these hold a `main` too, left over from checks of the compiler, and the first one counts.
extern crate trustuqa;

libfuzzer_sys::fuzz_target!(|data: &[u8]| trustuqa::targets::contents_of_a_file(data));
