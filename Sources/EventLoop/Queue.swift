/// First in, first out; both ends in constant time.
public struct Queue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  public init() {}

  public var count: Int { elements.count - head }
  public var isEmpty: Bool { count == 0 }
  public var first: Element? { isEmpty ? nil : elements[head] }
  public var last: Element? { isEmpty ? nil : elements[elements.count - 1] }

  public mutating func append(_ element: Element) { elements.append(element) }

  public mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    defer {
      elements[head] = nil
      head += 1
      if head == elements.count {
        elements.removeAll(keepingCapacity: true)
        head = 0
      } else if head > 64, head * 2 > elements.count {
        elements.removeFirst(head)
        head = 0
      }
    }
    return elements[head]
  }
}

extension Queue {
  /// Takes the newest.
  public mutating func popLast() -> Element? {
    guard !isEmpty, let last = elements.removeLast() else { return nil }
    if isEmpty {
      elements.removeAll(keepingCapacity: true)
      head = 0
    }
    return last
  }
}

extension Queue: Sendable where Element: Sendable {}
