import CivilTime
import HTTP
import ICalendar
import Postgres
import Recurrence
import StrictJSON
import WebDAV

/// Stores an object that a program sends: a new item, a tick in one of five ways, or a change of the fields that the program has
/// changed.
struct PutTodo {
  let kind: CalDAVCollection.Kind
  /// The category's name; nil for none.
  let category: String?
  let href: String
  let object: TodoObject
  /// As it was sent.
  let source: String
  let ifMatch: TagCondition?
  let ifNoneMatch: TagCondition?

  /// Whether the object was not there before.
  struct Result { let isNew: Bool }

  /// Dates of a series that one object may tick one after the other.
  private static let mostTicks = 20
  /// Others change an item a few times at most between two round trips.
  static let mostAttempts = 5

  func run(_ session: CalDAVSession) async throws -> Result {
    do {
      return try await put(session)
    } catch PostgresError.server(let refusal) where refusal.sqlState == "23505" {
      // Sent twice at once: the other one has made it.
      do {
        return try await put(session)
      } catch PostgresError.server(let refusal) where refusal.sqlState == "23505" {
        // The shopping list has the UID.
        throw CalDAVRefusal(.forbidden, .calDAV("no-uid-conflict"))
      }
    }
  }

  private func put(_ session: CalDAVSession) async throws -> Result {
    let clocks = try await session.clocks()
    let uid = object.uid
    let rows = try await session.rows(ofItems: CalDAVQueries.named(ObjectNames(hrefs: [href], uids: [uid])))
    let here = rows.first { $0.href == href && $0.isIn(kind) }
    if let ifNoneMatch, !ifNoneMatch.matchesNone(here?.tag) { throw CalDAVRefusal(.preconditionFailed) }
    if let ifMatch, !ifMatch.matches(here?.tag) {
      // A program completes a copy first and then moves the dates on, with the tag from before.
      guard let here, try await hasTicked(here, ifMatch, session, clocks) else {
        throw CalDAVRefusal(.preconditionFailed)
      }
      return Result(isNew: false)
    }
    guard let row = here ?? rows.first(where: { $0.uid == uid || $0.formerUIDs.contains(uid) }) else {
      if let result = try await bringBack(session, clocks) { return result }
      return try await add(session, clocks)
    }
    if let here, here.uid != uid, !here.formerUIDs.contains(uid) {
      throw CalDAVRefusal(.forbidden, .calDAV("no-uid-conflict"), href: CalDAV.href(kind, here.href))
    }
    // A UID that is in another collection moves here; one that is here under another name stays what it is.
    if here == nil, row.uid == uid, row.isIn(kind) || kind == .mine {
      let place = row.isIn(kind) ? kind : row.kind
      throw CalDAVRefusal(.forbidden, .calDAV("no-uid-conflict"), href: CalDAV.href(place, row.href))
    }
    return try await change(row, movesHere: here == nil, session, clocks)
  }

  /// A tick, or a change, of what is there.
  /// - Parameter movesHere: it has another name, is in another collection, or was in the trash.
  func change(_ row: TodoRow, movesHere: Bool, _ session: CalDAVSession, _ clocks: Clocks) async throws -> Result {
    let given = ifMatch == nil ? try await session.given(row.subject, moved: movesHere ? object : nil) : nil
    let base =
      ifMatch != nil ? row.object(on: clocks.household).todo(on: clocks.household) : given?.todo(on: clocks.household)
    let isFormer = row.uid != object.uid
    guard let series = row.series, !row.isDone else {
      try await edit(row, since: base, given, movesHere: movesHere, session, clocks)
      return Result(isNew: movesHere)
    }
    /// One that was ticked is where the program has put it.
    func place(_ ticked: TodoRow) async throws -> Result {
      guard movesHere, !isFormer else { return Result(isNew: false) }
      if kind != .mine, !ticked.isIn(kind) { try await CalDAV.move(ticked.item, to: category, session) }
      if ticked.href != href {
        try await session.query(CalDAVQueries.rename(ticked.subject, uid: ticked.uid, to: href))
      }
      return Result(isNew: true)
    }
    for _ in 0..<Self.mostTicks {
      let all = try await session.rows(ofItems: CalDAVQueries.ofSeries(series))
      guard let known = TodoSeries(all, on: clocks.household), let open = all.first(where: { !$0.isDone }) else {
        // It has ended: the item is one like any other.
        if let last = all.first(where: { !$0.isDone }) ?? all.first(where: { $0.uid == object.uid }) {
          try await edit(last, since: base, given, movesHere: movesHere && !isFormer, session, clocks)
        }
        return Result(isNew: movesHere && !isFormer)
      }
      switch known.meaning(of: object, since: base, on: clocks.household) {
      case .alreadyDone:
        try await carry(
          open, since: base, given ?? (ifMatch == nil ? nil : row.object(on: clocks.household)), session, clocks)
        return try await place(open)
      case .done:
        guard try await tick(open, session) else {
          guard let ticked = try await session.rows(ofItems: "i.id = \(open.item)").first else { break }
          return try await place(ticked)
        }
      case .edited:
        if isFormer { return Result(isNew: false) }
        try await edit(open, since: base, given, movesHere: movesHere, session, clocks)
        return Result(isNew: movesHere)
      }
    }
    return Result(isNew: false)
  }

  /// The id that the name of an object has which no program has named.
  static func id(of href: String) -> UUID? { href.hasSuffix(".ics") ? UUID(href.dropLast(4).utf8) : nil }

  // MARK: New ones

  typealias Clocks = (household: ZoneTable, person: ZoneTable)

  private func add(_ session: CalDAVSession, _ clocks: Clocks) async throws -> Result {
    let todo = object.todo(on: clocks.household)
    if kind != .mine, !todo.title.isEmpty, try await join(todo, session, clocks) { return Result(isNew: true) }
    var draft = ItemDraft()
    let reader = try await session.person().reader
    draft.people = reader.parts(of: todo.description).people.flatMap { reader.ids($0) } ?? []
    if case .mine = kind, !draft.people.contains(reader.person) { draft.people.append(reader.person) }
    draft.category = category
    let isTicked = goesOn(todo, clocks)
    draft.isDone = todo.isDone && !isTicked
    fill(&draft, with: reader.bare(todo), beside: Todo(uid: object.uid), clocks)
    var adding = AddItem(item: draft, untitled: session.strings.itemsDefaultTitle)
    if !draft.isDone, let rule = todo.rule.flatMap({ RecurrenceRule($0) }) {
      adding.repeats = Repetition(rule: rule, time: nil)
    }
    adding.item.checklist = TodoText.checklist(of: todo.description)
    let times = TodoReminder.times(todo, known: [], on: clocks.household)
    if !times.isEmpty { adding.reminders = times }
    if adding.item.title.isBlank { adding.item.title = session.strings.itemsDefaultTitle }
    let ready = try await adding.ready(session)
    var batch = Batch()
    ready.store(in: &batch)
    batch.add(CalDAVQueries.save(item: draft.id, uid: object.uid, href: href, source: source))
    if let doneAt = todo.doneAt { batch.add(CalDAVQueries.setDone(draft.id, at: doneAt)) }
    try await session.query(batch)
    if isTicked, let open = try await session.rows(ofItems: "i.id = \(draft.id)").first {
      _ = try await tick(open, session)
    }
    return Result(isNew: true)
  }

  /// Whether a new one was ticked before it was sent: it repeats, and its next date is yet to come. One that a program brings along
  /// from long ago is done.
  private func goesOn(_ todo: Todo, _ clocks: Clocks) -> Bool {
    guard todo.isDone, let rule = todo.rule.flatMap({ RecurrenceRule($0) }),
      let date = todo.due?.local(on: clocks.household), let next = rule.first(after: date, from: date)
    else { return false }
    return clocks.household.moment(of: next.seconds) > Timestamp.now().seconds
  }

  /// Whether a new object is a part of ticking one that repeats.
  private func join(_ todo: Todo, _ session: CalDAVSession, _ clocks: Clocks) async throws -> Bool {
    let rows = try await session.rows(
      ofItems: CalDAVQueries.twins(title: todo.title, section: CalDAVCollection.section(kind)))
    for (id, all) in Dictionary(grouping: rows, by: \.series).sorted(by: {
      "\($0.key?.description ?? "")" < "\($1.key?.description ?? "")"
    }) {
      guard let id, let series = TodoSeries(all, on: clocks.household), let open = all.first(where: { !$0.isDone }),
        let twin = series.twin(object, on: clocks.household)
      else { continue }
      switch twin {
      case .doneCopy:
        _ = try await tick(open, session)
        try await session.query(Batch(CalDAVQueries.give(open.item, uid: object.uid, href: href, source: source)))
      case .copy(let done):
        if let row = all.first(where: { $0.isDone && $0.occurrence == done.occurrence && $0.uid == "\($0.item)" }) {
          try await session.query(Batch(CalDAVQueries.give(row.item, uid: object.uid, href: href, source: source)))
        }
      case .continuation(let isAhead):
        if isAhead { _ = try await tick(open, session) }
        let last = isAhead ? open : all.first { $0.isDone && $0.uid == "\($0.item)" }
        try await session.query(
          Batch(
            CalDAVQueries.carryOn(
              id, done: last?.item, old: (open.uid, open.href, open.source), uid: object.uid, href: href, source: source
            )))
      }
      return true
    }
    return false
  }

  // MARK: Changes

  /// - Parameters:
  ///   - base: as the program was last given it; nil where that is not known, and then all that it sends counts.
  ///   - given: the same as an object, where the program has sent no tag.
  func edit(
    _ first: TodoRow, since base: Todo?, _ given: TodoObject?, movesHere: Bool, _ session: CalDAVSession,
    _ clocks: Clocks
  ) async throws {
    var row = first
    for _ in 0..<Self.mostAttempts {
      guard let stored = try await stored(&row, session) else { continue }
      let stand = row.object(on: clocks.household)
      let (whole, sent) = (stand.todo(on: clocks.household), object.todo(on: clocks.household))
      // Of the boxes each is changed by itself.
      let reader = try await session.person().reader
      let (ours, theirs) = (reader.bare(whole), reader.bare(sent))
      let merge = TodoMerge(base: base.map { reader.bare($0) }, ours: ours, theirs: theirs)
      guard merge.conflicts.isEmpty || ifMatch == nil else { throw CalDAVRefusal(.preconditionFailed) }
      var draft = stored.item
      fill(&draft, with: merge.todo, beside: ours, clocks)
      if merge.todo.isDone != ours.isDone { draft.isDone = merge.todo.isDone }
      if movesHere, kind != .mine { draft.category = category }
      if let people = reader.people(of: sent, since: base, ours: whole) { draft.people = people }
      if kind == .mine, !row.isMine, !draft.people.contains(reader.person) { draft.people.append(reader.person) }
      let rule = merge.todo.rule == ours.rule ? nil : merge.todo.rule ?? ""
      let editing = editing(draft, rule: rule, stored, untitled: session.strings.itemsDefaultTitle)
      if !editing.isSame(as: stored) {
        switch try await editing.run(stored, session) {
        case .gone: throw CalDAVRefusal(.preconditionFailed)
        case .conflict(let now):
          // With a tag the program reads it anew; without one the merge begins again.
          guard ifMatch == nil else { throw CalDAVRefusal(.preconditionFailed) }
          guard now.version != stored.version, let fresh = try await session.rows(ofItems: "i.id = \(row.item)").first
          else { throw CalDAVRefusal(.preconditionFailed) }
          row = fresh
          continue
        case .saved(let ready, _):
          if ready.ticks { try await tick(row.item, isDone: draft.isDone, session) }
        }
      }
      let boxes = ChecklistChange(
        base: base.map { TodoText.checklist(of: $0.description) }, ours: stored.item.checklist,
        theirs: TodoText.checklist(of: sent.description))
      for change in boxes.changes { _ = try await ChangeChecklist(id: row.item, change: change).run(session) }
      let kept = kept(stand, since: given, isMoved: movesHere, on: clocks.household) { todo in
        (todo.parent, todo.color, todo.order) = (merge.todo.parent, merge.todo.color, merge.todo.order)
        (todo.attachments, todo.reminders) = (merge.todo.attachments, merge.todo.reminders)
      }
      var batch = Batch(CalDAVQueries.save(item: row.item, uid: object.uid, href: href, source: kept))
      store(merge.todo, since: ours, row, clocks, in: &batch)
      let left = fields(of: merge, theirs, draft, clocks)
      if !left.isEmpty, let token = session.context.program?.token {
        batch.add(PendingConflictQueries.insert(row.item, token: token, left))
      }
      try await session.query(batch)
      return
    }
    throw CalDAVRefusal(.preconditionFailed)
  }

  /// The item of a row, which is read again if it is older than the item. Nil if that has changed once more meanwhile.
  private func stored(_ row: inout TodoRow, _ session: CalDAVSession) async throws -> StoredItem? {
    guard let stored = try StoredItem(try await session.query(ItemQueries.find(row.item))) else {
      throw CalDAVRefusal(.preconditionFailed)
    }
    if stored.version == row.version { return stored }
    guard let now = try await session.rows(ofItems: "i.id = \(row.item)").first else {
      throw CalDAVRefusal(.preconditionFailed)
    }
    row = now
    return now.version == stored.version ? stored : nil
  }

  /// The change of an item: a date is moved for this one; everything else is said of its series.
  /// - Parameter rule: another one than the item has, or none any more: "". Nil for as before.
  private func editing(_ draft: ItemDraft, rule: String?, _ stored: StoredItem, untitled: String) -> EditItem {
    var editing = EditItem(
      item: draft, version: stored.version, base: MergeBase(of: stored.texts), untitled: untitled)
    if let rule, !stored.item.isDone {
      if let rule = RecurrenceRule(rule) {
        let origin = rule.isPlain ? stored.repeats?.origin ?? .due : .due
        editing.repeats = .to(Repetition(rule: rule, origin: origin))
      } else if stored.repeats != nil {
        editing.repeats = .never
      }
    }
    var undated = draft
    (undated.due, undated.isDone) = (stored.item.due, stored.item.isDone)
    editing.isForFollowing =
      stored.repeats != nil
      && !EditItem(item: undated, version: stored.version, untitled: untitled).isSame(as: stored)
    return editing
  }

  private func tick(_ item: UUID, isDone: Bool, _ session: CalDAVSession) async throws {
    let ticking = CompleteItem(id: item, isDone: isDone, keepsNext: isDone ? nil : true)
    var batch = Batch()
    let query = ticking.start(in: &batch)
    _ = try await ticking.finish(try await session.query(batch), query, session)
  }

  /// Stores the moment of done and the reminders, where they differ.
  private func store(_ todo: Todo, since ours: Todo, _ row: TodoRow, _ clocks: Clocks, in batch: inout Batch) {
    if let doneAt = todo.doneAt, doneAt != ours.doneAt { batch.add(CalDAVQueries.setDone(row.item, at: doneAt)) }
    if todo.reminders != ours.reminders {
      let times = TodoReminder.times(todo, known: row.reminders ?? [], on: clocks.household)
      // Of a program that shows no alarms nobody has said "never".
      batch.add(ReminderQueries.save(times.isEmpty ? .usual : .own(times), of: row.item))
    }
  }

  /// The object to be stored. Where the program may not have seen what another one has put into it, what no field is for is merged,
  /// too.
  /// - Parameters:
  ///   - given: as the program was last given it, where it has sent no tag.
  ///   - isMoved: it comes from another place, and may be a copy from before the program was last given it.
  ///   - merge: takes what is merged of fields.
  func kept(
    _ stand: TodoObject, since given: TodoObject?, isMoved: Bool, on clock: ZoneTable, _ merge: (inout Todo) -> Void
  ) -> String {
    guard isMoved || given != nil else { return source }
    var kept = object.keeping(stand, since: given, isCopy: isMoved)
    var todo = kept.todo(on: clock)
    merge(&todo)
    kept.apply(todo, on: clock, changed: Timestamp.now().seconds)
    return kept == object ? source : String(decoding: kept.bytes, as: UTF8.self)
  }

  /// The fields of the item's form that both have changed, as the program has sent them. What a form has no field for is the program's.
  private func fields(
    of merge: TodoMerge, _ theirs: Todo, _ merged: ItemDraft, _ clocks: Clocks
  ) -> [(name: String, value: String)] {
    guard !merge.conflicts.isEmpty else { return [] }
    var sent = merged
    fill(&sent, with: theirs, beside: merge.todo, clocks)
    let form = ItemForm(sent, nil)
    return merge.conflicts.flatMap { field -> [(name: String, value: String)] in
      switch field {
      case .title: [("title", form.title)]
      case .description: [("description", form.description)]
      case .due: [("due_date", form.dueDate), ("due_time", form.dueTime)]
      case .priority: [("priority", form.priority.text)]
      case .rule: [("repeat", theirs.rule ?? "")]
      case .start: [("not_before", form.notBefore)]
      case .tags, .done, .parent, .reminders, .color, .attachments, .order: []
      }
    }
  }

  /// Takes the fields in which a to-do differs from another one.
  private func fill(_ draft: inout ItemDraft, with todo: Todo, beside ours: Todo, _ clocks: Clocks) {
    if todo.title != ours.title { draft.title = String(todo.title.prefix(10_000)) }
    if todo.description != ours.description { draft.description = todo.description }
    if todo.tags != ours.tags { draft.tags = todo.tags }
    if todo.due != ours.due {
      draft.due = todo.due.map { due in
        switch due {
        case .day(let day): .day(day)
        case .moment(let seconds): .moment(CivilTime(seconds: seconds + clocks.person.offset(at: seconds)))
        }
      }
    }
    if todo.rule == nil, todo.start != ours.start { draft.notBefore = TodoStart.day(todo, on: clocks.household) }
    if todo.priority != ours.priority {
      switch todo.priority {
      case .none: draft.priority = .none
      case .low: draft.priority = .low
      case .medium: draft.priority = .medium
      case .high: draft.priority = .high
      }
    }
  }
}

extension CalDAVSession {
  /// Objects of a condition on the item `i`.
  func rows(ofItems condition: SQL) async throws -> [TodoRow] { try await rows(CalDAVQueries.objects(condition)) }

  /// Objects of a statement.
  func rows(_ statement: SQL) async throws -> [TodoRow] {
    let texts: [(json: String, given: String?)] = try await query(statement).map {
      (try $0["json"], try $0["given"])
    }
    let reader = try await person().reader
    return try texts.map { entry throws(Refusal) in try TodoRow(entry.json, given: entry.given, for: reader) }
  }
}
