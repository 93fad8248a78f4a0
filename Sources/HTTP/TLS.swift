import COpenSSL
import EventLoop
import Glibc

/// Why TLS cannot be spoken: a sentence for the operator.
public struct TLSError: Error, Sendable, CustomStringConvertible {
  public let description: String
}

/// A certificate, and how TLS is spoken with it: versions 1.2 and 1.3, and Mozilla's intermediate ciphers and groups.
final class TLSContext {
  let pointer: OpaquePointer

  private static let ciphers = """
    ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:\
    ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305
    """

  init(certificate: String, key: String) throws(TLSError) {
    guard let context = SSL_CTX_new(TLS_server_method()) else { throw Self.failure("TLS cannot be set up") }
    pointer = context
    tls_set_modes(context)
    tls_set_options(context)
    guard tls_set_versions(context, TLS1_2_VERSION, TLS1_3_VERSION) == 1,
      SSL_CTX_set_cipher_list(context, Self.ciphers) == 1, tls_set_groups(context, "X25519:P-256:P-384") == 1
    else { throw Self.failure("TLS cannot be set up") }
    guard SSL_CTX_use_certificate_chain_file(context, certificate) == 1 else {
      throw Self.failure("the certificate \(certificate) cannot be used")
    }
    guard SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1, SSL_CTX_check_private_key(context) == 1
    else {
      throw Self.failure("the key \(key) cannot be used with the certificate")
    }
    SSL_CTX_set_alpn_select_cb(
      context,
      { _, chosen, count, offered, offeredCount, _ in
        let protocols: StaticString = "\u{8}http/1.1"
        let result = protocols.withUTF8Buffer { ours in
          chosen!.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 1) {
            SSL_select_next_proto($0, count, ours.baseAddress, UInt32(ours.count), offered, offeredCount)
          }
        }
        return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL
      }, nil)
  }

  deinit { SSL_CTX_free(pointer) }

  private static func failure(_ what: String) -> TLSError {
    var text = [CChar](repeating: 0, count: 256)
    ERR_error_string_n(ERR_get_error(), &text, text.count)
    ERR_clear_error()
    return TLSError(
      description: "\(what): \(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))")
  }
}

/// TLS over TCP.
final class TLSTransport: Transport {
  let descriptor: Int32
  private let ssl: OpaquePointer
  private var isBroken = false
  /// During a handshake, reading may need the socket to be writable, and writing readable.
  private(set) var readWants = Events.readable
  private(set) var writeWants = Events.writable

  init(descriptor: Int32, context: TLSContext) {
    self.descriptor = descriptor
    ssl = SSL_new(context.pointer)
    SSL_set_fd(ssl, descriptor)
    SSL_set_accept_state(ssl)
  }

  deinit { SSL_free(ssl) }

  var hasBufferedInput: Bool { SSL_pending(ssl) > 0 }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> TransportResult {
    if isBroken { return .failed }
    ERR_clear_error()
    var count = 0
    let result = SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &count)
    if result == 1 {
      readWants = .readable
      return .count(count)
    }
    let error = SSL_get_error(ssl, result)
    // OpenSSL reads nothing before it has written: EPOLLIN would be reported in every turn.
    readWants = error == SSL_ERROR_WANT_WRITE ? .writable : .readable
    return outcome(error)
  }

  func write(_ queue: inout OutputQueue) -> TransportResult {
    if isBroken { return .failed }
    ERR_clear_error()
    var result: Int32 = 1
    let count = queue.send { vectors, _ in
      var count = 0
      result = SSL_write_ex(ssl, vectors[0].iov_base, vectors[0].iov_len, &count)
      return result == 1 ? count : 0
    }
    if result == 1 {
      writeWants = .writable
      return .count(count)
    }
    let error = SSL_get_error(ssl, result)
    writeWants = error == SSL_ERROR_WANT_READ ? .readable : .writable
    return outcome(error)
  }

  private func outcome(_ error: Int32) -> TransportResult {
    switch error {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .wouldBlock
    case SSL_ERROR_ZERO_RETURN: return .ended
    default:
      isBroken = true
      return .failed
    }
  }

  func shutdown() {
    ERR_clear_error()
    if !isBroken, SSL_is_init_finished(ssl) == 1 { SSL_shutdown(ssl) }
    Glibc.shutdown(descriptor, Int32(SHUT_WR))
  }

  func close(reset: Bool) { closeDescriptor(reset: reset) }

  var written: Int { Int(clamping: BIO_number_written(SSL_get_wbio(ssl))) }
}
