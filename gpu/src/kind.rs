//! What kind of device an adapter is.

/// The kind of an adapter; kinds that are likely to be faster come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AdapterKind {
    /// A card with memory of its own.
    Discrete,
    /// A GPU, or a part of one, that a virtual machine was given.
    Virtual,
    /// A GPU beside a processor, whose memory it shares.
    Integrated,
    /// A GPU of which the driver does not say what it is.
    Other,
    /// No GPU but a program.
    Software,
}

impl From<wgpu::DeviceType> for AdapterKind {
    fn from(kind: wgpu::DeviceType) -> AdapterKind {
        match kind {
            wgpu::DeviceType::DiscreteGpu => AdapterKind::Discrete,
            wgpu::DeviceType::VirtualGpu => AdapterKind::Virtual,
            wgpu::DeviceType::IntegratedGpu => AdapterKind::Integrated,
            wgpu::DeviceType::Other => AdapterKind::Other,
            wgpu::DeviceType::Cpu => AdapterKind::Software,
        }
    }
}

impl std::fmt::Display for AdapterKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            AdapterKind::Discrete | AdapterKind::Other => "GPU",
            AdapterKind::Virtual => "GPU, virtual",
            AdapterKind::Integrated => "GPU, integrated",
            AdapterKind::Software => "software",
        })
    }
}
