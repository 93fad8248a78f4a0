extension MediaType {
  /// The value of `Content-Type` for a file, by what follows the last dot of its name.
  static func ofFile(_ name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: 0x2E) else { return "application/octet-stream" }
    let suffix = ASCII.lowercaseString(Array(name.utf8[name.utf8.index(after: dot)...])[...])
    return bySuffix[suffix] ?? "application/octet-stream"
  }

  /// Whether such files shrink: text and what is written in it, not pictures and fonts that are compressed already.
  static func isCompressible(_ contentType: String) -> Bool {
    contentType.hasPrefix("text/") || contentType.hasPrefix("application/json")
      || contentType.hasPrefix("application/manifest+json") || contentType.hasPrefix("application/xml")
      || contentType == "image/svg+xml" || contentType == "image/x-icon" || contentType == "font/ttf"
      || contentType == "font/otf" || contentType == "application/wasm"
  }

  private static let bySuffix = [
    "avif": "image/avif",
    "css": "text/css; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "gif": "image/gif",
    "html": "text/html; charset=utf-8",
    "ico": "image/x-icon",
    "ics": "text/calendar; charset=utf-8",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "mjs": "text/javascript; charset=utf-8",
    "mp4": "video/mp4",
    "otf": "font/otf",
    "pdf": "application/pdf",
    "png": "image/png",
    "svg": "image/svg+xml",
    "ttf": "font/ttf",
    "txt": "text/plain; charset=utf-8",
    "wasm": "application/wasm",
    "webm": "video/webm",
    "webmanifest": "application/manifest+json",
    "webp": "image/webp",
    "woff": "font/woff",
    "woff2": "font/woff2",
    "xml": "application/xml",
  ]
}
