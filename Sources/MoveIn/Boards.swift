import CivilTime
import RecipeImport

/// A Trello board's JSON.
enum Trello {
  static func isBoard(_ object: JSONObject) -> Bool {
    object.has("cards") && object.has("lists")
      && (object.has("idOrganization") || object.has("shortLink") || object.has("labelNames") || object.has("actions"))
  }

  static func read(_ board: JSONObject) -> MovedFile {
    var file = MovedFile()
    file.program = "Trello"
    func rows(_ key: String) -> [JSONObject] { (board[key]?.list ?? []).compactMap(\.object) }
    func byID(_ key: String) -> [String: JSONObject] {
      Dictionary(
        rows(key).compactMap { row in row["id"]?.text.map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
    }
    let (lists, members, labels) = (byID("lists"), byID("members"), byID("labels"))
    let fields = byID("customFields")
    let checklists = Dictionary(grouping: rows("checklists"), by: { $0["idCard"]?.text ?? "" })
    var comments: [String: [String]] = [:]
    var created: [String: Int] = [:]
    for action in rows("actions").reversed() {
      guard let data = action["data"]?.object, let card = data["card"]?.object?["id"]?.text else { continue }
      switch action["type"]?.text {
      case "commentCard":
        let author = action["memberCreator"]?.object?["fullName"]?.text
        comments[card, default: []].append([author, data["text"]?.text].compactMap { $0 }.joined(separator: ": "))
      case "createCard": created[card] = action["date"]?.text.flatMap { Moment($0)?.stamp }
      default: break
      }
    }
    var drafts: [Draft] = []
    for card in rows("cards").sorted(by: { position($0, lists) < position($1, lists) }) {
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
      draft.item.doneAt = card["dateCompleted"]?.text.flatMap { Moment($0)?.stamp }
      draft.item.createdAt = id.flatMap { created[$0] ?? moment(ofID: $0) }
      draft.setMoment(card["due"]?.text, "Due", &file)
      draft.setStart(card["start"]?.text)
      let own = (card["labels"]?.list ?? []).compactMap(\.object)
      let named = own.isEmpty ? (card["idLabels"]?.list ?? []).compactMap { $0.text.flatMap { labels[$0] } } : own
      // A label without a name is a colour.
      for label in named { draft.tag(label["name"]?.text?.nonEmpty ?? label["color"]?.text) }
      for member in card["idMembers"]?.list ?? [] {
        if let name = member.text.map({ members[$0]?["fullName"]?.text ?? members[$0]?["username"]?.text ?? $0 }) {
          draft.item.people.append(name)
        }
      }
      let cardLists = (id.flatMap { checklists[$0] } ?? []).sorted { number($0["pos"]) < number($1["pos"]) }
      for checklist in cardLists {
        let items = (checklist["checkItems"]?.list ?? []).compactMap(\.object).sorted {
          number($0["pos"]) < number($1["pos"])
        }
        for item in items {
          let text = item["name"]?.text ?? ""
          let name = checklist["name"]?.text ?? ""
          draft.item.checklist.append(
            .init(text: cardLists.count > 1 ? "\(name): \(text)" : text, isDone: item["state"]?.text == "complete"))
          draft.keep("Due of \(text)", item["due"]?.text)
          draft.keep("Member of \(text)", item["idMember"]?.text.map { members[$0]?["fullName"]?.text ?? $0 })
        }
        if cardLists.count == 1, let name = checklist["name"]?.text, name != "Checklist" {
          draft.keep("Checklist's name", name)
        }
      }
      if let minutes = card["dueReminder"]?.number, minutes >= 0 {
        draft.remind(secondsBefore: minutes * 60, "\(minutes) minutes before")
      }
      for attachment in (card["attachments"]?.list ?? []).compactMap(\.object) {
        draft.keep(
          "Attachment", [attachment["name"]?.text, attachment["url"]?.text].compactMap { $0 }.joined(separator: " "))
      }
      for comment in id.flatMap({ comments[$0] }) ?? [] { draft.keep("Comment", comment) }
      for field in (card["customFieldItems"]?.list ?? []).compactMap(\.object) {
        let definition = field["idCustomField"]?.text.flatMap { fields[$0] }
        let option = (definition?["options"]?.list ?? []).compactMap(\.object).first { $0["id"] == field["idValue"] }
        // `{"number":"12.5"}`
        let value = (option?["value"] ?? field["value"])?.object?.members.first?.value ?? field["idValue"]
        draft.keep(definition?["name"]?.text ?? "Field", value.map { JSONText.text($0) })
      }
      let voters = (card["idMembersVoted"]?.list ?? []).compactMap(\.text)
      draft.keep("Votes of", voters.map { members[$0]?["fullName"]?.text ?? $0 }.joined(separator: ", "))
      draft.keep("Geo", card["coordinates"].map { JSONText.text($0) })
      for (key, name) in [("address", "Address"), ("locationName", "Location")] { draft.keep(name, card[key]?.text) }
      if card["isTemplate"]?.isTrue == true { draft.keep("Trello", "template") }
      draft.keep("Link", card["shortUrl"]?.text ?? card["url"]?.text)
      drafts.append(draft)
    }
    Draft.finish(drafts, into: &file)
    if let text = board["desc"]?.text?.trimmed, !text.isEmpty {
      file.leave(board["name"]?.text ?? "the board", .ownText, text)
    }
    return file
  }

  private static func number(_ value: JSON?) -> Double { value?.text.flatMap { Double($0) } ?? 0 }

  private static func position(_ card: JSONObject, _ lists: [String: JSONObject]) -> (Double, Double) {
    (number(card["idList"]?.text.flatMap { lists[$0]?["pos"] }), number(card["pos"]))
  }

  /// The first four bytes of an id are the second in which it was made.
  private static func moment(ofID id: String) -> Int? {
    guard id.utf8.count == 24, let seconds = Int(id.prefix(8), radix: 16),
      (1_200_000_000...4_000_000_000).contains(seconds)
    else { return nil }
    return seconds
  }
}

/// A WeKan board's JSON.
enum WeKan {
  static func isBoard(_ object: JSONObject) -> Bool {
    object.has("cards") && object.has("lists") && (object.has("swimlanes") || object.has("checklistItems"))
  }

  static func read(_ board: JSONObject) -> MovedFile {
    var file = MovedFile()
    file.program = "WeKan"
    func rows(_ key: String) -> [JSONObject] { (board[key]?.list ?? []).compactMap(\.object) }
    func byID(_ key: String) -> [String: JSONObject] {
      Dictionary(
        rows(key).compactMap { row in row["_id"]?.text.map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
    }
    let (lists, labels, swimlanes, users) = (byID("lists"), byID("labels"), byID("swimlanes"), byID("users"))
    let (fields, checklists) = (byID("customFields"), byID("checklists"))
    func sort(_ row: JSONObject?) -> Double { row?["sort"]?.text.flatMap { Double($0) } ?? 0 }
    let lines = Dictionary(grouping: rows("checklistItems"), by: { $0["cardId"]?.text ?? "" })
    let comments = Dictionary(grouping: rows("comments"), by: { $0["cardId"]?.text ?? "" })
    let attachments = Dictionary(
      grouping: rows("attachments"), by: { $0["cardId"]?.text ?? $0["meta"]?.object?["cardId"]?.text ?? "" })
    func name(_ id: String) -> String {
      users[id]?["profile"]?.object?["fullname"]?.text ?? users[id]?["username"]?.text ?? id
    }
    var drafts: [Draft] = []
    // Parts of a card may be on another board.
    let cards = rows("cards")
    let own = Set(cards.compactMap { $0["_id"]?.text })
    for card in cards + rows("subtaskItems").filter({ $0["_id"]?.text.map { !own.contains($0) } ?? false }) {
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
      for key in ["members", "assignees"] {
        for person in (card[key]?.list ?? []).compactMap(\.text) where !draft.item.people.contains(name(person)) {
          draft.item.people.append(name(person))
        }
      }
      draft.setMoment(card["dueAt"]?.text, "Due", &file)
      draft.setStart(card["startAt"]?.text)
      for (key, title) in [
        ("receivedAt", "Received"), ("spentTime", "Hours spent"), ("requestedBy", "Requested by"),
        ("assignedBy", "Assigned by"), ("color", "Color"),
      ] {
        if let text = card[key]?.text, text != "0" { draft.keep(title, text) }
      }
      draft.item.createdAt = card["createdAt"]?.text.flatMap { Moment($0)?.stamp }
      if let end = card["endAt"]?.text {
        draft.item.isDone = true
        draft.item.doneAt = Moment(end)?.stamp
      }
      if card["dueComplete"]?.isTrue == true { draft.item.isDone = true }
      if card["archived"]?.isTrue == true || list?["archived"]?.isTrue == true {
        draft.item.isDone = true
        draft.keep("WeKan", "archived")
      }
      if card["type"]?.text == "template-card" { draft.keep("WeKan", "template") }
      if let question = card["vote"]?.object?["question"]?.text { draft.keep("Vote", question) }
      func checklist(_ line: JSONObject) -> JSONObject? { line["checklistId"]?.text.flatMap { checklists[$0] } }
      let own = (lines[id] ?? []).sorted {
        (sort(checklist($0)), $0["checklistId"]?.text ?? "", sort($0)) < (
          sort(checklist($1)), $1["checklistId"]?.text ?? "", sort($1)
        )
      }
      let areMany = Set(own.map { $0["checklistId"]?.text }).count > 1
      draft.item.checklist = own.map { line in
        let (text, name) = (line["title"]?.text ?? "", checklist(line)?["title"]?.text)
        let isNamed = areMany && name != nil
        return .init(text: isNamed ? "\(name ?? ""): \(text)" : text, isDone: line["isFinished"]?.isTrue == true)
      }
      for comment in comments[id] ?? [] {
        draft.keep(
          "Comment",
          [comment["userId"]?.text.map { name($0) }, comment["text"]?.text].compactMap { $0 }.joined(separator: ": "))
      }
      for attachment in attachments[id] ?? [] {
        draft.attach(attachment["name"]?.text, base64: attachment["file"]?.text, &file)
      }
      for field in (card["customFields"]?.list ?? []).compactMap(\.object) {
        let definition = field["_id"]?.text.flatMap { fields[$0] }
        let options = definition?["settings"]?.object?["dropdownItems"]?.list ?? []
        let option = options.compactMap(\.object).first { $0["_id"] == field["value"] }
        draft.keep(definition?["name"]?.text ?? "Field", (option?["name"] ?? field["value"]).map { JSONText.text($0) })
      }
      drafts.append(draft)
    }
    Draft.finish(drafts, into: &file)
    return file
  }
}

extension Draft {
  /// A deadline from a text; one that does not exist is said.
  mutating func setMoment(_ text: String?, _ name: String, zone: TimeZoneRules? = nil, _ file: inout MovedFile) {
    guard let text else { return }
    guard let moment = Moment(text) else {
      keep(name, text)
      file.leave(item.title, .noDate, text)
      return
    }
    item.setDue(moment, zone: zone)
  }

  mutating func setStart(_ text: String?) {
    guard let text else { return }
    guard let moment = Moment(text) else {
      keep("Start", text)
      return
    }
    let start = CivilTime(seconds: moment.stamp)
    item.notBefore = start.date
    if start.seconds % 86400 != 0 { keep("Start", text) }
  }

  /// Members of an object that no place was found for; `known` are those that have one, and those about the row in its program.
  mutating func keepRest(_ object: JSONObject, _ known: Set<String>) {
    for member in object.members where !known.contains(member.key) {
      if case .bool(false) = member.value { continue }
      keep(member.key, JSONText.text(member.value))
    }
  }
}
