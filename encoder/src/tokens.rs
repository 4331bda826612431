//! Texts to token ids, and token ids to packs of about equal work.

use super::error::{EncoderError, Result};
use super::packed::Pack;
use std::path::Path;
use tokenizers::{Tokenizer, TruncationParams};

/// Tokens the model was trained to read at most, the two special ones included. What is
/// beyond them is not read.
pub const MAX_TOKENS: usize = 256;

/// Tokens that one forward pass takes together. Large enough that a product reads its weights
/// for many rows, small enough that its buffers stay in the second-level cache.
const PACK_TOKENS: usize = 384;

/// The model's word-piece tokenizer.
pub(super) struct TextTokens {
    tokenizer: Tokenizer,
}

impl TextTokens {
    /// Reads `tokenizer.json`; `path` is for messages, `positions` is the longest input that the
    /// model's tables allow, `words` the number of word pieces they have.
    pub fn load(bytes: &[u8], path: &Path, positions: usize, words: usize) -> Result<Self> {
        let malformed = |reason: String| EncoderError::Malformed { path: path.to_path_buf(), reason };
        let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(|e| malformed(e.to_string()))?;
        if tokenizer.get_vocab_size(true) > words {
            return Err(malformed(format!(
                "it has {} word pieces, the model {words}",
                tokenizer.get_vocab_size(true)
            )));
        }
        let truncation = TruncationParams { max_length: MAX_TOKENS.min(positions), ..Default::default() };
        tokenizer.with_truncation(Some(truncation)).map_err(|e| malformed(e.to_string()))?;
        // The file asks for padding to 128 tokens, which would cost 25 times the work for a name.
        tokenizer.with_padding(None);
        Ok(Self { tokenizer })
    }

    /// The token ids of a text, at most `MAX_TOKENS`.
    pub fn ids(&self, text: &str) -> Result<Vec<u32>> {
        let encoding =
            self.tokenizer.encode_fast(text, true).map_err(|e| EncoderError::Tokenizer(e.to_string()))?;
        Ok(encoding.get_ids().to_vec())
    }
}

/// Texts that go through the model together: which ones, and their tokens.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Batch {
    /// Indexes of the texts, in the order of the pack's sentences.
    pub texts: Vec<usize>,
    /// Their tokens.
    pub pack: Pack,
}

/// Splits the texts into batches of about `PACK_TOKENS` tokens, smaller where some workers would
/// otherwise get none. Longer texts come first, so that the last batches to finish are short ones; the
/// texts of a batch are of similar length.
pub(super) fn batches(ids: &[Vec<u32>], workers: usize) -> Vec<Batch> {
    batches_of(ids, share(ids, workers), |_, _| true)
}

/// The same, with texts of exactly one length in each batch, for a model that needs a rectangle.
pub(super) fn rectangles(ids: &[Vec<u32>], tokens: usize) -> Vec<Batch> {
    batches_of(ids, tokens, |first, next| first == next)
}

fn share(ids: &[Vec<u32>], workers: usize) -> usize {
    let total: usize = ids.iter().map(Vec::len).sum();
    total.div_ceil(workers.max(1)).clamp(1, PACK_TOKENS)
}

/// `together(a, b)` says whether texts of `a` and `b` tokens may share a batch.
fn batches_of(ids: &[Vec<u32>], tokens: usize, together: impl Fn(usize, usize) -> bool) -> Vec<Batch> {
    let mut order: Vec<usize> = (0..ids.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(ids[i].len()));
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut size = 0;
    for text in order {
        let length = ids[text].len();
        match batches.last_mut() {
            Some(batch)
                if size + length <= tokens
                    && batch.first().is_some_and(|&first| together(ids[first].len(), length)) =>
            {
                batch.push(text);
                size += length;
            }
            _ => {
                batches.push(vec![text]);
                size = length;
            }
        }
    }
    let batch = |texts: Vec<usize>| Batch { pack: Pack::new(texts.iter().map(|&t| &ids[t][..])), texts };
    batches.into_iter().map(batch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lengths: &[usize]) -> Vec<Vec<u32>> {
        lengths.iter().enumerate().map(|(i, &n)| vec![i as u32; n]).collect()
    }

    fn check(ids: &[Vec<u32>], batches: &[Batch]) {
        let mut seen: Vec<usize> = batches.iter().flat_map(|b| b.texts.clone()).collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..ids.len()).collect::<Vec<_>>());
        for batch in batches {
            assert_eq!(batch.texts.len() + 1, batch.pack.bounds.len());
            for (text, bounds) in batch.texts.iter().zip(batch.pack.bounds.windows(2)) {
                assert_eq!(batch.pack.ids[bounds[0]..bounds[1]], ids[*text][..]);
            }
        }
    }

    #[test]
    fn every_text_is_in_one_batch_with_its_own_tokens() {
        let lengths: Vec<usize> = (0..500).map(|i| 2 + (i * 7) % 41).collect();
        let ids = texts(&lengths);
        let batches = batches(&ids, 2);
        check(&ids, &batches);
        assert!(batches.iter().all(|b| b.pack.ids.len() <= PACK_TOKENS));
        assert!(batches.len() <= lengths.iter().sum::<usize>() / PACK_TOKENS + 5, "{}", batches.len());
    }

    #[test]
    fn few_texts_are_shared_among_the_workers() {
        let ids = texts(&[5, 5, 5, 5]);
        assert_eq!(batches(&ids, 2).len(), 2);
        assert_eq!(batches(&ids, 1).len(), 1);
    }

    #[test]
    fn a_text_longer_than_a_pack_is_a_batch_of_its_own() {
        let ids = texts(&[PACK_TOKENS * 2, 3]);
        let batches = batches(&ids, 1);
        check(&ids, &batches);
        assert_eq!(batches.len(), 2);
    }

    #[test]
    fn rectangles_hold_one_length_each() {
        let ids = texts(&[4, 6, 4, 6, 6, 2]);
        let batches = rectangles(&ids, 12);
        check(&ids, &batches);
        let lengths: Vec<Vec<usize>> =
            batches.iter().map(|b| b.texts.iter().map(|&t| ids[t].len()).collect()).collect();
        assert_eq!(lengths, [vec![6, 6], vec![6], vec![4, 4], vec![2]]);
    }

    #[test]
    fn no_texts_make_no_batches() {
        assert!(batches(&[], 2).is_empty());
    }
}
