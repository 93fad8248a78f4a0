import Crypto
import EventLoop
import Glibc
import HTTP
import Postgres

/// `GET /metrics`, for Prometheus.
extension Metrics {
  static let path = "/metrics"

  static func index(_ request: Request, _ context: Context) async throws -> Response {
    let configuration = context.app.configuration
    try admit(request, configuration.metricsToken, configuration.allowedHosts)
    var text = MetricsText()
    text.requests(context.app)
    text.program(context.app)
    // Without the database the rest is what one wants to see.
    try text.database(try? await context.queryWithoutSession(MetricsQueries.facts()).first)
    var response = Response.text(text.text)
    response.headers.set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
    response.headers.set("Cache-Control", "no-store")
    return response
  }

  /// With a token, who has it; without, who asks from this machine and not through a proxy: one that is not among
  /// FOYER_TRUSTED_PROXIES would make everybody local.
  private static func admit(_ request: Request, _ token: String?, _ hosts: [String]) throws {
    let given = request.headers["authorization"] ?? ""
    if let token {
      let expected = sha256("Bearer \(token)".utf8)
      guard isEqualInConstantTime(sha256(given.utf8), expected) else { throw Failure.notFound }
    } else {
      guard request.remoteAddress.isLoopback, !proxyFields.contains(where: { request.headers.first($0) != nil }),
        hosts.contains(request.host) || isOfNoSite(request.host)
      else { throw Failure.notFound }
    }
  }

  /// Fields that proxies add to a request.
  private static let proxyFields = [
    "forwarded", "via", "x-forwarded", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-forwarded-port",
    "x-forwarded-server", "x-forwarded-scheme", "x-forwarded-ssl", "x-forwarded-by", "x-forwarded-prefix",
    "x-forwarded-uri", "x-forwarded-method", "x-original-forwarded-for", "forwarded-for", "x-real-ip", "x-real-port",
    "x-client-ip", "x-cluster-client-ip", "x-remote-ip", "x-remote-addr", "x-remote-address", "x-originating-ip",
    "x-original-host", "x-original-url", "x-original-uri", "x-proxyuser-ip", "client-ip", "true-client-ip",
    "cf-connecting-ip", "cf-connecting-ipv6", "cf-ray", "fastly-client-ip", "fly-client-ip", "x-appengine-user-ip",
    "x-azure-clientip", "x-azure-socketip", "x-envoy-external-address", "x-scheme", "front-end-https", "cdn-loop",
    "ssl-client-cert",
  ]

  /// Whether it is an address, or a name that no site on the internet has: of a page whose own host has been made to lead to
  /// this machine, a browser here would read the answer (DNS rebinding).
  private static func isOfNoSite(_ host: String) -> Bool {
    host.hasPrefix("[") || IPAddress(host) != nil || !host.utf8.contains(UInt8(ascii: "."))
  }
}

enum MetricsQueries {
  static func facts() -> SQL {
    """
    SELECT pg_database_size(current_database()) AS bytes, current_setting('server_version') AS version,
      (SELECT count(*) FROM jobs WHERE state = 'waiting') AS waiting, (SELECT count(*) FROM jobs WHERE state = 'dead') AS dead,
      (SELECT coalesce(extract(epoch FROM now() - min(run_after)), 0)::bigint FROM jobs WHERE state = 'waiting' AND run_after < now()) AS late
    """
  }
}

extension MetricsText {
  fileprivate mutating func requests(_ app: Application) {
    let state = app.metrics.now
    var labels = app.features.routes.router.routes.map { ($0.method.name, $0.pattern) }
    labels += [("", "other"), ("GET", "files")]
    let used = zip(labels, state.requests).filter { !$0.1.statuses.isEmpty }
    metric("http_requests_total", .counter, "Requests that were answered, by route and status.")
    for ((method, route), requests) in used {
      for (status, count) in requests.statuses.sorted(by: { $0.key < $1.key }) {
        sample("http_requests_total", ["method": method, "route": route, "status": "\(status)"], count)
      }
    }
    metric("http_request_duration_seconds", .histogram, "From a request's head to its response, by route.")
    for ((method, route), requests) in used {
      var count = 0
      for (bound, further) in zip(Metrics.bounds.map { Self.seconds($0) } + ["+Inf"], requests.durations) {
        count += further
        sample("http_request_duration_seconds_bucket", ["method": method, "route": route, "le": bound], count)
      }
      sample(
        "http_request_duration_seconds_sum", ["method": method, "route": route], Self.seconds(requests.microseconds))
      sample("http_request_duration_seconds_count", ["method": method, "route": route], count)
    }
    each("pool_connections", .gauge, "Open connections to PostgreSQL, by event loop.", state.pools, \.connections)
    each("pool_batches", .gauge, "Batches of statements that PostgreSQL works on.", state.pools, \.batches)
    each("pool_waiting", .gauge, "Batches that wait for a connection.", state.pools, \.waiting)
    each("pool_round_trips_total", .counter, "Batches sent to PostgreSQL.", state.pools, \.roundTrips)
    guard !state.standbys.isEmpty else { return }
    each("standby_connections", .gauge, "Open connections to standbys, by event loop.", state.standbys, \.connections)
    each("standby_answers_total", .counter, "Pages that a standby answered.", state.standbys, \.answered)
    each(
      "standby_declined_total", .counter, "Pages for which no standby was fit, so that the primary was asked.",
      state.standbys, \.declined)
  }

  private mutating func each<Load>(
    _ name: String, _ kind: Kind, _ help: String, _ pools: [Load], _ value: KeyPath<Load, Int>
  ) {
    metric(name, kind, help)
    for (loop, load) in pools.enumerated() { sample(name, ["loop": "\(loop)"], load[keyPath: value]) }
  }

  fileprivate mutating func program(_ app: Application) {
    metric("build_info", .gauge, "The version of the program.")
    sample("build_info", ["version": App.version], 1)
    single("process_start_time_seconds", .gauge, "When the program began, in Unix time.", app.metrics.started)
    single(
      "process_cpu_seconds_total", .counter, "Processor time of the program.",
      Self.seconds(Int(Instant.ofProcess().nanoseconds / 1000)))
    single("process_resident_memory_bytes", .gauge, "Memory of the program.", SpareMemory.resident)
    metric("queue_busy", .gauge, "Pieces of work on worker threads.")
    let queues = [
      ("texts", app.computing.load), ("passwords", app.passwords.load), ("pictures", app.images.load),
      ("photographs", app.photographs.load),
    ]
    for (name, load) in queues { sample("queue_busy", ["queue": name], load.busy) }
    metric("queue_waiting", .gauge, "Pieces of work that wait for a worker thread.")
    for (name, load) in queues { sample("queue_waiting", ["queue": name], load.waiting) }
    if let backups = app.configuration.backups?.state() {
      single(
        "backup_last_success_time_seconds", .gauge,
        "When the newest backup was made, in Unix time; 0 if there is none.",
        backups.last ?? 0)
    }
  }

  fileprivate mutating func database(_ row: Row?) throws {
    single("database_up", .gauge, "Whether PostgreSQL answered.", row == nil ? 0 : 1)
    guard let row else { return }
    let (bytes, late): (Int, Int) = (try row["bytes"], try row["late"])
    let (waiting, dead): (Int, Int) = (try row["waiting"], try row["dead"])
    metric("database_info", .gauge, "The version of PostgreSQL.")
    let version: String = try row["version"]
    sample("database_info", ["version": "\(version.prefix { $0 != " " })"], 1)
    single("database_size_bytes", .gauge, "The size of the database.", bytes)
    metric("jobs", .gauge, "Letters and other jobs that wait or were given up.")
    sample("jobs", ["state": "waiting"], waiting)
    sample("jobs", ["state": "dead"], dead)
    single("jobs_late_seconds", .gauge, "For how long the oldest job has been due.", late)
  }
}
