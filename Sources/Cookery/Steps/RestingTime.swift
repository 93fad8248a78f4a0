/// How long a dish waits by itself: rising, soaking, marinating, chilling. A recipe's minutes at work and on the heat
/// do not count it.
public enum RestingTime {
  /// Less is no reason to begin earlier.
  static let shortest = 10.0

  /// Minutes, from the times in the steps beside which a word of waiting stands; of a range the lower end. A night is
  /// eight hours.
  public static func minutes(in steps: [String]) -> Int { minutes(steps.map(seconds)) }

  /// The same, from what `seconds` said of each step.
  public static func minutes(_ seconds: [Double]) -> Int { Int(seconds.reduce(0, +) / 60) }

  public static func seconds(in step: String) -> Double {
    let scalars = Array(step.unicodeScalars)
    let tokens = Token.read(scalars)
    let reader = CookingTimeReader(text: scalars, tokens: tokens)
    var sum = 0.0
    /// The subject of the sentence so far.
    var isResting: Bool?
    /// Whether the sentence said how long, and whether it spoke of a night.
    var (hasTime, hasNight) = (false, false)
    func endSentence() {
      if hasNight, !hasTime { sum += 8 * 3600 }
      (isResting, hasTime, hasNight) = (nil, false, false)
    }
    var at = 0
    while at < tokens.count {
      if let time = reader.time(at: at) {
        var rests = isResting
        // Korean, and "1 hour in the refrigerator", put the verb behind.
        for next in time.tokens.upperBound..<min(time.tokens.upperBound + 6, tokens.count) {
          guard let word = tokens[next].word else { break }
          if let after = kind(word) {
            if Hangul.begins(word) || rests == nil { rests = after }
            break
          }
        }
        if rests == true, time.lower >= shortest * 60, !reader.isRepeated(time) {
          sum += time.lower
          hasTime = true
        }
        at = time.tokens.upperBound
        continue
      }
      switch tokens[at].kind {
      case .dot where at + 1 == tokens.count || tokens[at + 1].start > tokens[at].end: endSentence()
      case .word(let word):
        if isNight(tokens, at) { (isResting, hasNight) = (true, true) }
        isResting = kind(word) ?? isResting
      default: break
      }
      at += 1
    }
    endSentence()
    return sum
  }

  /// True for a word of waiting, false for one of cooking.
  private static func kind(_ word: String) -> Bool? {
    if resting.contains(where: { word.hasPrefix($0) }) || exact.contains(word) { return true }
    return cooking.contains(where: { word.hasPrefix($0) }) ? false : nil
  }

  private static func isNight(_ tokens: [Token], _ at: Int) -> Bool {
    let word = tokens[at].word
    if word == "overnight" || word?.hasPrefix("하룻밤") ?? false { return true }
    guard at > 0, let before = tokens[at - 1].word else { return false }
    return word == "nuit" && ["la", "une"].contains(before) || word == "ночь" && before == "на"
  }

  private static let exact = Words.folded(
    "rest, rests, rise, rises, stand, prove, proof, soak, chill, chills, freeze, marinate, fridge, refrigerator, freezer, repos, lever, frais, frigo, set"
  )
  private static let resting = [
    "resting", "rising", "proving", "proofing", "chilling", "chilled", "refrigerat", "marinat", "soaking", "freez",
    "steep",
    "repos", "pousser", "pousse", "marine", "tremp", "refriger", "refroid", "congel", "raffermir",
    "расстой", "поднят", "подни", "подоид", "подход", "отдохн", "отдых", "настоя", "настаив", "марин", "замоч",
    "замачив",
    "охлад", "холодильник", "заморо", "морозил", "остын", "остыв", "застыв", "застын",
    "휴지", "발효", "숙성", "재우", "재워", "재운", "재웁", "불리", "불려", "불린", "불립", "냉장", "식히", "식혀", "식힌", "냉동", "절이",
    "절여", "절인", "절입", "굳히", "굳혀", "굳힌",
  ]
  private static let cooking = [
    "bake", "baking", "simmer", "cook", "boil", "roast", "fry", "braise", "stew", "grill", "steam", "poach", "whisk",
    "knead",
    "toast", "sear", "brown", "stir", "warm", "toss", "beat", "drain",
    "cui", "four", "mijot", "bouill", "roti", "rissol", "petri", "fouett", "grill", "dor", "sauter", "revenir",
    "chauff",
    "вар", "жар", "туш", "выпек", "запек", "кип", "печ", "готов", "меша", "взби", "меси",
    "끓", "굽", "구워", "구운", "볶", "찌", "쪄", "삶", "튀", "조리", "익", "젓", "저어", "치대", "반죽하",
  ]
}
