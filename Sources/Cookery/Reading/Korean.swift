/// Korean words: their particles, and compounds of words.
enum Korean {
  private static let particles = [
    "으로", "에서", "에", "이나", "하고", "이랑", "랑", "은", "는", "이", "가", "을", "를", "과", "와", "의", "도", "로", "나", "분", "류", "씩",
    "만", "까지",
    "처럼",
  ]

  static func withoutParticle(_ word: String) -> String {
    guard word.count >= 3 else { return word }
    for particle in particles where word.hasSuffix(particle) { return String(word.dropLast(particle.count)) }
    return word
  }

  /// "간장과", "소금이랑": a food, and the particle that joins the next one.
  static func joins(_ word: String, table: FoodTable) -> Bool { joined(word, table: table) != nil }

  /// Its food: 파 of "파와", 오이 of "오이랑".
  static func joined(_ word: String, table: FoodTable) -> Int? {
    if table.hangul[word] != nil { return nil }
    return joining.lazy.filter { word.hasSuffix($0) }.compactMap { table.hangul[String(word.dropLast($0.count))] }.first
  }
  static let joining = ["과", "와", "하고", "이랑", "랑"]

  /// A compound of known words: 양파채, 진간장용. `isWhole` if nothing is left over; a word of preparation alone has no
  /// foods. A food of one syllable counts only at the end, after words that are no food: too many words contain 파 or 콩.
  /// 기 is ghee, and ends verbs.
  static func split(_ word: String, table: FoodTable) -> (foods: [Int], isWhole: Bool) {
    let letters = Array(word)
    // Longer words are no names.
    guard letters.count <= 16 else { return ([], false) }
    // "For stews": a purpose names no food.
    if letters.count >= 3, letters.last == "용" || word.hasSuffix("용으로") { return ([], true) }
    if let food = beforeAmount(word, table) { return ([food], true) }
    var foods: [Int] = []
    var at = 0
    var isWhole = true
    // Whether all of it is preparation: 깍둑+썰기, 불린+것. Words of one syllable would make too much of a word so.
    var isPreparation = true
    outer: while at < letters.count {
      for length in stride(from: letters.count - at, to: 0, by: -1) {
        let part = String(letters[at..<at + length])
        if length > 1 || at + length == letters.count && at > 0 && foods.isEmpty && isWhole && part != "기",
          let food = table.hangul[part]
        {
          foods.append(food)
          isPreparation = false
          at += length
          continue outer
        }
        // 장 counts sheets, but ends the names of pastes and of what is kept in soy sauce: 새우장. 소 and 속 are fillings
        // (만두소), or miso (적미소). 말 is a measure, but 말이 is rolled around something; rings and sticks are breaded.
        let isNeutral =
          !["장", "소", "속", "밥", "말", "링", "스틱"].contains(part)
          && (Words.koreanNeutral.contains(part) || CookingUnit.named([part]) != nil)
        if isNeutral, length > 1 || at > 0 || ["생", "건", "찐", "찬", "간", "깐", "썬", "중", "잔"].contains(part) {
          if length == 1, !["것", "한", "채"].contains(part) { isPreparation = false }
          at += length
          continue outer
        }
      }
      isWhole = false
      at += 1
    }
    if !isWhole, let kind = kind(word, letters, foods, table) { return ([kind], true) }
    // "부추나물": leek as a side dish, with soy sauce and sesame oil; 취나물 and the like are plants, and in the table.
    if foods.count > 1, word.hasSuffix("나물"), let dish = table.hangul["시금치나물"] { foods.append(dish) }
    // "전어젓갈": what was salted is seafood, whatever it is called.
    if !isWhole, letters.count >= 3, word.hasSuffix("젓갈") || word.hasSuffix("젓"), let food = table.hangul["토하젓"] {
      return ([food], true)
    }
    // "팥삶은물", "파썬것": a food of one syllable, and what is done with it.
    if !isWhole, letters.count >= 3, let food = table.hangul[String(letters[0])] {
      let rest = split(String(letters.dropFirst()), table: table)
      if rest.isWhole, rest.foods.isEmpty { return ([food], true) }
    }
    if !isWhole, let plain = withoutLinkingS(word) {
      let other = split(plain, table: table)
      if other.isWhole { return other }
    }
    return (foods, isWhole && (!foods.isEmpty || isPreparation))
  }

  /// "햄조금", "파약간", "참치한캔": a food of one syllable, or one in a tin, before an amount.
  private static func beforeAmount(_ word: String, _ table: FoodTable) -> Int? {
    guard let amount = amounts.first(where: { word.hasSuffix($0) && word.count > $0.count }) else { return nil }
    let name = String(word.dropLast(amount.count))
    if isTin(amount), let tin = table.hangul[name + "캔"] { return tin }
    return name.count == 1 ? table.hangul[name] : nil
  }
  private static let amounts = [
    "조금", "약간", "적당량", "적당히", "듬뿍", "살짝", "솔솔", "한줌", "반개", "한개", "한스푼", "반스푼", "한컵", "반컵", "한공기", "한대",
    "한캔", "반캔", "두캔",
  ]

  /// "멸칫국물", "김칫잎": the ㅅ that is written between two nouns, behind a vowel; nil without one.
  private static func withoutLinkingS(_ word: String) -> String? {
    var scalars = Array(word.unicodeScalars)
    // ㅅ is the twentieth of 28 final consonants, the first of which is none.
    guard let at = scalars.indices.dropLast().first(where: { Hangul.final(of: scalars[$0]) == 19 }), at > 0,
      let plain = Unicode.Scalar(scalars[at].value - 19)
    else { return nil }
    scalars[at] = plain
    return String(String.UnicodeScalarView(scalars))
  }

  /// "캔", "한캔", "작은캔"
  static func isTin(_ word: String) -> Bool {
    word == "캔" || word.hasSuffix("캔") && ["한", "두", "세", "반", "작은", "큰"].contains(word.dropLast())
  }

  /// "볶을때", "삶을때": when it is used. A food may stand before the verb.
  static func isMoment(_ word: String, table: FoodTable) -> Bool {
    guard word.count >= 3, word.hasSuffix("때"), let last = word.dropLast().unicodeScalars.last else { return false }
    return Hangul.final(of: last) == 8 && split(word, table: table).foods.isEmpty
  }

  /// "세발낙지", "유럽상추": a word before a plain food names its kind or where it comes from, unless it may be a food, a
  /// sauce or a dish.
  private static func kind(_ word: String, _ letters: [Character], _ foods: [Int], _ table: FoodTable) -> Int? {
    guard foods.count == 1 else { return nil }
    for length in stride(from: letters.count - 1, through: max(2, letters.count - 3), by: -1) {
      guard let food = table.hangul[String(letters.suffix(length))] else { continue }
      return food == foods[0] && isPlain(table.foods[food]) && isKind(String(letters.dropLast(length))) ? food : nil
    }
    return nil
  }

  /// Whether an unknown word tells no more than the kind of the food behind it.
  static func isKind(_ word: String) -> Bool {
    word.count <= 5 && !containsOpen(word, ofAtLeast: 1)
  }

  /// Whether a note about a food may name what else is in it: "(밀크)", "(로제)".
  static func isOpenNote(_ word: String) -> Bool {
    Hangul.begins(word) && (containsOpen(word, ofAtLeast: 2) || isOfOneSyllable(word))
  }

  /// "빵맛", "햄으로": a food of one syllable, and what is made of it.
  private static func isOfOneSyllable(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first, ["맛", "로", "으로", "에", "을", "를"].contains(word.dropFirst()) else {
      return false
    }
    return openByFirst[first]?.contains { $0.count == 1 } ?? false
  }

  private static func containsOpen(_ word: String, ofAtLeast syllables: Int) -> Bool {
    var rest = word.unicodeScalars[...]
    while let first = rest.first {
      if openByFirst[first]?.contains(where: { $0.count >= syllables && rest.starts(with: $0) }) ?? false {
        return true
      }
      rest = rest.dropFirst()
    }
    return false
  }
  private static let openByFirst = Dictionary(grouping: open.map { Array($0.unicodeScalars) }) { $0[0] }

  /// Produce, meat, fish, salt: nothing in it depends on the maker or the cook.
  static func isPlain(_ food: Food) -> Bool {
    let listed = Traits.allergens
    return food.has.intersection(listed).isSubset(of: [.seafood, .mollusc, .celery])
      && food.may.isDisjoint(with: listed)
      && !food.isGeneric && !["oil", "purpose", "meat"].contains(food.key)
  }

  /// Names of sauces, dishes and foods with one of the allergens, in Korean and in English or Chinese words.
  private static let open = [
    "콩", "깨", "잣", "밀", "게", "굴", "젓", "장", "빵", "떡", "면", "햄", "맛", "튀", "볶", "조림", "졸", "절", "양념", "무침", "크림", "버터",
    "빠다",
    "치즈", "밀크", "유부", "두유", "유린", "유제", "라떼", "마요", "마라", "깐풍", "깐쇼", "어향", "카레", "커리", "쿠키", "초코", "넛", "땅", "두부",
    "소이", "에그", "쉬림프", "슈림프", "쉬림",
    "크랩", "피쉬", "피시", "어묵", "소스", "칠리", "탕", "강정", "데리", "쌈", "김치", "그라", "피자", "까스", "가스", "깡", "칩", "마약", "마파", "궁보",
    "동파",
    "파스타", "와인", "아몬", "캐슈", "피칸", "월넛", "호두", "마카", "헤이즐", "헤즐", "피스타", "세사미", "참", "타히", "미소", "맥", "보리", "오트", "귀리",
    "호밀",
    "생크", "요거", "요구", "계란", "달걀", "란", "새우", "조개", "오징", "멸치", "명란", "액", "즙", "속", "소를", "채운", "말이", "전", "구이", "찜",
    "국", "찌개",
    "라구", "볼로", "해선", "뇨", "사라다", "테리", "마리네", "커틀", "라이드", "텐", "덴", "팝콘", "스터", "모짜", "카프레", "로제", "비스크", "차우더", "락사",
    "팟",
    "라자", "리조", "파에", "빠에", "감바스", "아란", "퐁듀", "키쉬", "타르", "파이", "롤", "볼", "버거", "토스트", "샌드", "핫", "부리", "타코", "퀘사",
    "나초", "나쵸",
    "케밥", "카츠", "돈", "함박", "미트", "스테이", "페스토", "파르", "파마", "체다", "고르", "브리", "리코", "페타", "부라", "그릭", "스리", "사워", "글레",
    "코울",
    "시저", "버무", "범벅", "잡채", "산적", "편육", "육포", "부각", "튀각", "정과", "휴게소", "짜장", "춘장", "분식", "푸드", "퓨전",
    "까르보", "알프레", "베샤멜", "탕수", "샐러드", "스낵", "과자", "바삭", "크런", "크리스", "시즈닝", "갈릭", "불닭", "허니", "바베", "비비", "폰즈", "쯔유",
    "랜치", "믹스",
    "모둠", "모듬", "훈제", "조미", "염지",
  ]

  /// "볶기", "우리기": what is done. Meat, berries and fish end so, too: 고기, 딸기, 조기.
  static func isVerbalNoun(_ word: String) -> Bool {
    word.count >= 2 && word.hasSuffix("기") && !nounsInGi.contains { word.hasSuffix($0) }
  }
  private static let nounsInGi = [
    "고기", "딸기", "조기", "설기", "메기", "튀기", "깍두기", "줄기", "껍데기", "세기", "유기", "저기", "구기", "무기", "두루치기", "수제비기", "보쌈기",
  ]

  /// Endings of adjectives: 쫄깃한, 물오른, 먹음직스러운. "든" and "넣은" are none: what is in the food comes before them.
  static let adjectives = [
    "깃한", "삭한", "싱한", "콤한", "큼한", "랑한", "통한", "직한", "독한", "담한", "촉한", "탱한", "톰한", "러운", "로운", "오른", "같은", "좋은", "스런",
    "다란", "란한", "끈한", "달한", "콜한", "숙한", "실한", "부한",
  ]
}
