import CivilTime
import HTTP
import Postgres

/// Details of an ingredient at hand, all of them optional.
struct HandDetails: Sendable {
  /// As typed: "500 g".
  var amount = ""
  var bestBefore: CalendarDate?
  var place = ""

  var problems: Problems {
    var problems = Problems()
    problems.check("amount", amount, atMost: 200)
    if bestBefore?.isAllowed == false { problems.add("best_before", .invalidDate) }
    problems.check("place", place, atMost: 200)
    return problems
  }
}

extension HandDetails {
  init(_ fields: Form) {
    amount = (fields["amount"] ?? "").trimmed
    place = (fields["place"] ?? "").trimmed
    let date = (fields["best_before"] ?? "").trimmed
    bestBefore = date.isEmpty ? nil : CalendarDate(date) ?? .unreadable
  }
}
