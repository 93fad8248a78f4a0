import CCurl
import EventLoop
import Glibc

/// Hands letters over to one SMTP server (RFC 5321), a connection for each letter.
public struct Mailer: Sendable {
  public struct Server: Sendable {
    /// `smtp://host:port` or `smtps://host:port`, and the name for EHLO as the path (CURLOPT_URL(3)).
    public var url: String
    /// Whether `smtp://` has to become encrypted by STARTTLS (RFC 3207) before anything else is sent.
    public var requiresTLS: Bool
    public var user: String?
    public var password: String?
    /// A PEM file of the authorities that may have signed the server's certificate; nil for the system's.
    public var authorities: String?

    public init(
      url: String, requiresTLS: Bool, user: String? = nil, password: String? = nil, authorities: String? = nil
    ) {
      self.url = url
      self.requiresTLS = requiresTLS
      self.user = user
      self.password = password
      self.authorities = authorities
    }
  }

  /// Why a letter was not taken over.
  public struct Failure: Error {
    public enum Kind: Sendable {
      /// The connection, the encryption, the sign-in, or a reply 4xx: another try may succeed.
      case temporary
      /// A reply 5xx to the sender, the recipient or the letter (RFC 5321 §4.2.1).
      case permanent
      /// `isWanted` returned false.
      case interrupted
    }

    public let kind: Kind
    /// libcurl's message.
    public let reason: String
    /// The server's last reply, which may name the recipient; empty if there was none.
    public let reply: String
  }

  private let server: Server
  private let pool: WorkerPool

  /// - Parameter connections: how many letters are handed over at once.
  public init(_ server: Server, connections: Int) {
    self.server = server
    pool = WorkerPool(threads: connections, queue: 8)
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
  }

  /// Sends one letter; returns once the server has taken it over.
  /// - Parameters:
  ///   - sender: the address for MAIL FROM, without angle brackets.
  ///   - recipient: the address for RCPT TO.
  ///   - letter: header and body, lines ended by CRLF (RFC 5322).
  ///   - isWanted: asked about once a second; false ends the transfer.
  public func send(
    from sender: String, to recipient: String, _ letter: [UInt8], isWanted: @escaping @Sendable () -> Bool = { true }
  ) async throws {
    let server = server
    try await pool.run { () throws(Failure) in
      try Delivery(server, letter, isWanted).run(from: sender, to: recipient)
    }
  }
}

/// One letter on its way. It blocks its thread.
private final class Delivery {
  private let server: Mailer.Server
  private let letter: [UInt8]
  private let isWanted: @Sendable () -> Bool
  /// How many bytes of the letter libcurl has read.
  private var position = 0
  /// Whether libcurl has asked for the letter: the server has accepted sender and recipient.
  private var hasBegun = false
  private var reply = ""
  private var connection: Int32 = -1

  init(_ server: Mailer.Server, _ letter: [UInt8], _ isWanted: @escaping @Sendable () -> Bool) {
    self.server = server
    self.letter = letter
    self.isWanted = isWanted
  }

  func run(from sender: String, to recipient: String) throws(Mailer.Failure) {
    guard var transfer = Easy(), let recipients = curl_slist_append(nil, recipient) else {
      throw Mailer.Failure(kind: .temporary, reason: "libcurl is out of memory", reply: "")
    }
    defer { curl_slist_free_all(recipients) }
    setServer(&transfer)
    setLimits(&transfer)
    transfer.set(CURLOPT_MAIL_FROM, sender)
    transfer.set(CURLOPT_MAIL_RCPT, recipients)
    setCallbacks(&transfer)
    let result = transfer.perform()
    if result != CURLE_OK { throw failure(result, status: curl_status(transfer.handle)) }
  }

  private func setServer(_ transfer: inout Easy) {
    transfer.set(CURLOPT_URL, server.url)
    transfer.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    transfer.set(CURLOPT_PROXY, "")
    transfer.set(CURLOPT_USE_SSL, Int(server.requiresTLS ? CURLUSESSL_ALL.rawValue : CURLUSESSL_NONE.rawValue))
    transfer.set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    transfer.set(CURLOPT_SSL_VERIFYPEER, 1)
    transfer.set(CURLOPT_SSL_VERIFYHOST, 2)
    if let authorities = server.authorities { transfer.set(CURLOPT_CAINFO, authorities) }
    if let user = server.user {
      transfer.set(CURLOPT_USERNAME, user)
      transfer.set(CURLOPT_PASSWORD, server.password ?? "")
    }
  }

  /// RFC 5321 §4.5.3.2 allows minutes between servers; this one takes over a short letter from its own client.
  private func setLimits(_ transfer: inout Easy) {
    transfer.set(CURLOPT_NOSIGNAL, 1)
    transfer.set(CURLOPT_CONNECTTIMEOUT_MS, 10_000)
    transfer.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, 20)
    transfer.set(CURLOPT_TIMEOUT_MS, 60_000)
  }

  private func setCallbacks(_ transfer: inout Easy) {
    let this = Unmanaged.passUnretained(self).toOpaque()
    transfer.set(CURLOPT_UPLOAD, 1)
    transfer.set(CURLOPT_READDATA, this)
    transfer.note(
      curl_set_read(transfer.handle) { bytes, size, count, this in
        Unmanaged<Delivery>.fromOpaque(this!).takeUnretainedValue().read(into: bytes!, size * count)
      })
    transfer.set(CURLOPT_HEADERDATA, this)
    transfer.note(
      curl_set_header(transfer.handle) { bytes, size, count, this in
        Unmanaged<Delivery>.fromOpaque(this!).takeUnretainedValue().take(reply: bytes!, size * count)
      })
    // Without a function of its own libcurl writes replies to standard output.
    transfer.note(curl_set_write(transfer.handle) { _, size, count, _ in size * count })
    transfer.set(CURLOPT_NOPROGRESS, 0)
    transfer.set(CURLOPT_XFERINFODATA, this)
    transfer.note(
      curl_set_progress(transfer.handle) { this, _, _, _, _ in
        Unmanaged<Delivery>.fromOpaque(this!).takeUnretainedValue().mayContinue() ? 0 : 1
      })
    transfer.set(CURLOPT_OPENSOCKETDATA, this)
    transfer.note(
      curl_set_open_socket(transfer.handle) { this, _, address in
        Unmanaged<Delivery>.fromOpaque(this!).takeUnretainedValue().open(address!)
      })
  }

  private func failure(_ result: CURLcode, status: Int) -> Mailer.Failure {
    let kind: Mailer.Failure.Kind =
      switch result {
      case CURLE_ABORTED_BY_CALLBACK: .interrupted
      // libcurl's smtp.c: the reply to MAIL, RCPT or DATA; and the one to the letter itself.
      case CURLE_SEND_ERROR where (500..<600).contains(status): .permanent
      case CURLE_WEIRD_SERVER_REPLY where hasBegun && (500..<600).contains(status): .permanent
      default: .temporary
      }
    return Mailer.Failure(kind: kind, reason: String(cString: curl_easy_strerror(result)), reply: reply)
  }

  /// Gives libcurl the next part of the letter; 0 at its end (CURLOPT_READFUNCTION(3)).
  private func read(into bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    hasBegun = true
    let part = letter[position...].prefix(count)
    part.withUnsafeBytes { if let start = $0.baseAddress { memcpy(bytes, start, $0.count) } }
    position += part.count
    return part.count
  }

  private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    connection = socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
    return connection
  }

  /// Closes the connection when the transfer is unwanted: libcurl would wait for the reply to QUIT.
  private func mayContinue() -> Bool {
    if isWanted() { return true }
    shutdown(connection, Int32(SHUT_RDWR))
    return false
  }

  /// Keeps the last line that the server has sent (CURLOPT_HEADERFUNCTION(3)), but not that of QUIT, which libcurl sends
  /// after a refusal.
  private func take(reply bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    let line = UnsafeRawBufferPointer(start: bytes, count: min(count, 500))
    let text = String(decoding: line.filter { $0 >= 0x20 && $0 != 0x7f }, as: UTF8.self)
    if !text.hasPrefix("221") { reply = text }
    return count
  }
}
