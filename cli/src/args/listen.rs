//! The address of the service.

use std::net::{Ipv4Addr, SocketAddr};
use std::str::FromStr;

/// An address with its port. With a port alone, or `localhost`, only this machine can reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listen(pub SocketAddr);

#[derive(Debug, thiserror::Error)]
#[error("give a port, or an address with its port: 8080, localhost:8080, 0.0.0.0:8080 or [::1]:8080")]
pub struct NoAddress;

impl FromStr for Listen {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Listen, NoAddress> {
        let own = text.strip_prefix("localhost:").or_else(|| text.strip_prefix(':')).unwrap_or(text);
        let address = match own.parse::<u16>() {
            Ok(port) => Ok((Ipv4Addr::LOCALHOST, port).into()),
            Err(_) => text.parse(),
        };
        address.map(Listen).map_err(|_| NoAddress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_is_one_of_this_machine() {
        let listen = |text: &str| text.parse::<Listen>().map(|listen| listen.0.to_string()).ok();
        for text in ["8080", ":8080", "localhost:8080", "127.0.0.1:8080"] {
            assert_eq!(listen(text).as_deref(), Some("127.0.0.1:8080"), "{text}");
        }
        for text in ["0.0.0.0:0", "[::1]:8080"] {
            assert_eq!(listen(text).as_deref(), Some(text));
        }
        for text in ["", ":", "65536", "localhost", "localhost:x", "127.0.0.1", "::8080", "host:8080", "+1:2"]
        {
            assert_eq!(listen(text), None, "{text}");
        }
    }
}
