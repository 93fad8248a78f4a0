import CivilTime
import Postgres

extension SearchKind {
  static let meals = SearchKind(
    name: "meals", rank: 0, title: { $0.searchMeals }, query: SearchQueries.meals,
    entry: { row, reader in
      let (day, meal): (CalendarDate, String) = (try row["day"], try row["meal"])
      let name = reader.strings.text(MealName(value: meal))
      return SearchEntry(
        path: "\(Week(day).path)#day-\(day.iso)", title: try reader.marked(row), icon: "meal",
        detail: MarkedText("\(reader.strings.date(day.civil)) · \(name)"), isOver: try row["is_over"])
    })
}

extension SearchQueries {
  /// Planned meals of the last year and the days to come: the nearest day comes first.
  static func meals(_ text: String) -> SQL {
    """
    WITH \(fragment: terms(text)), hit AS MATERIALIZED (
      SELECT m.*, \(fragment: rank) AS rank
      FROM query, (
        SELECT id, day, meal, name, \(fragment: folded("name")) AS folded
        FROM (
          SELECT id, day, meal, \(fragment: beginning("text")) AS name
          FROM (
            SELECT id, day, meal, text FROM meals
            WHERE household_id = current_household() AND deleted_at IS NULL AND day > (SELECT current_date - 366)
            ORDER BY day DESC LIMIT 1000
          ) AS newest
        ) AS named
      ) AS m
      WHERE \(fragment: hasEachTerm)
    )
    SELECT id, day, left(meal, 100) AS meal, name, folded, day < current_date AS is_over FROM hit
    ORDER BY rank, day < current_date, abs(day - current_date), id LIMIT 8
    """
  }
}
