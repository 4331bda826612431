//! Where the model runs.

use super::error::{EncoderError, Result};
use candle_core::Device;

/// The device a caller wants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DeviceChoice {
    /// CUDA where this build and this machine have it, else the CPU.
    #[default]
    Auto,
    /// The CPU.
    Cpu,
    /// The first NVIDIA GPU; an error where there is none.
    Cuda,
}

/// The device found for it.
pub(super) enum FoundDevice {
    Cpu,
    Cuda(Device),
}

impl FoundDevice {
    /// `cpu` or `cuda`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Cuda(_) => "cuda",
        }
    }
}

/// Finds the device for a choice.
pub(super) fn find(choice: DeviceChoice) -> Result<FoundDevice> {
    match choice {
        DeviceChoice::Auto => Ok(auto()),
        DeviceChoice::Cpu => Ok(FoundDevice::Cpu),
        DeviceChoice::Cuda => cuda().map(FoundDevice::Cuda),
    }
}

/// CUDA where it works, else the CPU.
pub(super) fn auto() -> FoundDevice {
    cuda().map_or(FoundDevice::Cpu, FoundDevice::Cuda)
}

fn cuda() -> Result<Device> {
    let refuse = |reason: String| EncoderError::Device { device: "cuda", reason };
    if !candle_core::utils::cuda_is_available() {
        return Err(refuse("this program was built without CUDA".into()));
    }
    Device::new_cuda(0).map_err(|e| refuse(e.to_string()))
}
