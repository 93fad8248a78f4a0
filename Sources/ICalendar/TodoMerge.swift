/// The merge of a to-do that was changed here and by a program since that program was last given it.
public struct TodoMerge: Equatable, Sendable {
  /// A part of a to-do that is changed as a whole.
  public enum Field: String, Sendable, CaseIterable {
    case title, description, tags, due, start, rule, priority, done, parent, reminders, color, attachments, order
  }

  /// Of a field that both have changed, and differently, it has the value that is here.
  public let todo: Todo
  /// Fields that both have changed, and differently: a person has to choose.
  public let conflicts: [Field]

  /// - Parameters:
  ///   - base: as the program was last given it; nil where nothing is known of that, and then it may change all.
  ///   - ours: as it is here.
  ///   - theirs: as the program sends it.
  public init(base: Todo?, ours: Todo, theirs: Todo) {
    guard let base else {
      (todo, conflicts) = (theirs, [])
      return
    }
    var merged = ours
    var conflicts: [Field] = []
    func take<Value: Equatable>(_ field: Field, _ path: WritableKeyPath<Todo, Value>) {
      let (old, here, there) = (base[keyPath: path], ours[keyPath: path], theirs[keyPath: path])
      if there == old || there == here { return }
      if here == old { merged[keyPath: path] = there } else { conflicts.append(field) }
    }
    take(.title, \.title)
    take(.description, \.description)
    take(.due, \.due)
    take(.start, \.start)
    take(.rule, \.rule)
    take(.priority, \.priority)
    take(.parent, \.parent)
    take(.color, \.color)
    take(.order, \.order)
    take(.done, \.isDone)
    // When it was done first.
    if merged.isDone, !ours.isDone { merged.doneAt = theirs.doneAt }
    if !merged.isDone { merged.doneAt = nil }
    if merged.isDone, ours.isDone, base.isDone, theirs.doneAt != base.doneAt, ours.doneAt == base.doneAt {
      merged.doneAt = theirs.doneAt
    }
    // Of lists each entry is added or removed by itself.
    merged.tags = Self.union(base.tags, ours.tags, theirs.tags)
    merged.attachments = Self.union(base.attachments, ours.attachments, theirs.attachments).sorted()
    merged.reminders = Self.union(base.reminders, ours.reminders, theirs.reminders).sorted()
    (todo, self.conflicts) = (merged, conflicts)
  }

  private static func union<Entry: Hashable>(_ base: [Entry], _ ours: [Entry], _ theirs: [Entry]) -> [Entry] {
    if theirs == base { return ours }
    if ours == base { return theirs }
    let (old, here, there) = (Set(base), Set(ours), Set(theirs))
    return ours.filter { there.contains($0) || !old.contains($0) }
      + theirs.filter { !here.contains($0) && !old.contains($0) }
  }
}

extension TodoObject {
  /// How many names of properties, components in it and dates of its series the object has otherwise than another one. Those that
  /// say when it was written do not count.
  public func differences(from other: TodoObject) -> Int {
    func parts(_ object: TodoObject) -> [String: [CalendarObject.Component]] {
      var parts = Dictionary(grouping: object.component.children, by: \.name)
      for date in object.overrides { parts["\(date["RECURRENCE-ID"]?.value ?? "")", default: []].append(date) }
      return parts
    }
    func lines(_ object: TodoObject) -> [String: [CalendarObject.Property]] {
      Dictionary(grouping: object.component.properties.filter { !Self.stamps.contains($0.name) }, by: \.name)
    }
    func count<Value: Equatable>(_ mine: [String: Value], _ theirs: [String: Value]) -> Int {
      Set(mine.keys).union(theirs.keys).count { mine[$0] != theirs[$0] }
    }
    return count(lines(self), lines(other)) + count(parts(self), parts(other))
  }

  private static let stamps: Set<String> = ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "CREATED"]

  /// Properties that a `Todo` has a field for, and those that say when the object was written.
  private static let known = stamps.union([
    "UID", "SUMMARY", "DESCRIPTION", "CATEGORIES", "DUE", "DTSTART", "DURATION", "RRULE", "PRIORITY", "STATUS",
    "COMPLETED", "PERCENT-COMPLETE", "COLOR", "X-APPLE-SORT-ORDER",
  ])

  /// Whether properties that no field is for are others than in an object.
  public func hasOthers(than other: TodoObject) -> Bool {
    func lines(_ object: TodoObject) -> [CalendarObject.Property] {
      object.component.properties.filter {
        !Self.known.contains($0.name) && !Todo.namesParent($0) && $0.name != "ATTACH"
      }
    }
    return lines(self) != lines(other)
  }

  /// The object of a program with what another has put into the stored one meanwhile, where this one has left that as it was
  /// given it: properties that no field is for, alarms that are no reminders, and single dates of a series. What a `Todo` says is
  /// for `apply`.
  /// - Parameters:
  ///   - stored: the object as it is here.
  ///   - base: as this program was last given it; nil where that is not known, and then nothing goes that this object lacks.
  ///   - isCopy: whether this object may be older than that: then nothing goes that it lacks, either.
  public func keeping(_ stored: TodoObject, since base: TodoObject?, isCopy: Bool = false) -> TodoObject {
    guard isCopy || stored.calendar != base?.calendar else { return self }
    var it = component
    func groups(_ component: CalendarObject.Component) -> [String: [CalendarObject.Property]] {
      Dictionary(
        grouping: component.properties.filter { !Self.known.contains($0.name) && !Todo.namesParent($0) }, by: \.name)
    }
    let (old, here, there) = (base.map { groups($0.component) } ?? [:], groups(stored.component), groups(it))
    for name in Set(old.keys).union(here.keys).sorted()
    where (there[name] == old[name] || isCopy && there[name] == nil) && here[name] != there[name] {
      let parents = it.properties.filter { $0.name == name && Todo.namesParent($0) }
      it.set(name, parents + (here[name] ?? []))
    }
    func children(_ component: CalendarObject.Component) -> [String: [CalendarObject.Component]] {
      Dictionary(grouping: component.children.filter { !Todo.mayRemind($0) }, by: \.name)
    }
    let (before, ours, theirs) = (base.map { children($0.component) } ?? [:], children(stored.component), children(it))
    for name in Set(before.keys).union(ours.keys).sorted()
    where (theirs[name] == before[name] || isCopy && theirs[name] == nil) && ours[name] != theirs[name] {
      it.children.removeAll { $0.name == name && !Todo.mayRemind($0) }
      it.children += ours[name] ?? []
    }
    var kept = self
    kept.replace(it)
    if base != nil || isCopy { kept.keepDates(of: stored, since: base, isCopy: isCopy) }
    return kept
  }
}
