import CivilTime
import Postgres

/// Everything that is asked of the table `items`. Each statement names the household of each table, and row level security
/// adds it once more.
enum ItemQueries {
  /// The item, a row for each of its tags.
  static func find(_ id: UUID) -> SQL {
    """
    SELECT i.id, i.title, i.description, i.is_done, i.version, i.due_at, i.due_day, i.not_before, i.priority, i.checklist::text AS checklist, i.image_id, \(fragment: FileQueries.column), c.name AS category, i.people, i.turn_person, i.turn_queue,
      t.name AS tag, \(fragment: RepeatQueries.columns), \(fragment: SnoozeQueries.today) AS household_day
    FROM items i
    \(fragment: RepeatQueries.join)
    LEFT JOIN categories c ON c.household_id = current_household() AND c.id = i.category_id
    LEFT JOIN item_tags x ON x.household_id = current_household() AND x.item_id = i.id
    LEFT JOIN tags t ON t.household_id = current_household() AND t.id = x.tag_id AND t.deleted_at IS NULL
    WHERE i.household_id = current_household() AND i.id = \(id) AND i.deleted_at IS NULL
    ORDER BY t.folded_name
    """
  }

  /// For readers: of a day its last minute on the reader's clock, wherever the household's is.
  static let due: SQL = "coalesce((due_day + time '23:59')::timestamptz, due_at)"

  /// The column `is_day`: whether that is a day's last minute; NULL in most rows, as every column costs time.
  static let isDay: SQL = "CASE WHEN due_day IS NOT NULL THEN true END AS is_day"

  /// The column `priority`; NULL in most rows.
  static let priority: SQL = "CASE WHEN priority < 4 THEN priority END AS priority"

  /// The column `due_at`: of a day its last minute on the household's clock.
  static func moment(of due: Deadline?) -> SQL {
    switch due {
    case nil: "NULL::timestamptz"
    case .day(let day): "(SELECT end_of_day(\(day)::date, time_zone) FROM households WHERE id = current_household())"
    case .moment(let time): "\(time)::timestamp::timestamptz"
    }
  }

  /// The same of an item that is there. One whose time stays on the reader's clock keeps its moment: when summer time ends, an hour is
  /// there twice.
  static func moment(movedTo due: Deadline?) -> SQL {
    guard case .moment(let time)? = due else { return moment(of: due) }
    return
      "CASE WHEN due_day IS NULL AND due_at::timestamp = \(time)::timestamp THEN due_at ELSE \(fragment: moment(of: due)) END"
  }

  /// The tags that a form offers: those that are used most.
  static func offeredTags() -> SQL {
    """
    SELECT name, color FROM tags LEFT JOIN (
      SELECT tag_id, sum(items) AS items FROM tag_counts WHERE household_id = current_household() GROUP BY tag_id
    ) AS n ON n.tag_id = tags.id
    WHERE household_id = current_household() AND deleted_at IS NULL
    ORDER BY coalesce(n.items, 0) DESC, folded_name LIMIT 40
    """
  }

  /// Makes an item, with the category and the tags that do not exist yet; does nothing when it is there already, because
  /// its form was sent twice. The returned statement changes a row if it is new.
  static func insert(_ item: ItemDraft, if condition: SQL, in batch: inout Batch) -> Batch.Key {
    batch.add(lockHousehold())
    addLabels(item, condition, in: &batch)
    let added = batch.add(
      """
      INSERT INTO items (id, title, description, due_at, due_day, not_before, priority, checklist, done_at, is_sample, category_id, image_id, people, turn_queue, turn_person)
      SELECT \(item.id)::uuid, \(item.title)::text, \(item.description)::text, \(fragment: moment(of: item.due)), \(optional: item.due?.dueDay)::date, \(optional: item.notBefore)::date, \(item.priority.rawValue)::smallint, \(optional: item.checklist.json)::jsonb,
        CASE WHEN \(item.isDone) THEN now() END, \(item.isSample)::boolean,
        (\(fragment: category(named: item.category))), (\(fragment: ImageQueries.unused(item.imageID))),
        \(fragment: TurnQueries.members(item.people)), \(fragment: TurnQueries.queue(item.turnQueue)), \(fragment: TurnQueries.person(item.turnQueue))
      WHERE \(fragment: condition)
      ON CONFLICT (household_id, id) DO NOTHING
      """)
    if !item.tags.isEmpty {
      batch.add(
        """
        INSERT INTO item_tags (item_id, tag_id)
        SELECT \(item.id)::uuid, id FROM tags
        WHERE household_id = current_household() AND \(fragment: tags(named: item.tags)) AND \(fragment: condition)
        ORDER BY \(fragment: place(in: item.tags)) ON CONFLICT DO NOTHING
        """)
    }
    return added
  }

  /// Whether an item was not there before this transaction, and has the description that the household may want.
  static func isNew(_ item: ItemDraft) -> SQL {
    let isDescribed: SQL =
      item.description.isBlank
      ? " AND NOT EXISTS (SELECT FROM households WHERE id = current_household() AND description_required)" : ""
    return """
      NOT EXISTS (SELECT FROM items WHERE household_id = current_household() AND id = \(item.id) AND created_at < now())\(fragment: isDescribed)
      """
  }

  /// Changes an item, unless somebody else has changed it since `version`. There is a row if it was changed.
  /// - Parameter locksSeries: whether the statements behind it change the item's series.
  static func update(
    _ item: ItemDraft, version: Int, locksSeries: Bool = false, in batch: inout Batch
  ) -> Batch.Key {
    // Leaving locks the household: take this lock first to keep the lock order.
    if !item.people.isEmpty || !item.turnQueue.isEmpty || locksSeries { batch.add(lockHousehold()) }
    addLabels(item, isCurrent(item.id, version), in: &batch)
    if locksSeries { batch.add(RepeatQueries.lock(ofItems: "id = \(item.id)")) }
    let update: SQL = """
      UPDATE items SET title = \(item.title), description = \(item.description), due_at = \(fragment: moment(movedTo: item.due)), due_day = \(optional: item.due?.dueDay)::date,
        not_before = \(optional: item.notBefore)::date, priority = \(item.priority.rawValue)::smallint,
        done_at = CASE WHEN \(item.isDone) THEN coalesce(done_at, now()) END, category_id = (\(fragment: category(named: item.category))),
        image_id = CASE WHEN \(item.removesImage) THEN NULL ELSE coalesce((\(fragment: ImageQueries.unused(item.imageID))), image_id) END,
        people = \(fragment: TurnQueries.members(item.people)), turn_queue = \(fragment: TurnQueries.queue(item.turnQueue)),
        turn_person = \(fragment: TurnQueries.person(item.turnQueue)), is_sample = false, \(fragment: .nextVersion)
      WHERE household_id = current_household() AND id = \(item.id) AND version = \(version) AND deleted_at IS NULL
      """
    return batch.add(tagged(update, item.tags))
  }

  /// A change of an item after which it has these tags alone. There is a row if it was changed.
  static func tagged(_ update: SQL, _ names: [String]) -> SQL {
    """
    WITH changed AS (
      \(fragment: update)
      RETURNING id
    ), wanted AS (
      SELECT id, \(fragment: place(in: names)) AS place FROM tags
      WHERE household_id = current_household() AND \(fragment: tags(named: names))
    ), removed AS (
      DELETE FROM item_tags
      WHERE household_id = current_household() AND item_id IN (SELECT id FROM changed) AND tag_id NOT IN (SELECT id FROM wanted)
        AND tag_id IN (SELECT id FROM tags WHERE household_id = current_household() AND deleted_at IS NULL)
    ), added AS (
      INSERT INTO item_tags (item_id, tag_id) SELECT changed.id, wanted.id FROM changed, wanted
      ORDER BY wanted.place ON CONFLICT DO NOTHING
    )
    SELECT id FROM changed
    """
  }

  static func isCurrent(_ id: UUID, _ version: Int) -> SQL {
    """
    EXISTS (
      SELECT FROM items WHERE household_id = current_household() AND id = \(id) AND version = \(version) AND deleted_at IS NULL)
    """
  }

  /// The order of locks is the same everywhere: the household, then a category, tags and series, then items by their id, then
  /// what triggers note of them. Where a new row's reference would lock the household last, this comes first. Nobody who adds
  /// something waits for another who does.
  static func lockHousehold() -> SQL { "SELECT FROM households WHERE id = current_household() FOR KEY SHARE" }

  /// The items that a statement is going to change, in the order that every such statement locks them in.
  static func locked(_ condition: SQL) -> SQL {
    "id = ANY (ARRAY(SELECT id FROM items WHERE household_id = current_household() AND \(fragment: condition) ORDER BY id FOR NO KEY UPDATE))"
  }

  /// Whether the name is that of no category, in any language.
  static func isReserved(_ name: String?) -> SQL {
    "folded(btrim(\(optional: name))) IN (SELECT folded(none) FROM unnest(\(Section.uncategorisedNames)::text[]) AS none)"
  }

  /// Adds the labels of an item that do not exist yet, and locks all of them before the item: a label that is deleted or renamed
  /// meanwhile is waited for by one that has locked no item. Tags come by their names, which two drafts may have in two orders.
  static func addLabels(_ item: ItemDraft, _ condition: SQL, in batch: inout Batch) {
    if item.category != nil { batch.add([insertCategory(item, condition), category(named: item.category)]) }
    if !item.tags.isEmpty {
      batch.add([
        insertTags(item, condition),
        """
        SELECT FROM tags WHERE household_id = current_household() AND \(fragment: tags(named: item.tags))
        ORDER BY folded_name FOR SHARE
        """,
      ])
    }
  }

  private static func insertCategory(_ item: ItemDraft, _ condition: SQL) -> SQL {
    """
    INSERT INTO categories (id, name, color)
    SELECT \(UUID.v7())::uuid, name, color_for(name) FROM (VALUES (\(optional: item.category))) AS new (name)
    WHERE name IS NOT NULL AND NOT \(fragment: isReserved(item.category)) AND \(fragment: condition)
    ON CONFLICT (household_id, md5(folded_name)) WHERE deleted_at IS NULL DO NOTHING
    """
  }

  private static func insertTags(_ item: ItemDraft, _ condition: SQL) -> SQL {
    """
    INSERT INTO tags (id, name, color)
    SELECT id, name, color_for(name) FROM unnest(\(item.tags.map { _ in UUID.v7() })::uuid[], \(item.tags)::text[]) AS new (id, name)
    WHERE \(fragment: condition)
    ORDER BY folded(btrim(name))
    ON CONFLICT (household_id, md5(folded_name)) WHERE deleted_at IS NULL DO NOTHING
    """
  }

  /// FOR SHARE blocks deletion and another name, but not new items.
  static func category(named name: String?) -> SQL {
    """
    SELECT id FROM categories
    WHERE household_id = current_household() AND deleted_at IS NULL AND md5(folded_name) = md5(folded(btrim(\(optional: name))))
    FOR SHARE
    """
  }

  private static func tags(named names: [String]) -> SQL {
    "deleted_at IS NULL AND md5(folded_name) IN (SELECT md5(folded(btrim(name))) FROM unnest(\(names)::text[]) AS name)"
  }

  /// Where a tag's name is among these: an item shows its tags in the order in which they were given to it.
  private static func place(in names: [String]) -> SQL {
    """
    (SELECT min(place) FROM unnest(\(names)::text[]) WITH ORDINALITY AS n (name, place) WHERE folded(btrim(name)) = folded_name)
    """
  }

  /// Ticks an item, or takes the tick back; one of a series is left to `Repeats`.
  static func complete(_ id: UUID, _ isDone: Bool) -> SQL {
    """
    UPDATE items SET done_at = CASE WHEN \(isDone) THEN now() END, \(fragment: .nextVersion)
    WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL AND is_done <> \(isDone) AND series_id IS NULL
    """
  }

  static func delete(_ id: UUID) -> SQL {
    "UPDATE items SET deleted_at = now() WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL"
  }

  static func restore(_ id: UUID) -> SQL {
    """
    UPDATE items SET deleted_at = NULL, \(fragment: RepeatQueries.rejoin)
    WHERE household_id = current_household() AND id = \(id) AND deleted_at > now() - interval '30 days'
    """
  }

  static func listDeleted(after id: UUID?) -> SQL {
    TrashQueries.list("id, title AS name, left(description, 280) AS description", of: "items", after: id)
  }

  static func deleteForGood() -> SQL { TrashQueries.deleteForGood(of: "items") }

  /// Moves an item to another day and keeps its time of day, unless it has changed since `version`. Of a series it moves this
  /// one alone. There is a row if it was moved: the day before, and the new version.
  static func move(_ id: UUID, to day: CalendarDate?, version: Int?) -> SQL {
    let isRead: SQL = version.map { "items.version = \($0)" } ?? "true"
    return """
      WITH before AS (
        SELECT due_at AT TIME ZONE h.time_zone AS local, (due_day IS NOT NULL OR due_at IS NULL) AS is_day, h.time_zone
        FROM items JOIN households h ON h.id = current_household()
        WHERE items.household_id = current_household() AND items.id = \(id) AND \(fragment: isRead) AND items.deleted_at IS NULL
          AND (\(optional: day)::date IS NOT NULL OR series_id IS NULL)
        FOR NO KEY UPDATE OF items
      )
      UPDATE items SET due_at = moment_of(
          \(optional: day)::date + CASE WHEN before.is_day THEN time '23:59' ELSE before.local::time END, before.time_zone),
        due_day = CASE WHEN before.is_day THEN \(optional: day)::date END, is_sample = false,
        \(fragment: .nextVersion)
      FROM before WHERE household_id = current_household() AND id = \(id) AND \(fragment: isRead)
      RETURNING version, before.local::date AS day
      """
  }

  /// The title of an item, deleted or not.
  static func findAny(_ id: UUID) -> SQL {
    "SELECT title FROM items WHERE household_id = current_household() AND id = \(id)"
  }

  /// The numbers that every list shows, after a change.
  static func counts() -> SQL {
    """
    SELECT coalesce(sum(open_items), 0) AS open_items, coalesce(sum(done_items), 0) AS done_items, \(fragment: SnoozeQueries.count) AS later_items
    FROM item_counts WHERE household_id = current_household()
    """
  }

  // MARK: Sections

  static func fold(_ section: UUID, _ isFolded: Bool) -> SQL {
    isFolded
      ? """
      INSERT INTO folded_sections (section)
      SELECT \(section)::uuid WHERE EXISTS (\(fragment: findSection(section))) ON CONFLICT DO NOTHING
      """
      : """
      DELETE FROM folded_sections
      WHERE household_id = current_household() AND person_id = current_person() AND section = \(section)
      """
  }

  /// Whether there is such a section: a category, or the one of the items without.
  static func findSection(_ id: UUID) -> SQL {
    """
    SELECT WHERE \(id)::uuid = '00000000-0000-0000-0000-000000000000'
      OR EXISTS (SELECT FROM categories WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL)
    """
  }

  // MARK: Several at once

  /// Those of a series are left to `Repeats`.
  static func complete(_ ids: [UUID], _ isDone: Bool, by change: UUID) -> SQL {
    """
    UPDATE items SET done_at = CASE WHEN \(isDone) THEN now() END,
      \(fragment: SeveralQueries.replaces("done", "is_done", by: change)), \(fragment: .nextVersion)
    WHERE household_id = current_household()
      AND \(fragment: locked("id = ANY (\(ids)::uuid[]) AND deleted_at IS NULL AND is_done <> \(isDone) AND series_id IS NULL"))
    """
  }

  /// The rows deleted at once share their moment, by which an Undo finds them.
  static func delete(_ ids: [UUID]) -> SQL {
    """
    UPDATE items SET deleted_at = now()
    WHERE household_id = current_household() AND \(fragment: locked("id = ANY (\(ids)::uuid[]) AND deleted_at IS NULL"))
    """
  }

  /// In microseconds since 1970: those that were added together share it.
  static func momentOfAddition(_ id: UUID) -> SQL {
    """
    SELECT (extract(epoch FROM created_at) * 1000000)::bigint AS moment FROM items
    WHERE household_id = current_household() AND id = \(id)
    """
  }

  /// Those of one transaction that nobody has changed since.
  static func delete(addedAt moment: Int) -> SQL {
    """
    UPDATE items SET deleted_at = now()
    WHERE household_id = current_household() AND \(fragment: locked(
      "created_at = \(fragment: .timestamp(microseconds: moment)) AND version = 1 AND deleted_at IS NULL"))
    """
  }

  /// The to-dos that came with the household and were never edited.
  static func deleteSamples() -> SQL {
    """
    UPDATE items SET deleted_at = now()
    WHERE household_id = current_household() AND \(fragment: locked("is_sample AND deleted_at IS NULL"))
    """
  }

  static func restore(deletedAt moment: Int) -> SQL {
    """
    UPDATE items SET deleted_at = NULL, \(fragment: RepeatQueries.rejoin)
    WHERE household_id = current_household() AND \(fragment: locked(TrashQueries.wasDeleted(at: moment)))
    """
  }

  static func move(_ ids: [UUID], toCategory name: String?, by change: UUID, in batch: inout Batch) -> Batch.Key {
    let draft = ItemDraft(category: name)
    addLabels(draft, "true", in: &batch)
    return batch.add(
      """
      UPDATE items SET category_id = (\(fragment: category(named: draft.category))),
        \(fragment: SeveralQueries.replaces("category", "category_id", by: change)), \(fragment: .nextVersion)
      WHERE household_id = current_household() AND \(fragment: locked("id = ANY (\(ids)::uuid[]) AND deleted_at IS NULL"))
      """)
  }

  static func add(tag name: String, to ids: [UUID], by change: UUID, in batch: inout Batch) -> Batch.Key {
    let draft = ItemDraft(tags: [name])
    addLabels(draft, "true", in: &batch)
    // Those in the trash as well: the next statement finds one that was restored meanwhile, and would lock it after the others.
    batch.add(
      "SELECT FROM items WHERE household_id = current_household() AND \(fragment: locked("id = ANY (\(ids)::uuid[])"))")
    return batch.add(
      """
      WITH added AS (
        INSERT INTO item_tags (item_id, tag_id)
        SELECT items.id, tags.id FROM items, tags
        WHERE items.household_id = current_household() AND items.id = ANY (\(ids)::uuid[]) AND items.deleted_at IS NULL
          AND tags.household_id = current_household() AND tags.\(fragment: tags(named: draft.tags))
        ORDER BY items.id
        ON CONFLICT DO NOTHING
        RETURNING item_id, tag_id
      )
      UPDATE items SET \(fragment: SeveralQueries.replaces("tag", "added.tag_id", by: change)), \(fragment: .nextVersion)
      FROM added WHERE household_id = current_household() AND id = added.item_id
      """)
  }
}
