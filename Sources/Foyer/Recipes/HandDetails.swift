import CivilTime
import HTTP
import Postgres

/// Details of an ingredient at hand, all of them optional.
struct HandDetails {
  /// As typed: "500 g".
  var amount = ""
  var bestBefore: CalendarDate?
  var place = ""
  /// Whether a field cannot be stored.
  var isInvalid = false

  init() {}

  init(_ fields: Form) {
    amount = (fields["amount"] ?? "").trimmed
    place = (fields["place"] ?? "").trimmed
    let date = (fields["best_before"] ?? "").trimmed
    bestBefore = CalendarDate(date)
    isInvalid = amount.isLonger(than: 200) || place.isLonger(than: 200) || !date.isEmpty && bestBefore == nil
  }
}
