import CivilTime

/// Cells of a table in the words of its languages.
extension PlainTable {
  /// "a, b"; "[a,b]"
  static func list(_ text: String?) -> [String] {
    var text = text ?? ""
    if text.hasPrefix("["), text.hasSuffix("]"), text.count > 1 { text = String(text.dropFirst().dropLast()) }
    return text.split(whereSeparator: { $0 == "," || $0 == ";" || $0 == "|" || $0 == "\n" }).map(\.trimmed).filter {
      !$0.isEmpty
    }
  }

  static func isYes(_ text: String) -> Bool {
    ["true", "yes", "1", "x", "ja", "oui", "да", "예"].contains(text.lowercased())
  }

  static func isNo(_ text: String) -> Bool {
    ["false", "no", "0", "off", "nein", "aus", "non", "нет", "выкл", "아니요"].contains(text.lowercased())
  }

  static func checkLine(_ text: String) -> MovedItem.Line {
    for (mark, isDone) in [("[x]", true), ("[X]", true), ("[ ]", false), ("☑", true), ("☐", false)]
    where text.hasPrefix(mark) {
      return .init(text: text.dropFirst(mark.count).trimmed, isDone: isDone)
    }
    return .init(text: text.hasPrefix("- ") ? text.dropFirst(2).trimmed : text, isDone: false)
  }

  static func priority(_ text: String?, _ draft: inout Draft) {
    switch text?.lowercased() {
    case "high", "highest", "urgent", "critical", "important", "p1", "h", "!!!", "very high", "top", "hoch", "haute",
      "высокий", "высокая",
      "높음":
      draft.item.priority = .high
    case "medium", "normal", "m", "p2", "!!", "mid", "moderate", "mittel", "moyenne", "normale", "средний", "обычная",
      "보통":
      draft.item.priority = .medium
    case "low", "lowest", "l", "p3", "!", "very low", "minor", "niedrig", "basse", "faible", "низкий", "низкая", "낮음":
      draft.item.priority = .low
    case nil, "none", "0", "no", "-", "p4": break
    default: draft.keep("Priority", text)
    }
  }

  static func done(_ text: String?, _ order: Order, _ dates: TodoistDates, _ draft: inout Draft) {
    guard let text else { return }
    switch text.lowercased() {
    case "done", "completed", "complete", "x", "yes", "y", "true", "1", "closed", "finished", "checked", "✓", "✔", "☑",
      "[x]", "100%", "resolved", "ja", "erledigt", "fertig", "abgeschlossen", "oui", "fait", "terminé", "да",
      "выполнено",
      "готово", "завершено", "완료", "예":
      draft.item.isDone = true
    case "no", "n", "false", "0", "open", "todo", "to do", "to-do", "not started", "notstarted", "pending",
      "incomplete", "needs-action",
      "needsaction", "unchecked", "[ ]", "☐", "new", "active", "not done", "0%", "nein", "offen", "nicht begonnen",
      "non", "à faire", "non commencé", "нет", "не начата", "не начато", "아니요", "시작 안 함":
      break
    default:
      // "Completed" with a date in it is when, and that it is done.
      if text.contains(where: \.isNumber), let stamp = moment(text, order, dates)?.stamp {
        draft.item.isDone = true
        draft.item.doneAt = stamp
      } else {
        draft.keep("Status", text)
      }
    }
  }

  static func repeats(_ text: String, _ dates: TodoistDates, _ draft: inout Draft, _ file: inout MovedFile) {
    if ["no", "none", "never", "false", "0"].contains(text.lowercased()) { return }
    if text.uppercased().contains("FREQ=") {
      draft.setRepeat(text, &file)
      return
    }
    for words in [text, "every \(text)"] {
      guard let due = dates.read(words, language: "en"), let rule = due.repeats else { continue }
      draft.setRepeat(rule, fromDone: due.isFromDone, &file)
      return
    }
    draft.keep("Repeat", text)
    file.leave(draft.item.title, .unknownRepeat, text)
  }
}
