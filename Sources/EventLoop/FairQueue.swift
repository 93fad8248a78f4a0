/// The owner of a piece of work, such as a household, and the place that it comes from, such as an address: capacity is
/// divided fairly between places, and between the owners of a place.
///
/// 128 bits name each. Shares of one owner are equal, whatever place they come from.
public struct Share: Hashable, Sendable {
  struct Name: Hashable, Sendable {
    let high: UInt64
    let low: UInt64
  }

  private let owner: Name
  let place: Name

  /// An owner that is a place, too.
  public init(_ high: UInt64, _ low: UInt64) {
    owner = Name(high: high, low: low)
    place = owner
  }

  private init(_ owner: Name, at place: Name) { (self.owner, self.place) = (owner, place) }

  /// The same owner's, from another one's place.
  public func from(_ other: Share) -> Share { Share(owner, at: other.place) }

  public static func == (left: Share, right: Share) -> Bool { left.owner == right.owner }
  public func hash(into hasher: inout Hasher) { hasher.combine(owner) }
}

/// A bounded queue with a FIFO line for each share at each place. The places are served round robin, and so are the lines of
/// each: many owners at one place get as much as one at another.
///
/// Every operation costs the same however much waits, but for a turn that passes over lines that may not go on, and for what
/// comes when the queue is full.
public struct FairQueue<Element> {
  /// The outcome of adding an element.
  public enum Admission {
    case admitted
    /// It was, in place of another one, which is out of the queue now.
    case instead(of: Element)
    case refused
  }

  fileprivate struct Entry {
    let element: Element
    let serial: Int
  }

  fileprivate struct Place {
    /// Those in `turns`. One that was emptied stays until its turn.
    var lines: [Share?: Queue<Entry>] = [:]
    var turns = Queue<Share?>()
    var count = 0
  }

  /// Elements that may wait.
  public let limit: Int
  /// Elements of one share that may wait.
  public let limitOfShare: Int
  public private(set) var count = 0

  /// Those in `turns`.
  private var places: [Share.Name?: Place] = [:]
  private var turns = Queue<Share.Name?>()
  /// How many of each share wait, at all places.
  private var waitingOf: [Share: Int] = [:]
  private var serial = 0

  public init(limit: Int, limitOfShare: Int) {
    self.limit = limit
    self.limitOfShare = limitOfShare
  }

  public var isEmpty: Bool { count == 0 }

  /// Adds an element at the end of its share's line. When too many wait, the newest of who has most gives way to one of who has
  /// less.
  /// - Parameters:
  ///   - share: nil for work that has no share: only `limit` bounds its line, and it never gives way.
  ///   - running: elements of the share that are out of the queue and still count as waiting in it.
  ///   - taken: places of the queue that are taken by others than its elements.
  public mutating func append(
    _ element: Element, of share: Share?, besides running: Int = 0, leaving taken: Int = 0
  ) -> Admission {
    if let share, waitingOf[share, default: 0] + running >= limitOfShare { return .refused }
    if count + taken < limit {
      add(element, share)
      return .admitted
    }
    guard let share, let line = greediest(besides: share), let other = removeLast(of: line.share, at: line.place) else {
      return .refused
    }
    add(element, share)
    return .instead(of: other)
  }

  /// Takes the first element of the next line that may go on.
  /// - Parameter mayGoOn: whether an element of a share may be taken now.
  public mutating func popFirst(where mayGoOn: (Share?) -> Bool) -> Element? {
    for _ in 0..<turns.count {
      guard let name = turns.popFirst(), let lines = places[name]?.turns.count else { return nil }
      for _ in 0..<lines {
        guard let share = places[name]?.turns.popFirst() else { break }
        let waits = places[name]?.lines[share]?.isEmpty == false
        let entry = waits && mayGoOn(share) ? places[name]?.lines[share]?.popFirst() : nil
        settle(share, at: name)
        guard let entry else { continue }
        forget(share, at: name)
        settle(name)
        return entry.element
      }
      settle(name)
    }
    return nil
  }

  /// Takes the elements out that fulfil a condition, as far as they are first in their lines.
  public mutating func removeFirst(while condition: (Element) -> Bool) -> [Element] {
    var removed: [Element] = []
    for _ in 0..<turns.count {
      guard let name = turns.popFirst(), let lines = places[name]?.turns.count else { break }
      for _ in 0..<lines {
        guard let share = places[name]?.turns.popFirst() else { break }
        while let element = places[name]?.lines[share]?.first?.element, condition(element) {
          _ = places[name]?.lines[share]?.popFirst()
          forget(share, at: name)
          removed.append(element)
        }
        settle(share, at: name)
      }
      settle(name)
    }
    return removed
  }

  private mutating func add(_ element: Element, _ share: Share?) {
    let name = share?.place
    if places[name] == nil { turns.append(name) }
    if places[name]?.lines[share] == nil { places[name, default: Place()].turns.append(share) }
    places[name]?.lines[share, default: Queue()].append(Entry(element: element, serial: serial))
    serial += 1
    places[name]?.count += 1
    if let share { waitingOf[share, default: 0] += 1 }
    count += 1
  }

  /// Counts an element less.
  private mutating func forget(_ share: Share?, at place: Share.Name?) {
    places[place]?.count -= 1
    count -= 1
    guard let share, let waiting = waitingOf[share] else { return }
    waitingOf[share] = waiting > 1 ? waiting - 1 : nil
  }

  /// Sends a share to the end of its place's turns, unless nothing of it waits there any more.
  private mutating func settle(_ share: Share?, at place: Share.Name?) {
    if places[place]?.lines[share]?.isEmpty == false {
      places[place]?.turns.append(share)
    } else {
      places[place]?.lines[share] = nil
    }
  }

  /// Sends a place to the end of the turns, unless nothing waits there any more.
  private mutating func settle(_ place: Share.Name?) {
    if places[place]?.turns.isEmpty == false { turns.append(place) } else { places[place] = nil }
  }

  // MARK: When the queue is full

  /// The line to take from for one more of `share`: at the place where most wait, else at its own place of the share of which most
  /// wait there, else of the share of which most wait at all places together. Nil if nobody has more.
  private func greediest(besides share: Share) -> (share: Share, place: Share.Name)? {
    let named = places.filter { $0.key != nil }
    let (own, waiting) = (places[share.place]?.count ?? 0, waitingOf[share] ?? 0)
    if let (name, place) = named.max(by: { $0.value.count < $1.value.count }), place.count > own + 1 {
      return longest(at: name, in: place)
    }
    if let place = places[share.place], let line = longest(at: share.place, in: place),
      waitingOf[line.share] ?? 0 > waiting + 1
    {
      return line
    }
    guard let (greedy, most) = waitingOf.max(by: { $0.value < $1.value }), most > max(own, waiting) + 1 else {
      return nil
    }
    let place = named.max { ($0.value.lines[greedy]?.count ?? 0) < ($1.value.lines[greedy]?.count ?? 0) }
    return place?.key.map { (greedy, $0) }
  }

  /// Of several that are as long, the one with the newest element.
  private func longest(at name: Share.Name?, in place: Place) -> (share: Share, place: Share.Name)? {
    let line = place.lines.filter { $0.key != nil }.max {
      ($0.value.count, $0.value.last?.serial ?? 0) < ($1.value.count, $1.value.last?.serial ?? 0)
    }
    guard let name, let share = line?.key else { return nil }
    return (share, name)
  }

  private mutating func removeLast(of share: Share, at place: Share.Name) -> Element? {
    guard let entry = places[place]?.lines[share]?.popLast() else { return nil }
    forget(share, at: place)
    return entry.element
  }
}

extension FairQueue: Sendable where Element: Sendable {}
extension FairQueue.Entry: Sendable where Element: Sendable {}
extension FairQueue.Place: Sendable where Element: Sendable {}
extension FairQueue.Admission: Sendable where Element: Sendable {}
