/// Durations as recipes write them.
public enum Minutes {
  /// ISO 8601 ("PT1H30M"), a bare number of minutes, or words in several languages ("1 h 30 min", "1 Std. 20 Min.",
  /// "1시간 30분"). The upper end of a range; nil for invalid text, for zero and for more than 60 days.
  public static func parse(_ text: String) -> Int? {
    // A longer text is no duration.
    let scalars = Array(text.unicodeScalars.prefix(200))
    guard let minutes = iso(scalars) ?? clock(scalars) ?? words(scalars) else { return nil }
    guard minutes > 0, minutes <= 60 * 24 * 60 else { return nil }
    return max(1, Int(minutes + 0.5))
  }

  /// P1DT2H30M; some pages write "PT0D45M" or "pt30m".
  private static func iso(_ scalars: [Unicode.Scalar]) -> Double? {
    var rest = scalars.filter { !$0.properties.isWhitespace }.map { $0.properties.uppercaseMapping }[...]
    guard rest.first == "P" else { return nil }
    rest = rest.dropFirst()
    var total = 0.0
    var isTime = false
    var digits = ""
    var found = false
    for letter in rest {
      switch letter {
      case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": digits += letter
      case ".", ",": digits += "."
      case "T" where digits.isEmpty: isTime = true
      case "Y", "W", "D", "H", "M", "S":
        guard let value = Double(digits) else { return nil }
        digits = ""
        found = true
        switch letter {
        case "Y": total += value * 365 * 24 * 60
        case "W": total += value * 7 * 24 * 60
        case "D": total += value * 24 * 60
        case "H": total += value * 60
        case "M": total += isTime ? value : value * 30 * 24 * 60
        default: total += value / 60
        }
      default: return nil
      }
    }
    return found && digits.isEmpty ? total : nil
  }

  /// "1:30" is an hour and a half.
  private static func clock(_ scalars: [Unicode.Scalar]) -> Double? {
    let parts = String(String.UnicodeScalarView(scalars.filter { !$0.properties.isWhitespace })).split(
      separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    let values = parts.compactMap {
      $0.utf8.count <= 3 && $0.utf8.allSatisfy { (48...57).contains($0) } ? Double($0) : nil
    }
    guard values.count == parts.count, values.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    return values[0] * 60 + values[1] + (values.count == 3 ? values[2] / 60 : 0)
  }

  private static func words(_ scalars: [Unicode.Scalar]) -> Double? {
    var total = 0.0
    var found = false
    var pending: Double?
    var rangeStart = false  // the next number replaces the pending one: "20–30 min"
    var afterHours = false
    var onlyNumber = true
    var at = 0
    while at < scalars.count {
      if let number = Number.read(scalars, at: &at) {
        // "1 30" is ambiguous.
        if pending != nil, !rangeStart { return nil }
        pending = number.value
        rangeStart = false
        continue
      }
      var word = String.UnicodeScalarView()
      let start = at
      while at < scalars.count, !Number.isDigit(scalars[at]), Fold.fold(scalars[at], into: &word) { at += 1 }
      if at == start {
        if pending != nil, Number.isDash(scalars[at]) { rangeStart = true }
        at += 1
        continue
      }
      onlyNumber = false
      let text = String(word)
      if let unit = unit(text) {
        guard let value = pending else {
          if let alone = alone[text] {
            total += alone
            found = true
          }
          continue
        }
        total += value * unit
        pending = nil
        found = true
        afterHours = unit == 60
      } else if let value = alone[text] {
        if text == "half" || text == "demi" || text == "demie" || text == "반" || text == "половина" || text == "halbe" {
          if found { total += 30 } else { pending = 0.5 }
        } else {
          total += value
        }
        found = found || pending == nil
      } else if let value = numerals[text], pending == nil {
        pending = value
      } else if ranges.contains(text), pending != nil {
        rangeStart = true
      }
    }
    if let value = pending {
      if afterHours { return total + value }  // "1 h 30"
      return onlyNumber ? value : nil
    }
    return found ? total : nil
  }

  private static let ranges: Set<String> = ["to", "a", "bis", "до", "or", "ou", "oder", "или", "till", "tot", "til"]
  private static let numerals: [String: Double] = [
    "one": 1, "an": 1, "two": 2, "three": 3, "four": 4, "une": 1, "un": 1, "deux": 2, "trois": 3, "eine": 1, "один": 1,
    "два": 2, "две": 2, "три": 3, "한": 1, "두": 2, "세": 3, "una": 1, "полтора": 1.5, "anderthalb": 1.5,
  ]
  private static let alone: [String: Double] = [
    "half": 30, "demi": 30, "demie": 30, "반": 30, "halbe": 30, "полчаса": 30, "반시간": 30, "час": 60, "сутки": 1440,
  ]

  /// The minutes of a unit, by the prefix of its word.
  private static func unit(_ word: String) -> Double? {
    if let exact = exact[word] { return exact }
    for (beginning, minutes) in beginnings where word.hasPrefix(beginning) { return minutes }
    return nil
  }
  private static let exact: [String: Double] = [
    "m": 1, "min": 1, "mn": 1, "мин": 1, "м": 1, "분": 1, "分": 1, "h": 60, "hr": 60, "hrs": 60, "u": 60, "uur": 60,
    "uren": 60,
    "ч": 60, "час": 60, "시간": 60, "시간반": 90, "t": 60, "std": 60, "ora": 60, "ore": 60, "d": 1440, "j": 1440, "일": 1440,
    "день": 1440,
    "дня": 1440, "дней": 1440, "дн": 1440, "s": 1.0 / 60, "sec": 1.0 / 60, "сек": 1.0 / 60, "초": 1.0 / 60, "сут": 1440,
    "tag": 1440, "tage": 1440, "dia": 1440, "dias": 1440, "jour": 1440, "jours": 1440, "day": 1440, "days": 1440,
  ]
  private static let beginnings: [(String, Double)] = [
    ("minut", 1), ("минут", 1), ("시간반", 90), ("분", 1), ("hour", 60), ("heure", 60), ("stund", 60), ("hora", 60),
    ("timm", 60),
    ("time", 60),
    ("час", 60), ("시간", 60), ("secon", 1.0 / 60), ("sekund", 1.0 / 60), ("секунд", 1.0 / 60), ("сутк", 1440),
    ("суток", 1440),
    ("week", 10080), ("semain", 10080), ("недел", 10080), ("woche", 10080),
  ]
}
