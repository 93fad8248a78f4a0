import Postgres

/// The choices by which one tap narrows a list: the categories, tags and members that have most, with their counts.
struct ItemChoices {
  struct Choice {
    let name: String
    /// Nil of an order.
    let count: Int?
    /// The list with it; if it is chosen, without it.
    let path: String
    let isChosen: Bool
  }

  let categories, tags, people, priorities, orders: [Choice]

  init(_ rows: Rows, _ filter: ItemFilter, _ strings: Strings) throws {
    var (categories, tags, people, priorities): ([Choice], [Choice], [Choice], [Choice]) = ([], [], [], [])
    for row in rows {
      let (kind, count): (String, Int) = (try row["kind"], try row["count"])
      if kind == "priority" {
        if let priority = ItemPriority(try row["name"] as String) {
          priorities.append(
            Choice(
              name: priority.name(strings), count: count,
              path: filter.url(priority: filter.priority == priority ? nil : priority),
              isChosen: filter.priority == priority))
        }
        continue
      }
      let (id, name): (UUID, String) = (try row["id"], try row["name"])
      func choice(_ path: String, _ isChosen: Bool) -> Choice {
        Choice(
          name: id == Section.uncategorised ? strings.itemsUncategorised : name, count: count, path: path,
          isChosen: isChosen)
      }
      switch kind {
      case "category":
        let isChosen = filter.isUncategorised ? id == Section.uncategorised : filter.category?.text == "\(id)"
        categories.append(choice(filter.url(section: isChosen ? nil : id), isChosen))
      case "tag":
        let isChosen = filter.tags.contains { $0.text == "\(id)" }
        tags.append(choice(isChosen ? filter.url(withoutTag: id) : filter.url(tag: id), isChosen))
      default:
        let isChosen = filter.person?.text == "\(id)"
        people.append(choice(filter.url(person: isChosen ? nil : id), isChosen))
      }
    }
    orders = ItemFilter.Sort.allCases.map {
      Choice(name: $0.name(strings), count: nil, path: filter.url(sort: $0), isChosen: filter.sort == $0)
    }
    (self.categories, self.tags, self.people, self.priorities) = (categories, tags, people, priorities)
  }

  static let size = 20

  /// Of categories and members what is open counts, of tags everything that has them. Up to 100 of a member's are counted.
  static func query() -> SQL {
    """
    (SELECT 'category' AS kind, section AS id, coalesce(name, '') AS name, open_items AS count FROM (
      SELECT section, sum(open_items)::bigint AS open_items FROM item_counts
      WHERE household_id = current_household() GROUP BY section
    ) AS n LEFT JOIN categories ON categories.household_id = current_household() AND categories.id = section AND deleted_at IS NULL
    WHERE open_items > 0 AND (categories.id IS NOT NULL OR section = \(Section.uncategorised))
    ORDER BY open_items DESC, folded_name LIMIT \(size))
    UNION ALL
    (SELECT 'tag', tags.id, name, n.items FROM tags JOIN (
      SELECT tag_id, sum(items)::bigint AS items FROM tag_counts WHERE household_id = current_household() GROUP BY tag_id
    ) AS n ON n.tag_id = tags.id
    WHERE household_id = current_household() AND deleted_at IS NULL AND n.items > 0
    ORDER BY n.items DESC, folded_name LIMIT \(size))
    UNION ALL
    (SELECT 'person', p.id, p.name, (
      SELECT count(*) FROM (SELECT FROM items
        WHERE items.household_id = current_household() AND deleted_at IS NULL AND done_at IS NULL
          AND \(fragment: TurnQueries.concernsSome) AND (people @> ARRAY[p.id] OR turn_person = p.id) LIMIT 100) AS few)
    FROM people p WHERE p.household_id = current_household()
      AND (SELECT count(*) FROM (SELECT FROM people WHERE household_id = current_household() LIMIT 2) AS two) > 1
    ORDER BY p.name, p.id LIMIT \(size))
    UNION ALL
    (SELECT 'priority', NULL, word, (
      SELECT count(*) FROM (SELECT FROM items
        WHERE items.household_id = current_household() AND items.priority = number AND items.priority < 4
          AND deleted_at IS NULL AND done_at IS NULL LIMIT 1000) AS few)
    FROM (VALUES (1::smallint, 'high'), (2::smallint, 'medium'), (3::smallint, 'low')) AS p (number, word)
    WHERE EXISTS (SELECT FROM items
      WHERE items.household_id = current_household() AND items.priority = number AND items.priority < 4
        AND deleted_at IS NULL AND done_at IS NULL)
    ORDER BY number)
    """
  }
}
