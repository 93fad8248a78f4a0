import HTTP

/// The files of Public/, by name.
struct Assets: Sendable {
  private let files: StaticFiles

  init(directory: String) throws {
    files = try StaticFiles(
      directory: directory, rootNames: ["favicon.ico", "manifest.webmanifest", "robots.txt", "service-worker.js"])
  }

  /// A URL that changes with the file's content. A file that is missing gets a URL that answers 404.
  func url(for name: String) -> String { files.url(for: name) ?? "/assets/\(name)" }

  func response(for request: Request) -> Response? { files.response(for: request) }

  /// Whether the file exists; it allows only GET, HEAD and OPTIONS.
  func contains(path: String) -> Bool { files.contains(path: path) }
}
