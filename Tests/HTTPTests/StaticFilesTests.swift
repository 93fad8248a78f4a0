import Foundation
import Testing

@testable import HTTP

/// A directory that is removed with everything in it.
private final class ScratchDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/foyer-static-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ name: String, _ bytes: [UInt8], modified: Int = 784_111_777) throws {
    let parts = name.split(separator: "/")
    for count in 1..<max(parts.count, 1) { mkdir("\(path)/\(parts.prefix(count).joined(separator: "/"))", 0o755) }
    let file = try #require(fopen("\(path)/\(name)", "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    let times = [timespec(tv_sec: modified, tv_nsec: 0), timespec(tv_sec: modified, tv_nsec: 0)]
    try #require(utimensat(AT_FDCWD, "\(path)/\(name)", times, 0) == 0)
  }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }
}

@Suite struct StaticFilesTests {
  private let directory: ScratchDirectory
  private let files: StaticFiles
  private static let css = String(repeating: "body { color: red }\n", count: 100)

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("app.css", Self.css)
    try directory.write("ten.bin", "0123456789")
    try directory.write("empty.txt", "")
    try directory.write("robots.txt", "User-agent: *\n")
    try directory.write("vendor/htmx.min.js", "// short")
    try directory.write("LICENSE", "free")
    try directory.write("a b%.txt", "x")
    try directory.write(".hidden", "secret")
    try directory.write(".git/config", "secret")
    try directory.write("future.txt", Array("x".utf8), modified: 4_000_000_000)
    symlink("/etc/passwd", "\(directory.path)/passwd")
    symlink("/etc", "\(directory.path)/etc")
    files = try StaticFiles(directory: directory.path, rootNames: ["robots.txt", "favicon.ico"])
  }

  private func get(_ path: String, _ headers: [(StaticString, String)] = [], _ method: HTTP.Method = .get) -> Response?
  {
    files.response(for: TestRequest.make(method, path, headers))
  }

  private func bytes(_ response: Response) -> [UInt8]? {
    switch response.body {
    case .empty: []
    case .bytes(let bytes): bytes
    default: nil
    }
  }

  @Test func aFileWithItsValidators() throws {
    let response = try #require(get("/assets/app.css"))
    #expect(response.status == .ok)
    #expect(bytes(response) == Array(Self.css.utf8))
    #expect(response.headers["content-type"] == "text/css; charset=utf-8")
    #expect(response.headers["cache-control"] == "no-cache")
    #expect(response.headers["last-modified"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(response.headers["accept-ranges"] == "bytes")
    #expect(response.headers["vary"] == "Accept-Encoding")
    #expect(response.headers["content-encoding"] == nil)
    #expect(response.headers["etag"]?.utf8.count == 18)
  }

  @Test func aStyleSheetNamesOtherFilesByTheirContent() async throws {
    try directory.write("style.css", "a { mask: url(ten.bin) 0 0; background: url(nothing.svg), (1) } b { c: url(")
    let files = try StaticFiles(directory: directory.path)
    let ten = try #require(files.url(for: "ten.bin"))
    let url = try #require(files.url(for: "style.css"))
    let style = try #require(files.response(for: TestRequest.make(.get, url, [])))
    let expected = "a { mask: url(\(ten)) 0 0; background: url(nothing.svg), (1) } b { c: url("
    #expect(bytes(style) == Array(expected.utf8))
  }

  @Test func aFolderIsOneStyleSheet() throws {
    try directory.write("parts/look.css/20-b.css", Array("b { mask: url(ten.bin) }\n".utf8), modified: 784_111_779)
    try directory.write("parts/look.css/10-a.css", "a { color: red }\n")
    let files = try StaticFiles(directory: directory.path)
    let ten = try #require(files.url(for: "ten.bin"))
    let response = try #require(files.response(for: TestRequest.make(.get, "/assets/parts/look.css", [])))
    #expect(bytes(response) == Array("a { color: red }\nb { mask: url(\(ten)) }\n".utf8))
    #expect(response.headers["content-type"] == "text/css; charset=utf-8")
    #expect(response.headers["last-modified"] == "Sun, 06 Nov 1994 08:49:39 GMT")
    #expect(files.url(for: "parts/look.css")?.hasPrefix("/assets/parts/look-") == true)
    #expect(files.url(for: "parts/look.css/10-a.css") == nil)
    #expect(!files.contains(path: "/assets/parts/look.css/10-a.css"))
  }

  @Test func fingerprintedURLsAreForEver() throws {
    let url = try #require(files.url(for: "vendor/htmx.min.js"))
    #expect(url.hasPrefix("/assets/vendor/htmx.min-"))
    #expect(url.hasSuffix(".js"))
    let response = try #require(get(url))
    #expect(bytes(response) == Array("// short".utf8))
    #expect(response.headers["cache-control"] == "public, max-age=31536000, immutable")
    #expect(response.headers["content-type"] == "text/javascript; charset=utf-8")
    #expect(response.headers["vary"] == nil)  // too short to be worth compressing
    let license = try #require(files.url(for: "LICENSE"))
    #expect(license.hasPrefix("/assets/LICENSE-"))
    #expect(get(license)?.headers["content-type"] == "application/octet-stream")
    #expect(files.url(for: "a b%.txt")?.hasPrefix("/assets/a%20b%25-") == true)
    #expect(files.url(for: "nothing.css") == nil)
  }

  @Test func anotherContentIsAnotherURL() throws {
    let before = files.url(for: "app.css")
    try directory.write("app.css", Self.css + " ")
    let later = try StaticFiles(directory: directory.path)
    #expect(later.url(for: "app.css") != before)
    #expect(later.url(for: "ten.bin") == files.url(for: "ten.bin"))
  }

  @Test(arguments: [
    "/", "/assets", "/assets/", "/assets/nothing", "/app.css", "/assets/.hidden", "/assets/.git/config",
    "/assets/passwd",
    "/assets/etc/passwd", "/assets/vendor", "/assets/vendor/", "/assets//app.css", "/assets/../app.css",
    "/assets/app.css/",
    "/assets/../../../../etc/passwd", "/assets/vendor/../app.css", "/assets/app.css\u{0}", "/ASSETS/app.css",
    "/favicon.ico",
    "", "/assets/app-0000000000000000.css",
  ])
  func whatIsNotThere(_ path: String) {
    #expect(get(path) == nil)
    #expect(!files.contains(path: path))
  }

  @Test func rootNamesAreFoundAtTheRootToo() {
    #expect(get("/robots.txt").flatMap(bytes) == Array("User-agent: *\n".utf8))
    #expect(get("/assets/robots.txt") != nil)
    #expect(files.contains(path: "/robots.txt"))
  }

  @Test func onlyGetAndHead() {
    #expect(get("/assets/app.css", [], .head)?.headers["etag"] == get("/assets/app.css")?.headers["etag"])
    #expect(get("/assets/app.css", [], .post) == nil)
    #expect(get("/assets/app.css", [], .options) == nil)
    #expect(files.contains(path: "/assets/app.css"))
  }

  @Test func gzipForThoseWhoTakeIt() throws {
    let response = try #require(get("/assets/app.css", [("accept-encoding", "br, gzip")]))
    #expect(response.headers["content-encoding"] == "gzip")
    #expect(response.headers["vary"] == "Accept-Encoding")
    #expect(bytes(response).flatMap(inflated) == Array(Self.css.utf8))
    #expect(response.headers["etag"] != get("/assets/app.css")?.headers["etag"])
    #expect(get("/assets/app.css", [("accept-encoding", "gzip;q=0")])?.headers["content-encoding"] == nil)
    #expect(get("/assets/ten.bin", [("accept-encoding", "gzip")])?.headers["content-encoding"] == nil)
  }

  @Test func notModified() throws {
    let plain = try #require(get("/assets/app.css")?.headers["etag"])
    let gzip = try #require(get("/assets/app.css", [("accept-encoding", "gzip")])?.headers["etag"])
    let response = try #require(get("/assets/app.css", [("if-none-match", "W/\(plain), \"x\"")]))
    #expect(response.status == .notModified)
    #expect(bytes(response) == [])
    #expect(response.headers["etag"] == plain)
    #expect(response.headers["cache-control"] == "no-cache")
    #expect(response.headers["vary"] == "Accept-Encoding")
    #expect(response.headers["content-type"] == nil)
    func status(_ headers: [(StaticString, String)], _ method: HTTP.Method = .get) -> Status? {
      get("/assets/app.css", headers, method)?.status
    }
    #expect(status([("if-none-match", plain)], .head) == .notModified)
    #expect(status([("if-none-match", "\"x\""), ("if-none-match", plain)]) == .notModified)
    #expect(status([("if-none-match", gzip)]) == .ok)
    #expect(status([("if-none-match", gzip), ("accept-encoding", "gzip")]) == .notModified)
    #expect(status([("if-modified-since", "Sun, 06 Nov 1994 08:49:37 GMT")]) == .notModified)
    #expect(status([("if-modified-since", "Sun, 06 Nov 1994 08:49:36 GMT")]) == .ok)
    #expect(status([("if-match", "\"x\"")]) == .preconditionFailed)
    #expect(status([("if-none-match", plain), ("range", "bytes=0-1")]) == .notModified)
  }

  @Test func ranges() throws {
    let etag = try #require(get("/assets/ten.bin")?.headers["etag"])
    let response = try #require(get("/assets/ten.bin", [("range", "bytes=2-4")]))
    #expect(response.status == .partialContent)
    #expect(bytes(response) == Array("234".utf8))
    #expect(response.headers["content-range"] == "bytes 2-4/10")
    #expect(response.headers["etag"] == etag)
    #expect(get("/assets/ten.bin", [("range", "bytes=-3")]).flatMap(bytes) == Array("789".utf8))
    #expect(get("/assets/ten.bin", [("range", "bytes=7-")]).flatMap(bytes) == Array("789".utf8))

    let beyond = try #require(get("/assets/ten.bin", [("range", "bytes=10-")]))
    #expect(beyond.status == .rangeNotSatisfiable)
    #expect(beyond.headers["content-range"] == "bytes */10")
    #expect(bytes(beyond) == [])

    for (headers, method) in [
      ([("range", "bytes=0-1,3-4")], HTTP.Method.get), ([("range", "lines=0-1")], .get),
      ([("range", "bytes=0-1")], .head),
      ([("range", "bytes=0-1"), ("if-range", "\"x\"")], .get),
      ([("range", "bytes=0-1"), ("if-range", "W/\(etag)")], .get),
      ([("range", "bytes=10-"), ("if-range", "\"x\"")], .get),
    ] as [([(StaticString, String)], HTTP.Method)] {
      let whole = try #require(get("/assets/ten.bin", headers, method))
      #expect(whole.status == .ok)
      #expect(bytes(whole)?.count == 10)
      #expect(whole.headers["content-range"] == nil)
    }
    for value in [etag, "Sun, 06 Nov 1994 08:49:37 GMT"] {
      #expect(get("/assets/ten.bin", [("range", "bytes=0-1"), ("if-range", value)])?.status == .partialContent)
    }
    #expect(get("/assets/empty.txt", [("range", "bytes=0-")])?.status == .rangeNotSatisfiable)
  }

  @Test func aRangeIsOfTheBytesThatAreNotCompressed() throws {
    let response = try #require(get("/assets/app.css", [("range", "bytes=0-3"), ("accept-encoding", "gzip")]))
    #expect(response.status == .partialContent)
    #expect(response.headers["content-encoding"] == nil)
    #expect(bytes(response) == Array("body".utf8))
    #expect(response.headers["etag"] == get("/assets/app.css")?.headers["etag"])
  }

  @Test func aTimeToComeIsHeldToTheStart() throws {
    let text = try #require(get("/assets/future.txt")?.headers["last-modified"])
    let now = HTTPDate(seconds: Int64(time(nil)))
    #expect(try #require(HTTPDate(Array(text.utf8)[...], now: now)) <= now)
  }

  @Test func onlyWhatWasThereAtTheStartIsSent() throws {
    // A text is kept.
    try directory.write("app.css", "body {}")
    #expect(get("/assets/app.css").flatMap(bytes) == Array(Self.css.utf8))
    let gzip = try #require(get("/assets/app.css", [("accept-encoding", "gzip")]))
    #expect(bytes(gzip).flatMap(inflated) == Array(Self.css.utf8))
    // Anything else is read again, if it is the same.
    let url = try #require(files.url(for: "ten.bin"))
    #expect(get(url).flatMap(bytes) == Array("0123456789".utf8))
    try directory.write("ten.bin", Array("9876543210".utf8), modified: 784_111_778)
    for path in [url, "/assets/ten.bin"] {
      for headers in [[], [("range", "bytes=2-4")]] as [[(StaticString, String)]] {
        let response = try #require(get(path, headers))
        #expect(response.status == .notFound)
        #expect(response.headers["cache-control"] == nil)
        #expect(response.headers["etag"] == nil)
      }
    }
    #expect(get("/assets/LICENSE")?.status == .ok)
    unlink("\(directory.path)/LICENSE")
    #expect(get("/assets/LICENSE")?.status == .notFound)
  }

  @Test func whatCannotBeServedStopsTheStart() throws {
    let scratch = try ScratchDirectory()
    #expect(throws: StaticFilesError.self) { try StaticFiles(directory: scratch.path + "/nothing") }
    try scratch.write("deep/large.bin", "x")
    truncate("\(scratch.path)/deep/large.bin", StaticFiles.maximumSize)
    #expect(throws: Never.self) { try StaticFiles(directory: scratch.path) }
    truncate("\(scratch.path)/deep/large.bin", StaticFiles.maximumSize + 1)
    do {
      _ = try StaticFiles(directory: scratch.path)
      Issue.record("taken")
    } catch {
      #expect(error.description.contains("deep/large.bin"))
    }
  }

  @Test func `A script names what it imports by the URL that changes with its content, and so does its own`() throws {
    try directory.write("dom.js", "export const one = 1;")
    try directory.write("list.js", #"import { one } from "./dom.js"; export * from "./gone.js";"#)
    try directory.write("app.js", #"import { one } from "./list.js";"#)
    let before = try StaticFiles(directory: directory.path)
    let dom = try #require(before.url(for: "dom.js"))
    let list = try #require(before.url(for: "list.js"))
    let response = try #require(before.response(for: TestRequest.make(.get, list, [])))
    let content = String(decoding: try #require(bytes(response)), as: UTF8.self)
    #expect(content == #"import { one } from "\#(dom)"; export * from "./gone.js";"#)

    try directory.write("dom.js", "export const one = 2;")
    let after = try StaticFiles(directory: directory.path)
    for name in ["dom.js", "list.js", "app.js"] { #expect(before.url(for: name) != after.url(for: name)) }
    #expect(before.url(for: "app.css") == after.url(for: "app.css"))
  }

  @Test func `Scripts that import one another are refused`() throws {
    try directory.write("a.js", #"import { b } from "./b.js";"#)
    try directory.write("b.js", #"import { a } from "./a.js";"#)
    let error = #expect(throws: StaticFilesError.self) { try StaticFiles(directory: directory.path) }
    #expect(error?.description == "scripts that import one another: a.js, b.js")
  }
}
