//! Small models of random weights, which need no model on the machine.

#![allow(clippy::unwrap_used, reason = "these run in tests alone")]

use std::collections::HashMap;

use candle_core::{Device, Tensor};
use candle_transformers::models::bert::Config;
use sha2::{Digest, Sha256};

use super::model_dir::{self, ModelDir};

/// The shape of a small model.
pub struct Tiny {
    /// Components of a state, and of a vector.
    pub hidden: usize,
    /// Components between the two products of a layer.
    pub wide: usize,
    /// Heads of attention.
    pub heads: usize,
    /// Layers.
    pub layers: usize,
    /// Word pieces, the three special ones included.
    pub words: usize,
    /// The longest text, in word pieces.
    pub positions: usize,
    /// How much a word's state depends on its position and on other words: at 0, a text is a bag of
    /// words.
    pub mixing: f32,
}

impl Tiny {
    /// A model whose vectors depend on the words alone and are as long as those of a graph. Each group of
    /// `words` has one meaning; all other words share another one.
    pub fn of_words(words: &[&[&str]]) -> (tempfile::TempDir, ModelDir) {
        let tiny = Tiny {
            hidden: super::DIMENSION,
            wide: 8,
            heads: 12,
            layers: 1,
            words: words.iter().map(|group| group.len()).sum::<usize>() + 3,
            positions: 64,
            mixing: 0.0,
        };
        let groups = words.iter().enumerate();
        let vocab = groups.flat_map(|(at, group)| group.iter().map(move |word| ((*word).to_owned(), at + 3)));
        tiny.write(vocab.collect())
    }

    /// The shape as candle has it.
    pub fn config(&self) -> Config {
        Config {
            vocab_size: self.words,
            hidden_size: self.hidden,
            num_hidden_layers: self.layers,
            num_attention_heads: self.heads,
            intermediate_size: self.wide,
            max_position_embeddings: self.positions,
            ..Config::default()
        }
    }

    /// Random weights, with a `mixing` of 1 large enough that attention is far from uniform.
    pub fn weights(&self) -> HashMap<String, Tensor> {
        let (hidden, wide, mixing) = (self.hidden, self.wide, self.mixing);
        let mut state = 7u64;
        let mut random = |shape: &[usize], middle: f32, spread: f32| {
            let values: Vec<f32> = (0..shape.iter().product())
                .map(|_| {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    middle + spread * ((state >> 40) as f32 / (1u64 << 23) as f32 - 1.0)
                })
                .collect();
            Tensor::from_vec(values, shape, &Device::Cpu).unwrap()
        };
        let mut all = HashMap::new();
        for (name, rows, spread) in [
            ("word_embeddings", self.words, 1.0),
            ("position_embeddings", self.positions, mixing),
            ("token_type_embeddings", 2, mixing),
        ] {
            all.insert(format!("embeddings.{name}.weight"), random(&[rows, hidden], 0.0, spread));
        }
        let mut norms = vec!["embeddings.LayerNorm".to_string()];
        for layer in 0..self.layers {
            let at = format!("encoder.layer.{layer}");
            for (name, outputs, inputs) in [
                ("attention.self.query", hidden, hidden),
                ("attention.self.key", hidden, hidden),
                ("attention.self.value", hidden, hidden),
                ("attention.output.dense", hidden, hidden),
                ("intermediate.dense", wide, hidden),
                ("output.dense", hidden, wide),
            ] {
                all.insert(format!("{at}.{name}.weight"), random(&[outputs, inputs], 0.0, 0.4 * mixing));
                all.insert(format!("{at}.{name}.bias"), random(&[outputs], 0.0, 0.3 * mixing));
            }
            norms.push(format!("{at}.attention.output.LayerNorm"));
            norms.push(format!("{at}.output.LayerNorm"));
        }
        for norm in norms {
            all.insert(format!("{norm}.weight"), random(&[hidden], 1.0, 0.2 * mixing));
            all.insert(format!("{norm}.bias"), random(&[hidden], 0.0, 0.2 * mixing));
        }
        all
    }

    /// Writes the model as a folder. Its tokenizer knows the words of `vocab`, whose
    /// numbers begin at 3.
    pub fn write(&self, mut vocab: HashMap<String, usize>) -> (tempfile::TempDir, ModelDir) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(model_dir::WEIGHTS);
        candle_core::safetensors::save(&self.weights(), &path).unwrap();
        let hash: String =
            Sha256::digest(std::fs::read(&path).unwrap()).iter().map(|b| format!("{b:02x}")).collect();
        let config = serde_json::json!({
            "vocab_size": self.words, "hidden_size": self.hidden, "num_hidden_layers": self.layers,
            "num_attention_heads": self.heads, "intermediate_size": self.wide, "hidden_act": "gelu",
            "hidden_dropout_prob": 0.1, "max_position_embeddings": self.positions, "type_vocab_size": 2,
            "initializer_range": 0.02, "layer_norm_eps": 1e-12, "pad_token_id": 0,
        });
        vocab.extend([("[CLS]".into(), 0), ("[SEP]".into(), 1), ("[UNK]".into(), 2)]);
        let tokenizer = serde_json::json!({
            "version": "1.0",
            "truncation": { "max_length": 8, "strategy": "LongestFirst", "stride": 0, "direction": "Right" },
            "padding": {
                "strategy": { "Fixed": 32 }, "direction": "Right", "pad_to_multiple_of": null,
                "pad_id": 0, "pad_type_id": 0, "pad_token": "[CLS]",
            },
            "added_tokens": [],
            "normalizer": { "type": "Lowercase" },
            "pre_tokenizer": { "type": "Whitespace" },
            "post_processor": { "type": "BertProcessing", "sep": ["[SEP]", 1], "cls": ["[CLS]", 0] },
            "decoder": null,
            "model": { "type": "WordLevel", "vocab": vocab, "unk_token": "[UNK]" },
        });
        std::fs::write(folder.path().join(model_dir::CONFIG), config.to_string()).unwrap();
        std::fs::write(folder.path().join(model_dir::TOKENIZER), tokenizer.to_string()).unwrap();
        let dir = ModelDir::pinned(folder.path(), hash);
        (folder, dir)
    }
}
