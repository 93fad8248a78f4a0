import CZlib
import CZstd
import EventLoop
import Testing

@testable import HTTP

@Suite struct CompressionTests {
  /// Answers by path; each path is a case of what may and may not be compressed.
  private final class Pages: Responder {
    func immediate(_ request: Request) -> Response? { nil }
    func refusal(_ status: Status, _ request: Request?) -> Response { .text("refused", status: status) }
    func stop() async {}

    func respond(to request: Request) async -> Response {
      var response = Response.html(CompressionTests.text(CompressionTests.sizes[request.path] ?? 5000))
      switch request.path {
      case "/picture": response.headers.set("Content-Type", "image/webp")
      case "/untyped": response.headers = Headers()
      case "/strong": response.headers.set("ETag", "\"a\"")
      case "/weak": response.headers.set("ETag", "W/\"a\"")
      case "/coded": response.headers.set("Content-Encoding", "br")
      case "/secret": response.mayBeCompressed = false
      case "/stream": response.body = .stream { try await $0.write(CompressionTests.text(5000)) }
      case "/unchanged": response = Response(status: .notModified)
      case "/random":
        response.body = .bytes((0..<5000).map { _ in UInt8.random(in: 0...255) })
      default: break
      }
      return response
    }
  }

  private static let sizes = [
    "/small": 1023, "/least": 1024, "/on-loop": Compression.largestOnLoop, "/in-pool": Compression.largestOnLoop + 1,
    "/large": 3 << 20,
  ]

  /// Rows as a page has them, of which no two are alike.
  private static func text(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var number = 0
    while bytes.count < count {
      bytes += Array("<li id=\"item-\(number &* 2_654_435_761)\"><a href=\"/items/\(number)\">Item</a></li>\n".utf8)
      number += 1
    }
    return Array(bytes.prefix(count))
  }

  private static func client(compresses: Bool = true) async throws -> (TestClient, Server) {
    let loop = EventLoop(label: "test")
    await loop.start()
    let configuration = ServerConfiguration(listen: [SocketAddress("127.0.0.1:0")!], compresses: compresses)
    let server = Server(configuration: configuration, loops: [loop]) { _ in Pages() }
    try await server.start()
    return (TestClient(server.addresses[0]), server)
  }

  private static func decoded(_ answer: TestResponse) -> [UInt8] {
    let bytes = answer.body
    let capacity = 4 << 20
    return [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      switch answer["content-encoding"] {
      case "zstd":
        let size = ZSTD_decompress(output.baseAddress, capacity, bytes, bytes.count)
        count = ZSTD_isError(size) == 0 ? size : 0
      case "gzip":
        var input = bytes
        var stream = z_stream()
        let isReady = czlib_inflate_init(&stream, 15 + 16) == Z_OK
        input.withUnsafeMutableBufferPointer { input in
          stream.next_in = input.baseAddress
          stream.avail_in = UInt32(input.count)
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(capacity)
          count = isReady && inflate(&stream, Z_FINISH) == Z_STREAM_END ? capacity - Int(stream.avail_out) : 0
        }
        inflateEnd(&stream)
      default:
        _ = output.update(fromContentsOf: bytes)
        count = bytes.count
      }
    }
  }

  @Test(arguments: ["gzip", "zstd"], ["/least", "/page", "/on-loop", "/in-pool", "/large"])
  func whatIsCompressedIsTheSame(coding: String, path: String) async throws {
    let (client, server) = try await Self.client()
    // Twice: the second is compressed with the memory of the first.
    for _ in 0..<2 {
      let answer = try await client.send(.get, path, headers: [("Accept-Encoding", coding)])
      #expect(answer["content-encoding"] == coding && answer["vary"] == "Accept-Encoding")
      #expect(answer["content-length"] == "\(answer.body.count)")
      let text = Self.text(Self.sizes[path] ?? 5000)
      #expect(answer.body.count < text.count / 2 && Self.decoded(answer) == text)
    }
    await server.stop(grace: .seconds(5))
  }

  @Test(arguments: ["/small", "/picture", "/untyped", "/strong", "/secret", "/stream"])
  func whatIsNotCompressed(path: String) async throws {
    let (client, server) = try await Self.client()
    let answer = try await client.send(.get, path, headers: [("Accept-Encoding", "zstd, gzip")])
    #expect(answer["content-encoding"] == nil && answer["vary"] == nil)
    #expect(answer.body == Self.text(Self.sizes[path] ?? 5000))
    let random = try await client.send(.get, "/random", headers: [("Accept-Encoding", "zstd, gzip")])
    #expect(random["content-encoding"] == nil && random.body.count == 5000)
    await server.stop(grace: .seconds(5))
  }

  @Test func validatorsAndHeads() async throws {
    let (client, server) = try await Self.client()
    let accepted = [("Accept-Encoding", "zstd, gzip")]
    let weak = try await client.send(.get, "/weak", headers: accepted)
    #expect(weak["content-encoding"] == "zstd" && weak["etag"] == "W/\"a\"")
    let coded = try await client.send(.get, "/coded", headers: accepted)
    #expect(coded.values("content-encoding") == ["br"] && coded.body == Self.text(5000))
    let unchanged = try await client.send(.get, "/unchanged", headers: accepted)
    #expect(unchanged.status == 304 && unchanged["content-encoding"] == nil && unchanged.body.isEmpty)
    // HEAD has the fields of GET.
    let get = try await client.send(.get, "/page", headers: accepted)
    let head = try await client.send(.head, "/page", headers: accepted)
    #expect(head.body.isEmpty && head["content-length"] == get["content-length"])
    #expect(head["content-encoding"] == "zstd" && head["vary"] == "Accept-Encoding")
    await server.stop(grace: .seconds(5))
  }

  @Test func withoutASignOfTheClientOrTheSetting() async throws {
    let (client, server) = try await Self.client()
    let plain = try await client.send(.get, "/page")
    #expect(plain["content-encoding"] == nil && plain["vary"] == "Accept-Encoding" && plain.body == Self.text(5000))
    await server.stop(grace: .seconds(5))
    let (off, other) = try await Self.client(compresses: false)
    let answer = try await off.send(.get, "/page", headers: [("Accept-Encoding", "zstd, gzip")])
    #expect(answer["content-encoding"] == nil && answer["vary"] == nil && answer.body == Self.text(5000))
    await other.stop(grace: .seconds(5))
  }

  /// RFC 9110 §12.5.3; several fields are one list.
  @Test(arguments: [
    (["gzip, deflate, br, zstd"], "zstd"), (["gzip, deflate, br"], "gzip"), (["gzip", "zstd"], "zstd"), (["*"], "zstd"),
    (["zstd;q=0.5, gzip"], "gzip"), (["zstd;q=0, *"], "gzip"), (["zstd;q=0, gzip;q=0"], nil), (["*;q=0"], nil),
    (["identity, zstd;q=0.9"], nil), (["identity;q=0.5, zstd;q=0.4, gzip;q=0.6"], "gzip"), (["X-GZIP"], "gzip"),
    (["gzip;q=0.001"], "gzip"), (["identity;q=0, gzip"], "gzip"), (["br"], nil), ([""], nil), (["zstd;q=2"], nil),
  ])
  func theCodingIsChosenByWeight(fields: [String], expected: String?) {
    var headers = Headers()
    for field in fields { headers.append("Accept-Encoding", field) }
    #expect(AcceptEncoding(headers).best(of: ContentCoding.allCases)?.rawValue == expected)
  }
}
