import HTTP
import Postgres

/// The picture of a row: of an item, of a recipe.
struct PictureOfRow: Sendable {
  /// Statements for its bytes, in both sizes.
  let picture, thumbnail: @Sendable (UUID) -> SQL
  /// The longer side of a thumbnail, in pixels.
  let thumbnailSize: Int
  /// Makes an upload the picture of the row with this version, or takes its picture away.
  let change: @Sendable (Call, UUID, Int, RowSession, UUID?) async throws -> Resource.Change
}

extension Resource {
  /// How the picture of a row is read, replaced and taken away. None of it is undone, so each change names the row's version.
  func endpoints(of picture: PictureOfRow) -> [Endpoint] {
    let path = "/\(name)/{id}/picture"
    return [
      Endpoint(
        method: .get, path: path, scope: reading, summary: "Reads the picture of \(one), as WebP.",
        query: [.field("size", .choice(["full", "small"]), "2,048 pixels at most, or as lists show it.")],
        answer: .picture
      ) { call in
        call.query["size"] == "small"
          ? try await Images.show(picture.thumbnail(call.id!), "thumbnail", call.context)
          : try await Images.show(picture.picture(call.id!), "picture", call.context)
      },
      Endpoint(
        method: .post, path: path, scope: changing,
        summary: "Makes the body the picture of \(one), instead of the present one.",
        takes: .picture, isVersioned: true, answer: .row(name)
      ) { call in
        try await edit(call, reads: true) { call, id, version, session in
          // No picture is read for a version that has gone.
          guard version != 0 else { return .changedMeanwhile }
          let upload = try await Images.stored(of: call, thumbnail: picture.thumbnailSize)
          return try await picture.change(call, id, version, session, upload)
        }
      },
      Endpoint(
        method: .delete, path: path, scope: changing, summary: "Takes the picture of \(one) away.",
        isVersioned: true, answer: .row(name)
      ) { call in
        try await edit(call) { call, id, version, session in try await picture.change(call, id, version, session, nil) }
      },
    ]
  }
}

extension Endpoint.Upload {
  /// Types of bodies; their first bytes say which picture one is.
  var types: [String] { self == .picture ? ["image/*", "application/octet-stream"] : ["*/*"] }
}

extension Images {
  /// Stores the body of a program's request as an upload; returns its id.
  fileprivate static func stored(of call: Call, thumbnail: Int) async throws -> UUID {
    let type = call.context.request.mediaType
    guard type?.type == "image" || type?.essence == "application/octet-stream" else {
      throw APIProblem(.unsupportedMediaType)
    }
    let upload = try await call.upload(named: "", atMost: FormLimits.standard.uploadBytes)
    return try await refusing("picture", call.context) {
      try await storeUpload(upload, thumbnail: thumbnail, call.context)
    }
  }

  /// Refusals of `work` become problems of a field.
  static func refusing<Value>(
    _ field: String, _ context: Context, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch ImageProblem.unavailable {
      throw APIProblem(.serviceUnavailable)
    } catch let problem as ImageProblem {
      throw APIProblem.field(field, .said(problem.text(context.strings)))
    }
  }
}

extension Call {
  /// The body.
  func upload(named name: String, atMost limit: Int) async throws -> Upload {
    do {
      let bytes = try await context.request.body.collect(limit: limit)
      return Upload(filename: name, contentType: "", bytes: bytes)
    } catch .tooLarge {
      throw APIProblem(.contentTooLarge)
    }
  }
}
