import CivilTime
import Crypto
import MoveIn
import Postgres
import Recurrence

/// Items, with what they repeat, their pictures and files.
extension StoreMove.Part {
  mutating func prepareItems(_ rows: [StoreMove.Taken], _ session: some HouseholdSession) async throws {
    let (answers, names, now) = (move.answers, names, session.local)
    let read = try await session.offLoop {
      rows.map { row in
        MovedItem(json: row.data).map { (MovedDraft($0, answers, names, now: now), $0.imageData, $0.files) }
      }
    }
    var drafts: [(row: StoreMove.Taken, draft: MovedDraft)] = []
    var (photos, files): ([Int: [UInt8]], [Int: [MovedItem.File]]) = ([:], [:])
    for (row, draft) in zip(rows, read) {
      if let (draft, photo, its) = draft {
        drafts.append((row, draft))
        (photos[row.number], files[row.number]) = (photo, its)
      } else {
        leave(row, .broken)
      }
    }
    try await setZones(&drafts, session)
    let clocks = try await clocks(of: drafts.map(\.draft), session)
    for (index, entry) in drafts.enumerated() {
      var item = entry.draft.item
      item.id = subject(entry.row)
      let reminders = entry.draft.reminders
      guard item.problems(needsDescription: false).isEmpty, !item.title.isBlank else {
        leave(entry.row, item.title.isBlank ? .untitled : .broken)
        continue
      }
      let plan = await plan(of: entry.draft, for: &item, clocks[index], session)
      var picture: ImageConverter.Pictures?
      if let photo = photos[entry.row.number] {
        picture = await converted(photo, of: entry.row, thumbnail: ItemForm.thumbnailSize)
        if picture != nil { item.imageID = image(photo) }
      }
      let stored = await prepared(files[entry.row.number] ?? [], of: entry.row)
      item.files = stored.map(\.file.id)
      let (adding, labels) = (AddItem.Ready(item: item, plan: plan, reminders: reminders), entry.draft.labels)
      pieces.append(
        StoreMove.Piece(
          number: entry.row.number, subject: item.id, dates: (entry.draft.createdAt, entry.draft.doneAt),
          picture: picture, sharedImage: item.imageID, files: stored
        ) { batch in
          adding.store(in: &batch)
          if let image = adding.item.imageID { batch.add(MoveQueries.share(image, with: adding.item.id)) }
          if !adding.item.files.isEmpty { batch.add(FileQueries.share(adding.item.files, with: adding.item.id)) }
          if !labels.isEmpty { batch.add(MoveQueries.look(labels)) }
        })
    }
  }

  /// The id of an item's picture: items of a series have the same one, which is stored once.
  private func image(_ photo: [UInt8]) -> UUID {
    .v8(sha256(Array("\(household) \(move.id) picture\n".utf8) + sha256(photo)))
  }

  /// The household's clock for the items that repeat, by their place: their series are counted on it.
  private func clocks(of drafts: [MovedDraft], _ session: some HouseholdSession) async throws -> [Int: Row] {
    var batch = Batch()
    var keys: [Int: Batch.Key] = [:]
    for (index, draft) in drafts.enumerated() {
      if let repeats = draft.repeats { keys[index] = batch.add(RepeatPlan.clock(of: repeats, draft.item, session)) }
    }
    if keys.isEmpty { return [:] }
    let results = try await session.query(batch)
    return keys.compactMapValues { results[$0].first }
  }

  /// The series of an item that repeats. A rule that cannot be followed is kept in the description.
  private func plan(
    of draft: MovedDraft, for item: inout ItemDraft, _ clock: Row?, _ session: some HouseholdSession
  ) async -> RepeatPlan {
    guard let repeats = draft.repeats, let clock else { return .none }
    guard repeats.problems.isEmpty,
      var series = try? await RepeatPlan.series(repeats, item, takesTemplate: true, clock, session)
    else {
      item.description = MovedDraft.add("Repeat: \(repeats.rule.text)", to: item.description)
      return .none
    }
    // Its dates are counted from the first one.
    series.skipped = draft.skipped.map { CivilTime(seconds: series.startsAt.seconds + $0 * 86400) }
    return .begin(series)
  }

  /// The further pictures and files of an item; pictures are decoded and written again.
  private mutating func prepared(
    _ files: [MovedItem.File], of row: StoreMove.Taken
  ) async -> [(file: ItemFile, bytes: [UInt8], thumbnail: [UInt8]?)] {
    var stored: [(file: ItemFile, bytes: [UInt8], thumbnail: [UInt8]?)] = []
    for (place, file) in files.prefix(ItemFile.maximum).enumerated() {
      // Items of a series have the same files: one that several have is stored once. Files are in the order of their ids.
      let words = "\(household) \(move.id) \(file.isPicture) \(file.name)\n"
      let id = UUID.v8([UInt8(place)] + sha256(Array(words.utf8) + sha256(file.bytes)).dropFirst())
      var (bytes, thumbnail): ([UInt8], [UInt8]?) = (file.bytes, nil)
      if file.isPicture {
        guard let pictures = await converted(file.bytes, of: row, thumbnail: ItemForm.thumbnailSize) else { continue }
        (bytes, thumbnail) = (pictures.picture, pictures.thumbnail)
      }
      guard bytes.count <= ItemFile.maximumSize else {
        missPicture(row.number)
        continue
      }
      stored.append(
        (ItemFile(id: id, name: file.name, size: bytes.count, isPicture: file.isPicture), bytes, thumbnail))
    }
    return stored
  }

  /// Times of other zones than the person's, on the person's clock. One whose zone nobody knows is taken as it is.
  private func setZones(
    _ drafts: inout [(row: StoreMove.Taken, draft: MovedDraft)], _ session: some HouseholdSession
  ) async throws {
    let indices = drafts.indices.filter { drafts[$0].draft.zone != nil }
    guard !indices.isEmpty else { return }
    let rows = try await session.query(
      MoveQueries.local(
        indices.map { index in
          guard case .moment(let time)? = drafts[index].draft.item.due else { return (CivilTime(seconds: 0), "") }
          return (time, drafts[index].draft.zone ?? "")
        }))
    for (index, row) in zip(indices, rows) {
      if let local: CivilTime = try row["local"] {
        drafts[index].draft.item.due = .moment(local)
      } else if let zone = drafts[index].draft.zone {
        drafts[index].draft.item.description = MovedDraft.add(
          "Time zone: \(zone)", to: drafts[index].draft.item.description)
      }
    }
  }
}
