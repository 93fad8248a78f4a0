import CivilTime
import HTTP
import Postgres
import StrictJSON

/// `POST /shopping/sync`: changes made without a network, as `SyncList` applies them.
enum ShoppingSync {
  /// The message of a browser.
  private struct Message: Sendable {
    let reader: JSON?
    let shop: UUID?
    /// The list that they are of, and that is answered; nil for the first one.
    let list: UUID?
    let now: Int?
    /// Nil if one of them is none.
    let changes: [SyncList.Change]?

    init(_ sent: JSONObject) {
      reader = sent["reader"]
      (shop, list) = (Message.id(sent["shop"]), Message.id(sent["list"]))
      now = Message.time(sent["now"])
      changes = Self.changes(sent["changes"] ?? .array([]))
    }

    private static func changes(_ json: JSON) -> [SyncList.Change]? {
      guard case .array(let array) = json, array.count <= SyncList.limit else { return nil }
      let changes = array.compactMap { change($0) }
      return changes.count == array.count ? changes : nil
    }

    private static func id(_ value: JSON?) -> UUID? { value?.string.flatMap { UUID($0.utf8) } }

    private static func change(_ json: JSON) -> SyncList.Change? {
      guard let object = json.object, let own = id(object["id"]), let entry = id(object["entry"]),
        let at = time(object["at"])
      else { return nil }
      let isTyped = object["typed"]?.bool == true
      switch object["kind"]?.string {
      case "add":
        let text = (object["text"]?.string ?? "").trimmed
        if text.unicodeScalars.contains("\0") { return nil }
        return SyncList.Change(id: own, .add(AddToList(id: entry, text: text)), at: at)
      case "check":
        let tick = TickLine(line: entry, shop: id(object["shop"]))
        return SyncList.Change(id: own, .tick(tick), at: at, isOfTypedLine: isTyped)
      case "uncheck":
        return SyncList.Change(id: own, .tick(TickLine(line: entry, isTicked: false)), at: at, isOfTypedLine: isTyped)
      case "delete":
        return SyncList.Change(id: own, .delete(DeleteLine(line: entry)), at: at, isOfTypedLine: isTyped)
      default: return nil
      }
    }

    private static func time(_ json: JSON?) -> Int? {
      guard case .number(let digits) = json, let time = Int(digits), (0...4_000_000_000_000).contains(time) else {
        return nil
      }
      return time
    }
  }

  static func update(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    let sent: Message
    do {
      sent = try await context.json(maximumValues: 9 * SyncList.limit) { Message($0) }
    } catch is Refusal {
      return refusal()
    }
    // A browser's changes outlive the session in which they were made. Nobody else's list takes them.
    if let reader = sent.reader, reader.string != context.visitor?.reader {
      return .json(["error": .string("the changes of somebody else")], status: .conflict)
    }
    guard let changes = sent.changes else { return refusal() }
    var batch = Batch()
    let query: SyncList.Query
    do {
      query = try await SyncList(changes: changes, list: sent.list, shift: shift(sent.now)).apply(context, in: &batch)
    } catch is Problems {
      return refusal()
    }
    let page = ShoppingPage.Query(in: &batch, shop: sent.shop, list: sent.list)
    let results = try await context.query(batch)
    let refused = JSON.array(try SyncList.refused(results, query).map { .string("\($0)") })
    do {
      return answer(try await page.read(results, context), refused, context)
    } catch Failure.notFound {
      // The list was deleted meanwhile: the changes are done.
      return .json(["refused": refused])
    }
  }

  /// The error of the browser's clock, in milliseconds. Less than half a minute may be the request's own time.
  private static func shift(_ theirs: Int?) -> Int {
    guard let theirs else { return 0 }
    let shift = Int(Timestamp.milliseconds()) - theirs
    return abs(shift) < 30_000 ? 0 : shift
  }

  private static func refusal() -> Response {
    .json(["error": .string("not a list of at most \(SyncList.limit) changes")], status: .unprocessableContent)
  }

  /// The list as values, or as the page's own script wants it: as markup.
  private static func answer(_ shown: ShoppingPage, _ refused: JSON, _ context: Context) -> Response {
    let strings = context.strings
    guard context.isFragment else {
      return .json(["lines": .array(shown.list.lines.map { json($0, strings) }), "refused": refused])
    }
    let fragment = context.html(.shopping, capacity: shown.capacity) { out, page in
      Views.Shopping._shopping(&out, page: page, shown: shown)
    }
    guard case .bytes(let html) = fragment.body else { return fragment }
    return .json([
      "html": .string(String(decoding: html, as: UTF8.self)), "at": .number("\(shown.at)"), "refused": refused,
    ])
  }

  private static func json(_ line: ShoppingLine, _ strings: Strings) -> JSON {
    .object([
      "id": .string("\(line.id.value)"), "entries": .array(line.entries.map { .string("\($0)") }),
      "amount": .string(line.amount(strings)), "food": .string(line.food.description),
      "for": .string(line.source(strings)),
      "aisle": .string(line.aisle.rawValue), "checked": .bool(line.isChecked), "covered": .bool(line.isCovered),
    ])
  }
}
