import CCurl
public import EventLoop
import Glibc

/// Fetches a URL on a user's behalf: http and https, public addresses only, limited in time and bytes.
///
/// The address is checked when a connection to it is opened, for the first request and for every redirect, so that
/// neither DNS rebinding nor an unusual spelling of an address gets around it.
public struct Fetcher: Sendable {
  public struct Limits: Sendable {
    /// For the whole transfer, name resolution included.
    public var time: Duration
    /// Of the body, after decompression.
    public var bytes: Int
    /// 0 for none: the response is the redirect.
    public var redirects: Int

    public init(time: Duration = .seconds(10), bytes: Int = 10 << 20, redirects: Int = 3) {
      self.time = time
      self.bytes = bytes
      self.redirects = redirects
    }
  }

  public struct Response: Sendable {
    /// The URL after redirects, which relative references resolve against (RFC 3986 §5.1.3).
    public let url: String
    public let status: Int
    /// The Content-Type header's value.
    public let contentType: String?
    /// How long the server asks to be left alone for, by Retry-After (RFC 9110 §10.2.3); zero if it does not.
    public let retryAfter: Duration
    public let body: [UInt8]
  }

  /// Why there is no response.
  public enum Failure: Error, Equatable {
    case invalidURL
    /// An address that is not public, or a port other than 80 and 443.
    case refusedAddress
    case unreachable
    case timedOut
    case tooLarge
    case tooManyRedirects
    /// The queue is full.
    case busy
    /// `isWanted` returned false.
    case interrupted
  }

  private let allowed: [Network]
  private let pool: WorkerPool

  /// - Parameters:
  ///   - allowed: networks that may be reached besides public addresses, on any port.
  ///   - threads: how many transfers run at once. A share uses at most half of them and a quarter of the queue, so that slow
  ///     servers delay no other share.
  public init(allowed: [Network], threads: Int = 4) {
    self.allowed = allowed
    pool = WorkerPool(threads: threads, queue: 32, threadsOfShare: max(1, threads / 2), queueOfShare: 8)
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
  }

  /// Whether a connection to an address of 4 or 16 bytes may be opened: to some port.
  /// - Parameter allowed: networks besides public addresses.
  public static func mayReach(_ address: [UInt8], besides allowed: [Network]) -> Bool {
    let address = unmapped(address)
    return allowed.contains { $0.contains(address) } || Network.isPublic(address)
  }

  /// ::ffff:a.b.c.d is a.b.c.d (RFC 4291 §2.5.5.2).
  fileprivate static func unmapped(_ address: [UInt8]) -> [UInt8] {
    let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
    return address.count == 16 && address.starts(with: mapped) ? Array(address[12...]) : address
  }

  /// The response, whatever its status, once its body is complete.
  /// - Parameter share: on whose behalf.
  public func get(
    _ url: String, for share: Share? = nil, limits: Limits = Limits()
  ) async throws(Failure) -> Response {
    try await send(url, nil, for: share, limits)
  }

  /// The response to a form.
  /// - Parameters:
  ///   - form: as `application/x-www-form-urlencoded`.
  ///   - user: for the header `Authorization` (RFC 7617).
  ///   - share: on whose behalf.
  public func post(
    _ url: String, form: String, user: (name: String, password: String)?, for share: Share? = nil, limits: Limits
  ) async throws(Failure) -> Response {
    try await send(url, Posted(body: .form(form), user: user), for: share, limits)
  }

  /// The response to a body with header fields of its own.
  /// - Parameters:
  ///   - headers: names and values, without line breaks.
  ///   - share: on whose behalf.
  ///   - isWanted: asked about once a second; false ends the transfer.
  public func post(
    _ url: String, body: [UInt8], headers: [(name: String, value: String)], for share: Share? = nil, limits: Limits,
    isWanted: @escaping @Sendable () -> Bool
  ) async throws(Failure) -> Response {
    try await send(url, Posted(body: .bytes(body, headers), isWanted: isWanted), for: share, limits)
  }

  private func send(
    _ url: String, _ posted: Posted?, for share: Share?, _ limits: Limits
  ) async throws(Failure) -> Response {
    let allowed = allowed
    do {
      return try await pool.run(for: share) {
        try Transfer(allowed: allowed, limit: limits.bytes).perform(url, posted, limits)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .busy
    }
  }
}

/// The body of a POST.
private struct Posted: Sendable {
  enum Body: Sendable {
    case form(String)
    case bytes([UInt8], [(name: String, value: String)])
  }

  let body: Body
  var user: (name: String, password: String)?
  var isWanted: (@Sendable () -> Bool)?
}

/// One transfer. It blocks its thread.
private final class Transfer {
  private let allowed: [Network]
  private let limit: Int
  private var body: [UInt8] = []
  private var isTooLarge = false
  private var isRefused = false
  private var isWanted: (@Sendable () -> Bool)?
  /// Freed after the transfer, which reads it.
  private var fields: UnsafeMutablePointer<curl_slist>?

  init(allowed: [Network], limit: Int) {
    self.allowed = allowed
    self.limit = limit
  }

  func perform(
    _ url: String, _ posted: Posted?, _ limits: Fetcher.Limits
  ) throws(Fetcher.Failure) -> Fetcher.Response {
    guard var transfer = Easy() else { throw .unreachable }
    defer { curl_slist_free_all(fields) }
    let this = Unmanaged.passUnretained(self).toOpaque()
    transfer.set(CURLOPT_URL, url)
    transfer.set(CURLOPT_PROTOCOLS_STR, "http,https")
    transfer.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    transfer.set(CURLOPT_PROXY, "")
    transfer.set(CURLOPT_USERAGENT, "Foyer")
    transfer.set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    if let posted { set(posted, &transfer, this) }
    transfer.set(CURLOPT_FOLLOWLOCATION, limits.redirects > 0 ? 1 : 0)
    transfer.set(CURLOPT_MAXREDIRS, limits.redirects)
    transfer.set(CURLOPT_TIMEOUT_MS, Int(limits.time.nanoseconds / 1_000_000))
    transfer.set(CURLOPT_NOSIGNAL, 1)
    transfer.set(CURLOPT_WRITEDATA, this)
    transfer.note(
      curl_set_write(transfer.handle) { bytes, size, count, this in
        Unmanaged<Transfer>.fromOpaque(this!).takeUnretainedValue().append(bytes!, size * count)
      })
    transfer.set(CURLOPT_OPENSOCKETDATA, this)
    transfer.note(
      curl_set_open_socket(transfer.handle) { this, _, address in
        Unmanaged<Transfer>.fromOpaque(this!).takeUnretainedValue().open(address!)
      })
    let result = transfer.perform()
    switch result {
    case CURLE_OK:
      return Fetcher.Response(
        url: curl_effective_url(transfer.handle).map { String(cString: $0) } ?? url,
        status: curl_status(transfer.handle),
        contentType: curl_content_type(transfer.handle).map { String(cString: $0) },
        retryAfter: .seconds(min(max(0, curl_retry_after(transfer.handle)), 1 << 32)), body: body)
    case _ where isTooLarge: throw .tooLarge
    case CURLE_OPERATION_TIMEDOUT: throw .timedOut
    case CURLE_ABORTED_BY_CALLBACK: throw .interrupted
    case CURLE_TOO_MANY_REDIRECTS: throw .tooManyRedirects
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: throw .invalidURL
    case _ where isRefused: throw .refusedAddress
    default: throw .unreachable
    }
  }

  private func set(_ posted: Posted, _ transfer: inout Easy, _ this: UnsafeMutableRawPointer) {
    // libcurl copies the body.
    switch posted.body {
    case .form(let text):
      // It has the media type of forms.
      transfer.set(CURLOPT_COPYPOSTFIELDS, text)
    case .bytes(let bytes, let headers):
      transfer.set(CURLOPT_POSTFIELDSIZE, bytes.count)
      bytes.withUnsafeBytes {
        transfer.set(CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
      }
      // Without the last one libcurl asks before it sends a larger body, and waits for the answer.
      for header in headers.map({ "\($0.name): \($0.value)" }) + ["Expect:"] {
        fields = curl_slist_append(fields, header)
      }
      transfer.set(CURLOPT_HTTPHEADER, fields)
    }
    if let user = posted.user {
      transfer.set(CURLOPT_USERNAME, user.name)
      transfer.set(CURLOPT_PASSWORD, user.password)
    }
    guard let isWanted = posted.isWanted else { return }
    self.isWanted = isWanted
    transfer.set(CURLOPT_NOPROGRESS, 0)
    transfer.set(CURLOPT_XFERINFODATA, this)
    transfer.note(
      curl_set_progress(transfer.handle) { this, _, _, _, _ in
        Unmanaged<Transfer>.fromOpaque(this!).takeUnretainedValue().isWanted?() == false ? 1 : 0
      })
  }

  /// Receives a part of the body; returning another count than the part's ends the transfer (CURLOPT_WRITEFUNCTION(3)).
  private func append(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    guard count <= limit - body.count else {
      isTooLarge = true
      return 0
    }
    body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  }

  /// Opens a socket if the address is allowed (CURLOPT_OPENSOCKETFUNCTION(3)).
  private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    guard permits(address) else {
      isRefused = true
      return curl_socket_t(-1)
    }
    return socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
  }

  private func permits(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
    let storage = UnsafeRawPointer(address).advanced(by: MemoryLayout<curl_sockaddr>.offset(of: \.addr)!)
    let ip: [UInt8]
    let port: UInt16
    switch address.pointee.family {
    case AF_INET:
      let socket = storage.loadUnaligned(as: sockaddr_in.self)
      ip = withUnsafeBytes(of: socket.sin_addr) { Array($0) }
      port = UInt16(bigEndian: socket.sin_port)
    case AF_INET6:
      let socket = storage.loadUnaligned(as: sockaddr_in6.self)
      ip = withUnsafeBytes(of: socket.sin6_addr) { Array($0) }
      port = UInt16(bigEndian: socket.sin6_port)
    default: return false
    }
    if allowed.contains(where: { $0.contains(Fetcher.unmapped(ip)) }) { return true }
    return (port == 80 || port == 443) && Fetcher.mayReach(ip, besides: [])
  }
}
