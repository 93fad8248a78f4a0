/// Minutes from ISO 8601 durations and from text.
public enum CookingTime {
  /// No dish takes longer than this; larger numbers are mistakes (or milliseconds).
  private static let maximum = 60.0 * 24 * 366

  /// Nil for other text, and for 0: pages write "PT0M" for "not stated".
  public static func minutes(_ text: String) -> Int? {
    let text = Text.line(text).lowercased()
    guard let minutes = iso(Array(text.utf8)) ?? spoken(withNumbers(text)), minutes > 0, minutes < maximum else {
      return nil
    }
    let whole = minutes.rounded(.up)
    return Int(whole)
  }

  /// The text where it says a time that `minutes` does not understand: "overnight".
  package static func unread(_ text: String) -> String? {
    let text = Text.line(text)
    let numbers = text.filter { $0.isNumber }
    let isNone = numbers.isEmpty ? text.lowercased().hasPrefix("pt") : numbers.allSatisfy { $0 == "0" }
    return isNone || minutes(text) != nil || !text.contains(where: { $0.isLetter || $0.isNumber }) ? nil : text
  }

  /// Numbers in words: "half an hour", "une heure et demie", "полчаса", "1시간 반".
  private static func withNumbers(_ text: String) -> String {
    guard text.utf8.count < 200 else { return text }
    return words.reduce(text) { $1.0.count <= $0.count ? $0.replacing($1.0, with: $1.1) : $0 }
  }

  private static let words = [
    (" and a half", " 1/2"), ("half an hour", "30 min"), ("half hour", "30 min"), ("an hour", "1 hour"),
    ("one hour", "1 hour"), ("two hours", "2 hours"), ("demi-heure", "30 min"), ("demi heure", "30 min"),
    ("heures et demie", "heures 30"), ("heure et demie", "heure 30"), ("une heure", "1 heure"),
    ("deux heures", "2 heures"), ("полчаса", "30 мин"), ("полтора часа", "90 мин"), ("один час", "1 час"),
    ("반시간", "30분"), ("시간 반", "시간 30분"), ("시간반", "시간 30분"), ("한 시간", "1시간"), ("두 시간", "2시간"),
    ("halbe stunde", "30 min"), ("eine stunde", "1 stunde"),
  ]

  /// "pt1h30m", "p0dt0h45m0s", and untidy ones: "pt1h 30m", "pt90", "p30m", "pt1.5h", "pt0h45".
  private static func iso(_ bytes: [UInt8]) -> Double? {
    guard bytes.first == UInt8(ascii: "p"), bytes.count > 1, bytes.count < 60 else { return nil }
    guard bytes[1].isDigit || bytes[1] == UInt8(ascii: "t") || bytes[1] == UInt8(ascii: "-") else { return nil }
    var total = 0.0
    var number: Double?
    var scale = 0.0
    var unit = 1.0
    for byte in bytes.dropFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = Double(byte - UInt8(ascii: "0"))
        if scale > 0 {
          number = (number ?? 0) + digit * scale
          scale /= 10
        } else {
          number = (number ?? 0) * 10 + digit
        }
        continue
      case UInt8(ascii: "."), UInt8(ascii: ","):
        scale = 0.1
        continue
      case UInt8(ascii: "y"): unit = 60 * 24 * 365
      case UInt8(ascii: "w"): unit = 60 * 24 * 7
      case UInt8(ascii: "d"): unit = 60 * 24
      case UInt8(ascii: "h"): unit = 60
      // M means minutes on either side of the T: no recipe takes months.
      case UInt8(ascii: "m"): unit = 1
      case UInt8(ascii: "s"): unit = 1.0 / 60
      default: continue
      }
      if let value = number { total += value * unit }
      number = nil
      scale = 0
    }
    // Digits without a unit: minutes.
    if let value = number { total += value }
    return total
  }

  /// "1 hour 20 minutes", "1h30", "1:30", "45", "25–30 min" (the longer), "1 ½ Std.", "40分", "1 ч 20 мин"
  private static func spoken(_ text: String) -> Double? {
    let scalars = Array(text.unicodeScalars.prefix(200))
    var index = 0
    var total = 0.0
    var found = false
    var pending: Double?
    var lastUnit = 0.0
    while index < scalars.count {
      if let (value, next) = Quantity.number(scalars, at: index) {
        index = next
        if index + 2 < scalars.count, scalars[index] == ":", scalars[index + 1].properties.numericType == .decimal,
          let (minutes, after) = Quantity.number(scalars, at: index + 1)
        {
          total += value * 60 + minutes
          found = true
          index = after
          if index < scalars.count, scalars[index] == ":" { return total }
          continue
        }
        // "25-30", "25 to 30": the later number counts; "1 1/2" is one number already.
        pending = value
        continue
      }
      if scalars[index].properties.isAlphabetic {
        var end = index
        while end < scalars.count, scalars[end].properties.isAlphabetic || scalars[end] == "'" { end += 1 }
        var word = String.UnicodeScalarView()
        word.append(contentsOf: scalars[index..<end])
        if let value = pending, let unit = unit(String(word)) {
          total += value * unit
          lastUnit = unit
          found = true
          pending = nil
        } else if let value = pending, !ranges.contains(String(word)) {
          _ = value
          pending = nil
        }
        index = end
        continue
      }
      index += 1
    }
    if let value = pending {
      // "1h30", "90"
      if lastUnit == 60 || !found { total += value; found = true }
    }
    return found ? total : nil
  }

  private static let ranges: Set<String> = ["to", "à", "a", "bis", "до", "or", "ou", "oder", "til", "till", "tot"]

  private static func unit(_ word: String) -> Double? {
    if let unit = units[word] { return unit }
    // CJK texts run on without spaces: 40分, 1時間30分, 30분.
    for (prefix, unit) in prefixes where word.hasPrefix(prefix) { return unit }
    return nil
  }

  private static let prefixes: [(String, Double)] = [
    ("分", 1), ("분", 1), ("時間", 60), ("小时", 60), ("小時", 60), ("시간", 60), ("日", 1440), ("天", 1440), ("일", 1440),
    ("min", 1), ("мин", 1), ("хв", 1), ("хвил", 1), ("λεπτ", 1), ("perc", 1), ("dakika", 1), ("دقيقة", 1), ("דקות", 1),
    ("hour", 60), ("heure", 60), ("stund", 60), ("час", 60), ("годин", 60), ("godzin", 60), ("hodin", 60), ("saat", 60),
    ("ώρ", 60), ("ora", 60), ("ore", 60), ("hora", 60), ("tunti", 60), ("tunnin", 60), ("timm", 60), ("timer", 60),
    ("jour", 1440), ("tage", 1440), ("день", 1440), ("дня", 1440), ("дней", 1440), ("giorn", 1440), ("día", 1440),
    ("sec", 1.0 / 60), ("sek", 1.0 / 60), ("сек", 1.0 / 60), ("秒", 1.0 / 60), ("초", 1.0 / 60),
  ]

  private static let units: [String: Double] = [
    "m": 1, "mn": 1, "mns": 1, "'": 1, "м": 1, "phút": 1,
    "h": 60, "hr": 60, "hrs": 60, "hs": 60, "u": 60, "uur": 60, "uren": 60, "std": 60, "ч": 60, "t": 60, "time": 60,
    "tim": 60, "óra": 60, "órát": 60, "godz": 60, "hod": 60, "h's": 60, "giờ": 60,
    "week": 10_080, "weeks": 10_080, "semaine": 10_080, "semaines": 10_080, "неделя": 10_080, "недели": 10_080,
    "woche": 10_080, "wochen": 10_080,
    "d": 1440, "day": 1440, "days": 1440, "tag": 1440, "dag": 1440, "dagen": 1440, "dage": 1440, "dagar": 1440,
    "dias": 1440, "dia": 1440,
    "s": 1.0 / 60,
  ]
}

/// Numbers as recipes write them.
enum Quantity {
  private static let fractions: [Unicode.Scalar: Double] = [
    "½": 0.5, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 0.25, "¾": 0.75, "⅕": 0.2, "⅖": 0.4, "⅗": 0.6, "⅘": 0.8, "⅙": 1 / 6,
    "⅚": 5 / 6, "⅛": 0.125, "⅜": 0.375, "⅝": 0.625, "⅞": 0.875,
  ]

  /// "2", "1.5", "1,5", "1/2", "1 1/2", "1½", "½", full-width digits; and the position after it.
  static func number(_ scalars: [Unicode.Scalar], at start: Int) -> (Double, Int)? {
    if let fraction = fractions[scalars[start]] { return (fraction, start + 1) }
    guard var (value, index) = digits(scalars, at: start) else { return nil }
    if index + 1 < scalars.count, scalars[index] == "." || scalars[index] == ",",
      let (decimals, next) = digits(scalars, at: index + 1), next - index <= 3
    {
      var scale = 1.0
      for _ in 0..<next - index - 1 { scale *= 10 }
      return (value + decimals / scale, next)
    }
    if index + 1 < scalars.count, scalars[index] == "/" || scalars[index] == "⁄",
      let (divisor, next) = digits(scalars, at: index + 1), divisor > 0
    {
      return (value / divisor, next)
    }
    var after = index
    // "1-1/2" is one number, too, and "2-1/2" no range.
    if after + 3 < scalars.count, scalars[after] == "-", let (over, slash) = digits(scalars, at: after + 1),
      slash + 1 < scalars.count, scalars[slash] == "/", let (under, _) = digits(scalars, at: slash + 1), over < under
    {
      after += 1
    }
    while after < scalars.count, scalars[after] == " " { after += 1 }
    if after < scalars.count, let fraction = fractions[scalars[after]] {
      value += fraction
      index = after + 1
    } else if after > index, after < scalars.count, let (over, slash) = digits(scalars, at: after),
      slash + 1 < scalars.count, scalars[slash] == "/" || scalars[slash] == "⁄",
      let (divisor, next) = digits(scalars, at: slash + 1), divisor > 0
    {
      value += over / divisor
      index = next
    }
    return (value, index)
  }

  private static func digits(_ scalars: [Unicode.Scalar], at start: Int) -> (Double, Int)? {
    var value = 0.0
    var index = start
    while index < scalars.count, let digit = decimal(scalars[index]) {
      value = value * 10 + digit
      index += 1
    }
    return index > start ? (value, index) : nil
  }

  private static func decimal(_ scalar: Unicode.Scalar) -> Double? {
    switch scalar.value {
    case 0x30...0x39: Double(scalar.value - 0x30)
    case 0xFF10...0xFF19: Double(scalar.value - 0xFF10)
    default: nil
    }
  }
}
