import Postgres
import StrictJSON

/// The lines of an item, in their order.
struct Checklist: Equatable {
  struct Line: Equatable {
    var id = UUID.v7()
    var text: String
    var isDone = false
    /// When it was deleted, in seconds since 1970; nil for one that is there.
    var goneAt: Int?
  }

  /// Those that were deleted among them, which Undo brings back.
  private(set) var all: [Line] = []

  /// Those that are there.
  var lines: [Line] { all.filter { $0.goneAt == nil } }

  static let maximum = 200
  static let maximumLength = 1_000
  /// Of a text of lines.
  static let maximumText = 250_000

  init(_ lines: [Line] = []) { all = lines }

  /// Each line of a text that has words: a box or a bullet in front of it goes, and a ticked box is one that is done.
  init(text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      var (words, isDone) = (Substring(line.trimmed), false)
      for mark in [
        "- [x]", "- [X]", "* [x]", "[x]", "[X]", "☑", "✓", "✔", "- [ ]", "* [ ]", "[ ]", "☐", "•", "- ", "* ", "– ",
      ]
      where words.hasPrefix(mark) {
        isDone = mark.lowercased().contains("x") || "☑✓✔".contains(mark)
        words = words.dropFirst(mark.count)
        break
      }
      let text = String(words).trimmed
      if !text.isEmpty { all.append(Line(text: text, isDone: isDone)) }
    }
  }

  /// As it is stored: `[{"id","text","done","gone"}]`. What has another form has no line.
  init(json: String?) {
    guard let json, let elements = try? JSON(Array(json.utf8), maximumValues: .max).elements else { return }
    all = elements.compactMap { element in
      guard let line = element.object, let id = line["id"]?.string.flatMap({ UUID($0.utf8) }),
        let text = line["text"]?.string
      else { return nil }
      return Line(id: id, text: text, isDone: line["done"]?.bool ?? false, goneAt: line["gone"]?.integer)
    }
  }

  /// Nil without a line.
  var json: String? {
    guard !all.isEmpty else { return nil }
    return JSON.array(
      all.map { line in
        var object: JSONObject = ["id": .string("\(line.id)"), "text": .string(line.text), "done": .bool(line.isDone)]
        if let second = line.goneAt { object.append("gone", .number("\(second)")) }
        return .object(object)
      }
    ).text
  }

  var done: Int { lines.count { $0.isDone } }

  /// The line of an id, if it is there.
  subscript(id: UUID) -> Line? { all.first { $0.id == id && $0.goneAt == nil } }

  func problems(field: String) -> Problems {
    var problems = Problems()
    let lines = lines
    if lines.count > Self.maximum { problems.add(field, .tooMany(Self.maximum)) }
    if lines.contains(where: { $0.text.isLonger(than: Self.maximumLength) }) {
      problems.add(field, .tooLong(Self.maximumLength))
    }
    return problems
  }

  // MARK: Changes

  /// Adds lines before another one, or at the end; not those whose ids are there already.
  mutating func add(_ lines: [Line], before other: UUID? = nil) {
    let place = other.flatMap { other in all.firstIndex { $0.id == other } } ?? all.count
    all.insert(contentsOf: lines.filter { line in !all.contains { $0.id == line.id } }, at: place)
  }

  /// Changes a line, a deleted one among them. Does nothing if there is none.
  mutating func change(_ id: UUID, _ change: (inout Line) -> Void) {
    guard let place = all.firstIndex(where: { $0.id == id }) else { return }
    change(&all[place])
  }

  mutating func move(_ id: UUID, before other: UUID?) {
    guard id != other, let from = all.firstIndex(where: { $0.id == id }) else { return }
    add([all.remove(at: from)], before: other)
  }

  /// Drops what was deleted long ago, and of the rest all but the last.
  mutating func forget(now: Int) {
    let kept = all.filter { $0.goneAt.map { $0 > now - 86_400 } ?? false }.sorted {
      ($0.goneAt ?? 0) > ($1.goneAt ?? 0)
    }
    let ids = Set(kept.prefix(50).map(\.id))
    all.removeAll { $0.goneAt != nil && !ids.contains($0.id) }
  }
}
