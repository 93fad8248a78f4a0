import CivilTime
import HTTP
import Postgres
import QRCode

extension Plan {
  /// A week on a sheet of A4, with a code that opens it.
  static func sheet(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let query = PlanPage.Query(request.query["week"].flatMap { Week($0) }, in: &batch)
    let plan = try await query.read(try await context.query(batch), context)
    let sheet = PlanSheet(plan, QRCode(request.origin + plan.path), context.strings)
    return context.html(.plan) { out, page in Views.Plan.planSheet(&out, page: page, sheet: sheet) }
  }
}

/// A week of the plan on paper: a row for each day, a column for each usual meal, and one for others if there are any.
struct PlanSheet {
  struct Cell {
    let name: String
    /// Titles; of other meals with the meal's name in front.
    let lines: [String]
  }

  let week: Week
  let columns: [String]
  let rows: [(date: CalendarDate, cells: [Cell])]
  let code: QRCode?

  init(_ plan: PlanPage, _ code: QRCode?, _ strings: Strings) {
    (week, self.code) = (plan.week, code)
    let usual = MealName.usual.map { strings.text($0) }
    let hasOthers = plan.days.contains { $0.cells.count > usual.count }
    let columns = usual + (hasOthers ? [strings.planAnother] : [])
    self.columns = columns
    rows = plan.days.map { day in
      var cells = day.cells.prefix(usual.count).map { cell in
        Cell(name: strings.text(cell.name), lines: cell.meals.map { Self.line($0) })
      }
      if hasOthers {
        let others = day.cells.dropFirst(usual.count).flatMap { cell in
          cell.meals.map { strings.planMealTitle(meal: cell.name.value, title: Self.line($0)) }
        }
        cells.append(Cell(name: strings.planAnother, lines: others))
      }
      return (day.date, cells)
    }
  }

  /// "Dal (6)", if somebody has said for how many.
  private static func line(_ meal: Meal) -> String { meal.title + (meal.servings.map { " (\($0))" } ?? "") }
}

extension Week {
  var printPath: String { "/plan/print?week=\(text)" }
}
