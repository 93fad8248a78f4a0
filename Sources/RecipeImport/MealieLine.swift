/// A line of ingredients in Mealie's parts: `quantity`, `unit`, `food`, `note`, and `display`, which has all of them.
enum MealieLine {
  /// Nil for an object of another kind.
  static func text(_ object: JSONObject, _ text: (JSON?) -> String?) -> String? {
    guard object.has("note"), object.has("quantity") else { return nil }
    let (unit, food, note) = (text(object["unit"]), text(object["food"]), text(object["note"]) ?? "")
    let quantity = text(object["quantity"]).flatMap(Double.init) ?? 0
    if unit == nil, food == nil {
      // Up to Mealie 1.0 a line is its note; 1 fills the quantity that nobody typed.
      let isDisabled = object["disableAmount"] == .bool(true)
      if isDisabled || quantity == 0 || quantity == 1 || beginsWithNumber(note) { return note }
    }
    // 0 is no amount.
    if quantity > 0, let display = text(object["display"]) { return display }
    let amount = quantity > 0 ? text(object["quantity"]).map(plain) : nil
    return [amount, unit, food, note].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func beginsWithNumber(_ text: String) -> Bool {
    text.unicodeScalars.first.map { $0.properties.numericType != nil } ?? false
  }

  /// "2.0" → "2"
  private static func plain(_ number: String) -> String {
    guard let value = Double(number), value.rounded() == value, value < 1e9 else { return number }
    return "\(Int(value))"
  }
}
