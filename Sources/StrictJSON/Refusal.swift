/// Why a message that signs somebody in was refused: for the log, not for the client.
public struct Refusal: Error, Equatable, CustomStringConvertible {
  public let description: String
  /// The reason why a text is no JSON; nil of what a message says.
  public let fault: JSONFault?

  public init(_ description: String) { (self.description, fault) = (description, nil) }

  init(_ fault: JSONFault) { (description, self.fault) = ("JSON: \(fault.rawValue)", fault) }
}

/// The reasons why a text is no JSON, or none that is read here.
public enum JSONFault: String, CaseIterable, Sendable {
  case trailing = "something after the value"
  case tooMuch = "too deep or too many values"
  case nameTwice = "a name twice"
  case tooManyMembers = "too many members"
  case noColon = "no colon"
  case openObject = "an object does not end"
  case openArray = "an array does not end"
  case unknownWord = "an unknown word"
  case noValue = "neither a value nor a number"
  case noName = "no name"
  case notUTF8 = "not UTF-8"
  case controlCharacter = "a control character"
  case openString = "a string does not end"
  case halfCharacter = "half a character"
  case unknownEscape = "an unknown escape"
}

extension StringProtocol {
  /// Whether the code units are the same. `==` would take canonical equivalents too, such as the Kelvin sign for a K.
  public func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
