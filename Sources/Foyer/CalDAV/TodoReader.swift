import ICalendar
import Postgres

/// The person whose program reads to-dos: whom an item is for, and whose turn it is, is said in lines above its description where
/// that is not this person alone.
struct TodoReader: Sendable {
  struct Member: Sendable {
    let id: UUID
    let name: String
  }

  let person: UUID
  let members: [Member]
  /// The beginning of addresses of pages.
  let origin: String

  private static let forWhom = "👤 "
  private static let whoseTurn = "🔁 "

  /// The lines, without an end of line behind them; empty for none.
  func marks(people: [UUID], turn: UUID?) -> String {
    var lines: [String] = []
    let names = people.compactMap { id in members.first { $0.id == id }?.name }
    if people != [person], !names.isEmpty { lines.append(Self.forWhom + names.joined(separator: ", ")) }
    if let turn, turn != person, let member = members.first(where: { $0.id == turn }) {
      lines.append(Self.whoseTurn + member.name)
    }
    return lines.joined(separator: "\n")
  }

  /// - Returns: the names after the first mark, nil without it; and the text without the marks.
  func parts(of text: String) -> (people: String?, text: String) {
    guard text.hasPrefix(Self.forWhom) || text.hasPrefix(Self.whoseTurn) else { return (nil, text) }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    let count = lines.count
    var people: String?
    if let line = lines.first, line.hasPrefix(Self.forWhom) {
      let names = String(line.dropFirst(Self.forWhom.count))
      if ids(names) != nil {
        people = names
        lines.removeFirst()
      }
    }
    if let line = lines.first, line.hasPrefix(Self.whoseTurn),
      members.contains(where: { $0.name == line.dropFirst(Self.whoseTurn.count) })
    {
      lines.removeFirst()
    }
    if lines.count < count, lines.first?.isEmpty == true { lines.removeFirst() }
    return (people, lines.joined(separator: "\n"))
  }

  /// Nil if one of the names is no member's.
  func ids(_ names: String) -> [UUID]? {
    var ids: [UUID] = []
    var rest = names[...]
    while true {
      // A name may have a comma in it.
      let fits = members.filter { rest == $0.name || rest.hasPrefix("\($0.name), ") }
      guard let member = fits.filter({ !ids.contains($0.id) }).max(by: { $0.name.count < $1.name.count }) else {
        return nil
      }
      ids.append(member.id)
      if rest == member.name { return ids }
      rest = rest.dropFirst(member.name.count + 2)
    }
  }

  /// The members that a program has said an item is for; nil where it has not, or others have said so meanwhile. Lines that it has left
  /// out say nothing.
  /// - Parameters:
  ///   - base: as it was last given it; nil where that is not known.
  ///   - ours: as it is here.
  func people(of sent: Todo, since base: Todo?, ours: Todo) -> [UUID]? {
    guard let new = parts(of: sent.description).people else { return nil }
    let here = parts(of: ours.description).people
    if let base {
      let old = parts(of: base.description).people
      if new == old || here != old { return nil }
    }
    return new == here ? nil : ids(new)
  }

  /// A to-do without the marks and the checklist of its description.
  func bare(_ todo: Todo) -> Todo {
    var bare = todo
    bare.description = TodoText.description(of: parts(of: todo.description).text)
    return bare
  }
}
