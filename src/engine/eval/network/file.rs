//! The file format of a network: a text header, then little-endian 16-bit integers.

use super::accumulator::Network;
use super::inputs::Inputs;
use super::layers::{HIDDEN, NetworkError, NetworkLayers, NetworkOrigin};
use crate::game::rules::Mode;

/// The first line, with the version of the format.
const MAGIC: &str = "junqi network 1";
/// The last line of the header.
const END: &str = "end";

/// Reads the lines of a header.
struct HeaderLines<'a> {
    rest: &'a [u8],
    line: usize,
}

impl<'a> HeaderLines<'a> {
    /// The next line, if it is UTF-8 text.
    fn line(&mut self) -> &'a str {
        self.line += 1;
        let end = self.rest.iter().position(|&b| b == b'\n').unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest.get(1..).unwrap_or_default();
        std::str::from_utf8(line).unwrap_or_default()
    }

    fn wrong(&self, found: &str, expected: impl Into<String>) -> NetworkError {
        let found = found.chars().take(40).collect();
        NetworkError::Head { line: self.line, found, expected: expected.into() }
    }

    /// The rest of the next line, which must begin with this key.
    fn field(&mut self, name: &str) -> Result<&'a str, NetworkError> {
        let line = self.line();
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        value.ok_or_else(|| self.wrong(line, format!("`{name}` and its value")))
    }

    fn fixed(&mut self, text: &str) -> Result<(), NetworkError> {
        let line = self.line();
        if line == text { Ok(()) } else { Err(self.wrong(line, format!("`{text}`"))) }
    }

    fn origin(&mut self) -> Result<NetworkOrigin, NetworkError> {
        self.fixed(MAGIC)?;
        let word = self.field("mode")?;
        let mode = Mode::named(word).ok_or_else(|| self.wrong(word, "2v2 or 1v1"))?;
        self.fixed(&format!("inputs {}", Inputs::of(mode).count()))?;
        self.fixed(&format!("hidden {HIDDEN}"))?;
        let word = self.field("scale")?;
        let scale = word.parse().ok().filter(|scale: &f64| scale.is_finite() && *scale > 0.0);
        let scale = scale.ok_or_else(|| self.wrong(word, "a number above 0"))?;
        let source = self.field("source")?.to_owned();
        let method = self.field("method")?.to_owned();
        self.fixed(END)?;
        Ok(NetworkOrigin { mode, scale, source, method })
    }
}

/// Reads 16-bit integers.
fn taken<const N: usize>(numbers: &mut impl Iterator<Item = i16>) -> [i16; N] {
    std::array::from_fn(|_| numbers.next().unwrap_or_default())
}

impl Network {
    /// Parses the bytes of a file.
    ///
    /// # Errors
    ///
    /// If the bytes have another format.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut head = HeaderLines { rest: bytes, line: 0 };
        let origin = head.origin()?;
        let inputs = Inputs::of(origin.mode).count();
        let (found, expected) = (head.rest.len(), 2 * ((inputs + 2) * HIDDEN + inputs));
        if found != expected {
            return Err(NetworkError::Size { found, expected });
        }
        let mut numbers = head.rest.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]]));
        let hidden = (0..inputs).map(|_| taken(&mut numbers)).collect();
        let (bias, output) = (taken(&mut numbers), taken(&mut numbers));
        Self::new(origin, NetworkLayers { hidden, bias, output, linear: numbers.collect() })
    }

    /// The bytes of the network's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let NetworkOrigin { mode, scale, source, method } = self.origin();
        let line = |text: &str| text.replace(['\n', '\r'], " ");
        let head = format!(
            "{MAGIC}\nmode {}\ninputs {}\nhidden {HIDDEN}\nscale {scale}\nsource {}\nmethod {}\n{END}\n",
            mode.name(),
            Inputs::of(*mode).count(),
            line(source),
            line(method)
        );
        let NetworkLayers { hidden, bias, output, linear } = self.layers();
        let rows = hidden.iter().flatten();
        let numbers = rows.chain(&bias).chain(&output).chain(&linear);
        head.into_bytes().into_iter().chain(numbers.flat_map(|n| n.to_le_bytes())).collect()
    }
}
