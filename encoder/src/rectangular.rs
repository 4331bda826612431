//! The forward pass through candle's own BERT: used on CUDA, where large products of equal
//! length are what pays, and as the reference that the packed pass is tested against.

use super::packed::Pack;
use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::{BertModel, Config};
use std::collections::HashMap;

/// Tokens of one rectangle on a GPU.
pub(super) const RECTANGLE_TOKENS: usize = 16_384;

/// candle's BERT with mean pooling and normalisation.
pub(super) struct RectangularBert {
    model: BertModel,
    device: Device,
}

impl RectangularBert {
    /// Moves the weights to the device.
    pub fn load(
        weights: HashMap<String, Tensor>,
        config: &Config,
        device: &Device,
    ) -> candle_core::Result<Self> {
        let weights = weights
            .into_iter()
            .map(|(name, tensor)| Ok((name, tensor.to_device(device)?)))
            .collect::<candle_core::Result<HashMap<_, _>>>()?;
        let model = BertModel::load(VarBuilder::from_tensors(weights, DType::F32, device), config)?;
        Ok(Self { model, device: device.clone() })
    }

    /// One vector of length 1 a sentence; all sentences have the same number of tokens.
    ///
    /// # Errors
    ///
    /// The sentences differ in length, or a token id is larger than the model's table.
    pub fn forward(&self, pack: &Pack) -> candle_core::Result<Vec<Vec<f32>>> {
        let sentences = pack.bounds.len().saturating_sub(1);
        if sentences == 0 {
            return Ok(Vec::new());
        }
        let tokens = pack.ids.len() / sentences;
        let ids = Tensor::from_slice(&pack.ids, (sentences, tokens), &self.device)?;
        let states = self.model.forward(&ids, &ids.zeros_like()?, None)?;
        let mean = states.mean(1)?;
        let length = mean.sqr()?.sum_keepdim(1)?.sqrt()?;
        mean.broadcast_div(&length)?.to_vec2()
    }
}
