import HTML
import HTTP
import Postgres

/// The further pictures and the files of an item.
enum ItemFiles {
  /// Bytes that are in memory at once: an event loop decodes one part at a time.
  private static let partSize = 128 << 10

  /// A picture, or a file as a download, which no browser shows whatever is in it.
  static func show(_ request: Request, _ context: Context, _ item: UUID, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(FileQueries.find(id, of: item)).first else { throw Failure.notFound }
    let file = try ItemFile(row)
    if file.isPicture { return try Images.show(row, "picture", context) }
    var response = Response()
    let version = Validator(tag: "\(id)")
    response.headers.set("ETag", version.etag)
    response.headers.set("Cache-Control", "private, no-cache")
    response.headers.set("Content-Security-Policy", "sandbox; default-src 'none'")
    response.mayBeCompressed = false
    switch version.outcome(of: request) {
    case .notModified:
      response.status = .notModified
      return response
    case .failed:
      response.status = .preconditionFailed
      return response
    case .proceed: break
    }
    response.headers.set("Content-Type", "application/octet-stream")
    response.headers.set("Content-Disposition", Response.attachment(named: file.name))
    response.headers.set("Accept-Ranges", "bytes")
    let range = version.range(of: request, size: file.size)
    range.apply(to: &response, size: file.size)
    let wanted: Range<Int>
    switch range {
    case .whole: wanted = 0..<file.size
    case .part(let part): wanted = part
    case .unsatisfiable: return response
    }
    response.length = wanted.count
    response.body = .stream { writer in
      for start in stride(from: wanted.lowerBound, to: wanted.upperBound, by: partSize) {
        let part = start..<min(start + partSize, wanted.upperBound)
        // Each takes a session that is still valid. Without it the connection ends before the file does.
        guard let row = try await context.query(FileQueries.part(part, of: id, of: item)).first else {
          throw Failure.notFound
        }
        try await writer.write(try row["bytes"])
      }
    }
    return response
  }

  static func thumbnail(_ request: Request, _ context: Context, _ item: UUID, _ id: UUID) async throws -> Response {
    try await Images.show(FileQueries.thumbnail(id, of: item), "thumbnail", context)
  }

  static func delete(_ request: Request, _ context: Context, _ item: UUID, _ id: UUID) async throws -> Response {
    guard let name = try await DeleteFile(item: item, file: id).run(context) else { throw Failure.notFound }
    return try await changed(item, .fileDeleted(name, RestoreFile(item: item, file: id)), context)
  }

  static func restore(_ request: Request, _ context: Context, _ item: UUID, _ id: UUID) async throws -> Response {
    guard let name = try await RestoreFile(item: item, file: id).run(context) else { throw Failure.notFound }
    return try await changed(item, .fileRestored(name), context)
  }

  /// Out of the trash.
  static func restoreAny(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let name = try await RestoreFile(item: nil, file: id).run(context) else { throw Failure.notFound }
    return context.restored(.fileRestored(name), or: "/trash")
  }

  private static func changed(_ item: UUID, _ notice: NoticeCode, _ context: Context) async throws -> Response {
    guard context.isFragment else {
      return context.redirect(to: context.back(or: "/items/\(item)/edit#files-\(item)"), notice: notice)
    }
    let files = try await context.query(FileQueries.list(of: item)).map { try ItemFile($0) }
    return context.html(.items) { out, page in
      Views.Items._files(&out, page: page, id: item, files: files)
      Views.Shared._notice(&out, page: page, notice: notice.notice(page.strings), oob: true)
    }
  }
}
