import Postgres

extension ItemQueries {
  /// Changes what is named of an item, unless somebody else has changed it since its version. What is left to `EditItem`, and stays as
  /// it is: an item without the description that the household wants; a tick, a date and labels of one that is or was in a series; a day of
  /// one that has a time; and one that has all of the values, of which there is no new version. There is a row if it was changed.
  static func update(_ change: PatchItem, in batch: inout Batch) -> Batch.Key {
    var (values, condition, differs): (SQL, SQL, SQL) = ("is_sample = false", "true", "false")
    func set(_ column: SQL, _ value: SQL) {
      values += ", \(fragment: column) = \(fragment: value)"
      differs += " OR \(fragment: column) IS DISTINCT FROM (\(fragment: value))"
    }
    if let title = change.title { set("title", "\(title)") }
    if let priority = change.priority { set("priority", "\(priority.rawValue)::smallint") }
    if let isDone = change.isDone { set("done_at", "CASE WHEN \(isDone) THEN coalesce(done_at, now()) END") }
    if let day = change.notBefore { set("not_before", "\(optional: day)::date") }
    if let due = change.due {
      set("due_at", moment(movedTo: due))
      set("due_day", "\(optional: due?.dueDay)::date")
      if case .day? = due { condition += " AND (due_at IS NULL OR due_day IS NOT NULL)" }
    }
    if let name = change.category { set("category_id", "(\(fragment: category(named: name)))") }
    if let tags = change.tags { differs += " OR \(fragment: tagNames) IS DISTINCT FROM \(tags)::text[]" }
    let labels = ItemDraft(id: change.id, category: change.category ?? nil, tags: change.tags ?? [])
    addLabels(labels, isCurrent(change.id, change.version), in: &batch)
    if change.isDone != nil || change.notBefore != nil || change.due != nil || change.category != nil
      || change.tags != nil
    {
      condition += " AND series_id IS NULL"
    }
    if let description = change.description {
      set("description", "\(description)")
    } else {
      condition += """
         AND (NOT EXISTS (SELECT FROM households WHERE id = current_household() AND description_required)
          OR description ~ '[^[:space:]]')
        """
    }
    let update: SQL = """
      UPDATE items SET \(fragment: values), \(fragment: .nextVersion)
      WHERE household_id = current_household() AND id = \(change.id) AND version = \(change.version) AND deleted_at IS NULL
        AND \(fragment: condition) AND (\(fragment: differs))
      """
    return batch.add(change.tags.map { tagged(update, $0) } ?? update + " RETURNING id")
  }

  /// The names of the tags of an item, as a program reads them.
  private static let tagNames: SQL = """
    ARRAY(SELECT t.name FROM tags t WHERE t.household_id = current_household() AND t.deleted_at IS NULL AND t.id = ANY (tag_ids)
      ORDER BY t.folded_name)
    """
}
