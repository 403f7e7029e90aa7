//! `grundy serve`: the web app.

use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Stdio};

use grundy_web::server::url;
use grundy_web::{Config, Limits, RULES_LIMITS, Served};

use crate::args::ServeArgs;
use crate::failure::Failure;
use crate::own_rules::{Asked, open_under, refuse_result};
use crate::{picture, print, tell, watch};

/// Serves until Ctrl-C.
pub fn run(args: &ServeArgs) -> Result<(), Failure> {
    let served = served(args)?;
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
        served,
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
        show(&address);
    }
    grundy_web::serve(listener, config, watch::interrupted).map_err(failed)
}

/// A game of one's own that the page offers, after a look whether it can be read.
fn served(args: &ServeArgs) -> Result<Option<Served>, Failure> {
    let Some(path) = &args.rules.rules else { return Ok(None) };
    let game = open_under(RULES_LIMITS, path, &args.rules.rules_limit, &Asked { json: false, timeout: None })?;
    refuse_result(&game, path)?;
    let host = game.host();
    let (source, limits) = (host.source().to_string(), *host.limits());
    let file = path.file_name().map_or_else(|| host.file().into(), |name| name.to_string_lossy()).into_owned();
    Ok(Some(Served { file, source, limits }))
}

/// Shows a page in the browser that the system prefers; where there is none, the address has been printed.
fn show(address: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let quiet = || Stdio::null();
    let _ = Command::new(program).args(arguments).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}
