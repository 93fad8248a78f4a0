/// Why a message that signs somebody in was refused: for the log, not for the client.
public struct Refusal: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

extension StringProtocol {
  /// Whether the code units are the same. `==` would take canonical equivalents too, such as the Kelvin sign for a K.
  public func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
