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
  }

  private let allowed: [Network]
  /// A share uses at most half of the threads and a quarter of the queue, so that slow servers delay no other share.
  private let pool = WorkerPool(threads: 4, queue: 32, threadsOfShare: 2, queueOfShare: 8)

  /// - Parameter allowed: networks that may be reached besides public addresses, on any port.
  public init(allowed: [Network]) {
    self.allowed = allowed
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
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
    try await send(url, Posted(form: form, user: user), for: share, limits)
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

/// What a POST sends.
private struct Posted: Sendable {
  let form: String
  let user: (name: String, password: String)?
}

/// One transfer. It blocks its thread.
private final class Transfer {
  private let allowed: [Network]
  private let limit: Int
  private var body: [UInt8] = []
  private var isTooLarge = false
  private var isRefused = false

  init(allowed: [Network], limit: Int) {
    self.allowed = allowed
    self.limit = limit
  }

  func perform(
    _ url: String, _ posted: Posted?, _ limits: Fetcher.Limits
  ) throws(Fetcher.Failure) -> Fetcher.Response {
    guard let handle = curl_easy_init() else { throw .unreachable }
    defer { curl_easy_cleanup(handle) }
    let this = Unmanaged.passUnretained(self).toOpaque()
    curl_set_string(handle, CURLOPT_URL, url)
    curl_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    curl_set_string(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    curl_set_string(handle, CURLOPT_PROXY, "")
    curl_set_string(handle, CURLOPT_USERAGENT, "Foyer")
    curl_set_string(handle, CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    if let posted {
      // libcurl copies the text, and sends it with the media type of forms.
      curl_set_string(handle, CURLOPT_COPYPOSTFIELDS, posted.form)
      if let user = posted.user {
        curl_set_string(handle, CURLOPT_USERNAME, user.name)
        curl_set_string(handle, CURLOPT_PASSWORD, user.password)
      }
    }
    curl_set_long(handle, CURLOPT_FOLLOWLOCATION, limits.redirects > 0 ? 1 : 0)
    curl_set_long(handle, CURLOPT_MAXREDIRS, limits.redirects)
    curl_set_long(handle, CURLOPT_TIMEOUT_MS, Int(limits.time.nanoseconds / 1_000_000))
    curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
    curl_set_pointer(handle, CURLOPT_WRITEDATA, this)
    curl_set_write(handle) { bytes, size, count, this in
      Unmanaged<Transfer>.fromOpaque(this!).takeUnretainedValue().append(bytes!, size * count)
    }
    curl_set_pointer(handle, CURLOPT_OPENSOCKETDATA, this)
    curl_set_open_socket(handle) { this, _, address in
      Unmanaged<Transfer>.fromOpaque(this!).takeUnretainedValue().open(address!)
    }
    let result = curl_easy_perform(handle)
    switch result {
    case CURLE_OK:
      return Fetcher.Response(
        url: curl_effective_url(handle).map { String(cString: $0) } ?? url,
        status: curl_status(handle), contentType: curl_content_type(handle).map { String(cString: $0) }, body: body)
    case _ where isTooLarge: throw .tooLarge
    case CURLE_OPERATION_TIMEDOUT: throw .timedOut
    case CURLE_TOO_MANY_REDIRECTS: throw .tooManyRedirects
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: throw .invalidURL
    case _ where isRefused: throw .refusedAddress
    default: throw .unreachable
    }
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
    // ::ffff:a.b.c.d is a.b.c.d (RFC 4291 §2.5.5.2).
    let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
    let real = ip.count == 16 && ip.starts(with: mapped) ? Array(ip[12...]) : ip
    if allowed.contains(where: { $0.contains(real) }) { return true }
    return (port == 80 || port == 443) && Network.isPublic(real)
  }
}
