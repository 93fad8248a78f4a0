import HTTP
import Postgres

extension Resource {
  /// Further pictures and files of an item. They are added to what is there, whatever its version.
  static var files: [Endpoint] {
    let (reads, changes) = (AccessScope(part: .items, changes: false), AccessScope(part: .items, changes: true))
    return [
      Endpoint(
        method: .get, path: "/items/{id}/files/{file}", scope: reads,
        summary: "Reads a file of an item as it was sent, or a further picture as WebP.", answer: .bytes
      ) { call in
        try await ItemFiles.show(call.context.request, call.context, call.id!, call.line!)
      },
      Endpoint(
        method: .post, path: "/items/{id}/files", scope: changes,
        summary: "Adds the body to an item as a file, or as a further picture.",
        query: [
          .field("id", .id, "A UUID of version 7 by the client: sending it twice adds one file."),
          .field("name", .text(1_000), "Its name; “file” if it is not given."),
          .field("picture", .flag, "Whether it is a picture, which is converted."),
        ], takes: .anything, answer: .row("items")
      ) { call in
        guard let stored = try StoredItem(try await call.context.query(ItemQueries.find(call.id!))) else {
          throw Failure.notFound
        }
        let id = call.query["id"].flatMap { UUID($0.utf8) } ?? .v7()
        if !stored.files.contains(where: { $0.id == id }) {
          if stored.files.count >= ItemFile.maximum { throw Problems("file", .tooMany(ItemFile.maximum)) }
          let upload = try await call.upload(named: call.query["name"] ?? "", atMost: ItemFile.maximumBytes)
          let isPicture = call.query["picture"] == "true"
          let file = try await Images.refusing("file", call.context) {
            try await Images.storeFile(upload, as: id, isPicture: isPicture, call.context)
          }
          guard try await AddFile(item: call.id!, file: file.id).run(call.context) else { throw APIProblem(.conflict) }
        }
        return try await items.row(call.id!, call) ?? { throw Failure.notFound }()
      },
      Endpoint(
        method: .delete, path: "/items/{id}/files/{file}", scope: changes,
        summary: "Puts a file of an item into the trash, for 30 days."
      ) { call in
        guard try await DeleteFile(item: call.id!, file: call.line!).run(call.context) != nil else {
          throw Failure.notFound
        }
        return Response(status: .noContent)
      },
      Endpoint(
        method: .post, path: "/items/{id}/files/{file}/restore", scope: changes,
        summary: "Takes a file out of the trash.", body: [], answer: .row("items")
      ) { call in
        guard try await RestoreFile(item: call.id!, file: call.line!).run(call.context) != nil else {
          throw Failure.notFound
        }
        return try await items.row(call.id!, call) ?? { throw Failure.notFound }()
      },
    ]
  }
}
