public import CivilTime
public import Recurrence

/// A series of to-dos as a server has it: one open to-do, and those that are done.
///
/// Programs tick a to-do that repeats in five ways: the whole of it is completed (A), or a date of it by `RECURRENCE-ID` (B); its
/// dates are moved on (C); it is completed without its rule, which a new UID carries on (D); a new UID is completed, and the
/// dates are moved on (E). Each means that the open one is done and the next is there. The parts of D and E may come in either
/// order, and each may come again.
public struct TodoSeries: Sendable {
  /// A to-do of it that is done.
  public struct Done: Equatable, Sendable {
    /// The date of the rule, on the clock.
    public var occurrence: CivilTime
    /// Its deadline, which may have been moved.
    public var due: TodoTime?
    /// The UID that a program has given its object; nil where it is the server's own.
    public var uid: String?

    /// - Parameters:
    ///   - occurrence: the date of the rule, on the clock.
    ///   - due: its deadline.
    ///   - uid: that a program has given its object.
    public init(occurrence: CivilTime, due: TodoTime?, uid: String? = nil) {
      (self.occurrence, self.due, self.uid) = (occurrence, due, uid)
    }

    func isAt(_ time: CivilTime, on clock: ZoneTable) -> Bool {
      time == occurrence || time == due?.local(on: clock)
    }
  }

  /// Of the object that has the open one.
  public var uid: String
  public var title: String
  public var rule: RecurrenceRule
  /// The first date, from which the rule is counted, on the clock.
  public var start: CivilTime
  /// The date of the rule that the open one stands for; nil once the series has ended.
  public var occurrence: CivilTime?
  /// The deadline of the open one, which may have been moved.
  public var due: TodoTime?
  /// The latest ones, in any order.
  public var done: [Done]
  /// UIDs that the object had before a program carried the series on under a new one (D). Another program may not know
  /// that yet.
  public var formerUIDs: Set<String> = []

  /// - Parameters:
  ///   - start: what the rule is counted from, on the clock.
  ///   - occurrence: the open one's date of the rule; nil once the series has ended.
  ///   - due: the open one's deadline.
  ///   - done: the latest ones.
  public init(
    uid: String, title: String, rule: RecurrenceRule, start: CivilTime, occurrence: CivilTime?, due: TodoTime?,
    done: [Done] = []
  ) {
    (self.uid, self.title, self.rule, self.start) = (uid, title, rule, start)
    (self.occurrence, self.due, self.done) = (occurrence, due, done)
  }

  /// Whether an object that a program sends is the object of the series, as it is now or was when the program was given it.
  /// One of a former UID may be that of a single to-do that is done.
  /// - Parameters:
  ///   - object: as the program sends it.
  ///   - base: as the program was last given it; nil where that is not known.
  public func isObject(_ object: TodoObject, since base: Todo?) -> Bool {
    object.uid == uid
      || formerUIDs.contains(object.uid) && (base.map { $0.rule != nil } ?? (object.component["RRULE"] != nil))
  }

  /// The meaning of an object that a program sends.
  public enum Meaning: Equatable, Sendable {
    /// The open one is done. Its dates are not taken. The meaning of the same object for the series as it is then has to be
    /// asked for again: dates of it may have been ticked one after the other.
    case done
    /// This one is done already: its dates and its state are not taken.
    case alreadyDone
    /// No state has changed: the fields are taken, dates too.
    case edited
  }

  /// The meaning of an object for which `isObject` is true.
  /// - Parameters:
  ///   - object: as the program sends it.
  ///   - base: as the program was last given it; nil where that is not known.
  ///   - clock: the household's.
  public func meaning(of object: TodoObject, since base: Todo?, on clock: ZoneTable) -> Meaning {
    let todo = object.todo(on: clock)
    guard let occurrence else {
      // Nothing is open: what is completed is so already.
      return todo.isDone || hasDoneDate(object, on: clock) { _ in true } ? .alreadyDone : .edited
    }
    let seen = base?.due?.local(on: clock)
    // A and D.
    if todo.isDone, base?.isDone != true {
      // The one that the program has seen, whatever it has done to its dates.
      guard let date = seen ?? (todo.due ?? todo.start)?.local(on: clock) else { return .done }
      if isOpen(date, on: clock) { return .done }
      return isDone(date, on: clock) || date < occurrence ? .alreadyDone : .done
    }
    // B.
    if hasDoneDate(object, on: clock, where: { isOpen($0, on: clock) }) { return .done }
    guard let due = todo.due, todo.rule != nil, !todo.isDone else { return .edited }
    let new = due.local(on: clock)
    // C, and the last part of E. A program that has seen one that is done since has moved on from that.
    if let seen {
      if new == seen { return .edited }
      if !isOpen(seen, on: clock), isDone(seen, on: clock) || seen < occurrence { return .alreadyDone }
    } else if new == self.due?.local(on: clock) {
      return .edited
    } else if isDone(new, on: clock) {
      return .alreadyDone
    }
    guard new > occurrence, due.isDay == self.due?.isDay else { return .edited }
    return isDate(new, from: start) || seen.map { new > $0 && isDate(new, from: $0) } ?? false ? .done : .edited
  }

  /// The part that a new object is of a series.
  public enum Twin: Equatable, Sendable {
    /// The open one is done, and this is its object.
    case doneCopy
    /// It is the object of one that is done already, unless that has one.
    case copy(of: Done)
    /// It is the object of the series from now on. The old object is that of the one that was done last, unless that has one.
    /// - Parameter isAhead: whether the open one is not known as done yet, and is done by this.
    case continuation(isAhead: Bool)
  }

  /// Whether a new object is a part of D or E, or the copy of one that is done.
  /// - Parameters:
  ///   - object: whose UID no to-do has.
  ///   - clock: the household's.
  /// - Returns: nil for a to-do of its own.
  public func twin(_ object: TodoObject, on clock: ZoneTable) -> Twin? {
    let todo = object.todo(on: clock)
    guard todo.title == title, let date = (todo.due ?? todo.start)?.local(on: clock) else { return nil }
    if todo.isDone {
      // E: the copy of the one that is done.
      guard todo.rule == nil else { return nil }
      if occurrence != nil, isOpen(date, on: clock) { return .doneCopy }
      return done.first { $0.isAt(date, on: clock) }.map { .copy(of: $0) }
    }
    // D: the series goes on under a new UID, with the date that follows the one that is done by this.
    guard let rule = todo.rule.flatMap({ RecurrenceRule($0) }), isLike(rule) else { return nil }
    func follows(_ occurrence: CivilTime, _ due: TodoTime?) -> Bool {
      if self.rule.first(after: occurrence, from: start) == date { return true }
      return due.map { $0.local(on: clock) }.map { self.rule.first(after: $0, from: $0) == date } ?? false
    }
    if done.contains(where: { follows($0.occurrence, $0.due) }) { return .continuation(isAhead: false) }
    return occurrence.map { follows($0, due) } ?? false ? .continuation(isAhead: true) : nil
  }

  /// Whether a time is the open one's date, or its deadline.
  private func isOpen(_ time: CivilTime, on clock: ZoneTable) -> Bool {
    time == occurrence || time == due?.local(on: clock)
  }

  private func isDone(_ time: CivilTime, on clock: ZoneTable) -> Bool { done.contains { $0.isAt(time, on: clock) } }

  private func isDate(_ time: CivilTime, from start: CivilTime) -> Bool {
    !rule.dates(from: start, in: time...time).isEmpty
  }

  /// Whether it is the same rule, but for where it ends and for what follows from its first date: programs write less, or more.
  private func isLike(_ other: RecurrenceRule) -> Bool {
    func bare(_ rule: RecurrenceRule) -> RecurrenceRule {
      var rule = rule
      (rule.count, rule.until, rule.weekStart) = (nil, nil, 0)
      return rule
    }
    let (one, two) = (bare(rule), bare(other))
    return one == two || one.frequency == two.frequency && one.interval == two.interval && (one.isPlain || two.isPlain)
  }

  /// A date of a series is named by its start (RFC 5545 §3.8.4.4), which may be before the deadline.
  private func hasDoneDate(_ object: TodoObject, on clock: ZoneTable, where fits: (CivilTime) -> Bool) -> Bool {
    let todo = object.todo(on: clock)
    var span = 0
    if let start = todo.start, let due = todo.due {
      span = due.local(on: clock).seconds - start.local(on: clock).seconds
    }
    return object.overrides.contains { component in
      guard let line = component["RECURRENCE-ID"], let date = object.calendar.time(line, in: clock) else {
        return false
      }
      return Todo(component, in: object.calendar, on: clock).isDone
        && fits(CivilTime(seconds: date.local(on: clock).seconds + span))
    }
  }
}
