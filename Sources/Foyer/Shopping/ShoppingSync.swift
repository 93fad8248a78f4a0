import Cookery
import HTTP
import Postgres
import StrictJSON

/// A change of the list that was made without a network.
struct ShoppingChange: Sendable {
  enum Kind: String { case add, check, uncheck, delete }

  let id: UUID
  /// The one that was sent: a change of several entries is divided, and each part has an id of its own.
  let sent: UUID
  let kind: Kind
  let entry: UUID
  /// Whether it is of a line that was typed and of which the browser did not know yet how many foods it names.
  let isOfTypedLine: Bool
  /// Milliseconds since 1970, by the clock of who made it.
  let at: Int
  /// Of an addition.
  let text: String
  /// Of a tick: where one shops.
  let shop: UUID?

  /// Nil if it is none.
  init?(_ json: JSON) {
    guard let object = json.object, let id = object["id"]?.string.flatMap({ UUID($0.utf8) }),
      let kind = object["kind"]?.string.flatMap({ Kind(rawValue: $0) }),
      let entry = object["entry"]?.string.flatMap({ UUID($0.utf8) }), let at = Self.time(object["at"])
    else { return nil }
    let text = (object["text"]?.string ?? "").trimmed
    guard kind != .add || !text.isBlank && !text.isLonger(than: 1_000) && !text.unicodeScalars.contains("\0") else {
      return nil
    }
    shop = object["shop"]?.string.flatMap { UUID($0.utf8) }
    isOfTypedLine = kind != .add && object["typed"]?.bool == true
    (self.id, sent, self.kind, self.entry, self.at, self.text) = (id, id, kind, entry, at, text)
  }

  /// An addition by the foods that its line names, and what is done with such a line by the entries that it may have become: the
  /// first one with the ids that were sent.
  var parts: [ShoppingChange] {
    if kind == .add {
      let parts = FoodLine.parts(of: text)
      return zip(parts.indices, parts).map { ShoppingChange(self, part: $0, text: $1) }
    }
    return isOfTypedLine ? (0..<FoodLine.mostParts).map { ShoppingChange(self, part: $0, text: "") } : [self]
  }

  /// Whether it is the first part, which has the id that was sent.
  var isFirst: Bool { id == sent }

  /// About how much work its parts are, in bytes of text that is read.
  var size: Int { isOfTypedLine ? 500 : text.utf8.count }

  private init(_ whole: ShoppingChange, part: Int, text: String) {
    (id, entry, sent) = (whole.id.part(part), whole.entry.part(part), whole.id)
    (kind, at, shop, isOfTypedLine) = (whole.kind, whole.at, whole.shop, whole.isOfTypedLine)
    self.text = text
  }

  static func time(_ json: JSON?) -> Int? {
    guard case .number(let digits) = json, let time = Int(digits), (0...4_000_000_000_000).contains(time) else {
      return nil
    }
    return time
  }
}

/// `POST /shopping/sync`: changes made without a network, each of which counts once, however often it is sent.
enum ShoppingSync {
  /// More are refused; a browser sends them in parts.
  static let limit = 1_000
  /// More of typed lines are refused: each may be of twenty entries.
  static let typedLimit = 50

  /// The message of a browser.
  private struct Message: Sendable {
    let reader: JSON?
    let shop: UUID?
    let now: Int?
    /// Nil if they are none, or too many.
    let changes: [ShoppingChange]?

    init(_ sent: JSONObject) {
      reader = sent["reader"]
      shop = sent["shop"]?.string.flatMap { UUID($0.utf8) }
      now = ShoppingChange.time(sent["now"])
      changes = Self.changes(sent["changes"] ?? .array([]))
    }

    private static func changes(_ json: JSON) -> [ShoppingChange]? {
      guard case .array(let array) = json, array.count <= limit else { return nil }
      let changes = array.compactMap { ShoppingChange($0) }
      guard changes.count == array.count, changes.count(where: \.isOfTypedLine) <= typedLimit else { return nil }
      return changes
    }
  }

  static func update(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    let sent: Message
    do {
      sent = try await context.json(maximumValues: 9 * limit) { Message($0) }
    } catch is Refusal {
      return refusal()
    }
    // A browser's changes outlive the session in which they were made. Nobody else's list takes them.
    if let reader = sent.reader, reader.string != context.visitor?.reader {
      return .json(["error": .string("the changes of somebody else")], status: .conflict)
    }
    guard let sentChanges = sent.changes else { return refusal() }
    let changes = try await parts(of: sentChanges, context)
    let gone = Set(changes.filter { $0.kind == .delete }.map(\.entry))
    // Of a line whose foods are applied apart, each part may be refused.
    var missed: Set<UUID> = []
    func note(_ rows: Rows) throws { missed.formUnion(try rows.map { try $0["change"] }) }
    var pieces = pieces(of: changes)
    let last = pieces.popLast() ?? []
    for piece in pieces {
      var batch = Batch()
      let refused = try await apply(piece, gone, shift(sent.now), in: &batch, context)
      try note(try await context.query(batch)[refused])
    }
    var batch = Batch()
    let refused = last.isEmpty ? nil : try await apply(last, gone, shift(sent.now), in: &batch, context)
    let page = ShoppingPage.Query(in: &batch, shop: sent.shop)
    let results = try await context.query(batch)
    let shown = try await page.read(results, context)
    if let refused { try note(results[refused]) }
    return answer(shown, Array(missed), context)
  }

  private static func parts(of sent: [ShoppingChange], _ context: Context) async throws -> [ShoppingChange] {
    if sent.reduce(0, { $0 + $1.size }) < 2_000 { return sent.flatMap(\.parts) }
    return try await context.inPieces(sent, (), size: \.size) { $1.parts }.flatMap { $0 }
  }

  /// A part that is applied in a transaction of its own: a thousand lines of twenty foods would take longer than a batch may. Each
  /// change counts once, so that a browser which hears of nothing sends all of them again. Additions come first, as ticks of
  /// theirs may follow.
  private static func pieces(of changes: [ShoppingChange]) -> [[ShoppingChange]] {
    let most = 2 * limit
    if changes.count <= most { return [changes] }
    let (added, others) = (changes.filter { $0.kind == .add }, changes.filter { $0.kind != .add })
    return [added, others].flatMap { part in
      stride(from: 0, to: part.count, by: most).map { Array(part[$0..<min($0 + most, part.count)]) }
    }
  }

  private static func apply(
    _ changes: [ShoppingChange], _ gone: Set<UUID>, _ shift: Int, in batch: inout Batch, _ context: Context
  ) async throws -> Batch.Key {
    let lines = try await FoodLine.read(changes.filter { $0.kind == .add }.map(\.text), context)
    for statement in ShoppingSyncQueries.apply(changes, lines, shift: shift) { batch.add(statement) }
    return batch.add(ShoppingSyncQueries.refused(changes, besides: gone))
  }

  /// The error of the browser's clock, in milliseconds. Less than half a minute may be the request's own time.
  private static func shift(_ theirs: Int?) -> Int {
    guard let theirs else { return 0 }
    let shift = UUID.v7().milliseconds - theirs
    return abs(shift) < 30_000 ? 0 : shift
  }

  private static func refusal() -> Response {
    .json(["error": .string("not a list of at most \(limit) changes")], status: .unprocessableContent)
  }

  /// The list as values, or as the page's own script wants it: as markup.
  private static func answer(_ shown: ShoppingPage, _ refused: [UUID], _ context: Context) -> Response {
    let refused = JSON.array(refused.map { .string("\($0)") })
    let strings = context.strings
    guard context.isFragment else {
      return .json(["lines": .array(shown.list.lines.map { json($0, strings) }), "refused": refused])
    }
    let fragment = context.html(.shopping) { out, page in Views.Shopping._shopping(&out, page: page, shown: shown) }
    guard case .bytes(let html) = fragment.body else { return fragment }
    return .json([
      "html": .string(String(decoding: html, as: UTF8.self)), "at": .number("\(shown.at)"), "refused": refused,
    ])
  }

  private static func json(_ line: ShoppingLine, _ strings: Strings) -> JSON {
    .object([
      "id": .string("\(line.id)"), "entries": .array(line.entries.map { .string("\($0)") }),
      "amount": .string(line.amount(strings)), "food": .string(line.food), "for": .string(line.source),
      "aisle": .string(line.aisle.rawValue), "checked": .bool(line.isChecked), "covered": .bool(line.isCovered),
    ])
  }
}
