/// How long a step takes: "20 to 25 minutes", "1½ hours", "une demi-heure", "полчаса", "1시간 반".
struct CookingTime: Equatable {
  /// Seconds.
  var lower: Double
  /// The upper end of a range, in seconds.
  var upper: Double?
  /// The tokens of it.
  var tokens: Range<Int>
}

/// Finds times in a text.
struct CookingTimeReader {
  let text: [Unicode.Scalar]
  let tokens: [Token]

  /// The time that begins at a token; nil if none does. Reads a fixed number of tokens at most.
  func time(at first: Int) -> CookingTime? {
    guard var found = single(at: first), found.lower > 0 else { return nil }
    // "20 minutes to 1 hour", "20분에서 25분"
    let next = found.tokens.upperBound
    if found.upper == nil, next < tokens.count {
      let isKorean = tokens[next - 1].word?.hasSuffix("에서") ?? false
      let start = isKorean ? next : isRange(at: next) ? next + 1 : nil
      if let start, let end = single(at: start), end.lower > found.lower, end.upper == nil {
        found.upper = end.lower
        found.tokens = first..<end.tokens.upperBound
      }
    }
    return found
  }

  /// Whether it is said of something that repeats: "every 10 minutes".
  func isRepeated(_ time: CookingTime) -> Bool {
    if tokens[time.tokens.upperBound - 1].word?.hasSuffix("마다") ?? false { return true }
    var before = time.tokens.lowerBound - 1
    if before >= 0, let word = tokens[before].word, ["les", "около", "примерно", "about"].contains(word) {
      before -= 1
    }
    return before >= 0 && (tokens[before].word.map { Self.every.contains($0) } ?? false)
  }

  private func single(at first: Int) -> CookingTime? {
    guard first < tokens.count else { return nil }
    if let time = phrase(at: first) ?? turned(at: first) { return time }
    guard let number = number(at: first) else { return nil }
    var (lower, next) = number
    var upper: Double?
    if isRange(at: next, after: first), let end = self.number(at: next + 1), end.value > lower {
      (upper, next) = (end.value, end.end)
    }
    // "45-minute"
    if next < tokens.count, tokens[next].kind == .dash { next += 1 }
    guard let unit = unit(at: next) else { return nil }
    (lower, upper) = (lower * unit.seconds, upper.map { $0 * unit.seconds })
    next = unit.end
    guard unit.seconds >= 60, unit.seconds < 86_400, let more = rest(at: next, of: unit.seconds) else {
      return CookingTime(lower: lower, upper: upper, tokens: first..<next)
    }
    if let end = upper { upper = end + more.value } else { lower += more.value }
    return CookingTime(lower: lower, upper: upper, tokens: first..<more.end)
  }

  /// The part behind an hour or a minute: "30", "and 15 minutes", "et demie", "반", "с половиной".
  private func rest(at next: Int, of unit: Double) -> (value: Double, end: Int)? {
    guard next < tokens.count else { return nil }
    for (words, part) in Self.parts where matches(words, at: next) { return (part * unit, next + words.count) }
    var start = next
    if let word = tokens[start].word, Self.and.contains(word) { start += 1 }
    guard start < tokens.count, case .number(let number, _) = tokens[start].kind, number.value < 60 else { return nil }
    // 1 h 30, 1h30
    if unit == 3600, start == next, tokens[next - 1].word == "h", self.unit(at: start + 1) == nil,
      tokens[start].end - tokens[start].start == 2
    {
      return (number.value * 60, start + 1)
    }
    guard let smaller = self.unit(at: start + 1), smaller.seconds < unit else { return nil }
    return (number.value * smaller.seconds, smaller.end)
  }

  private func number(at index: Int) -> (value: Double, end: Int)? {
    guard index < tokens.count else { return nil }
    switch tokens[index].kind {
    case .number(let number, let isGlued): return isGlued ? nil : (number.value, index + 1)
    case .word(let word): return Self.numerals[word].map { ($0, index + 1) }
    default: return nil
    }
  }

  private func isRange(at index: Int, after first: Int? = nil) -> Bool {
    guard index < tokens.count else { return false }
    if tokens[index].kind == .dash { return true }
    guard let word = tokens[index].word else { return false }
    if Self.ranges.contains(word) { return true }
    // "between 20 and 25 minutes"
    guard let first, first > 0, Self.and.contains(word), let before = tokens[first - 1].word else { return false }
    return Self.between.contains(before)
  }

  private func unit(at index: Int) -> (seconds: Double, end: Int)? {
    guard index < tokens.count, let word = tokens[index].word else { return nil }
    if Hangul.begins(word) {
      for (unit, seconds) in Self.korean where word.hasPrefix(unit) {
        return Self.koreanEndings.contains(String(word.dropFirst(unit.count))) ? (seconds, index + 1) : nil
      }
      return nil
    }
    guard let seconds = Self.units[word] else { return nil }
    var end = index + 1
    if end < tokens.count, tokens[end].kind == .dot, word.count <= 4 {
      // "ч. л." is a teaspoon; "min." loses its dot unless that ends the sentence.
      if word == "ч", end + 1 < tokens.count, tokens[end + 1].word?.hasPrefix("л") ?? false { return nil }
      if end + 1 < tokens.count, isLower(tokens[end + 1]) { end += 1 }
    }
    if word == "ч", index + 1 < tokens.count, tokens[index + 1].word?.hasPrefix("л") ?? false { return nil }
    return (seconds, end)
  }

  private func isLower(_ token: Token) -> Bool { text[token.start].properties.isLowercase }

  /// A time without a number: "half an hour", "на час".
  private func phrase(at first: Int) -> CookingTime? {
    guard let word = tokens[first].word else { return nil }
    for (words, seconds) in Self.phrases[word] ?? [] {
      guard let end = end(of: words, at: first) else { continue }
      return CookingTime(lower: seconds, upper: nil, tokens: first..<end)
    }
    guard first > 0, let before = tokens[first - 1].word, Self.beforeOne.contains(before),
      let seconds = Self.ones[word]
    else { return nil }
    return CookingTime(lower: seconds, upper: nil, tokens: first..<first + 1)
  }

  /// "минут 10–15", "минут десять": about so many.
  private func turned(at first: Int) -> CookingTime? {
    guard tokens[first].word == "минут", first == 0 || number(at: first - 1) == nil, let number = number(at: first + 1)
    else { return nil }
    var (upper, next) = (Double?.none, number.end)
    if isRange(at: next), let end = self.number(at: next + 1), end.value > number.value {
      (upper, next) = (end.value * 60, end.end)
    }
    guard unit(at: next) == nil else { return nil }
    return CookingTime(lower: number.value * 60, upper: upper, tokens: first..<next)
  }

  private func matches(_ words: [String], at index: Int) -> Bool {
    index + words.count <= tokens.count && words.indices.allSatisfy { tokens[index + $0].word == words[$0] }
  }

  /// The end of these words, with apostrophes and hyphens between them.
  private func end(of words: [String], at first: Int) -> Int? {
    var at = first
    for (place, word) in words.enumerated() {
      if place > 0, at < tokens.count, tokens[at].kind == .dash || tokens[at].kind == .other { at += 1 }
      guard at < tokens.count, tokens[at].word == word else { return nil }
      at += 1
    }
    return at
  }

  // MARK: Words

  private static let units: [String: Double] = {
    var table: [String: Double] = [:]
    for (seconds, words) in [
      (1, "second, seconds, sec, secs, s, seconde, secondes, секунда, секунды, секунду, секунд, сек"),
      (60, "minute, minutes, min, mins, mn, минута, минуты, минуту, минут, мин"),
      (3600, "hour, hours, hr, hrs, h, heure, heures, час, часа, часов, ч"),
      (86_400, "day, days, jour, jours, день, дня, дней, сутки, суток"),
    ] as [(Double, String)] {
      for word in Words.folded(words) { table[word] = seconds }
    }
    return table
  }()

  private static let korean: [(String, Double)] = [("시간", 3600), ("분", 60), ("초", 1), ("일", 86_400)]
  private static let koreanEndings: Set<String> = [
    "", "간", "쯤", "정도", "동안", "이상", "이내", "에", "에서", "씩", "후", "뒤", "이", "을", "은", "까지", "만", "마다", "가량", "여",
    "이나", "으로", "부터", "짜리", "내외", "전", "간은", "간만", "정도만", "이면", "을더", "더",
  ]

  private static let numerals: [String: Double] = {
    var table: [String: Double] = [:]
    for (number, words) in [
      (1, "a, an, one, un, une, один, одну, одна, 한"), (2, "two, deux, два, две, 두"), (3, "three, trois, три, 세"),
      (4, "four, quatre, четыре, 네"), (5, "five, cinq, пять, 다섯"), (6, "six, шесть, 여섯"), (7, "seven, sept, семь"),
      (8, "eight, huit, восемь"), (9, "nine, neuf, девять"), (10, "ten, dix, десять, 십"),
      (12, "twelve, douze, двенадцать"),
      (15, "fifteen, quinze, пятнадцать"), (20, "twenty, vingt, двадцать"), (30, "thirty, trente, тридцать"),
      (40, "forty, quarante, сорок"), (45, "сорокпять"), (60, "sixty, soixante, шестьдесят"),
    ] as [(Double, String)] {
      for word in Words.folded(words) { table[word] = number }
    }
    return table
  }()

  private static let phrases: [String: [([String], Double)]] = {
    var table: [String: [([String], Double)]] = [:]
    for (seconds, texts) in [
      (30, "half a minute, une demi minute, demi minute, полминуты"),
      (
        90,
        "a minute and a half, a minute and a half, une minute et demie, полторы минуты, полутора минут, one and a half minutes"
      ),
      (600, "une dizaine de minutes, dizaine de minutes"), (900, "une quinzaine de minutes, quinzaine de minutes"),
      (1200, "une vingtaine de minutes, vingtaine de minutes"),
      (1800, "une trentaine de minutes, trentaine de minutes"),
      (900, "a quarter of an hour, quarter of an hour, un quart d heure, quart d heure, четверть часа"),
      (1800, "half an hour, a half hour, half hour, une demi heure, demi heure, полчаса, пол часа, 반시간, 반 시간"),
      (2700, "three quarters of an hour, trois quarts d heure"),
      (5400, "an hour and a half, one and a half hours, полтора часа, полутора часов"),
      (9000, "two and a half hours"),
      (86_400, "하루, 하루 동안"),
    ] as [(Double, String)] {
      for phrase in texts.split(separator: ",") {
        let words = Fold.words(of: String(phrase))
        table[words[0], default: []].append((words, seconds))
      }
    }
    return table.mapValues { $0.sorted { $0.0.count > $1.0.count } }
  }()

  private static let parts: [([String], Double)] = [
    (["et", "demie"], 0.5), (["et", "demi"], 0.5), (["et", "quart"], 0.25), (["and", "a", "half"], 0.5),
    (["and", "a", "quarter"], 0.25), (["반"], 0.5), (["반을"], 0.5), (["반에서"], 0.5), (["반동안"], 0.5), (["반정도"], 0.5),
    (["с", "половинои"], 0.5),
  ]
  private static let ones: [String: Double] = ["час": 3600, "минуту": 60, "минутку": 60, "часок": 3600]
  private static let beforeOne: Set<String> = ["на", "через", "около", "примерно"]
  private static let ranges = Words.folded("to, à, or, ou, до, или, 에서")
  private static let between = Words.folded("between, entre, между")
  private static let and = Words.folded("and, et, и")
  private static let every = Words.folded("every, each, toutes, tous, каждые, каждую, каждый, per, par, в")
    .subtracting(["в"])
}
