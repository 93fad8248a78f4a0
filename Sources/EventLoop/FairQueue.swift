/// The owner of a piece of work, such as a tenant or an address: capacity is divided fairly between owners.
///
/// 128 bits name one: an id, or an address.
public struct Share: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  public init(_ high: UInt64, _ low: UInt64) { (self.high, self.low) = (high, low) }
}

/// A bounded queue with one FIFO line for each share; the lines are served round robin.
///
/// Every operation costs the same however much waits, but for a turn that passes over lines that may not go on.
public struct FairQueue<Element> {
  /// Elements that may wait.
  public let limit: Int
  /// Elements of one share that may wait.
  public let limitOfShare: Int
  public private(set) var count = 0

  private var lines: [Share?: Queue<Element>] = [:]
  /// The round-robin order. Each share with a line is in it once.
  private var turns = Queue<Share?>()

  public init(limit: Int, limitOfShare: Int) {
    self.limit = limit
    self.limitOfShare = limitOfShare
  }

  public var isEmpty: Bool { count == 0 }

  /// Adds an element at the end of its share's line; false when too many wait.
  /// - Parameters:
  ///   - share: nil for what is nobody's in particular; only `limit` bounds its line.
  ///   - running: elements of the share that are out of the queue and still count as waiting in it.
  public mutating func append(_ element: Element, of share: Share?, besides running: Int = 0) -> Bool {
    let waiting = lines[share]?.count ?? 0
    guard count < limit, share == nil || waiting + running < limitOfShare else { return false }
    if waiting == 0 { turns.append(share) }
    lines[share, default: Queue()].append(element)
    count += 1
    return true
  }

  /// Takes the first element of the next line that may go on.
  /// - Parameter mayGoOn: whether an element of a share may be taken now.
  public mutating func popFirst(where mayGoOn: (Share?) -> Bool) -> Element? {
    for _ in 0..<turns.count {
      guard let share = turns.popFirst() else { return nil }
      guard mayGoOn(share) else {
        turns.append(share)
        continue
      }
      let element = lines[share]?.popFirst()
      settle(share)
      count -= 1
      return element
    }
    return nil
  }

  /// Takes the elements out that fulfil a condition, as far as they are first in their lines.
  public mutating func removeFirst(while condition: (Element) -> Bool) -> [Element] {
    var removed: [Element] = []
    for _ in 0..<turns.count {
      guard let share = turns.popFirst() else { break }
      while let element = lines[share]?.first, condition(element) {
        _ = lines[share]?.popFirst()
        removed.append(element)
      }
      settle(share)
    }
    count -= removed.count
    return removed
  }

  /// The first of each line.
  public var heads: [Element] { lines.values.compactMap(\.first) }

  /// Sends a share to the end of the turns, unless nothing of it waits any more.
  private mutating func settle(_ share: Share?) {
    if lines[share]?.isEmpty == false { turns.append(share) } else { lines[share] = nil }
  }
}

extension FairQueue: Sendable where Element: Sendable {}
