import Cookery
import QuickAdd

/// A text that is typed into the sheet of the "+", and its reading as each kind of thing that it may become.
struct Capture: Sendable {
  enum Kind: String, CaseIterable, Sendable { case shopping, meal, recipe, item }

  /// The line as an item is made of it; nil for one that is longer than a title may be.
  let line: QuickAdd?
  /// The web address that it consists of, or ends with.
  let address: String?
  /// The line for the shopping list: without "buy".
  let wares: String
  /// Whether everything in it is known to be bought.
  let isWares: Bool
  /// The words of a dish: the title without the name of a meal.
  let dish: String
  /// The meal that it names, or that its time says.
  let meal: MealName?
  /// Whether it begins with what is done: "wash the potatoes".
  let isChore: Bool
  private let isDish: Bool

  /// Longer texts are items.
  private static let longest = 300

  /// - Parameter line: the reading of the text as an item.
  init(_ text: String, _ line: QuickAdd?) {
    let text = text.trimmed
    self.line = line
    address = Self.address(in: text)
    guard text.utf8.count <= Self.longest else {
      (wares, isWares, dish, meal, isChore, isDish) = (text, false, line?.title ?? text, nil, false, false)
      return
    }
    let bought = CaptureWords.withoutBuying(text)
    wares = bought ?? text
    isChore = bought == nil && CaptureWords.isChore(text)
    isWares = !isChore && Self.isBought(wares)
    let (dish, meal) = CaptureWords.withoutMeal((line?.title ?? text).trimmed)
    (self.dish, isDish) = (dish, meal != nil && Self.isFood(dish))
    let hour = line?.time?.hour
    self.meal = meal ?? hour.map { $0 < 11 ? .breakfast : $0 < 16 ? .lunch : .dinner }
  }

  /// The kind that its own words tell; nil where those of the household decide.
  var kind: Kind? {
    if address != nil { return .recipe }
    guard let line else { return .item }
    if isWares && isUnsigned(line) && !isMealNamed { return .shopping }
    let isPlain = line.category == nil && line.tags.isEmpty && line.people.isEmpty && line.repeats == nil
    if isChore || !isPlain || dish.isEmpty { return .item }
    if isDish && line.date != nil { return .meal }
    return line.date == nil && wares.split(separator: " ").count > 4 ? .item : nil
  }

  /// The same with what the household knows.
  /// - Parameter isShopping: whether it is typed beside the shopping list.
  func kind(_ known: CaptureVocabulary, isShopping: Bool) -> Kind {
    if let kind { return kind }
    let hasDay = line?.date != nil
    if known.dish != nil && (hasDay || isMealNamed) { return .meal }
    return !hasDay && (known.isBought || isShopping) ? .shopping : .item
  }

  private var isMealNamed: Bool { dish != line?.title.trimmed }

  /// The days that are read in the amount of a food ("1/2 l milk") are none.
  private func isUnsigned(_ line: QuickAdd) -> Bool {
    line.parts.allSatisfy { $0.kind == .due && $0.text.first?.isNumber == true }
  }

  private static func isBought(_ text: String) -> Bool {
    let parts = FoodLine.parts(of: text)
    let isLone = { (part: String) in CaptureWords.lone.contains(part.lowercased()) }
    return parts.allSatisfy { isFood($0) || !isLone($0) && FoodLine($0).aisle == .household }
  }

  private static func isFood(_ text: String) -> Bool {
    let line = IngredientLine(text)
    return line.hasFood && line.isUnderstood
  }

  /// Programs share an address alone, or behind the page's title.
  private static func address(in text: String) -> String? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let last = words.last, last.utf8.count <= 2_000 else { return nil }
    let scheme = ["https://", "http://"].first { last.lowercased().hasPrefix($0) }
    guard let scheme, last.utf8.count > scheme.utf8.count else { return nil }
    return words.count == 1 || scheme == "https://" ? String(last) : nil
  }
}
