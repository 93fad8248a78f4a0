import Cookery
import HTTP

/// The cookbook's search as the URL has it.
struct CookbookSearch {
  enum Course: String, CaseIterable { case main, breakfast, dessert, side }

  static let pageSize = RecipeSearch.pageSize
  static let times = [15, 30, 60]
  /// More words are no search.
  private static let mostTerms = 8

  var q = ""
  var course: Course?
  /// Any other course is looked for in words: "soup".
  private(set) var courseWords = ""
  /// In lower case: "italian".
  var cuisine = ""
  /// In lower case: "quick".
  var label = ""
  /// At most so many minutes.
  var time: Int?
  /// From 1.
  var page = 1
  /// How many pages are shown before it, too: where one came back to.
  var from = 1
  /// Whether something is asked for, also all by name.
  private(set) var isAsked = false

  init(_ query: Form) {
    q = query["q"] ?? ""
    let named = (query["course"] ?? "").trimmed.lowercased()
    course = Self.courses[named] ?? Course(rawValue: named)
    if course == nil { courseWords = String(named.prefix(100)) }
    cuisine = (query["cuisine"] ?? "").trimmed.lowercased()
    label = (query["label"] ?? "").trimmed.lowercased()
    time = query["time"].flatMap { Int(digits: $0.trimmed) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
    let page = query["page"].flatMap { Int(digits: $0) }.map { min(max($0, 1), 1_000) } ?? 1
    // A page of a list that one has come back to has at most a thousand rows.
    from = max(query["from"].flatMap { Int(digits: $0) }.map { min(max($0, 1), page) } ?? page, page - 19)
    self.page = page
    isAsked =
      query["page"] != nil || !q.isBlank || !courseWords.isEmpty || course != nil || !cuisine.isEmpty || !label.isEmpty
      || time != nil
  }

  func url(_ change: (inout CookbookSearch) -> Void = { _ in }) -> String {
    var search = self
    search.from = search.page
    change(&search)
    var form = Form()
    if !search.q.isBlank { form.append("q", search.q) }
    if let course = search.course?.rawValue ?? (search.courseWords.isEmpty ? nil : search.courseWords) {
      form.append("course", course)
    }
    if let time = search.time { form.append("time", "\(time)") }
    if !search.cuisine.isEmpty { form.append("cuisine", search.cuisine) }
    if !search.label.isEmpty { form.append("label", search.label) }
    if search.page > 1 { form.append("page", "\(search.page)") }
    if search.from < search.page { form.append("from", "\(search.from)") }
    return form.isEmpty ? "/recipes" : "/recipes?\(form.urlencoded)"
  }

  // MARK: What the words mean

  /// A word that is looked for, or what it stands for besides.
  struct Term {
    /// As it is typed.
    var typed: String
    /// The beginnings of words that count as it.
    var beginnings: [String]
    /// Bits of `Trait` that count as it; all of them.
    var traits = 0
  }

  /// The typed text, in words.
  struct Reading {
    var terms: [Term] = []
    var minutes: Int?
    var course: Course?
  }

  /// "vegetarian 30 min lentils"
  var reading: Reading {
    var reading = Reading()
    var words = SearchedWords.beginnings(of: "\(q.prefix(400)) \(courseWords)")
    while let word = words.first {
      words.removeFirst()
      let typed = word.typed.lowercased()
      // "30 min", "30min", "30분"
      let digits = typed.prefix { $0.isASCII && $0.isNumber }
      if let number = Int(digits: String(digits)), (1...1_000).contains(number) {
        let unit = String(typed.dropFirst(digits.count))
        if Self.isMinutes(unit) || unit.isEmpty && words.first.map({ Self.isMinutes($0.typed.lowercased()) }) == true {
          if unit.isEmpty { words.removeFirst() }
          reading.minutes = number
          if reading.terms.last.map({ ["under", "moins", "до", "unter"].contains($0.typed.lowercased()) }) == true {
            reading.terms.removeLast()
          }
          continue
        }
      }
      if reading.terms.count == Self.mostTerms { break }
      if Self.desserts.contains(typed) {
        reading.course = .dessert
        continue
      }
      var term = Term(typed: word.typed, beginnings: [word.beginning])
      if let diet = Self.diets[typed] { term.traits = Trait.bit(diet) }
      let key = IngredientKey.key(for: word.typed)
      if !key.isEmpty, key.utf8.count >= 3, !key.contains(" "), key != typed { term.beginnings.append(key) }
      reading.terms.append(term)
    }
    return reading
  }

  private static let courses: [String: Course] = [
    "main dish": .main, "main-dish": .main, "main course": .main, "mains": .main, "lunch": .main, "dinner": .main,
    "side dish": .side,
    "side-dish": .side, "sides": .side, "desserts": .dessert, "sweet": .dessert, "sweets": .dessert,
  ]

  private static func isMinutes(_ text: String) -> Bool {
    ["min", "mins", "minute", "minutes", "мин", "минут", "минуты", "分", "분"].contains(text)
  }

  private static let desserts: Set<String> = ["dessert", "desserts", "pudding", "디저트", "десерт", "десерты"]
  private static let diets: [String: Diet] = [
    "vegetarian": .lactoOvoVegetarian, "veggie": .lactoOvoVegetarian, "végétarien": .lactoOvoVegetarian,
    "végétarienne": .lactoOvoVegetarian,
    "채식": .lactoOvoVegetarian, "вегетарианское": .lactoOvoVegetarian, "вегетарианский": .lactoOvoVegetarian,
    "vegan": .vegan, "végan": .vegan, "végétalien": .vegan, "비건": .vegan, "веганское": .vegan, "веганский": .vegan,
    "keto": .ketogenic, "ketogenic": .ketogenic, "paleo": .paleo, "pescetarian": .pescetarian,
  ]

  /// Beginnings of the names of sweet dishes, where a recipe is no main dish.
  static let sweets = [
    "dessert", "cake", "cheesecake", "cookie", "brownie", "tiramisu", "panna", "pudding", "mousse", "ice", "sorbet",
    "crumble", "clafouti",
    "flan", "crema", "creme", "tart", "pie", "kheer", "halva", "baklava", "trifle", "pavlova", "meringue", "truffle",
    "fudge", "muffin",
    "gateau", "tarte", "glace", "biscuit", "sable", "macaron", "moelleux", "fondant", "compote", "kladdkaka", "haupia",
    "cobbler", "strudel",
    "gelato", "donut", "doughnut", "churro", "bun", "kanelbull", "shortbread", "custard", "sweet", "chocolate", "토르테",
    "케이크", "푸딩", "쿠키",
    "타르트", "파이", "무스", "디저트", "아이스크림", "클라푸티", "플란", "파나코타", "판나코타", "десерт", "торт", "пирожн", "печень", "пирог",
    "мусс",
    "крем", "морожен", "клафути", "флан", "кекс", "шарлотк", "сырник", "халв", "пудинг",
  ]
}
