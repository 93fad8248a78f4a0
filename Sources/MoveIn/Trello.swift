import CivilTime
import RecipeImport

/// A Trello board's JSON.
struct Trello {
  static func isBoard(_ object: JSONObject) -> Bool {
    object.has("cards") && object.has("lists")
      && (object.has("idOrganization") || object.has("shortLink") || object.has("labelNames") || object.has("actions"))
  }

  static func read(_ board: JSONObject) -> MovedFile {
    var reader = Trello(board)
    reader.read()
    return reader.file
  }

  private let board: JSONObject
  private let lists: [String: JSONObject]
  private let members: [String: JSONObject]
  private let labels: [String: JSONObject]
  private let fields: [String: JSONObject]
  /// By the ids of their cards.
  private let checklists: [String: [JSONObject]]
  private var comments: [String: [String]] = [:]
  private var created: [String: Int] = [:]
  private var file = MovedFile()

  private init(_ board: JSONObject) {
    self.board = board
    (lists, members) = (board.rows("lists", by: "id"), board.rows("members", by: "id"))
    (labels, fields) = (board.rows("labels", by: "id"), board.rows("customFields", by: "id"))
    checklists = Dictionary(grouping: board.rows("checklists"), by: { $0["idCard"]?.text ?? "" })
    file.program = "Trello"
  }

  private mutating func read() {
    readActions()
    let cards = board.rows("cards").sorted { position($0) < position($1) }
    var drafts: [Draft] = []
    for card in cards {
      drafts.append(draft(card))
      if cards.count > Draft.many { Draft.finish(thousandOf: &drafts, into: &file) }
    }
    Draft.finish(consume drafts, into: &file)
    if let text = board["desc"]?.text?.trimmed, !text.isEmpty {
      file.leave(board["name"]?.text ?? "the board", .ownText, text)
    }
  }

  /// The comments of cards, and when these were made.
  private mutating func readActions() {
    for action in board.rows("actions").reversed() {
      guard let data = action["data"]?.object, let card = data["card"]?.object?["id"]?.text else { continue }
      switch action["type"]?.text {
      case "commentCard":
        let author = action["memberCreator"]?.object?["fullName"]?.text
        comments[card, default: []].append([author, data["text"]?.text].compactMap { $0 }.joined(separator: ": "))
      case "createCard": created[card] = action["date"]?.stamp
      default: break
      }
    }
  }

  // MARK: A card

  private mutating func draft(_ card: JSONObject) -> Draft {
    var draft = Draft()
    let id = card["id"]?.text
    draft.id = id
    draft.item.sourceID = id
    draft.item.title = card["name"]?.text ?? ""
    draft.describe(card["desc"]?.text)
    let list = card["idList"]?.text.flatMap { lists[$0] }
    draft.item.category = list?["name"]?.text ?? board["name"]?.text
    draft.keep("Board", board["name"]?.text)
    draft.item.isDone = card["dueComplete"]?.isTrue == true
    if card["closed"]?.isTrue == true || list?["closed"]?.isTrue == true {
      draft.item.isDone = true
      draft.keep("Trello", "archived")
    }
    draft.item.doneAt = card["dateCompleted"]?.stamp
    draft.item.createdAt = id.flatMap { created[$0] ?? Self.moment(ofID: $0) }
    draft.setMoment(card["due"]?.text, "Due", &file)
    draft.setStart(card["start"]?.text)
    let own = card.rows("labels")
    let named = own.isEmpty ? card.texts("idLabels").compactMap { labels[$0] } : own
    // A label without a name is a colour.
    for label in named { draft.tag(label["name"]?.text?.nonEmpty ?? label["color"]?.text) }
    draft.item.people = card.texts("idMembers").map {
      members[$0]?["fullName"]?.text ?? members[$0]?["username"]?.text ?? $0
    }
    takeChecklists(of: id, &draft)
    if let minutes = card["dueReminder"]?.number, minutes >= 0 {
      draft.remind(secondsBefore: minutes * 60, "\(minutes) minutes before")
    }
    for attachment in card.rows("attachments") { draft.keep("Attachment", attachment.words("name", "url")) }
    for comment in id.flatMap({ comments[$0] }) ?? [] { draft.keep("Comment", comment) }
    for field in card.rows("customFieldItems") { keep(field, &draft) }
    draft.keep("Votes of", card.texts("idMembersVoted").map(fullName).joined(separator: ", "))
    draft.keep("Geo", card["coordinates"].map { JSONText.text($0) })
    for (key, name) in [("address", "Address"), ("locationName", "Location")] { draft.keep(name, card[key]?.text) }
    if card["isTemplate"]?.isTrue == true { draft.keep("Trello", "template") }
    draft.keep("Link", card["shortUrl"]?.text ?? card["url"]?.text)
    return draft
  }

  private func fullName(_ member: String) -> String { members[member]?["fullName"]?.text ?? member }

  private func takeChecklists(of card: String?, _ draft: inout Draft) {
    let own = (card.flatMap { checklists[$0] } ?? []).sorted { Self.number($0["pos"]) < Self.number($1["pos"]) }
    for checklist in own {
      let name = checklist["name"]?.text
      for item in checklist.rows("checkItems").sorted(by: { Self.number($0["pos"]) < Self.number($1["pos"]) }) {
        let text = item["name"]?.text ?? ""
        draft.item.checklist.append(
          .init(text: own.count > 1 ? "\(name ?? ""): \(text)" : text, isDone: item["state"]?.text == "complete"))
        draft.keep("Due of \(text)", item["due"]?.text)
        draft.keep("Member of \(text)", item["idMember"]?.text.map(fullName))
      }
      if own.count == 1, let name, name != "Checklist" { draft.keep("Checklist's name", name) }
    }
  }

  /// Keeps the value of a field that the board defines.
  private func keep(_ field: JSONObject, _ draft: inout Draft) {
    let definition = field["idCustomField"]?.text.flatMap { fields[$0] }
    let option = definition?.rows("options").first { $0["id"] == field["idValue"] }
    // `{"number":"12.5"}`
    let value = (option?["value"] ?? field["value"])?.object?.members.first?.value ?? field["idValue"]
    draft.keep(definition?["name"]?.text ?? "Field", value.map { JSONText.text($0) })
  }

  private static func number(_ value: JSON?) -> Double { value?.text.flatMap { Double($0) } ?? 0 }

  private func position(_ card: JSONObject) -> (Double, Double) {
    (Self.number(card["idList"]?.text.flatMap { lists[$0]?["pos"] }), Self.number(card["pos"]))
  }

  /// The first four bytes of an id are the second in which it was made.
  private static func moment(ofID id: String) -> Int? {
    guard id.utf8.count == 24, let seconds = Int(id.prefix(8), radix: 16),
      (1_200_000_000...4_000_000_000).contains(seconds)
    else { return nil }
    return seconds
  }
}
