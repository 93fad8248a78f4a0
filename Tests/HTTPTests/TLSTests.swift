import EventLoop
import Foundation
import Testing

@testable import HTTP

@Suite struct TLSTests {
  /// A certificate for localhost, made by the openssl command, in a directory of its own.
  final class Certificate {
    let directory: String
    var certificate: String { "\(directory)/certificate.pem" }
    var key: String { "\(directory)/key.pem" }

    init(name: String) throws {
      directory = NSTemporaryDirectory() + "foyer-tls-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      try make(name: name)
    }

    func make(name: String) throws {
      let made = try openssl([
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
        "/CN=\(name)", "-keyout", key, "-out", certificate,
      ])
      #expect(made.status == 0)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }
  }

  static func openssl(_ arguments: [String], input: String = "") throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    let (stdin, stdout) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stdout
    try process.run()
    stdin.fileHandleForWriting.write(Data(input.utf8))
    stdin.fileHandleForWriting.closeFile()
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// A request through `openssl s_client`, off the tests' own threads.
  static func client(_ address: SocketAddress, _ options: [String] = [], path: String = "/now") async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "openssl").async {
        continuation.resume(
          with: Result {
            try openssl(
              ["s_client", "-connect", "\(address)", "-servername", "localhost", "-ign_eof"] + options,
              input: "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            ).output
          })
      }
    }
  }

  static func server(_ certificate: Certificate) async throws -> TestServer {
    let (file, key) = (certificate.certificate, certificate.key)
    return try await TestServer { $0.tls = (file, key) }
  }

  @Test func versionsGroupsAndProtocols() async throws {
    let certificate = try Certificate(name: "first")
    let test = try await Self.server(certificate)
    for (options, sign) in [
      (["-tls1_3"], "TLSv1.3"), (["-tls1_2"], "TLSv1.2"), (["-groups", "P-384"], "P-384"),
      (["-groups", "X25519"], "X25519"),
      (["-alpn", "h2,http/1.1"], "ALPN protocol: http/1.1"),
    ] {
      let output = try await Self.client(test.address, options)
      #expect(output.contains("HTTP/1.1 200 OK") && output.contains("now\n"), "\(options): \(output.suffix(500))")
      #expect(output.lowercased().contains(sign.lowercased()) || sign.hasPrefix("P-"), "\(options)")
    }
    for options in [
      ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"], ["-groups", "P-521"], ["-alpn", "h2"],
      ["-tls1_2", "-cipher", "AES128-SHA:AES256-SHA"],
    ] {
      #expect(!(try await Self.client(test.address, options).contains("HTTP/1.1")), "\(options)")
    }
    #expect(await test.isEmptied())
  }

  @Test func largeAnswersAndTheScheme() async throws {
    let certificate = try Certificate(name: "first")
    let test = try await Self.server(certificate)
    #expect(try await Self.client(test.address, path: "/where").contains("https 127.0.0.1 localhost"))
    let page = try await Self.client(test.address, ["-quiet"], path: "/page")
    #expect(page.utf8.lazy.filter { $0 == 0x61 }.count >= EchoResponder.page.count)
    #expect(try await Self.client(test.address, ["-quiet"], path: "/stream").contains("part 2\n"))
  }

  @Test func aClientThatDoesNotShakeHandsIsDropped() async throws {
    let certificate = try Certificate(name: "first")
    let (file, key) = (certificate.certificate, certificate.key)
    let test = try await TestServer {
      $0.tls = (file, key)
      $0.limits.headerTime = .seconds(1)
    }
    let silent = try await test.client.connect()
    #expect(try await silent.readToEnd().isEmpty)
    let plain = try await test.client.connect()
    try await plain.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(!String(decoding: try await plain.readToEnd(), as: UTF8.self).contains("200"))
    #expect(await test.isEmptied())
  }

  @Test func theCertificateIsReadAgain() async throws {
    let certificate = try Certificate(name: "first")
    let test = try await Self.server(certificate)
    #expect(try await Self.client(test.address).contains("CN = first"))
    try certificate.make(name: "second")
    #expect(try await Self.client(test.address).contains("CN = first"))
    try await test.server.reloadCertificate()
    #expect(try await Self.client(test.address).contains("CN = second"))
    // A key that does not fit changes nothing.
    try "nonsense".write(toFile: certificate.key, atomically: true, encoding: .utf8)
    await #expect(throws: TLSError.self) { try await test.server.reloadCertificate() }
    #expect(try await Self.client(test.address).contains("CN = second"))
  }
}
