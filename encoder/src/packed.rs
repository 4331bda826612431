//! The forward pass on the CPU. Sentences of any length are laid end to end in one
//! matrix of tokens, so nothing is ever padded: the matrix products do not care where a
//! sentence ends, and attention is given the bounds.
//!
//! Products are candle's; everything between them is an operation on the product's own
//! buffer (`kernels`). Query, key and value are one product, and all weights are stored
//! input-major, which is the layout the product reads without repacking.

use super::kernels;
use candle_core::{CpuStorage, CustomOp2, Device, InplaceOp2, InplaceOp3, Layout, Shape, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::{Config, HiddenAct};

/// Sentences to run through the model together: their tokens, end to end.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Pack {
    /// Token ids of all sentences.
    pub ids: Vec<u32>,
    /// Sentence `s` owns `ids[bounds[s]..bounds[s + 1]]`; starts with 0.
    pub bounds: Vec<usize>,
}

impl Pack {
    /// Lays the sentences end to end.
    pub fn new<'a>(sentences: impl IntoIterator<Item = &'a [u32]>) -> Self {
        let mut pack = Self { ids: Vec::new(), bounds: vec![0] };
        for sentence in sentences {
            pack.ids.extend_from_slice(sentence);
            pack.bounds.push(pack.ids.len());
        }
        pack
    }
}

/// A BERT encoder with its weights arranged for the packed forward pass.
pub(super) struct PackedBert {
    /// One row a word piece, to which the token type's row is already added.
    words: Vec<f32>,
    /// One row a position.
    positions: Vec<f32>,
    gamma: Vec<f32>,
    beta: Vec<f32>,
    layers: Vec<Layer>,
    hidden: usize,
    heads: usize,
    epsilon: f32,
}

/// One layer; weights are (inputs, outputs).
struct Layer {
    qkv: Tensor,
    qkv_bias: Tensor,
    output: Tensor,
    /// Rows: bias of `output`, gamma, beta.
    output_norm: Tensor,
    up: Tensor,
    up_bias: Tensor,
    down: Tensor,
    /// Rows: bias of `down`, gamma, beta.
    down_norm: Tensor,
}

impl PackedBert {
    /// Arranges the weights. `weights` names them as BERT checkpoints do and is on the CPU.
    ///
    /// # Errors
    ///
    /// A tensor is missing or has another shape than `config` says, or the configuration
    /// asks for something this forward pass does not do.
    pub fn load(weights: &VarBuilder, config: &Config) -> candle_core::Result<Self> {
        if config.hidden_act != HiddenAct::Gelu {
            candle_core::bail!("the activation is {:?}, only gelu is known", config.hidden_act);
        }
        if config.num_attention_heads == 0 || !config.hidden_size.is_multiple_of(config.num_attention_heads) {
            candle_core::bail!(
                "{} heads do not divide a hidden size of {}",
                config.num_attention_heads,
                config.hidden_size
            );
        }
        // Every worker runs whole packs by itself, so that no product is split over threads:
        // joining them after each of the 36 small products costs more than it gains.
        gemm::set_threading_threshold(usize::MAX);
        let hidden = config.hidden_size;
        let embeddings = weights.pp("embeddings");
        let table = |name: &str, rows: usize| embeddings.get((rows, hidden), &format!("{name}.weight"));
        let kind = table("token_type_embeddings", config.type_vocab_size)?.narrow(0, 0, 1)?;
        let words = table("word_embeddings", config.vocab_size)?.broadcast_add(&kind)?;
        let positions = table("position_embeddings", config.max_position_embeddings)?;
        let norm = embeddings.pp("LayerNorm");
        Ok(Self {
            words: words.flatten_all()?.to_vec1()?,
            positions: positions.flatten_all()?.to_vec1()?,
            gamma: norm.get(hidden, "weight")?.to_vec1()?,
            beta: norm.get(hidden, "bias")?.to_vec1()?,
            layers: (0..config.num_hidden_layers)
                .map(|i| Layer::load(&weights.pp(format!("encoder.layer.{i}")), config))
                .collect::<candle_core::Result<_>>()?,
            hidden,
            heads: config.num_attention_heads,
            epsilon: config.layer_norm_eps as f32,
        })
    }

    /// One vector of length 1 a sentence: the mean of its tokens' last states.
    ///
    /// # Errors
    ///
    /// A token id or a sentence is larger than the model's tables.
    pub fn forward(&self, pack: &Pack) -> candle_core::Result<Vec<Vec<f32>>> {
        if pack.ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut x = Tensor::from_vec(self.embed(pack)?, (pack.ids.len(), self.hidden), &Device::Cpu)?;
        for layer in &self.layers {
            x = layer.forward(&x, pack, self.heads, self.epsilon)?;
        }
        let (storage, layout) = x.storage_and_layout();
        let candle_core::Storage::Cpu(storage) = &*storage else {
            candle_core::bail!("the packed forward pass runs on the CPU only");
        };
        let states = floats(storage, layout)?;
        let vectors = pack.bounds.windows(2).map(|s| {
            let mut vector = vec![0.0; self.hidden];
            kernels::mean_unit(&states[s[0] * self.hidden..s[1] * self.hidden], &mut vector);
            vector
        });
        Ok(vectors.collect())
    }

    /// The input of the first layer: one row a token.
    fn embed(&self, pack: &Pack) -> candle_core::Result<Vec<f32>> {
        let mut x = Vec::with_capacity(pack.ids.len() * self.hidden);
        for sentence in pack.bounds.windows(2) {
            for (position, &id) in pack.ids[sentence[0]..sentence[1]].iter().enumerate() {
                let word = row(&self.words, id as usize, self.hidden)?;
                let position = row(&self.positions, position, self.hidden)?;
                x.extend(word.iter().zip(position).map(|(w, p)| w + p));
            }
        }
        kernels::norm(&mut x, &self.gamma, &self.beta, self.epsilon);
        Ok(x)
    }
}

impl Layer {
    fn load(weights: &VarBuilder, config: &Config) -> candle_core::Result<Self> {
        let (hidden, wide) = (config.hidden_size, config.intermediate_size);
        let matrix = |name: &str, inputs: usize, outputs: usize| {
            weights.get((outputs, inputs), &format!("{name}.weight"))?.t()?.contiguous()
        };
        let bias = |name: &str, outputs: usize| weights.get(outputs, &format!("{name}.bias"));
        let norm = |name: &str| {
            let rows = [
                bias(&format!("{name}.dense"), hidden)?,
                weights.get(hidden, &format!("{name}.LayerNorm.weight"))?,
                bias(&format!("{name}.LayerNorm"), hidden)?,
            ];
            Tensor::stack(&rows, 0)
        };
        // Attention divides by the root of the head size: done once, here, in the query.
        let scale = 1.0 / ((hidden / config.num_attention_heads) as f64).sqrt();
        let own = |name: &str| format!("attention.self.{name}");
        let qkv = [
            (matrix(&own("query"), hidden, hidden)? * scale)?,
            matrix(&own("key"), hidden, hidden)?,
            matrix(&own("value"), hidden, hidden)?,
        ];
        let qkv_bias = [
            (bias(&own("query"), hidden)? * scale)?,
            bias(&own("key"), hidden)?,
            bias(&own("value"), hidden)?,
        ];
        Ok(Self {
            qkv: Tensor::cat(&qkv, 1)?.contiguous()?,
            qkv_bias: Tensor::cat(&qkv_bias, 0)?,
            output: matrix("attention.output.dense", hidden, hidden)?,
            output_norm: norm("attention.output")?,
            up: matrix("intermediate.dense", hidden, wide)?,
            up_bias: bias("intermediate.dense", wide)?,
            down: matrix("output.dense", wide, hidden)?,
            down_norm: norm("output")?,
        })
    }

    fn forward(&self, x: &Tensor, pack: &Pack, heads: usize, epsilon: f32) -> candle_core::Result<Tensor> {
        let qkv = x.matmul(&self.qkv)?;
        let attended = qkv.apply_op2_no_bwd(&self.qkv_bias, &Attention { bounds: &pack.bounds, heads })?;
        let y = attended.matmul(&self.output)?;
        y.inplace_op3(x, &self.output_norm, &AddNorm { epsilon })?;
        let wide = y.matmul(&self.up)?;
        wide.inplace_op2(&self.up_bias, &BiasGelu)?;
        let z = wide.matmul(&self.down)?;
        z.inplace_op3(&y, &self.down_norm, &AddNorm { epsilon })?;
        Ok(z)
    }
}

/// `kernels::attention` on a product's buffer.
struct Attention<'a> {
    bounds: &'a [usize],
    heads: usize,
}

impl CustomOp2 for Attention<'_> {
    fn name(&self) -> &'static str {
        "packed-attention"
    }

    fn cpu_fwd(
        &self,
        qkv: &CpuStorage,
        qkv_layout: &Layout,
        bias: &CpuStorage,
        bias_layout: &Layout,
    ) -> candle_core::Result<(CpuStorage, Shape)> {
        let (qkv, bias) = (floats(qkv, qkv_layout)?, floats(bias, bias_layout)?);
        let hidden = bias.len() / 3;
        let tokens = qkv.len() / bias.len();
        let mut out = vec![0.0; tokens * hidden];
        kernels::attention(qkv, bias, self.bounds, self.heads, &mut out);
        Ok((CpuStorage::F32(out), (tokens, hidden).into()))
    }
}

/// `kernels::bias_gelu` on a product's buffer.
struct BiasGelu;

impl InplaceOp2 for BiasGelu {
    fn name(&self) -> &'static str {
        "bias-gelu"
    }

    fn cpu_fwd(
        &self,
        x: &mut CpuStorage,
        x_layout: &Layout,
        bias: &CpuStorage,
        bias_layout: &Layout,
    ) -> candle_core::Result<()> {
        kernels::bias_gelu(floats_mut(x, x_layout)?, floats(bias, bias_layout)?);
        Ok(())
    }
}

/// `kernels::add_norm` on a product's buffer; the third operand has the rows bias, gamma, beta.
struct AddNorm {
    epsilon: f32,
}

impl InplaceOp3 for AddNorm {
    fn name(&self) -> &'static str {
        "add-norm"
    }

    fn cpu_fwd(
        &self,
        x: &mut CpuStorage,
        x_layout: &Layout,
        residual: &CpuStorage,
        residual_layout: &Layout,
        rows: &CpuStorage,
        rows_layout: &Layout,
    ) -> candle_core::Result<()> {
        let rows = floats(rows, rows_layout)?;
        let (bias, rest) = rows.split_at(rows.len() / 3);
        let (gamma, beta) = rest.split_at(bias.len());
        let residual = floats(residual, residual_layout)?;
        kernels::add_norm(floats_mut(x, x_layout)?, residual, bias, gamma, beta, self.epsilon);
        Ok(())
    }
}

/// The floats of a contiguous tensor.
fn floats<'a>(storage: &'a CpuStorage, layout: &Layout) -> candle_core::Result<&'a [f32]> {
    match (storage, layout.contiguous_offsets()) {
        (CpuStorage::F32(all), Some((start, end))) => Ok(&all[start..end]),
        _ => candle_core::bail!("the packed forward pass needs contiguous f32 tensors"),
    }
}

/// The floats of a contiguous tensor, to write to.
fn floats_mut<'a>(storage: &'a mut CpuStorage, layout: &Layout) -> candle_core::Result<&'a mut [f32]> {
    match (storage, layout.contiguous_offsets()) {
        (CpuStorage::F32(all), Some((start, end))) => Ok(&mut all[start..end]),
        _ => candle_core::bail!("the packed forward pass needs contiguous f32 tensors"),
    }
}

/// Row `index` of a table.
fn row(table: &[f32], index: usize, width: usize) -> candle_core::Result<&[f32]> {
    match table.get(index * width..(index + 1) * width) {
        Some(row) => Ok(row),
        None => candle_core::bail!("row {index} of a table of {} rows was asked for", table.len() / width),
    }
}
