import Cookery
import Postgres

/// A row of the list: a food or thing to buy, from a member or a recipe.
struct ShoppingEntry {
  let id: UUID
  let text: String
  let food: String
  /// Entries of one key are one line of the list.
  let key: String
  let sum: FoodSum
  let aisle: Aisle
  /// The name of the recipe or meal that it is for; several of a corrected sum; empty if it is for none.
  let source: String
  /// Whether a person wrote it, so that nothing at hand takes away from it.
  let isByHand: Bool
  let isChecked: Bool
  let version: Int

  /// - Parameter line: what is read in the text of a row that was moved here from the items and not read before.
  private init(_ row: Row, _ line: FoodLine?) throws {
    id = try row["id"]
    text = try row["text"]
    source = try row["source_name"]
    let kind: String = try row["source"]
    isByHand = kind == "hand"
    isChecked = try row["is_checked"]
    version = try row["version"]
    let moved: String? = try row["own_aisle"]
    let place: String?
    if let line {
      (food, key, sum) = (line.words, line.key, line.sum)
      place = moved ?? line.aisle.rawValue
    } else {
      food = try row["food"] ?? text
      key = try row["key"] ?? ""
      sum = FoodSum(stored: try row["amount"] ?? "")
      place = try moved ?? row["aisle"]
    }
    aisle = place.flatMap { Aisle(rawValue: $0) } ?? .other
  }

  /// Rows of `ShoppingQueries`. Long texts that nobody has read before are read off the event loop.
  static func read(_ rows: Rows, _ session: some HouseholdSession) async throws -> [ShoppingEntry] {
    let isUnread = try rows.map { row -> Bool in
      let food: String? = try row["food"]
      return food == nil
    }
    let texts: [String] = try zip(rows, isUnread).filter(\.1).map { try $0.0["text"] }
    if !texts.isEmpty { session.reportUnread() }
    var lines = try await FoodLine.read(texts, session).makeIterator()
    return try zip(rows, isUnread).map { try ShoppingEntry($0, $1 ? lines.next() : nil) }
  }
}

/// A food and how many of it.
private struct CountedFood: Hashable {
  let food: String
  let number: Rational

  static let known = Memo<CountedFood, String>(most: 2_000)
}

/// One line of the list: everything that is wanted of one food. A page moves its lines from array to array, and each has a dozen
/// texts and arrays, which a struct would retain one by one.
final class ShoppingLine {
  static let aisles = Aisle.allCases

  /// The first entry's, which the line is addressed by.
  let id: UUID
  /// Those that the page shows as this line: a tick is for them and for no later one.
  private(set) var entries: [UUID] = []
  private var names: [String] = []
  private(set) var sources: [String] = []
  private(set) var wanted = FoodSum()
  /// The part of it that recipes want: what is at hand counts for it alone.
  private var ofRecipes = FoodSum()
  private var byHand = FoodSum()
  private var isByHand = false
  private var isForRecipes = false
  /// Food that was left out because it is at hand.
  private(set) var hand = FoodSum()
  let key: String
  let aisle: Aisle
  let isChecked: Bool
  /// The sum of the entries' versions: it grows with each change of one.
  private(set) var version = 0

  /// As most entries call it, "onions" rather than "onion" if both do; then in parentheses what some of them say besides.
  private(set) var food = ""
  /// The food alone, in the form that its number asks for.
  private(set) var name = ""
  /// The amount that one buys for recipes; nil where a person wrote the line, and where as much is at hand.
  private var shop: ShopAmount?

  /// The part of a line that becomes something at hand.
  struct Bought: Sendable {
    let id: UUID
    let name: String
    let wanted: FoodSum
    let aisle: Aisle

    init(_ line: ShoppingLine) { (id, name, wanted, aisle) = (line.id, line.name, line.wanted, line.aisle) }
  }

  init(_ entry: ShoppingEntry) {
    id = entry.id
    key = entry.key
    aisle = entry.aisle
    isChecked = entry.isChecked
    add(entry)
  }

  func add(_ entry: ShoppingEntry) {
    entries.append(entry.id)
    version += entry.version
    names.append(entry.food)
    if !entry.source.isEmpty, !sources.contains(entry.source) { sources.append(entry.source) }
    wanted.add(entry.sum)
    if entry.isByHand {
      byHand.add(entry.sum)
      isByHand = true
    } else {
      ofRecipes.add(entry.sum)
      isForRecipes = true
    }
  }

  func subtract(_ sum: FoodSum) { hand.add(sum) }

  /// Names the line, once all of its entries and what is at hand are known.
  func finish() {
    let parts = names.map(Self.parts)
    name = name(of: parts)
    food = name
    if parts.allSatisfy({ $0.remark == nil }) { return }
    var remarks: [String] = []
    for case let remark? in parts.map(\.remark) where !remarks.contains(remark) { remarks.append(remark) }
    food = "\(name) (\(remarks.joined(separator: "; ")))"
  }

  private var rest: FoodSum {
    if hand.isEmpty { return wanted }
    var rest = ofRecipes
    rest.subtract(hand)
    rest.add(byHand)
    return rest
  }

  /// Whether as much as recipes want is at hand. A line that a person wrote is to be bought.
  var isCovered: Bool { !isByHand && rest.isEmpty }

  private func name(of parts: [(name: String, remark: String?)]) -> String {
    var best = parts[0].name
    if parts.count > 1 {
      var counts: [String: Int] = [:]
      for part in parts { counts[part.name, default: 0] += 1 }
      best = counts.max { ($0.value, $0.key.count, $1.key) < ($1.value, $1.key.count, $0.key) }?.key ?? best
    }
    shop = !isForRecipes || sources.isEmpty || isCovered ? nil : ShopAmount(shownSum, of: key, name: best, aisle: aisle)
    best = shop?.food(best) ?? best
    let sum = shop?.bought ?? shownSum
    guard sum.amounts.count == 1, sum.amounts[0].unit == .pieces else { return best }
    let (food, number) = (best, sum.amounts[0].number)
    if food.utf8.count > 100 { return FoodLine.agreeing(food, with: number) }
    return CountedFood.known.value(CountedFood(food: food, number: number)) { FoodLine.agreeing(food, with: number) }
  }

  /// The result of `FoodLine.words`.
  private static func parts(_ words: String) -> (name: String, remark: String?) {
    guard words.utf8.last == UInt8(ascii: ")"), let open = words.firstIndex(of: "("), open > words.startIndex else {
      return (words, nil)
    }
    return (words[..<open].trimmed, String(words[words.index(after: open)...].dropLast()))
  }

  private var shownSum: FoodSum { isCovered ? wanted : rest }

  private(set) lazy var shortFood = food.inLabel

  /// "750 g + some"; of what is covered, all that is wanted.
  func amount(_ strings: Strings) -> String {
    let sum = shop?.bought ?? shownSum
    let text = strings.amounts.text(of: sum)
    if text.isEmpty { return "" }
    return sum.hasOpenAmount && shop?.isWhole != true ? "\(text) + \(strings.shoppingSome)" : text
  }

  /// "Ratatouille, Dal"
  private(set) lazy var source = sources.map { $0.utf8.count <= 100 ? $0 : String($0.prefix(100)) }.joined(
    separator: ", ")

  /// The recipes that it is for, with the kitchen's amount if one buys another: "Ratatouille, Dal (11 ¼ cloves)".
  func source(_ strings: Strings) -> String {
    guard let shop, !shop.isSame else { return source }
    let needed = strings.amounts.text(of: shop.needed)
    return needed.isEmpty || needed == strings.amounts.text(of: shop.bought) ? source : "\(source) (\(needed))"
  }

  /// The accessible name of the box.
  func label(_ strings: Strings) -> String {
    let amount = amount(strings)
    return amount.isEmpty ? food : "\(amount) \(food)"
  }

  func atHand(_ strings: Strings) -> String {
    strings.amounts.text(of: hand)
  }

  /// The ids as a form sends them back.
  private(set) lazy var entryList = entries.count == 1 ? idText : entries.map { "\($0)" }.joined(separator: " ")
  private(set) lazy var idText = "\(id)"
}
