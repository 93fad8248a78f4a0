import Cookery
import Postgres

/// A recipe's fit for its eaters: lines that clash with an eater's needs, lines where the packet decides, and dislikes.
struct RecipeEaters {
  /// Who, and what they ask for that the recipe does not fit, or may not.
  struct Clash {
    let text: String
    /// The line that decided, or that the recipe says so itself.
    let line: String?
    /// "oat cream instead of cream", where there is an obvious food for it.
    var swap: String?
    /// The number of the line whose packet decides.
    var packet: Int?
  }

  let table: EaterTable
  private(set) var clashes: [Clash] = []
  /// Where the packet decides.
  private(set) var packets: [Clash] = []
  let dislikes: [String]
  /// The servings that the page is scaled to, if somebody chose them.
  let servings: Int?

  /// Whether somebody asks for something, and all of them get it.
  var suitsAll: Bool { !table.parameters.isEmpty && clashes.isEmpty && packets.isEmpty }

  /// Of a recipe's page.
  init(_ serving: Serving, _ table: EaterTable, _ strings: Strings) {
    self.init(
      serving.reading, table, strings, foods: serving.foods.compactMap(\.keys),
      servings: serving.isScaled ? serving.wanted : nil)
  }

  /// - Parameters:
  ///   - foods: the keys of each line, where dislikes are to be said.
  ///   - saysDay: not where the day stands above it.
  init(
    _ reading: RecipeReading, _ table: EaterTable, _ strings: Strings, foods: [[String]] = [], servings: Int? = nil,
    saysDay: Bool = true
  ) {
    self.table = table
    self.servings = servings
    dislikes = table.disliked(in: foods).map {
      strings.eatersDislikesOf(name: $0.name, foods: $0.foods.joined(separator: ", "))
    }
    if table.parameters.isEmpty { return }
    let facts = reading.facts
    var (bad, unknown) = (Findings(), Findings())
    for allergen in table.parameters.allergies {
      let (names, what) = (table.names(needing: Trait.bit(allergen)), strings.text(allergen))
      switch facts.allergens[allergen] {
      case .contains(let line): bad.add(what, names, line)
      case .unknown(let line): unknown.add(what, names, line)
      case nil: unknown.add(what, names, nil)
      case .free: break
      }
    }
    for diet in table.parameters.diets {
      let (names, what) = (table.names(needing: Trait.bit(diet)), strings.text(diet))
      switch facts.diets[diet] {
      case .breaks(let line): bad.add(what, names, line)
      case .unknown(let line): unknown.add(what, names, line)
      case nil: unknown.add(what, names, nil)
      case .fits: break
      }
    }
    let day = !saysDay ? "" : table.choice.day.map { ", " + strings.weekdayAndDate($0) } ?? ""
    clashes = bad.all.map { finding in
      Clash(
        text: strings.eatersClash(names: finding.who + day, what: finding.whats),
        line: finding.line.map { reading.texts[$0] } ?? strings.recipesStated,
        swap: finding.line.flatMap { Self.swap(reading.line($0).line, table.parameters, strings) })
    }
    packets = unknown.all.map { finding in
      let food = finding.line.map { reading.line($0).line }.map { $0.name.isBlank ? $0.text : $0.name }
      return Clash(
        text: food.map { strings.eatersPacket(names: finding.who + day, food: $0, what: finding.whats) }
          ?? strings.eatersUnknown(names: finding.who + day, what: finding.whats), line: nil, packet: finding.line)
    }
  }

  private static func swap(_ line: IngredientLine, _ parameters: CookingParameters, _ strings: Strings) -> String? {
    Swap.of(
      line, allergies: parameters.allergies, diets: parameters.diets, language: strings.language.rawValue
    ).map { strings.eatersSwap(swap: $0, food: line.name.isBlank ? line.text : line.name) }
  }

  /// Verdicts on the same people and the same line are joined.
  private struct Findings {
    struct Finding {
      let who: String
      var what: [String]
      let line: Int?

      var whats: String { what.map(\.lowercasedFirst).joined(separator: ", ") }
    }

    private(set) var all: [Finding] = []

    mutating func add(_ what: String, _ names: [String], _ line: Int?) {
      let who = names.joined(separator: ", ")
      if let index = all.firstIndex(where: { $0.who == who && $0.line == line }) {
        all[index].what.append(what)
      } else {
        all.append(Finding(who: who, what: [what], line: line))
      }
    }
  }
}

extension Understanding.Line {
  /// The keys of its foods, any of which will do; nil for a line without a food.
  fileprivate var keys: [String]? {
    if let need { return need.ownKeys }
    return line.key.isEmpty ? nil : [line.key]
  }
}

extension String {
  /// As within a sentence: "peanut", "low FODMAP".
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
