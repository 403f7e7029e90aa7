//! `grundy serve`: the web app.

use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Stdio};

use grundy_web::server::url;
use grundy_web::{Config, Limits};

use crate::args::ServeArgs;
use crate::failure::Failure;
use crate::{picture, print, tell, watch};

/// Serves until Ctrl-C.
pub fn run(args: &ServeArgs) -> Result<(), Failure> {
    let wanted = SocketAddr::new(args.host, args.port);
    let listener = TcpListener::bind(wanted).map_err(|error| {
        let help = if error.kind() == std::io::ErrorKind::AddrInUse { " (--port takes another)" } else { "" };
        Failure::Mistake(format!("can't listen at {wanted}: {error}{help}"))
    })?;
    let failed = |error: std::io::Error| Failure::Mistake(format!("can't serve: {error}"));
    let address = url(listener.local_addr().map_err(failed)?);
    let program = std::env::current_exe().map_err(failed)?;
    let config = Config {
        rules_program: program,
        rules_arguments: vec!["rules-worker".to_string()],
        to_png: picture::pixels,
        limits: Limits::default(),
    };
    watch::catch_interrupts();
    print(&format!("grundy is at {address}"))?;
    if !args.host.is_loopback() {
        tell("everybody who reaches this machine can use it; --host 127.0.0.1 serves only you\n");
    }
    tell("Ctrl-C ends it\n");
    if args.open {
        open(&address);
    }
    grundy_web::serve(listener, config, watch::interrupted).map_err(failed)
}

/// Shows a page in the browser that the system prefers; where there is none, the address has been printed.
fn open(address: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let quiet = || Stdio::null();
    let _ = Command::new(program).args(arguments).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}
