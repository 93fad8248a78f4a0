import CivilTime
import RecipeImport

/// A WeKan board's JSON.
struct WeKan {
  static func isBoard(_ object: JSONObject) -> Bool {
    object.has("cards") && object.has("lists") && (object.has("swimlanes") || object.has("checklistItems"))
  }

  static func read(_ board: JSONObject) -> MovedFile {
    var reader = WeKan(board)
    reader.read()
    return reader.file
  }

  private let board: JSONObject
  private let lists: [String: JSONObject]
  private let labels: [String: JSONObject]
  private let swimlanes: [String: JSONObject]
  private let users: [String: JSONObject]
  private let fields: [String: JSONObject]
  private let checklists: [String: JSONObject]
  /// Lines of checklists, comments and attachments by the ids of their cards.
  private let lines: [String: [JSONObject]]
  private let comments: [String: [JSONObject]]
  private let attachments: [String: [JSONObject]]
  private var file = MovedFile()

  private init(_ board: JSONObject) {
    func byCard(_ key: String) -> [String: [JSONObject]] {
      Dictionary(grouping: board.rows(key), by: { $0["cardId"]?.text ?? "" })
    }
    self.board = board
    (lists, labels) = (board.rows("lists", by: "_id"), board.rows("labels", by: "_id"))
    (swimlanes, users) = (board.rows("swimlanes", by: "_id"), board.rows("users", by: "_id"))
    (fields, checklists) = (board.rows("customFields", by: "_id"), board.rows("checklists", by: "_id"))
    (lines, comments) = (byCard("checklistItems"), byCard("comments"))
    attachments = Dictionary(
      grouping: board.rows("attachments"), by: { $0["cardId"]?.text ?? $0["meta"]?.object?["cardId"]?.text ?? "" })
    file.program = "WeKan"
  }

  private mutating func read() {
    // Parts of a card may be on another board.
    let cards = board.rows("cards")
    let own = Set(cards.compactMap { $0["_id"]?.text })
    let others = board.rows("subtaskItems").filter { $0["_id"]?.text.map { !own.contains($0) } ?? false }
    let drafts = (cards + others).map { draft($0) }
    Draft.finish(consume drafts, into: &file)
  }

  // MARK: A card

  private mutating func draft(_ card: JSONObject) -> Draft {
    var draft = Draft()
    let list = card["listId"]?.text.flatMap { lists[$0] }
    let id = card["_id"]?.text ?? ""
    draft.id = id
    draft.item.sourceID = id
    draft.item.title = card["title"]?.text ?? ""
    draft.describe(card["description"]?.text)
    draft.item.category = list?["title"]?.text ?? board["title"]?.text
    draft.keep("Board", board["title"]?.text)
    if let lane = card["swimlaneId"]?.text.flatMap({ swimlanes[$0]?["title"]?.text }), lane != "Default" {
      draft.keep("Swimlane", lane)
    }
    draft.parent = card["parentId"]?.text?.nonEmpty
    for label in card["labelIds"]?.list ?? [] {
      let label = label.text.flatMap { labels[$0] }
      draft.tag(label?["name"]?.text?.nonEmpty ?? label?["color"]?.text)
    }
    for person in card.texts("members") + card.texts("assignees") where !draft.item.people.contains(name(person)) {
      draft.item.people.append(name(person))
    }
    draft.setMoment(card["dueAt"]?.text, "Due", &file)
    draft.setStart(card["startAt"]?.text)
    for (key, title) in [
      ("receivedAt", "Received"), ("spentTime", "Hours spent"), ("requestedBy", "Requested by"),
      ("assignedBy", "Assigned by"), ("color", "Color"),
    ] {
      if let text = card[key]?.text, text != "0" { draft.keep(title, text) }
    }
    draft.item.createdAt = card["createdAt"]?.stamp
    setDone(card, on: list, &draft)
    if card["type"]?.text == "template-card" { draft.keep("WeKan", "template") }
    if let question = card["vote"]?.object?["question"]?.text { draft.keep("Vote", question) }
    draft.item.checklist = checklist(of: id)
    for comment in comments[id] ?? [] {
      draft.keep(
        "Comment", [comment["userId"]?.text.map(name), comment["text"]?.text].compactMap { $0 }.joined(separator: ": "))
    }
    for attachment in attachments[id] ?? [] {
      draft.attach(attachment["name"]?.text, base64: attachment["file"]?.text, &file)
    }
    for field in card.rows("customFields") { keep(field, &draft) }
    return draft
  }

  private func name(_ user: String) -> String {
    users[user]?["profile"]?.object?["fullname"]?.text ?? users[user]?["username"]?.text ?? user
  }

  private func setDone(_ card: JSONObject, on list: JSONObject?, _ draft: inout Draft) {
    if let end = card["endAt"]?.text {
      draft.item.isDone = true
      draft.item.doneAt = Moment(end)?.stamp
    }
    if card["dueComplete"]?.isTrue == true { draft.item.isDone = true }
    if card["archived"]?.isTrue == true || list?["archived"]?.isTrue == true {
      draft.item.isDone = true
      draft.keep("WeKan", "archived")
    }
  }

  /// The lines of all checklists of a card; where there are several, each line has the name of its own.
  private func checklist(of card: String) -> [MovedItem.Line] {
    func sort(_ row: JSONObject?) -> Double { row?["sort"]?.text.flatMap { Double($0) } ?? 0 }
    func checklist(_ line: JSONObject) -> JSONObject? { line["checklistId"]?.text.flatMap { checklists[$0] } }
    let own = (lines[card] ?? []).sorted {
      (sort(checklist($0)), $0["checklistId"]?.text ?? "", sort($0)) < (
        sort(checklist($1)), $1["checklistId"]?.text ?? "", sort($1)
      )
    }
    let areMany = Set(own.map { $0["checklistId"]?.text }).count > 1
    return own.map { line in
      let (text, name) = (line["title"]?.text ?? "", checklist(line)?["title"]?.text)
      let isNamed = areMany && name != nil
      return .init(text: isNamed ? "\(name ?? ""): \(text)" : text, isDone: line["isFinished"]?.isTrue == true)
    }
  }

  /// Keeps the value of a field that the board defines.
  private func keep(_ field: JSONObject, _ draft: inout Draft) {
    let definition = field["_id"]?.text.flatMap { fields[$0] }
    let options = definition?["settings"]?.object?.rows("dropdownItems") ?? []
    let option = options.first { $0["_id"] == field["value"] }
    draft.keep(definition?["name"]?.text ?? "Field", (option?["name"] ?? field["value"]).map { JSONText.text($0) })
  }
}
