//! Measures the limits of GPUs.

use cubebatch::Error;

use super::samples::Probes;
use crate::failure::Failure;

/// Probes these GPUs, one after the other.
#[cfg(feature = "gpu")]
pub fn measure(gpus: &[String]) -> Result<Vec<Probes>, Failure> {
    use cubebatch::engine::gpu::probes::{Outcome, Probe, probe};
    use cubebatch::engine::gpu::{Ceiling, Device};

    use super::samples::ProbeSample;

    let sample = |Probe { name, outcome }| match outcome {
        Outcome::Measured { value, unit } => {
            ProbeSample { name, value: Some(value), unit: Some(unit), skipped: None }
        }
        Outcome::Skipped { reason } => ProbeSample { name, value: None, unit: None, skipped: Some(reason) },
    };
    let measure = |gpu: &String| {
        let device = Device::open(Some(gpu), Ceiling::default())?;
        let probes = probe(&device)?.into_iter().map(sample).collect();
        Ok(Probes { gpu: device.name().to_owned(), is_software: device.is_software(), probes })
    };
    Ok(gpus.iter().map(measure).collect::<Result<_, Error>>()?)
}

#[cfg(not(feature = "gpu"))]
pub fn measure(gpus: &[String]) -> Result<Vec<Probes>, Failure> {
    match gpus {
        [] => Ok(Vec::new()),
        _ => Err(Error::from(cubebatch::engine::EngineError::NoGpuSupport).into()),
    }
}
