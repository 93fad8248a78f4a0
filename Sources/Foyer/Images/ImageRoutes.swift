import HTML
import HTTP
import Postgres

/// Pictures of items and photos of people.
enum Images {
  // MARK: Storing

  /// Converts an upload and stores it, for a day unless an item or a person takes it; returns its id.
  /// - Parameter thumbnail: the longer side of what lists show, in pixels.
  /// - Throws: `ImageProblem`, with nothing kept.
  static func storeUpload(_ upload: Upload, thumbnail: Int = 256, _ context: Context) async throws -> UUID {
    let pictures = try await convert(upload, thumbnail: thumbnail, context)
    let id = UUID.v7()
    try await store([ImageQueries.deleteOrphans(), ImageQueries.insert(id, pictures)], context)
    return id
  }

  /// - Throws: `ImageProblem`.
  static func convert(
    _ upload: Upload, thumbnail: Int = 256, _ context: Context
  ) async throws -> ImageConverter.Pictures {
    // Converting costs processor time, so the session is checked first.
    if context.visitor == nil { try await context.query() }
    do {
      return try await context.app.images.convert(upload.bytes, thumbnail: thumbnail, for: context.share)
    } catch let problem as ImageProblem {
      context.app.log(
        problem == .unavailable ? .error : .warning, "image_refused",
        ["reason": "\(problem)", "request": context.request.id])
      throw problem
    }
  }

  /// Runs statements that store what counts against the household's quota.
  /// - Throws: `ImageProblem`, with nothing kept.
  static func store(_ statements: [SQL], _ context: Context) async throws {
    do {
      try await context.query(
        Batch([StorageQueries.limit(to: context.app.configuration.householdQuota)] + statements))
    } catch PostgresError.server(let error) where error.constraint == "household_storage_quota" {
      throw try await overQuota(context)
    }
  }

  private static func overQuota(_ context: Context) async throws -> ImageProblem {
    let row = try await context.query(StorageQueries.find()).first
    let storage = try HouseholdStorage(row, usual: context.app.configuration.householdQuota)
    context.app.log(.warning, "image_refused", ["reason": "over quota", "request": context.request.id])
    return .overQuota(used: storage.used, allowed: storage.allowed ?? storage.used)
  }

  // MARK: Showing

  static func picture(_ request: Request, _ context: Context, _ item: UUID) async throws -> Response {
    try await show(ImageQueries.picture(ofItem: item), "picture", context)
  }

  static func thumbnail(_ request: Request, _ context: Context, _ item: UUID) async throws -> Response {
    try await show(ImageQueries.thumbnail(ofItem: item), "thumbnail", context)
  }

  static func photo(_ request: Request, _ context: Context, _ person: UUID) async throws -> Response {
    try await show(ImageQueries.photo(of: person), "thumbnail", context)
  }

  static func show(_ statement: SQL, _ size: String, _ context: Context) async throws -> Response {
    guard let row = try await context.query(statement).first else { throw Failure.notFound }
    return try show(row, size, context)
  }

  /// - Parameter row: with `id` and `bytes`.
  static func show(_ row: Row, _ size: String, _ context: Context) throws -> Response {
    let id: UUID = try row["id"]
    let validator = Validator(tag: "\(id)-\(size)")
    var response = Response()
    response.headers.set("ETag", validator.etag)
    // Images are immutable: a URL with an image's id may be cached.
    let isNamed = context.request.query["v"] == "\(id)"
    response.headers.set("Cache-Control", isNamed ? "private, max-age=31536000, immutable" : "private, no-cache")
    // If a browser displays it as a document, that document may not run anything.
    response.headers.set("Content-Security-Policy", "sandbox; default-src 'none'")
    switch validator.outcome(of: context.request) {
    case .notModified: response.status = .notModified
    case .failed: response.status = .preconditionFailed
    case .proceed:
      response.headers.set("Content-Type", "image/webp")
      response.body = .bytes(try row["bytes"])
    }
    return response
  }

  // MARK: One's own photo

  static func editPhoto(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    return photoPage(nil, context)
  }

  static func updatePhoto(_ request: Request, _ context: Context) async throws -> Response {
    let form = try await context.form()
    do {
      guard let upload = form.file("photo") else { throw ImageProblem.empty }
      let id = try await storeUpload(upload, context)
      try await context.query(ImageQueries.update(photo: id))
    } catch let problem as ImageProblem {
      if context.visitor == nil { try await context.query() }
      return photoPage(problem, context)
    }
    return context.redirect(to: "/settings", notice: .photoSaved)
  }

  static func deletePhoto(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query(ImageQueries.update(photo: nil))
    return context.redirect(to: "/settings", notice: .photoRemoved)
  }

  private static func photoPage(_ problem: ImageProblem?, _ context: Context) -> Response {
    var errors = FormErrors()
    if let problem { errors.add("photo", problem.text(context.strings)) }
    return context.html(.settings, status: problem == nil ? .ok : .unprocessableContent) { out, page in
      Views.Images.photo(&out, page: page, errors: errors)
    }
  }
}
