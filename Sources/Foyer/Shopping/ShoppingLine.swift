import Cookery
import HTML
import Postgres

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
  let id: RowID
  /// Those that the page shows as this line: a tick is for them and for no later one.
  let parts: [ShoppingEntry]
  let aisle: Aisle
  let isChecked: Bool
  let wanted: FoodSum
  /// Food that was left out because it is at hand.
  let hand: FoodSum
  /// Whether as much as recipes want is at hand. A line that a person wrote is to be bought.
  let isCovered: Bool

  /// As most entries call it, "onions" rather than "onion" if both do; then in parentheses what some of them say besides.
  let food: ShownText
  let shortFood: ShownText
  /// The food alone, in the form that its number asks for.
  let name: Text
  /// "Ratatouille, Dal"
  let source: ShownText
  /// The ids as a form sends them back.
  let entryList: EntryIDs
  /// The amount that is wanted and not at hand; of a covered line, all that is wanted.
  private let shown: FoodSum
  /// The amount that one buys for recipes; nil where a person wrote the line, and where as much is at hand.
  private let shop: ShopAmount?

  /// The part of a line that becomes something at hand.
  struct Bought: Sendable {
    let id: UUID
    let name: String
    let wanted: FoodSum
    let aisle: Aisle

    init(_ line: ShoppingLine) {
      (id, name, wanted, aisle) = (line.id.value, line.name.string, line.wanted, line.aisle)
    }
  }

  /// - Parameters:
  ///   - parts: one at least, of one key.
  ///   - hand: what is at hand of it in a known amount.
  init(_ parts: [ShoppingEntry], hand: FoodSum? = nil) {
    let first = parts[0]
    self.parts = parts
    (id, aisle, isChecked) = (first.row, first.aisle, first.isChecked)
    let isByHand = parts.contains { $0.isByHand }
    let wanted = Self.sum(parts) { _ in true }
    var rest = wanted
    if let hand, !hand.isEmpty {
      // Food at hand counts for recipes alone.
      rest = Self.sum(parts) { !$0.isByHand }
      rest.subtract(hand)
      rest.add(Self.sum(parts) { $0.isByHand })
    }
    let isCovered = !isByHand && rest.isEmpty
    let shown = isCovered ? wanted : rest
    let source = Self.source(parts)
    let (name, remarks) = Self.name(parts)
    let isBought = !isCovered && !source.isEmpty && parts.contains { !$0.isByHand }
    let package = parts.last { $0.package != nil }?.package
    let shop =
      isBought
      ? first.key.withUTF8 { ShopAmount(shown, of: $0, aisle: first.aisle, package: package) { name.string } } : nil
    (self.wanted, self.hand, self.isCovered, self.shown) = (wanted, hand ?? FoodSum(), isCovered, shown)
    (self.source, self.shop) = (source, shop)
    self.name = Self.agreeing(name, with: shop, shown)
    food = ShownText(remarks.isEmpty ? self.name : Text("\(self.name) (\(remarks.joined(separator: "; ")))"))
    shortFood = food.text.utf8Count <= 60 ? food : ShownText(Text(food.description.inLabel))
    entryList = EntryIDs(parts)
  }

  private static func sum(_ parts: [ShoppingEntry], where isMeant: (ShoppingEntry) -> Bool) -> FoodSum {
    var sum = FoodSum()
    for part in parts where isMeant(part) { sum.add(part.sum) }
    return sum
  }

  private static func source(_ parts: [ShoppingEntry]) -> ShownText {
    var sources: [Text] = []
    for part in parts where !part.source.isEmpty && !sources.contains(part.source) { sources.append(part.source) }
    if sources.count <= 1, sources.allSatisfy({ $0.utf8Count <= 100 }) { return ShownText(sources.first ?? "") }
    let names = sources.map { $0.utf8Count <= 100 ? $0.string : String($0.string.prefix(100)) }
    return ShownText(Text(names.joined(separator: ", ")))
  }

  /// The name that most entries have, and what they say besides.
  private static func name(_ entries: [ShoppingEntry]) -> (name: Text, remarks: [String]) {
    let parts = entries.map { Self.parts($0.words) }
    var best = parts[0].name
    if parts.contains(where: { $0.name != best }) {
      var counts: [String: Int] = [:]
      for part in parts { counts[part.name.string, default: 0] += 1 }
      let most = counts.max { ($0.value, $0.key.count, $1.key) < ($1.value, $1.key.count, $0.key) }
      best = most.map { Text($0.key) } ?? best
    }
    var remarks: [String] = []
    for case let remark? in parts.map(\.remark) where !remarks.contains(remark) { remarks.append(remark) }
    return (best, remarks)
  }

  /// The result of `FoodLine.words`.
  private static func parts(_ text: Text) -> (name: Text, remark: String?) {
    guard text.withUTF8({ $0.last == UInt8(ascii: ")") }) else { return (text, nil) }
    let words = text.string
    guard let open = words.firstIndex(of: "("), open > words.startIndex else { return (text, nil) }
    return (Text(words[..<open].trimmed), String(words[words.index(after: open)...].dropLast()))
  }

  private static func agreeing(_ name: Text, with shop: ShopAmount?, _ shown: FoodSum) -> Text {
    var name = name
    if let shop, shop.isWholeFruit { name = Text(shop.food(name.string)) }
    let sum = shop?.bought ?? shown
    guard sum.amounts.count == 1, sum.amounts[0].unit == .pieces else { return name }
    let (food, number) = (name.string, sum.amounts[0].number)
    if name.utf8Count > 100 { return Text(FoodLine.agreeing(food, with: number)) }
    return Text(
      CountedFood.known.value(CountedFood(food: food, number: number)) { FoodLine.agreeing(food, with: number) })
  }

  /// The sum of the entries' versions: it grows with each change of one.
  var version: Int { parts.reduce(0) { $0 + $1.version } }
  var entries: [UUID] { parts.map(\.id) }

  /// A line's amounts in the reader's language.
  struct Amounts {
    /// "750 g + some"; of what is covered, all that is wanted.
    let shown: String
    /// The kitchen's, if one buys another: "11 ¼ cloves".
    let needed: String
  }

  func amounts(_ strings: Strings) -> Amounts {
    let amounts = strings.amounts
    let sum = shop?.bought ?? shown
    let text = shop?.packages.map { amounts.text(of: $0) } ?? amounts.text(of: sum)
    let needed = shop.map { $0.isSame ? "" : amounts.text(of: $0.needed) } ?? ""
    let isMore = !text.isEmpty && sum.hasOpenAmount && shop?.isWhole != true
    return Amounts(
      shown: isMore ? "\(text) + \(strings.shoppingSome)" : text, needed: needed == text ? "" : needed)
  }

  func amount(_ strings: Strings) -> String { amounts(strings).shown }

  /// The recipes that it is for, with the kitchen's amount if one buys another: "Ratatouille, Dal (11 ¼ cloves)".
  func source(_ strings: Strings) -> String {
    let needed = amounts(strings).needed
    return needed.isEmpty ? source.description : "\(source) (\(needed))"
  }

  /// The accessible name of the box.
  func label(_ strings: Strings) -> String {
    let amount = amount(strings)
    return amount.isEmpty ? food.description : "\(amount) \(food)"
  }

  func atHand(_ strings: Strings) -> String {
    strings.amounts.text(of: hand)
  }
}

/// The ids of a line's entries, separated by spaces.
struct EntryIDs: Renderable {
  private let first: RowID
  /// Nil where it is the first alone.
  private let all: String?

  init(_ entries: [ShoppingEntry]) {
    first = entries[0].row
    all = entries.count == 1 ? nil : entries.map { "\($0.id)" }.joined(separator: " ")
  }

  /// Letters, digits, hyphens and spaces.
  var isPlain: Bool { true }

  func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    guard let all else { return first.withUTF8Bytes(body) }
    return all.withUTF8Bytes(body)
  }
}
