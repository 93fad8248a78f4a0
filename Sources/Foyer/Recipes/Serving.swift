import CivilTime
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
  /// The factor of all amounts.
  let factor: Rational
  let reading: RecipeReading
  let lines: [Understanding.Line]
  /// The foods that have to be at hand: of a line of several each of them.
  var foods: [Understanding.Line] { lines.flatMap(\.foods) }
  let steps: [Step]
  /// Minutes in which the dish waits by itself: rising, chilling. 0 if the recipe's own times seem to count them.
  let restingMinutes: Int
  /// The eaters and the day that the address names: kept in every link.
  let eaters: EaterChoice

  /// The servings that a request asks for.
  static func wanted(_ request: Request) -> Int? { wanted(request.query) }

  static func wanted(_ form: Form) -> Int? {
    form["servings"].flatMap { Int(digits: $0.trimmed) }.flatMap { (1...1_000).contains($0) ? $0 : nil }
  }

  /// Reads a recipe's row.
  static func read(_ row: Row, _ request: Request, _ context: Context) async throws -> Serving {
    let text = Text(
      id: try row["id"], servings: try row["servings"], wanted: wanted(request),
      reading: try await RecipeReading.of(row, context), steps: try row["steps"], eaters: EaterChoice(request.query),
      prepMinutes: try row["prep_minutes"],
      isStarter: try row["is_starter"],
      staples: try HouseholdStaples(row), language: context.strings.kitchen)
    return try await read([text], context)[0]
  }

  /// More than 2 kB together are read off the event loop, and long recipes piece by piece.
  static func read(_ texts: [Text], _ session: some HouseholdSession) async throws -> [Serving] {
    if texts.reduce(0, { $0 + $1.size }) < 2_000 { return texts.map { Serving($0) } }
    var servings: [Serving] = []
    for text in texts {
      let parsed = try await session.offLoop { text.reading.lines }
      let reader = try await session.offLoop { Reader(text, parsed) }
      let lines = try await session.inPieces(parsed, (), size: \.line.text.utf8.count) { reader.line($1) }
      let steps = try await session.inPieces(text.steps, reader, size: \.utf8.count) { $0.step($1, lines) }
      servings.append(Serving(text, lines, steps))
    }
    return servings
  }

  /// The texts of a recipe, to be read.
  struct Text: Sendable {
    let id: UUID
    let servings: Int?
    let wanted: Int?
    let reading: RecipeReading
    let steps: [String]
    let eaters: EaterChoice
    let prepMinutes: Int?
    let isStarter: Bool
    let staples: HouseholdStaples
    let language: Kitchen.Language

    var size: Int { (reading.texts + steps).reduce(0) { $0 + $1.utf8.count } }

    /// The servings that are shown, and what amounts are multiplied by for them.
    var shown: Int? { servings == nil ? nil : wanted ?? servings }
    var factor: Rational { servings.flatMap { own in wanted.flatMap { Rational($0, own) } } ?? Rational(1) }
  }

  init(_ text: Text) {
    let parsed = text.reading.lines
    var reader = Reader(text, parsed)
    let lines = parsed.map { reader.line($0) }
    self.init(text, lines, text.steps.map { reader.step($0, lines) })
  }

  private init(_ text: Text, _ lines: [Understanding.Line], _ steps: [(step: Step, resting: Double)]) {
    (id, own, eaters, wanted, factor) = (text.id, text.servings, text.eaters, text.shown, text.factor)
    (reading, self.lines, self.steps) = (text.reading, lines, steps.map(\.step))
    let resting = RestingTime.minutes(steps.map(\.resting))
    // A page elsewhere often counts the waiting as preparation; the starter cookbook never does.
    let isCounted = !text.isStarter && (text.prepMinutes ?? 0) >= resting
    restingMinutes = isCounted ? 0 : resting
  }

  /// Reads the lines and steps of a recipe, of which the steps come in their order.
  private struct Reader: Sendable {
    private let language: Kitchen.Language
    private let factor: Double
    private let kitchen: Kitchen
    private let staples: HouseholdStaples
    private let counted: Set<String>
    private var ingredients: StepIngredients

    init(_ text: Text, _ lines: [RecipeLine]) {
      let parsed = lines.map(\.line)
      (language, factor, staples) = (text.language, text.factor.value, text.staples)
      kitchen = Kitchen(text.language, parsed)
      counted = StepIngredients.counted(parsed)
      ingredients = StepIngredients(parsed)
    }

    func line(_ line: RecipeLine) -> Understanding.Line { Understanding.Line(line, factor: factor, kitchen, staples) }

    /// - Returns: the step, and for how many seconds the dish rests in it.
    mutating func step(_ text: String, _ lines: [Understanding.Line]) -> (step: Step, resting: Double) {
      let pieces = StepText(text, by: factor, counted: counted, kitchen).pieces.map { Piece($0, language) }
      let step = Step(pieces: pieces, ingredients: ingredients.next(text).map { lines[$0].served })
      return (step, RestingTime.seconds(in: text))
    }
  }

  var isScaled: Bool { wanted != own }

  /// The yield of a recipe, as it is written. That is for its own servings, which are named if others are shown.
  func makes(_ words: String, _ strings: Strings) -> String {
    guard !words.isEmpty, isScaled, let own else { return words }
    return "\(words) (\(strings.cookServes(count: own)))"
  }

  /// A line for the shopping list: the written amounts times the servings, not what is left of them after rounding.
  func food(_ line: Understanding.Line) -> FoodLine { line.food.multiplied(by: factor) }

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
