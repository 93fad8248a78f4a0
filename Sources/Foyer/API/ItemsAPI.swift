import CivilTime
import HTTP
import Postgres
import StrictJSON

extension SQL {
  /// 48 bits, as a number, that are others when one of the values is.
  static func digest(_ values: SQL) -> SQL {
    "('x' || left(md5(ROW(\(fragment: values))::text), 12))::bit(48)::bigint"
  }
}

extension Resource {
  static let items = Resource(
    name: "items", part: .items, one: "an item",
    row: [
      .field("id", .id), .field("version", .number(0...Int.max)), .field("title", .text(10_000)),
      .field("description", .text(100_000)),
      .field("category", .text(10_000), "The name of its category.", nullable: true),
      .field("tags", .list(.text(10_000), atMost: 1_000), "The names of its tags."),
      .field("due_date", .day, nullable: true), .field("due_time", .time, "Null of a whole day.", nullable: true),
      .field("due_at", .moment, "The moment of the deadline; of a whole day its last minute.", nullable: true),
      .field("time_zone", .text(100), "The zone of dates and times: that of the token's person."),
      .field("not_before", .day, "It is hidden until this day.", nullable: true),
      .field("priority", .choice(priorities)), .field("done", .flag), .field("done_at", .moment, nullable: true),
      .field("checklist", .list(.object(line), atMost: 1_000)),
      .field("people", .list(.id, atMost: 1_000), "Whom it is for; none for everybody."),
      .field("turn", .list(.id, atMost: 1_000), "Those who take turns; the first has the turn."),
      .field("turn_every", .text(500), "How often the turn changes; null for with each item.", nullable: true),
      .field("repeat", .text(500), "An RRULE value (RFC 5545).", nullable: true),
      .field("repeat_from", .choice(["due", "done"]), nullable: true),
      .field("series", .id, "What repeats, in all its items.", nullable: true),
      .field("image", .text(200), "The path of its picture, for a browser.", nullable: true),
      .field(
        "files", .list(.object(file), atMost: 1_000), "Its further pictures and files; the path is for a browser."),
      .field("created_at", .moment),
    ],
    // A join asks for the household of each row three times over; what most items have none of is looked up where there is one.
    // Names of labels are read once for all rows, as soon as one of the rows has a label.
    select: { condition, end in
      """
      WITH section AS MATERIALIZED (
        SELECT id, name FROM categories WHERE household_id = current_household() AND deleted_at IS NULL
      ), label AS MATERIALIZED (
        SELECT id, name FROM tags WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY folded_name
      )
      SELECT t.id, t.version, t.title, t.description,
        CASE WHEN t.category_id IS NOT NULL THEN (SELECT name FROM section WHERE id = t.category_id) END AS category,
        CASE WHEN t.tag_ids <> '{}' THEN ARRAY(SELECT name FROM label WHERE id = ANY (t.tag_ids)) END AS tags,
        coalesce(t.due_day, t.due_at::date) AS due_date, CASE WHEN t.due_day IS NULL THEN t.due_at::time END AS due_time,
        t.due_at, (SELECT current_setting('TimeZone')) AS time_zone, t.not_before,
        (ARRAY['high', 'medium', 'low', 'none'])[t.priority] AS priority, t.is_done AS done, t.done_at,
        CASE WHEN t.checklist IS NOT NULL THEN (
          SELECT json_agg(json_build_object('id', line ->> 'id', 'text', line ->> 'text', 'done', coalesce((line ->> 'done')::boolean, false))
            ORDER BY place)
          FROM jsonb_array_elements(t.checklist) WITH ORDINALITY AS lines (line, place) WHERE line -> 'gone' IS NULL) END AS checklist,
        t.people, CASE WHEN t.turn_person IS NOT NULL THEN t.turn_person || array_remove(t.turn_queue, t.turn_person) END AS turn,
        s.turn_rule AS turn_every, s.rule AS repeat, s.repeat_from, t.series_id AS series,
        CASE WHEN t.image_id IS NOT NULL THEN '/items/' || t.id || '/image' END AS image, CASE WHEN t.files > 0 THEN (
          SELECT json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'path', '/items/' || t.id || '/files/' || f.id)
            ORDER BY f.created_at, f.id)
          FROM item_files x JOIN files f ON f.household_id = current_household() AND f.id = x.file_id
          WHERE x.household_id = current_household() AND x.item_id = t.id AND x.deleted_at IS NULL) END AS files,
        t.created_at
      FROM items t
      LEFT JOIN LATERAL (
        SELECT turn_rule, rule, repeat_from FROM series
        WHERE t.series_id IS NOT NULL AND household_id = current_household() AND id = t.series_id AND ended_at IS NULL OFFSET 0
      ) AS s ON true
      WHERE t.household_id = current_household() AND t.deleted_at IS NULL AND \(fragment: condition) \(fragment: end)
      """
    },
    filters: [
      .field("done", .flag), .field("category", .text(10_000), "The name of a category."),
      .field("tag", .text(10_000), "The name of a tag."),
      .field("due_before", .day, "Items that are due before this day."),
      .field("due_from", .day, "Items that are due on this day or later."),
    ],
    condition: { query in
      var condition: SQL = "true"
      if let done = query["done"] { condition += " AND t.is_done = \(done == "true")" }
      if let name = query["category"] {
        condition += """
           AND t.category_id IN (
            SELECT c.id FROM categories c
            WHERE c.household_id = current_household() AND c.deleted_at IS NULL AND c.folded_name = folded(btrim(\(name))))
          """
      }
      if let name = query["tag"] {
        condition += """
           AND EXISTS (
            SELECT FROM item_tags x JOIN tags g ON g.household_id = current_household() AND g.id = x.tag_id AND g.deleted_at IS NULL
            WHERE x.household_id = current_household() AND x.item_id = t.id AND g.folded_name = folded(btrim(\(name))))
          """
      }
      if let day = query["due_before"].flatMap({ CalendarDate($0) }) {
        condition += " AND coalesce(t.due_day, t.due_at::date) < \(day)::date"
      }
      if let day = query["due_from"].flatMap({ CalendarDate($0) }) {
        condition += " AND coalesce(t.due_day, t.due_at::date) >= \(day)::date"
      }
      return condition
    },
    writable: [
      .field("title", .text(10_000)), .field("description", .text(100_000)),
      .field("category", .text(10_000), "One that is not there is made.", nullable: true),
      .field("tags", .list(.text(10_000), atMost: 50), "Those that are not there are made."),
      .field("due_date", .day, nullable: true), .field("due_time", .time, nullable: true),
      .field("not_before", .day, nullable: true), .field("priority", .choice(priorities)), .field("done", .flag),
      .field("people", .list(.id, atMost: 50)), .field("turn", .list(.id, atMost: 50)),
      .field("turn_every", .text(500), nullable: true), .field("repeat", .text(500), nullable: true),
      .field("repeat_from", .choice(["due", "done"]), nullable: true),
    ],
    ofChange: [
      .field(
        "scope", .choice(["one", "following"]),
        "Of what repeats: whether this item alone is changed, or those that follow as well; `one` if it is not given.")
    ],
    create: { call, id, session in
      let form = ItemForm(id: id, call.body.form)
      // People are members; turns and dates that repeat depend on these and their clock, a title that is not given on their language.
      let isPlain = form.people.all.isEmpty && !call.body.has("repeat") && !form.title.isBlank
      let members = isPlain ? [] : try await household(session)
      guard session.before == nil else { return }
      try form.people.check(members)
      var problems = Problems()
      var adding = form.addition(&problems, call.context.strings)
      adding.item.isDone = call.body.flag("done") ?? false
      problems.add(adding.problems(needsDescription: call.context.needsDescription))
      guard problems.isEmpty else { throw problems }
      // Ticking one that repeats makes the next one: a change of its own, after this one.
      let ticks = adding.item.isDone && adding.repeats != nil
      if ticks { adding.item.isDone = false }
      let ready = try await adding.ready(members: members, session)
      var batch = Batch()
      ready.store(in: &batch, if: ItemQueries.isNew(adding.item))
      let store = batch
      if ticks {
        try await call.context.inOneTransaction {
          try await session.query(store)
          if session.after != nil { _ = try await CompleteItem.run(id, true, session) }
        }
      } else {
        try await session.query(store)
      }
      if session.after == nil { problems = adding.problems(needsDescription: call.context.needsDescription) }
      guard problems.isEmpty else { throw problems }
    },
    change: { call, id, version, session in
      if let patch = PatchItem(id, version, call.body), let change = try await store(patch, call) { return change }
      return try await editItem(call, id, version, session, unlessItHas: call.body) { form in
        form.take(ItemForm(id: id, call.body.form), of: call.body.names)
      }
    },
    delete: { call, id in
      let deleting = DeleteItems.one(id)
      var batch = Batch()
      let query = deleting.store(in: &batch)
      return try DeleteItems.Result(try await call.context.query(batch), query, of: deleting) != nil
    },
    restore: { call, id in try await Items.restore(.one(id), call.context) != nil },
    // A reading that began before the change of the zone has ended within a minute.
    isOwn: """
      t.category_id IS NULL AND t.tag_ids = '{}' AND t.series_id IS NULL AND NOT EXISTS (
        SELECT FROM people p WHERE p.household_id = current_household() AND p.id = current_person()
          AND p.zone_changed_at + interval '1 minute' >= coalesce(t.changed_at, t.created_at))
      """,
    picture: PictureOfRow(
      picture: { ImageQueries.picture(ofItem: $0) }, thumbnail: { ImageQueries.thumbnail(ofItem: $0) },
      thumbnailSize: ItemForm.thumbnailSize,
      change: { call, id, version, session, upload in
        try await editItem(call, id, version, session) { form in
          (form.imageID, form.removesImage) = (upload, upload == nil)
        }
      }),
    actions: itemActions + checklistActions + files)

  /// Changes the item in one round trip. Nil if its form has to say what becomes of it.
  private static func store(_ patch: PatchItem, _ call: Call) async throws -> Change? {
    var batch = Batch()
    let (changed, found) = (ItemQueries.update(patch, in: &batch), batch.add(items.find(patch.id)))
    let results = try await call.context.query(batch)
    guard let row = results[found].first else { return .gone }
    if !results[changed].isEmpty { return .now(row, isSaved: true) }
    return try row["version"] == patch.version ? nil : .now(row, isSaved: false)
  }

  /// Changes the item as its form has it.
  private static func editItem(
    _ call: Call, _ id: UUID, _ version: Int, _ session: RowSession, unlessItHas body: APIBody? = nil,
    _ fill: (inout ItemForm) -> Void
  ) async throws -> Change {
    guard let stored = try StoredItem(try await session.query(ItemQueries.find(id))) else { return .gone }
    guard stored.version == version else { return .changedMeanwhile }
    if let body, try await session.had(body) { return .saved }
    var form = ItemForm(stored)
    // Changes by others from here on are not merged: the program has named the version that it knows.
    form.base = ""
    fill(&form)
    let named = form.people.all.subtracting(ItemPeopleForm(stored.item).all)
    if !named.isEmpty { try form.people.check(try await household(session)) }
    var problems = Problems()
    let editing = form.edit(of: version, &problems, call.context.strings)
    problems.add(editing.problems(needsDescription: call.context.needsDescription))
    guard problems.isEmpty else { throw problems }
    // A series is changed by its open item.
    guard !stored.item.isDone || editing.repeats.isSame(as: stored.repeats) else {
      throw APIProblem.field("repeat", .ruleOfDone)
    }
    func save() async throws -> Change {
      switch try await editing.run(stored, session) {
      case .gone: return .gone
      case .conflict: return .changedMeanwhile
      case .saved(let ready, _):
        if ready.ticks, case .asks = try await CompleteItem.run(id, !stored.item.isDone, session) {
          throw APIProblem(.conflict)
        }
        return .saved
      }
    }
    guard stored.isInSeries, form.isDone != stored.item.isDone else { return try await save() }
    // The tick is a change of its own: if it is refused, none of the other fields is kept.
    return try await call.context.inOneTransaction { try await save() }
  }

  private static func household(_ session: RowSession) async throws -> [HouseholdMember] {
    try await session.query(HouseholdQueries.members()).map { try HouseholdMember($0) }
  }

  private static let priorities = ["high", "medium", "low", "none"]

  private static let file: [APIField] = [
    .field("id", .id), .field("name", .text(ItemFile.maximumName)), .field("size", .number(0...ItemFile.maximumSize)),
    .field("path", .text(200)),
  ]

  private static let line: [APIField] = [
    .field("id", .id), .field("text", .text(Checklist.maximumLength)), .field("done", .flag),
  ]
}

extension RepeatChange {
  /// Whether an item repeats afterwards as it does now.
  fileprivate func isSame(as present: Repetition?) -> Bool {
    switch self {
    case .unchanged: true
    case .never: present == nil
    case .to(let repeats): present.map { repeats.isSame(as: $0) } ?? false
    }
  }
}

extension ItemPeopleForm {
  /// Those that it is for, and those who take turns.
  fileprivate var all: Set<UUID> { Set(people + turn) }

  /// Throws if one of them is no member. A page's form drops who has left since it was drawn; a program would take an item for
  /// assigned that is for everybody.
  fileprivate func check(_ members: [HouseholdMember]) throws {
    let known = Set(members.map(\.id))
    for (name, ids) in [("people", people), ("turn", turn)] where !known.isSuperset(of: ids) {
      throw APIProblem.field(name, .noMembers)
    }
  }
}

extension ItemForm {
  /// Takes fields of another form; the others stay as they are.
  fileprivate mutating func take(_ other: ItemForm, of names: [String]) {
    // Without a word about it the way in which it repeats stays, whatever the form could say of it.
    repeats.choice = nil
    for name in names {
      switch name {
      case "title": title = other.title
      case "description": description = other.description
      case "category": category = other.category
      case "tags": tags = other.tags
      case "due_date": dueDate = other.dueDate
      case "due_time": dueTime = other.dueTime
      case "not_before": notBefore = other.notBefore
      case "priority": priority = other.priority
      case "done": isDone = other.isDone
      case "people": people.people = other.people.people
      case "turn": people.turn = other.people.turn
      case "scope": repeats.isForFollowing = other.repeats.isForFollowing
      case "turn_every": people.turnEvery = other.people.turnEvery
      case "repeat":
        let stored = repeats.stored
        repeats = other.repeats
        repeats.stored = stored
        if let stored, !names.contains("repeat_from") { repeats.origin = stored.origin }
      default: break
      }
    }
    if names.contains("repeat_from"), !names.contains("repeat"), let stored = repeats.stored {
      (repeats.choice, repeats.origin) = (stored.rule.text, other.repeats.origin)
      (repeats.until, repeats.count) = ("", "")
    }
    // Without a day there is no time.
    if names.contains("due_date"), dueDate.isEmpty, !names.contains("due_time") { dueTime = "" }
  }
}
