#[derive(Default)]
pub(crate) struct Thermographs;
