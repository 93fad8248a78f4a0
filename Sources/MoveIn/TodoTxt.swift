import CivilTime

/// todo.txt (github.com/todotxt/todo.txt): a line a task.
enum TodoTxt {
  /// Lines with a priority, a date of the format, or a project or context at a word's start; any lines of a file that has the
  /// format's name.
  static func isFile(_ text: [UInt8], name: String) -> Bool {
    var (lines, marked, strong) = (0, 0, 0)
    for line in text.split(maxSplits: 500, whereSeparator: { $0 == 10 || $0 == 13 }).prefix(500) {
      guard line.count < 2_000, let line = String(validating: line, as: UTF8.self) else { return false }
      if line.trimmed.isEmpty { continue }
      lines += 1
      let words = line.split(separator: " ")
      let first = words.first ?? ""
      let isStrong =
        priority(first) != nil || first == "x" && words.count > 1 && CalendarDate(String(words[1])) != nil
        || words.contains {
          ($0.hasPrefix("due:") || $0.hasPrefix("t:")) && CalendarDate(String($0.drop { $0 != ":" }.dropFirst())) != nil
        }
      let isMarked =
        words.contains { ($0.hasPrefix("+") || $0.hasPrefix("@")) && $0.dropFirst().first?.isLetter == true }
        || first == "x"
      if isStrong { strong += 1 }
      if isStrong || isMarked { marked += 1 }
    }
    let own = name.lowercased().split(separator: "/").last ?? ""
    return lines > 0 && (strong > 0 && marked * 3 >= lines || own.hasSuffix("todo.txt") || own.hasSuffix("done.txt"))
  }

  /// "(A)"
  private static func priority(_ word: Substring) -> Character? {
    guard word.utf8.count == 3, word.hasPrefix("("), word.hasSuffix(")"), let letter = word.dropFirst().first,
      ("A"..."Z").contains(letter)
    else { return nil }
    return letter
  }

  static func read(_ text: [UInt8]) -> MovedFile {
    var file = MovedFile()
    file.program = "todo.txt"
    var drafts: [Draft] = []
    let areMany = text.count { $0 == 10 } >= Draft.many
    for (number, line) in TextLines(text).enumerated() where !line.trimmed.isEmpty {
      guard file.items.count + drafts.count < MovedFile.maximumItems else {
        file.leave(MovedFile.end, .tooManyItems)
        break
      }
      var draft = draft(line.trimmed, &file)
      draft.number = number + 1
      drafts.append(draft)
      if areMany { Draft.finish(thousandOf: &drafts, into: &file) }
    }
    Draft.finish(consume drafts, into: &file)
    return file
  }

  private static func draft(_ line: String, _ file: inout MovedFile) -> Draft {
    var draft = Draft()
    var words = line.split(separator: " ")[...]
    takeHead(&words, &draft)
    var rest: [Substring] = []
    var rule: String?
    var unknown: String?
    for word in words {
      let isName = word.count > 1 && (word.hasPrefix("+") || word.hasPrefix("@"))
      if isName, word.hasPrefix("@") || draft.item.category != nil {
        draft.tag(String(word.dropFirst()))
      } else if isName {
        draft.item.category = String(word.dropFirst())
      } else if let colon = word.firstIndex(of: ":"), colon > word.startIndex,
        word[word.index(after: colon)...].first.map({ $0 != "/" }) == true,
        word[..<colon].allSatisfy({ $0.isLetter })
      {
        let value = String(word[word.index(after: colon)...])
        switch word[..<colon] {
        case "due":
          if let moment = Moment(value) {
            draft.item.setDue(moment, zone: nil)
          } else {
            draft.keep("Due", value)
            unknown = value
          }
        case "t":
          if let day = CalendarDate(value) { draft.item.notBefore = day.iso } else { draft.keep("Start", value) }
        case "rec": rule = value
        case "pri":
          if let letter = value.first, value.count == 1, ("A"..."Z").contains(letter) {
            setPriority(letter, &draft)
          } else {
            rest.append(word)
          }
        case "h": draft.keep("todo.txt", "hidden")
        case "uid", "id": draft.keep("Id", value)
        default: rest.append(word)
        }
      } else {
        rest.append(word)
      }
    }
    draft.item.title = rest.isEmpty ? line : rest.joined(separator: " ")
    if let unknown { file.leave(draft.item.title, .noDate, unknown) }
    if let rule { repeats(rule, &draft, &file) }
    return draft
  }

  /// "x (A) 2026-12-02 2026-12-01": done, the priority, and the days of completion and of creation.
  private static func takeHead(_ words: inout ArraySlice<Substring>, _ draft: inout Draft) {
    func date() -> Int? {
      guard let word = words.first, word.utf8.count == 10, let day = CalendarDate(String(word)) else { return nil }
      words = words.dropFirst()
      return day.days * 86400
    }
    if words.first == "x", words.count > 1 {
      draft.item.isDone = true
      words = words.dropFirst()
    }
    if let letter = words.first.flatMap(priority), words.count > 1 {
      setPriority(letter, &draft)
      words = words.dropFirst()
    }
    guard let first = date() else { return }
    // Of a done task the day of completion comes first.
    if draft.item.isDone {
      draft.item.doneAt = first
      draft.item.createdAt = date()
    } else {
      draft.item.createdAt = first
    }
  }

  private static func setPriority(_ letter: Character, _ draft: inout Draft) {
    switch letter {
    case "A": draft.item.priority = .high
    case "B": draft.item.priority = .medium
    case "C": draft.item.priority = .low
    default:
      draft.item.priority = .low
      draft.keep("Priority", String(letter))
    }
  }

  /// `rec:+1w` counts from the deadline, `rec:1w` from the day of completion.
  private static func repeats(_ text: String, _ draft: inout Draft, _ file: inout MovedFile) {
    let isStrict = text.hasPrefix("+")
    let body = isStrict ? text.dropFirst() : text[...]
    let units: [Character: String] = [
      "d": "DAILY", "w": "WEEKLY", "m": "MONTHLY", "y": "YEARLY", "b": "WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    ]
    guard let last = body.last, let unit = units[last], let count = body.count == 1 ? 1 : Int(body.dropLast()),
      last != "b" || count == 1
    else {
      draft.keep("Repeat", text)
      file.leave(draft.item.title, .unknownRepeat, text)
      return
    }
    draft.setRepeat("FREQ=\(unit)" + (count == 1 ? "" : ";INTERVAL=\(count)"), fromDone: !isStrict, &file)
  }
}
