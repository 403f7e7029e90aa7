//! Connections, and what is true of every response: hosts that are ours, headers that keep a browser from doing more than
//! the page asks for, errors as JSON.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, header};
use axum::middleware::{self, Next};
use axum::routing::{get, post};
use flate2::Compression;
use flate2::write::GzEncoder;
use http_body::Frame;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, mpsc};

use crate::answer::{Answer, Refusal, plain, response};
use crate::api::{ENDPOINTS, Endpoint, Service};
use crate::work::Reins;
use crate::{Config, assets, gallery, openapi};

/// How often progress is told.
const TELL_EVERY: Duration = Duration::from_millis(250);
/// Answers shorter than this are sent as they are.
const WORTH_PACKING: usize = 1_500;
/// The longest body that is read to its end although it is too long.
const MOST_PASSED_OVER: usize = 32 << 20;
/// How long those who are still connected at the end are waited for.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a browser may do with what we send.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
];

/// Serves until `ended` says so; it is asked every fraction of a second.
pub fn serve(listener: TcpListener, config: Config, ended: impl Fn() -> bool) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(accept(listener, config, ended));
    // Work that goes on for nobody is not waited for.
    runtime.shutdown_timeout(Duration::from_millis(100));
    served
}

async fn accept(listener: TcpListener, config: Config, ended: impl Fn() -> bool) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let limits = config.limits;
    let app = app(Service::new(config));
    let places = Arc::new(Semaphore::new(limits.connections));
    while !ended() {
        let Ok(accepted) = tokio::time::timeout(Duration::from_millis(100), listener.accept()).await else { continue };
        // A connection that fails before it begins is not ours to worry about; too many open files pass.
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        // Answers are small, and whoever plays waits for them.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(app.clone());
        tokio::spawn(async move {
            let _place = place;
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(limits.arrival)
                .serve_connection(TokioIo::new(stream), service);
            // However a connection ends, the others go on.
            let _ = connection.await;
        });
    }
    let until = Instant::now() + PATIENCE;
    while places.available_permits() < limits.connections && Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(20)).await;
        if places.available_permits() + 1 >= limits.connections {
            break; // a browser keeps its last connection open for as long as it can
        }
    }
    Ok(())
}

/// The routes.
fn app(service: Arc<Service>) -> Router {
    let mut router = Router::new()
        .route("/api/games", get(games).fallback(wrong_method))
        .route("/api/games/{name}", get(game).fallback(wrong_method))
        .route("/api/gallery", get(cards).fallback(wrong_method))
        .route("/api/examples", get(examples).fallback(wrong_method))
        .route("/api/openapi.json", get(|| async { found(openapi::document()) }).fallback(wrong_method));
    for endpoint in ENDPOINTS {
        let handler = move |State(service): State<Arc<Service>>, request: Request| asked(endpoint, service, request);
        router = router.route(&format!("/api/{}", endpoint.name), post(handler).fallback(wrong_method));
    }
    router.fallback(file).layer(middleware::from_fn(around)).with_state(service)
}

/// What is done for every request.
async fn around(request: Request, next: Next) -> Response<Body> {
    let packs = accepts(request.headers(), header::ACCEPT_ENCODING, "gzip");
    let mut response = match is_our_host(request.headers(), request.uri().host()) {
        true => next.run(request).await,
        false => {
            let message = "this server answers to localhost and to addresses, not to other names of hosts";
            Refusal::new(421, "request", message).response()
        }
    };
    if packs && response.headers().get(header::CONTENT_ENCODING).is_none() {
        response = packed(response).await;
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(*name, HeaderValue::from_static(value));
    }
    response
}

/// Whether a request is meant for us: a page of another site can make its own name point here, but it can't change what the
/// browser says it asked for.
fn is_our_host(headers: &HeaderMap, from_uri: Option<&str>) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).or(from_uri).unwrap_or("");
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost") || name.ends_with(".localhost") || name.parse::<IpAddr>().is_ok()
}

fn accepts(headers: &HeaderMap, name: header::HeaderName, what: &str) -> bool {
    headers.get_all(name).iter().any(|value| value.to_str().is_ok_and(|value| value.contains(what)))
}

/// The response with its body packed, where that is worth it. Bodies of unknown length are streams, which are not.
async fn packed(response: Response<Body>) -> Response<Body> {
    let is_worth_it = response.body().size_hint().exact().is_some_and(|size| size >= WORTH_PACKING as u64);
    if !is_worth_it {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = axum::body::to_bytes(body, usize::MAX).await else { return plain(200, "text/plain", Bytes::new()) };
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    match encoder.write_all(&bytes).and_then(|()| encoder.finish()) {
        Ok(packed) if packed.len() < bytes.len() => {
            parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            parts.headers.remove(header::CONTENT_LENGTH);
            Response::from_parts(parts, packed.into())
        }
        _ => Response::from_parts(parts, bytes.into()),
    }
}

fn found(value: Value) -> Response<Body> {
    response(Answer::Json(value))
}

async fn games(State(service): State<Arc<Service>>) -> Response<Body> {
    let built_in = grundy::games::all().iter().map(|game| json!(grundy::report::GameReport::from(&game.info)));
    found(json!(service.served_game().into_iter().chain(built_in).collect::<Vec<_>>()))
}

async fn cards(State(service): State<Arc<Service>>) -> Response<Body> {
    found(gallery::games(service.served_card()))
}

async fn examples(State(service): State<Arc<Service>>) -> Response<Body> {
    found(gallery::rules(service.config.served.as_ref()))
}

async fn game(State(service): State<Arc<Service>>, name: Result<Path<String>, PathRejection>) -> Response<Body> {
    let Ok(Path(name)) = name else {
        return Refusal::new(400, "request", "this path is not UTF-8 text").response();
    };
    if let Some(served) = service.served_game().filter(|served| served["name"] == name) {
        return found(served);
    }
    match grundy::games::find(&name) {
        Some(game) => found(json!(grundy::report::GameReport::from(&game.info))),
        None => {
            let names = grundy::games::all().iter().map(|game| game.info.name);
            let mut refusal =
                Refusal::new(404, "unknown", format!("there is no game called {}", grundy::notation::quote(&name)));
            refusal.more.help = grundy::notation::nearest(&name, names).map(|close| format!("did you mean {close}?"));
            refusal.response()
        }
    }
}

async fn wrong_method(method: Method) -> Response<Body> {
    Refusal::new(405, "request", format!("{method} is not asked here; questions are asked by POST, lists by GET"))
        .response()
}

/// An asset, or nothing.
async fn file(request: Request) -> Response<Body> {
    let path = request.uri().path();
    let Some(asset) = assets::find(path) else {
        let message = "there is nothing at this path; the page is at /, the API is described at /api/openapi.json";
        return Refusal::new(404, "unknown", message).response();
    };
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return wrong_method(request.method().clone()).await;
    }
    let tag = asset.tag();
    let is_known = accepts(request.headers(), header::IF_NONE_MATCH, &tag);
    let (bytes, is_packed) = asset.bytes(accepts(request.headers(), header::ACCEPT_ENCODING, "gzip"));
    let mut response = if is_known { plain(304, asset.media, Bytes::new()) } else { plain(200, asset.media, bytes) };
    let headers = response.headers_mut();
    if is_packed && !is_known {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// Answers a question, at once or as a stream that tells progress.
async fn asked(endpoint: &'static Endpoint, service: Arc<Service>, request: Request) -> Response<Body> {
    let streams = accepts(request.headers(), header::ACCEPT, "text/event-stream");
    let body = match body(request, &service).await {
        Ok(body) => body,
        Err(refusal) => return refusal.response(),
    };
    let reins = Reins::default();
    if streams {
        return stream(endpoint, service, body, reins);
    }
    match work(endpoint, service, body, reins).await {
        Ok(answer) => response(answer),
        Err(refusal) => refusal.response(),
    }
}

async fn work(
    endpoint: &'static Endpoint,
    service: Arc<Service>,
    body: Bytes,
    reins: Reins,
) -> Result<Answer, Refusal> {
    let asked = Arc::clone(&service);
    service.desk.run(reins, move |reins| (endpoint.answer)(&body, &asked, reins)).await
}

/// The body of a request, if it is JSON by its own word, short enough, and here in time.
async fn body(request: Request, service: &Service) -> Result<Bytes, Refusal> {
    let limits = service.config.limits;
    let media = request.headers().get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok()).unwrap_or("");
    // A page of another site can't say this without asking us first.
    if !media.split(';').next().is_some_and(|media| media.trim().eq_ignore_ascii_case("application/json")) {
        return Err(Refusal::new(415, "request", "questions are asked in JSON: say content-type: application/json"));
    }
    let too_long = || Refusal::new(413, "request", format!("a request has at most {} bytes", limits.body));
    let announced = request.body().size_hint().lower();
    if announced > MOST_PASSED_OVER as u64 {
        return Err(too_long());
    }
    match tokio::time::timeout(limits.arrival, collect(request.into_body(), limits.body)).await {
        Ok(Some(bytes)) => Ok(bytes),
        Ok(None) => Err(too_long()),
        Err(_) if announced > limits.body as u64 => Err(too_long()),
        Err(_) => Err(Refusal::new(408, "request", format!("the request did not arrive within {:?}", limits.arrival))),
    }
}

/// Collects a body; none where it is too long or breaks off. One that is too long is read all the same, up to a bound, and passed over: many clients
/// listen only when they have said all, and would otherwise meet a closed door instead of an answer.
async fn collect(mut body: Body, most: usize) -> Option<Bytes> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(data) = frame.ok()?.into_data() else { continue };
        length += data.len();
        if length <= most {
            bytes.extend_from_slice(&data);
        } else if length > MOST_PASSED_OVER {
            return None;
        }
    }
    (length <= most).then(|| bytes.into())
}

/// A stream of events: `progress` now and then, at the end `answer` or `error`. Whoever stops reading calls the work off.
fn stream(endpoint: &'static Endpoint, service: Arc<Service>, body: Bytes, reins: Reins) -> Response<Body> {
    let (sender, events) = mpsc::channel(4);
    tokio::spawn(async move {
        let started = Instant::now();
        let mut working = Box::pin(work(endpoint, service, body, reins.clone()));
        loop {
            match tokio::time::timeout(TELL_EVERY, &mut working).await {
                Err(_) => {
                    let progress =
                        json!({ "positions": reins.spent(), "seconds": started.elapsed().as_millis() as f64 / 1e3 });
                    if sender.send(event("progress", &progress)).await.is_err() {
                        return; // which drops the work, and so calls it off
                    }
                }
                Ok(result) => {
                    let last = match result {
                        Ok(Answer::Json(answer)) => event("answer", &answer),
                        Ok(Answer::File { media, bytes, .. }) => {
                            event("answer", &json!({ "media": media, "text": String::from_utf8_lossy(&bytes) }))
                        }
                        Err(refusal) => event("error", &json!(refusal)),
                    };
                    let _ = sender.send(last).await;
                    return;
                }
            }
        }
    });
    let mut response = Response::new(Body::new(Events(events)));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn event(name: &str, data: &Value) -> Bytes {
    format!("event: {name}\ndata: {data}\n\n").into()
}

/// Events as a body.
struct Events(mpsc::Receiver<Bytes>);

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|event| event.map(|event| Ok(Frame::data(event))))
    }
}

/// Where the page is, as one writes it into a browser.
pub fn url(address: SocketAddr) -> String {
    match address.ip() {
        ip if ip.is_unspecified() => format!("http://localhost:{}/", address.port()),
        IpAddr::V4(ip) => format!("http://{ip}:{}/", address.port()),
        IpAddr::V6(ip) => format!("http://[{ip}]:{}/", address.port()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_hosts_are_not_ours() {
        let ours = |host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            is_our_host(&headers, None)
        };
        for host in
            ["localhost", "localhost:8017", "127.0.0.1:8017", "[::1]:8017", "[::1]", "192.0.2.1:80", "LOCALHOST"]
        {
            assert!(ours(host), "{host}");
        }
        for host in ["evil.example", "evil.example:8017", "localhost.evil.example", "127.0.0.1.evil.example:1", ""] {
            assert!(!ours(host), "{host}");
        }
    }
}
