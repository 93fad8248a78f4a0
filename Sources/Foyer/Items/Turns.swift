import CivilTime
import Recurrence

/// The turns of an item. A queue holds each member that takes turns once, the next one first; who has the turn stands last.
///
/// The promise: of two members who were there throughout, and of whom neither gave a turn away nor took one over,
/// none has a second turn before the other has had one. So over any stretch, a whole cycle among them, they differ by one
/// turn at most, whatever the others do. Each turn that one takes over from another by a swap or a skip, or gives away, may
/// add one to that difference. Whoever was away has had fewer, comes first after the return, and makes nothing up.
enum Turns {
  /// The first who is not away has the next turn; if all are away, the first. Nil for an empty queue.
  static func next(queue: [UUID], isAway: (UUID) -> Bool) -> (person: UUID, queue: [UUID])? {
    guard let person = queue.first(where: { !isAway($0) }) ?? queue.first else { return nil }
    return (person, queue.filter { $0 != person } + [person])
  }

  /// `other` takes this turn, and `person`, whose turn it is, gets the place of `other` in the queue. Swapping back leaves
  /// the queue as it was. Nil unless `other` is somebody else of the queue.
  static func swap(_ person: UUID, with other: UUID, queue: [UUID]) -> (person: UUID, queue: [UUID])? {
    guard other != person, queue.contains(other) else { return nil }
    return (other, queue.filter { $0 != person }.map { $0 == other ? person : $0 } + [other])
  }

  /// The next one who is there takes this turn, in a swap: of those who are there, `person` comes first the next time. Nil
  /// if nobody else is there.
  static func skip(_ person: UUID, queue: [UUID], isAway: (UUID) -> Bool) -> (person: UUID, queue: [UUID])? {
    guard let other = queue.first(where: { $0 != person && !isAway($0) }) else { return nil }
    return swap(person, with: other, queue: queue)
  }

  /// Whether two items of a series that follow one another are in one period of the turn, so that the same member keeps it: no
  /// date of the turn's rule lies behind the first and not behind the second. Times of day do not count.
  /// - Parameters:
  ///   - rule: how often the turn changes; nil for with each item.
  ///   - start: the first date of the series.
  static func isSamePeriod(
    _ rule: RecurrenceRule?, from start: CivilTime, _ previous: CivilTime, _ next: CivilTime
  ) -> Bool {
    guard let rule else { return false }
    var end = CalendarDate(previous).civil
    (end.hour, end.minute, end.second) = (23, 59, 59)
    guard let change = rule.first(after: end, from: CalendarDate(start).civil) else { return true }
    return CalendarDate(change) > CalendarDate(next)
  }
}
