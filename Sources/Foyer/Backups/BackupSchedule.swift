import CivilTime
import Glibc

/// When the next backup is due, and which ones are kept. A moment is in seconds since 1970-01-01 00:00:00 UTC.
enum BackupSchedule {
  /// At night in Europe and America.
  static let hour = 3
  static let (days, weeks, months) = (7, 4, 12)
  /// The age from which on the last backup is too old. One that failed is tried again meanwhile.
  static let patience = 48 * 3600

  /// The first 03:00 UTC after the last backup; at once if there is none.
  static func due(after last: Int?, now: Int) -> Int {
    guard let last else { return now }
    let night = day(of: last - hour * 3600) + 1
    return night * 86400 + hour * 3600
  }

  private static func day(of moment: Int) -> Int { CalendarDate(CivilTime(seconds: moment)).days }

  /// Those that are kept: the last ones of the 7 latest days, the 4 latest weeks from Monday on, and the 12 latest months
  /// of which there are any, in UTC.
  static func kept(_ moments: some Sequence<Int>) -> Set<Int> {
    let latest = moments.sorted(by: >)
    var kept: Set<Int> = []
    func keep(_ count: Int, _ period: (Int) -> Int) {
      var periods: Set<Int> = []
      for moment in latest where periods.count < count && periods.insert(period(moment)).inserted {
        kept.insert(moment)
      }
    }
    keep(days) { day(of: $0) }
    // 1970-01-01 was a Thursday.
    keep(weeks) { (day(of: $0) + 3) / 7 }
    keep(months) {
      let time = CivilTime(seconds: $0)
      return time.year * 12 + time.month
    }
    return kept
  }
}

/// The folder of the backups that are made each night. Files with other names are left alone.
public struct BackupFolder: Sendable {
  let path: String

  public init(_ path: String) { self.path = path }

  /// Whether it is there, and files can be made in it.
  var isWritable: Bool { access("\(path)/.", W_OK | X_OK) == 0 }

  private static let (prefix, suffix) = ("foyer-", ".tar")
  /// Says why the last attempt failed; there is none after one that succeeded.
  private var failurePath: String { "\(path)/last-failure.txt" }

  /// `foyer-2026-11-22T03-00-00Z.tar`
  static func name(at moment: Int) -> String {
    prefix + Timestamp(seconds: moment).iso8601.split(separator: ":").joined(separator: "-") + suffix
  }

  /// The moment that a name tells; nil for another name.
  static func moment(of name: String) -> Int? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
    let text = name.dropFirst(prefix.count).dropLast(suffix.count)
    let parts = text.split(separator: "T")
    guard parts.count == 2, parts[1].hasSuffix("Z") else { return nil }
    let time = parts[1].dropLast().split(separator: "-").joined(separator: ":")
    guard let moment = Timestamp("\(parts[0]) \(time)+00".utf8)?.seconds, Self.name(at: moment) == name else {
      return nil
    }
    return moment
  }

  func file(at moment: Int) -> String { "\(path)/\(Self.name(at: moment))" }

  /// The moments of its backups, those of the future (by this clock) left out.
  func moments(until now: Int) -> [Int] {
    names.compactMap { Self.moment(of: $0) }.filter { $0 <= now }.sorted()
  }

  /// Removes the backups that are no longer kept, and what a killed program has left unfinished.
  func clear(at now: Int) {
    let all = moments(until: now)
    for moment in Set(all).subtracting(BackupSchedule.kept(all)) { unlink(file(at: moment)) }
    for name in names where name.hasSuffix(".partial") {
      if let moment = Self.moment(of: String(name.dropLast(".partial".count))), moment < now - 86400 {
        unlink("\(path)/\(name)")
      }
    }
  }

  /// Remembers why there is no new backup; nil after one that succeeded.
  func remember(_ failure: String?, at now: Int) {
    guard let failure else {
      unlink(failurePath)
      return
    }
    guard let file = fopen(failurePath, "we") else { return }
    fputs("\(Timestamp(seconds: now).iso8601) \(failure)\n", file)
    fclose(file)
  }

  private var names: [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }

  /// The state of the backups, for the operator.
  public struct State: Sendable, Equatable {
    /// A line.
    public let text: String
    /// When the last backup was made, in Unix time.
    let last: Int?
    /// Whether the last backup is too old, or there is none.
    public let isOverdue: Bool
  }

  public func state() -> State { state(at: time(nil)) }

  func state(at now: Int) -> State {
    let all = moments(until: now)
    let failure = contents(ofFile: failurePath).map { "; failed at \($0.split(separator: "\n").first ?? "")" } ?? ""
    guard let last = all.last else { return State(text: "none in \(path)\(failure)", last: nil, isOverdue: true) }
    return State(
      text: "\(all.count) in \(path), the last of \(Timestamp(seconds: last).iso8601)\(failure)", last: last,
      isOverdue: now - last > BackupSchedule.patience)
  }
}
