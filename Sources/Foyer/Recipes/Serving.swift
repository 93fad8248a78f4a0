import Cookery
import HTML
import HTTP
import Postgres

/// A recipe for a number of servings: its ingredients and steps as a kitchen reads them.
struct Serving: Sendable {
  /// A piece of a step, as `_step.html` writes it.
  struct Piece: Sendable {
    enum Kind: Sendable { case text, amount, time, temperature }

    let kind: Kind
    let text: String
    /// A temperature on the scale that the reader may not know.
    var other: String?
    /// How long a timer runs; the upper end of a range.
    var seconds = 0
    var upTo: Int?
  }

  struct Step: Sendable {
    let pieces: [Piece]
    /// The lines of ingredients that it needs.
    let ingredients: [String]
  }

  let id: UUID
  /// The recipe's own servings, and those asked for; nil for a recipe that does not say.
  let own: Int?
  let wanted: Int?
  /// What amounts are multiplied by.
  let factor: Rational
  let lines: [Understanding.Line]
  let steps: [Step]
  /// Minutes in which the dish waits by itself: rising, chilling. 0 if the recipe's own times seem to count them.
  let restingMinutes: Int
  /// Who eats, and when, as the address says it: kept in every link.
  let eaters: EaterChoice

  /// The servings that a request asks for.
  static func wanted(_ request: Request) -> Int? { wanted(request.query) }

  static func wanted(_ form: Form) -> Int? {
    form["servings"].flatMap { Int(digits: $0.trimmed) }.flatMap { (1...1_000).contains($0) ? $0 : nil }
  }

  /// Reads a recipe's row; more than 2 kB are read off the event loop.
  static func read(_ row: Row, _ request: Request, _ context: Context) async throws -> Serving {
    let text = Text(
      id: try row["id"], servings: try row["servings"], wanted: wanted(request), ingredients: try row["ingredients"],
      steps: try row["steps"], eaters: EaterChoice(request.query), prepMinutes: try row["prep_minutes"],
      isStarter: try row["is_starter"],
      language: Kitchen.Language(rawValue: context.strings.language.rawValue) ?? .en)
    return text.size < 2_000 ? Serving(text) : try await context.offLoop { Serving(text) }
  }

  /// What is read.
  struct Text: Sendable {
    let id: UUID
    let servings: Int?
    let wanted: Int?
    let ingredients: [String]
    let steps: [String]
    let eaters: EaterChoice
    let prepMinutes: Int?
    let isStarter: Bool
    let language: Kitchen.Language

    var size: Int { (ingredients + steps).reduce(0) { $0 + $1.utf8.count } }
  }

  init(_ text: Text) {
    (id, own, eaters) = (text.id, text.servings, text.eaters)
    wanted = own == nil ? nil : text.wanted ?? own
    let exact = own.flatMap { own in text.wanted.flatMap { Rational($0, own) } } ?? Rational(1)
    let factor = exact.value
    self.factor = exact
    let parsed = text.ingredients.map { IngredientLine($0) }
    let kitchen = Kitchen(text.language, parsed)
    let lines = parsed.map { Understanding.Line($0, factor: factor, kitchen) }
    self.lines = lines
    let counted = StepIngredients.counted(parsed)
    var ingredients = StepIngredients(parsed)
    steps = text.steps.map { step in
      Step(
        pieces: StepText(step, by: factor, counted: counted, kitchen).pieces.map { Piece($0, text.language) },
        ingredients: ingredients.next(step).map { lines[$0].served })
    }
    let resting = RestingTime.minutes(in: text.steps)
    // A page elsewhere often counts the waiting as preparation; the starter cookbook never does.
    let isCounted = !text.isStarter && (text.prepMinutes ?? 0) >= resting
    restingMinutes = isCounted ? 0 : resting
  }

  var isScaled: Bool { wanted != own }

  /// What a recipe makes, as it is written. That is for its own servings, which are named if others are shown.
  func makes(_ words: String, _ strings: Strings) -> String {
    guard !words.isEmpty, isScaled, let own else { return words }
    return "\(words) (\(strings.cookServes(count: own)))"
  }

  /// A line for the shopping list: the written amounts times the servings, not what is left of them after rounding.
  func food(_ line: Understanding.Line) -> FoodLine { FoodLine(line.line.text).multiplied(by: factor) }

  // MARK: Addresses

  var path: String { path("") }
  var cookPath: String { path("/cook") }
  var printPath: String { path("/print") }

  /// A page of the recipe for these servings, which the address leaves out where they are the recipe's own.
  func path(_ page: String, step: Int? = nil, servings: Int? = nil) -> String {
    var form = Form()
    if let step { form.append("step", "\(step)") }
    if let servings = servings ?? wanted, servings != own { form.append("servings", "\(servings)") }
    eaters.append(to: &form)
    return "/recipes/\(id)\(page)" + (form.isEmpty ? "" : "?\(form.urlencoded)")
  }

  /// One serving fewer, or more; nil at the ends.
  var fewer: Int? { wanted.flatMap { $0 > 1 ? $0 - 1 : nil } }
  var more: Int? { wanted.flatMap { $0 < 1_000 ? $0 + 1 : nil } }
}

extension Serving.Piece {
  /// 350 °F is explained to everybody, 180 °C to readers of English: ovens elsewhere have °C.
  init(_ piece: StepText.Piece, _ language: Kitchen.Language) {
    switch piece {
    case .text(let text): self.init(kind: .text, text: text)
    case .amount(let text): self.init(kind: .amount, text: text)
    case .time(let text, let seconds, let upTo): self.init(kind: .time, text: text, seconds: seconds, upTo: upTo)
    case .temperature(let text, let isCelsius, let other):
      self.init(kind: .temperature, text: text, other: isCelsius && language != .en ? nil : other)
    }
  }
}
