public import Cookery
public import Postgres

/// A row of the list: a food or thing to buy, from a member or a recipe. Its texts stay where libpq has put them.
struct ShoppingEntry {
  let row: RowID
  private let typed: Text
  /// The food as its line calls it: `FoodLine.words`.
  let words: Text
  /// Entries of one key are one line of the list.
  let key: Text
  let sum: FoodSum
  let aisle: Aisle
  /// How much is in a package of the food, as the household had bought it when a recipe wanted it; nil if that is not known, and of
  /// what a person wrote.
  let package: FoodAmount?
  /// The name of the recipe or meal that it is for; several of a corrected sum; empty if it is for none.
  let source: Text
  /// Whether a person wrote it, so that nothing at hand takes away from it.
  let isByHand: Bool
  let isChecked: Bool
  let version: Int

  var id: UUID { row.value }
  var text: String { typed.string }
  var food: String { words.string }

  /// - Parameter line: what is read in the text of a row that was moved here from the items and not read before.
  private init(_ row: Row, _ line: FoodLine?) throws {
    self.row = try row["id"]
    typed = try row["text"]
    let moved: Aisle?
    if let line {
      (words, key, sum) = (Text(line.words), Text(line.key), line.sum)
      moved = try row["own_aisle"]
      aisle = moved ?? line.aisle
    } else {
      words = try row["food"] ?? typed
      key = try row["key"] ?? ""
      sum = try row["amount"] ?? FoodSum(stored: "")
      let place: Aisle? = try row["aisle"]
      moved = try row["own_aisle"]
      aisle = moved ?? place ?? .other
    }
    let size: String? = try row["package"]
    package = size.flatMap { FoodAmount(text: $0) }
    isByHand = try row["is_by_hand"]
    source = try row["source_name"]
    isChecked = try row["is_checked"]
    version = try row["version"]
  }

  /// Rows of `ShoppingQueries`. Long texts that nobody has read before are read off the event loop.
  static func read(_ rows: Rows, _ session: some HouseholdSession) async throws -> [ShoppingEntry] {
    var texts: [String] = []
    for row in rows where try isUnread(row) { texts.append(try row["text"]) }
    if texts.isEmpty { return try rows.map { try ShoppingEntry($0, nil) } }
    session.reportUnread()
    var lines = try await FoodLine.read(texts, session).makeIterator()
    return try rows.map { try ShoppingEntry($0, try isUnread($0) ? lines.next() : nil) }
  }

  private static func isUnread(_ row: Row) throws -> Bool { try row.withField("food") { $0.isNull } }
}

extension FoodLine {
  /// The size of a package in what a person wrote, as rows have it.
  func storedPackage(in text: String) -> String { package(in: text)?.text ?? "" }
}

extension Aisle: PostgresDecodable {
  /// An aisle that this program does not know is no particular one.
  public init(field: borrowing Field) throws(PostgresError) { self = Aisle(stored: try field.utf8()) ?? .other }
}

extension FoodSum: PostgresDecodable {
  public init(field: borrowing Field) throws(PostgresError) { self.init(stored: try field.utf8()) }
}
