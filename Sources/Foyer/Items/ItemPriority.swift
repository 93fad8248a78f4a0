/// How much an item matters. The raw value is what is stored, and the order of lists.
enum ItemPriority: Int, CaseIterable {
  case high = 1
  case medium, low, none

  /// As forms and addresses have it; nil for any other text.
  init?(_ text: String) {
    guard let priority = Self.allCases.first(where: { $0.text == text }) else { return nil }
    self = priority
  }

  var text: String {
    switch self {
    case .high: "high"
    case .medium: "medium"
    case .low: "low"
    case .none: "none"
    }
  }

  /// As a line of quick add has it; empty for none.
  var marks: String { String(repeating: "!", count: 4 - rawValue) }

  func name(_ strings: Strings) -> String {
    switch self {
    case .high: strings.priorityHigh
    case .medium: strings.priorityMedium
    case .low: strings.priorityLow
    case .none: strings.priorityNone
    }
  }
}
