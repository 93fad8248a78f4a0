import CivilTime
import RecipeImport

extension Draft {
  /// A deadline from a text; one that does not exist is said.
  mutating func setMoment(_ text: String?, _ name: String, zone: TimeZoneRules? = nil, _ file: inout MovedFile) {
    guard let text else { return }
    guard let moment = Moment(text) else {
      keep(name, text)
      file.leave(item.title, .noDate, text)
      return
    }
    item.setDue(moment, zone: zone)
  }

  mutating func setStart(_ text: String?) {
    guard let text else { return }
    guard let moment = Moment(text) else {
      keep("Start", text)
      return
    }
    let start = CivilTime(seconds: moment.stamp)
    item.notBefore = start.date
    if start.seconds % 86400 != 0 { keep("Start", text) }
  }

  /// Members of an object that no place was found for; `known` are those that have one, and those about the row in its program.
  mutating func keepRest(_ object: JSONObject, _ known: Set<String>) {
    for member in object.members where !known.contains(member.key) {
      if case .bool(false) = member.value { continue }
      keep(member.key, JSONText.text(member.value))
    }
  }
}
