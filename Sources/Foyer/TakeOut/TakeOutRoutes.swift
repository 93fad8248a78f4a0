import CivilTime
import HTTP
import Postgres

/// Taking everything out: a person asks for an archive, which a job makes, and takes it within seven days.
enum TakeOuts {
  static func household(_ request: Request, _ context: Context) async throws -> Response {
    try await page(.household, context)
  }

  static func askForHousehold(_ request: Request, _ context: Context) async throws -> Response {
    try await ask(.household, context)
  }

  static func takeHousehold(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await take(.household, id, request, context)
  }

  static func person(_ request: Request, _ context: Context) async throws -> Response {
    try await page(.person, context)
  }

  static func askForPerson(_ request: Request, _ context: Context) async throws -> Response {
    try await ask(.person, context)
  }

  static func takePerson(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await take(.person, id, request, context)
  }

  // MARK: Of any kind

  private static func page(
    _ kind: TakeOutKind, errors: FormErrors = FormErrors(), _ context: Context
  ) async throws -> Response {
    let row = try await context.query(TakeOutQueries.find(kind)).first
    let shown = TakeOutPage(
      kind: kind, asked: try row.map { try TakeOutPage.Asked($0, kind, context.strings) },
      isPossible: context.app.poolConfiguration.dialect == nil)
    let place: Place = kind == .household ? .household : .settings
    return context.html(place, status: errors.isEmpty ? .ok : .conflict) { out, page in
      Views.TakeOut.takeOut(&out, page: page, shown: shown, errors: errors)
    }
  }

  private static func ask(_ kind: TakeOutKind, _ context: Context) async throws -> Response {
    try await context.query()
    guard let visitor = context.visitor else { throw Failure.signedOut }
    var errors = FormErrors()
    guard context.app.poolConfiguration.dialect == nil else {
      errors.add("", context.strings.takeOutDistributed)
      return try await page(kind, errors: errors, context)
    }
    let id = UUID.v7()
    var batch = Batch()
    batch.add(
      TakeOutQueries.insert(id, kind) + [
        TakeOutJob.insert(id, kind, visitor.householdID, visitor.personID, if: TakeOutQueries.exists(id))
      ])
    let found = batch.add(TakeOutQueries.find(kind))
    guard try await !context.query(batch)[found].isEmpty else {
      errors.add("", context.strings.takeOutFull(limit: TakeOutQueries.maximum))
      return try await page(kind, errors: errors, context)
    }
    context.app.worker.start()
    return context.redirect(to: kind.path)
  }

  /// Sends an archive part by part, as the client reads it; of a download that goes on, the rest. While it is being made, the page tells
  /// of it.
  private static func take(
    _ kind: TakeOutKind, _ id: UUID, _ request: Request, _ context: Context
  ) async throws -> Response {
    guard let row = try await context.query(TakeOutQueries.find(kind, id)).first else { throw Failure.notFound }
    let asked = try TakeOutPage.Asked(row, kind, context.strings)
    guard asked.state == .made else { return context.redirect(to: kind.path) }
    var response = Response()
    response.headers.set("Content-Type", "application/zip")
    response.headers.set("Content-Disposition", "attachment; filename=\"foyer-\(kind.rawValue)-\(asked.day).zip\"")
    response.headers.set("Cache-Control", "private, no-store")
    response.headers.set("Accept-Ranges", "bytes")
    response.mayBeCompressed = false
    let version = Validator(tag: "\(id)")
    response.headers.set("ETag", version.etag)
    let range = version.range(of: request, size: asked.bytes)
    range.apply(to: &response, size: asked.bytes)
    switch range {
    case .whole:
      response.length = asked.bytes
      response.body = .stream { writer in
        for number in 0..<asked.parts { try await writer.write(try await part(number, of: id, context)) }
      }
    case .part(let wanted):
      response.length = wanted.count
      let sizes: [Int] = try await sizes(of: id, context)
      response.body = .stream { writer in
        var start = 0
        for (number, size) in sizes.enumerated() {
          let its = wanted.clamped(to: start..<start + size)
          if !its.isEmpty {
            let bytes = try await part(number, of: id, context)
            guard bytes.count == size else { throw Failure.notFound }
            try await writer.write(
              its.count == size ? bytes : Array(bytes[its.lowerBound - start..<its.upperBound - start]))
          }
          start += size
        }
      }
    case .unsatisfiable: break
    }
    return response
  }

  private static func sizes(of id: UUID, _ context: Context) async throws -> [Int] {
    // One standby may be behind another.
    context.writes()
    return try await context.query(TakeOutQueries.sizes(id)).map { try $0["size"] }
  }

  /// Each part takes a session that is still valid. Without it the connection ends before the archive does.
  private static func part(_ number: Int, of id: UUID, _ context: Context) async throws -> [UInt8] {
    if let row = try await context.query(TakeOutQueries.part(id, number)).first { return try row["bytes"] }
    // One standby may be behind another.
    context.writes()
    guard let row = try await context.query(TakeOutQueries.part(id, number)).first else { throw Failure.notFound }
    return try row["bytes"]
  }
}
