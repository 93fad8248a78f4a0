import Cookery
import HTTP
import Postgres
import StrictJSON

/// A change of the list that was made without a network.
struct ShoppingChange {
  enum Kind: String { case add, check, uncheck, delete }

  let id: UUID
  let kind: Kind
  let entry: UUID
  /// Milliseconds since 1970, by the clock of who made it.
  let at: Int
  /// Of an addition.
  let text: String

  /// Nil if it is none.
  init?(_ json: JSON) {
    guard let object = json.object, let id = object["id"]?.string.flatMap({ UUID($0.utf8) }),
      let kind = object["kind"]?.string.flatMap({ Kind(rawValue: $0) }),
      let entry = object["entry"]?.string.flatMap({ UUID($0.utf8) }), case .number(let digits) = object["at"],
      let at = Int(digits), (0...4_000_000_000_000).contains(at)
    else { return nil }
    let text = (object["text"]?.string ?? "").trimmed
    guard kind != .add || !text.isBlank && !text.isLonger(than: 1_000) && !text.unicodeScalars.contains("\0") else {
      return nil
    }
    (self.id, self.kind, self.entry, self.at, self.text) = (id, kind, entry, at, text)
  }
}

/// `POST /shopping/sync`: changes made without a network, each of which counts once, however often it is sent.
enum ShoppingSync {
  /// More are refused; a browser sends them in parts.
  static let limit = 1_000

  static func update(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    let listed: JSON?
    do {
      listed = try await context.json(maximumValues: 8 * limit)["changes"]
    } catch is Refusal {
      return refusal()
    }
    guard case .array(let array) = listed ?? .array([]), array.count <= limit else { return refusal() }
    let changes = array.compactMap { ShoppingChange($0) }
    guard changes.count == array.count else { return refusal() }
    var batch = Batch()
    if !changes.isEmpty {
      let added = changes.filter { $0.kind == .add }
      let lines = try await ShoppingPage.read(added.map(\.text), context)
      for statement in ShoppingSyncQueries.apply(changes, added, lines) { batch.add(statement) }
    }
    let page = ShoppingPage.Query(in: &batch, shop: nil)
    let shown = try await page.read(try await context.query(batch))
    let strings = context.strings
    return .json(["lines": .array(shown.list.lines.map { json($0, strings) })])
  }

  private static func refusal() -> Response {
    .json(["error": .string("not a list of at most \(limit) changes")], status: .unprocessableContent)
  }

  private static func json(_ line: ShoppingLine, _ strings: Strings) -> JSON {
    .object([
      "id": .string("\(line.id)"), "entries": .array(line.entries.map { .string("\($0)") }),
      "amount": .string(line.amount(strings)), "food": .string(line.food), "for": .string(line.source),
      "aisle": .string(line.aisle.rawValue), "checked": .bool(line.isChecked), "covered": .bool(line.isCovered),
    ])
  }
}
