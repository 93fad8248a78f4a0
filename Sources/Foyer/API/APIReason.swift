import StrictJSON

/// The reason why a field of a body or of a query is refused. It is told in the language that is asked for, which may be known after
/// the first statement alone.
enum APIReason: Equatable {
  case unknownField
  case needed
  case null
  case noFlag
  case notWithin(ClosedRange<Int>)
  case noList
  case tooManyElements(Int)
  case noObject
  case noText
  /// A text with the character U+0000.
  case zero
  case tooLong(Int)
  case noDay
  case noTime
  case noID
  case noneOf([String])
  /// An `Idempotency-Key` that is empty, or longer than that.
  case noKey(Int)
  /// A field of a query that is there twice.
  case twice
  case unknownOperation(method: String, path: String)
  /// The rule of an item that is done.
  case ruleOfDone
  case noMembers
  case noState
  case notOneFood
  case noColor
  case noListID
  case unknownList
  case fixed
  /// A form of the pages has said it.
  case said(String)
}

extension Strings {
  func text(_ reason: APIReason) -> String {
    switch reason {
    case .unknownField: apiUnknownField
    case .needed: apiNeeded
    case .null: apiNull
    case .noFlag: apiFlag
    case .notWithin(let range): apiNumber(from: range.lowerBound, to: range.upperBound)
    case .noList: apiList
    case .tooManyElements(let most): apiElements(count: most)
    case .noObject: apiObject
    case .noText: apiTextNeeded
    case .zero: apiZero
    case .tooLong(let most): apiCharacters(count: most)
    case .noDay: apiDay
    case .noTime: apiTime
    case .noID: apiUuid
    case .noneOf(let values): apiChoice(values: values.joined(separator: ", "))
    case .noKey(let longest): apiKeyLength(limit: longest)
    case .twice: apiOnce
    case .unknownOperation(let method, let path): apiOperation(method: method, path: path)
    case .ruleOfDone: apiRuleOfDone
    case .noMembers: apiMembers
    case .noState: apiState
    case .notOneFood: apiOneFood
    case .noColor: apiColor
    case .noListID: apiListOrFirst
    case .unknownList: apiNoList
    case .fixed: apiFixed
    case .said(let text): text
    }
  }

  /// The reason why a body is no JSON.
  func text(_ fault: JSONFault) -> String {
    let reason =
      switch fault {
      case .trailing: apiJsonTrailing
      case .tooMuch: apiJsonTooMuch
      case .nameTwice: apiJsonNameTwice
      case .tooManyMembers: apiJsonMembers
      case .noColon: apiJsonColon
      case .openObject: apiJsonObjectEnd
      case .openArray: apiJsonArrayEnd
      case .unknownWord: apiJsonWord
      case .noValue: apiJsonValue
      case .noName: apiJsonName
      case .notUTF8: apiJsonUtf8
      case .controlCharacter: apiJsonControl
      case .openString: apiJsonTextEnd
      case .halfCharacter: apiJsonHalf
      case .unknownEscape: apiJsonEscape
      }
    return apiNoJson(reason: reason)
  }
}
