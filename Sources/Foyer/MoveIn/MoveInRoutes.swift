import CivilTime
import EventLoop
import HTTP
import MoveIn
import Postgres

/// Moving in: files of other programs become the household's items, recipes, meals and shopping lines.
enum MoveIns {
  static let megabytes = "\(MoveIn.maximumBytes >> 20)"
  static let limits = FormLimits(bytes: 4 << 20, uploadBytes: MoveIn.maximumBytes, storesUploads: true)

  // MARK: Files

  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await page(text: "", errors: FormErrors(), context)
  }

  /// 413 for files beyond the limit.
  static func tooLarge(_ context: Context) async throws -> Response {
    var errors = FormErrors()
    errors.add("file", context.strings.moveInTooLarge(size: megabytes))
    return try await page(text: "", errors: errors, status: .contentTooLarge, context)
  }

  private static func page(
    text: String, errors: FormErrors, status: Status = .unprocessableContent, _ context: Context
  ) async throws -> Response {
    let rows = try await context.query(MoveQueries.earlier())
    let earlier = try rows.map { try EarlierMove($0, today: context.today, context.strings) }
    return context.html(.household, status: errors.isEmpty ? .ok : status) { out, page in
      Views.MoveIn.moveFiles(&out, page: page, text: text, earlier: earlier, errors: errors)
    }
  }

  static func read(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    try await context.query()
    let (strings, text) = (context.strings, fields["text"] ?? "")
    var files = fields.files("file")
    if !text.isBlank {
      files.append(Upload(filename: strings.moveInPasted, contentType: "text/plain", bytes: Array(text.utf8)))
    }
    var errors = FormErrors()
    guard !files.isEmpty else {
      errors.add("file", strings.moveInNothing)
      return try await page(text: text, errors: errors, context)
    }
    let found = try await context.app.moveReader.read(
      files.map { MoveFile($0) }, now: context.local, for: context.share)
    let count = found.reduce(0) { $0 + $1.count }
    if count > ReadMove.maximumRows { errors.add("file", strings.moveInTooMany(limit: ReadMove.maximumRows)) }
    if !found.contains(where: { $0.error == nil }) {
      for (file, rows) in zip(files, found) where rows.error != nil {
        let field = file.filename == strings.moveInPasted ? "text" : "file"
        let name = String(file.filename.prefix(200))
        if errors[field] == nil {
          let fault = strings.archiveFault(rows.error ?? "").map { strings.moveInFileFault(name: name, why: $0) }
          errors.add(field, fault ?? strings.moveInUnknown(name: name))
        }
      }
    }
    guard errors.isEmpty else { return try await page(text: text, errors: errors, context) }
    // Of several files, those that are unknown are left out.
    let readable = zip(files, found).map { file, rows in
      rows.error == nil ? rows : rows.leavingOut(String(file.filename.prefix(200)))
    }
    let id = UUID.v7()
    try await ReadMove(id: id, files: readable).run(context)
    return context.redirect(to: "/move-in/\(id)")
  }

  // MARK: A move

  static func show(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await show(id, errors: FormErrors(), context)
  }

  private static func show(_ id: UUID, errors: FormErrors, _ context: Context) async throws -> Response {
    let shown = try await find(id, context)
    return context.html(.household, status: errors.isEmpty ? .ok : .conflict) { out, page in
      Views.MoveIn.moveShown(&out, page: page, shown: shown, errors: errors)
    }
  }

  private static func find(_ id: UUID, _ context: Context) async throws -> MovePage {
    var batch = Batch()
    let (moves, counts) = (batch.add(MoveQueries.find(id)), batch.add(MoveQueries.counts(id)))
    let (known, samples) = (batch.add(MoveQueries.known(of: id)), batch.add(MoveQueries.samples(of: id)))
    let left = batch.add(MoveQueries.report(id, isLeftOut: true, limit: MovePage.maximumLeftOut))
    let (names, members) = (batch.add(MoveQueries.names(id)), batch.add(HouseholdQueries.members()))
    let zone = batch.add("SELECT current_setting('TimeZone') AS time_zone")
    let zones = context.app.timeZones.names.isEmpty ? batch.add(TimeZones.list()) : nil
    let results = try await context.query(batch)
    guard let row = results[moves].first else { throw Failure.notFound }
    if let zones { try context.app.timeZones.take(results[zones]) }
    let strings = context.strings
    return MovePage(
      move: try Move(row), counts: try MoveCounts(results[counts]), known: try results[known][0]["n"],
      samples: try results[samples].reduce(into: [:]) { samples, row in
        let kind: String = try row["kind"]
        samples[kind, default: []].append(try row["title"])
      },
      leftOut: try results[left].map { row in
        let why: String = try row["why"]
        return MovePage.LeftOut(
          title: strings.moveTitle(try row["title"], why: why), why: strings.moveReason(why),
          isEnglish: Strings.isEnglish(reason: why))
      },
      questions: try MoveQuestions(results[names], results[members]),
      zones: TimeZoneGroup.all(context.app.timeZones.names, chosen: try results[zone][0]["time_zone"], strings))
  }

  /// Takes the answers, and lets the job begin.
  static func begin(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    var answers = Move.Answers()
    answers.timeZone = fields["time_zone"].flatMap { $0.isEmpty || $0.utf8.count > 100 ? nil : $0 }
    answers.dateOrder = fields["date_order"].flatMap { ["day", "month"].contains($0) ? $0 : nil }
    // A form that asks sends `asked`, because a box that is not ticked is not sent.
    answers.takesDone = fields["done"].map { ["true", "on", "1"].contains($0) } ?? (fields["asked"] == nil)
    for (name, value) in fields.pairs {
      if name.hasPrefix("list:") {
        answers.lists[String(name.dropFirst(5))] = Move.ListUse(rawValue: value)
      } else if name.hasPrefix("person:"), let person = UUID(value.utf8) {
        answers.people[String(name.dropFirst(7))] = person
      }
    }
    try await context.query()
    guard let visitor = context.visitor else { throw Failure.signedOut }
    var batch = Batch()
    let found = batch.add(MoveQueries.find(id))
    batch.add(
      [MoveQueries.begin(id, answers)] + MoveQueries.answer(id) + [
        MoveJob.insert(id, visitor.householdID, visitor.personID, if: MoveQueries.hasBegun(id))
      ])
    guard try await !context.query(batch)[found].isEmpty else { throw Failure.notFound }
    context.app.worker.start()
    return context.redirect(to: "/move-in/\(id)")
  }

  /// The report as a table, a row for each of the files'.
  static func report(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch = Batch()
    let (moves, rows) = (batch.add(MoveQueries.find(id)), batch.add(MoveQueries.report(id, isLeftOut: false)))
    let results = try await context.query(batch)
    guard !results[moves].isEmpty else { throw Failure.notFound }
    // A mark of the encoding, without which spreadsheets guess.
    var text = "\u{FEFF}kind,title,list,state,reason\r\n"
    for row in results[rows] {
      let why: String = try row["why"]
      let cells: [String] = [
        try row["kind"], context.strings.moveTitle(try row["title"], why: why), try row["list"], try row["state"],
        context.strings.moveReason(why),
      ]
      text += cells.map(cell).joined(separator: ",") + "\r\n"
    }
    var response = Response()
    response.headers.set("Content-Type", "text/csv; charset=utf-8")
    response.headers.set("Content-Disposition", "attachment; filename=\"move-in.csv\"")
    response.headers.set("Cache-Control", "private, no-store")
    response.body = .bytes(Array(text.utf8))
    return response
  }

  /// A cell that no spreadsheet takes for a formula.
  private static func cell(_ text: String) -> String {
    let isFormula = text.utf8.first.map { [0x3D, 0x2B, 0x2D, 0x40].contains($0) } ?? false
    let value = isFormula ? "'\(text)" : text
    guard value.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 < 0x20 }) else { return value }
    return "\"\(value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }

  static func undo(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    if try await UndoMove(id: id).run(context) { return context.redirect(to: "/move-in/\(id)") }
    guard let row = try await context.query(MoveQueries.find(id)).first else { throw Failure.notFound }
    guard try Move(row).state == .moved else { return context.redirect(to: "/move-in/\(id)") }
    var errors = FormErrors()
    errors.add("", context.strings.moveInUndoRefused)
    return try await show(id, errors: errors, context)
  }
}

extension FoundRows {
  /// A file of others of which nothing is known.
  fileprivate func leavingOut(_ name: String) -> FoundRows {
    var file = MovedFile()
    file.leave(name, text: error ?? "")
    return FoundRows(file)
  }
}
