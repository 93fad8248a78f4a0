import CivilTime

/// A refusal of an operation: a field whose value breaks a rule.
///
/// It knows no language. A form shows it beside its field (`FormErrors`), and a program reads which rule it is.
struct Problem: Error, Equatable {
  /// The field's name, as in the forms; "" for the operation as a whole.
  let field: String
  let kind: Kind

  enum Kind: Equatable {
    case blank
    /// A recipe has no name.
    case noName
    /// A name has no food in it.
    case noFood(String)
    case notWebAddress
    /// Neither a title nor a description has words.
    case noWords
    /// The household wants a description (R4).
    case noDescription
    /// More characters than that, as PostgreSQL's `char_length` counts them.
    case tooLong(Int)
    /// Fewer characters than that.
    case tooShort(Int)
    /// A password that is tried first.
    case common
    /// More values than that.
    case tooMany(Int)
    case invalidDate
    case invalidTime
    /// No address that a letter could be sent to.
    case invalidAddress
    /// An address that has not answered a letter.
    case unverified
    /// No time zone that PostgreSQL knows.
    case unknownZone
    /// A code that the app does not show now.
    case wrongCode
    /// One of two values that are given together.
    case otherMissing
    case timeWithoutDate
    case unknownChoice
    case invalidRule
    case invalidCount
    /// A rule that ends after a count and on a day.
    case endsTwice
    /// A rule that counts from the day on which an item was done has no days of its own.
    case notPlain
    case neverHappens
    /// A day that is over.
    case past
    /// A day that is not after the one that it belongs to.
    case notAfter
    /// More days than that.
    case tooManyDays(Int)
    case outOfRange(ClosedRange<Int>)
    /// More or less than one character.
    case notOneCharacter
    /// The same, or a control character.
    case invalidIcon
    /// A name that means something else.
    case reserved
    /// There is one already.
    case already
    /// Something of the household's own, which is for others.
    case own
    /// Nights that others have, or that are blocked, of another household.
    case notFree
    /// The same of those chosen before, or a name that another one has.
    case taken
    /// More guests than there is room for.
    case full
    /// Nothing is taken there any more.
    case closed
    case gone
    /// More meals than a day or a week may have.
    case tooManyMeals(day: Int, week: Int)
  }
}

/// Everything that an operation refuses, in the order of its fields.
struct Problems: Error, Equatable {
  private(set) var all: [Problem] = []

  init() {}

  init(_ field: String, _ kind: Problem.Kind) { add(field, kind) }

  var isEmpty: Bool { all.isEmpty }

  mutating func add(_ field: String, _ kind: Problem.Kind) {
    let problem = Problem(field: field, kind: kind)
    if !all.contains(problem) { all.append(problem) }
  }

  mutating func add(_ others: Problems) {
    for problem in others.all { add(problem.field, problem.kind) }
  }

  /// Adds a problem for a text of more than `limit` characters.
  mutating func check(_ field: String, _ text: String, atMost limit: Int) {
    if text.isLonger(than: limit) { add(field, .tooLong(limit)) }
  }

  /// Adds a problem for a text that is too long or blank. The length is checked first: searching a megabyte of spaces would block
  /// an event loop.
  mutating func check(_ field: String, hasWords text: String, atMost limit: Int) {
    if text.isLonger(than: limit) {
      add(field, .tooLong(limit))
    } else if text.isBlank {
      add(field, .blank)
    }
  }
}

extension CalendarDate {
  /// A day of the year 0, which each field refuses: the value of a text that is none.
  static let unreadable = CalendarDate(days: -719_400)
}

extension FormErrors {
  mutating func add(_ problems: Problems, _ strings: Strings) {
    for problem in problems.all { add(problem.field, strings.text(problem)) }
  }
}

extension Strings {
  /// The words beside a form's field.
  func text(_ problem: Problem) -> String {
    switch problem.kind {
    case .blank: formRequired
    case .noName: recipesNameNeeded
    case .noFood(let name): recipesIngredientNoWord(name: name)
    case .notWebAddress: recipesSourceInvalid
    case .noWords: formWordsNeeded
    case .noDescription: formDescriptionNeeded
    case .tooLong(let limit):
      problem.field.hasSuffix("password") ? formPasswordLong(count: limit) : formTooLong(count: limit)
    case .tooShort(let limit): formPasswordShort(count: limit)
    case .common: formPasswordCommon
    case .tooMany(let limit):
      switch problem.field {
      case "": eatersTooMany(count: limit)
      case "dislikes": eatersTooManyDislikes(count: limit)
      case "tags": formTooManyTags(count: limit)
      case "remind", "default": remindersInvalid(count: limit)
      case "guests": staysTooManyGuests(count: limit)
      case "ingredients", "steps", "statements": recipesTooManyLines(count: limit)
      case "text": shoppingFull(limit: limit)
      default: peopleTooMany(count: limit)
      }
    case .invalidDate: problem.field == "day" ? planDayInvalid : formDateInvalid
    case .invalidTime: formTimeInvalid
    case .invalidAddress: formEmailInvalid
    case .unverified: remindersMailUnverified
    case .unknownZone: settingsTimeZoneUnknown
    case .wrongCode: secondCodeWrong
    case .otherMissing: problem.field.hasPrefix("quiet") ? remindersQuietBoth : settingsAwayBoth
    case .timeWithoutDate: formTimeWithoutDate
    case .unknownChoice: settingsUnknownChoice
    case .invalidRule: repeatInvalid
    case .invalidCount: problem.field == "servings" ? planServingsInvalid : repeatCountInvalid
    case .endsTwice: repeatEndsTwice
    case .notPlain: repeatPlainOnly
    case .neverHappens: repeatNeverHappens
    case .past: staysArrivalPast
    case .notAfter:
      switch problem.field {
      case "departure": staysDepartureEarly
      case "away_until": settingsAwayOrder
      default: staysBlockedOrder
      }
    case .tooManyDays: staysTooLong
    case .outOfRange(let range):
      switch problem.field {
      case "guests": staysGuestsInvalid(count: range.upperBound)
      case "bar": settingsBarCount(limit: range.upperBound)
      default: recipesNumberInvalid(from: range.lowerBound, to: range.upperBound)
      }
    case .already: staysAskedAlready
    case .own: staysOwn
    case .notFree: staysNotFree
    case .notOneCharacter: labelsIconInvalid
    case .invalidIcon: householdIconInvalid
    case .reserved: labelsNameTaken
    case .taken:
      switch problem.field {
      case "name": labelsNameTaken
      case "email": formEmailUnusable
      case "arrival": staysChosenTaken
      default: staysBlockedTaken
      }
    case .full: staysFull
    case .closed:
      switch problem.field {
      case "message": staysMessageClosed
      case "reference": staysReferenceClosed
      default: staysChangeHidden
      }
    case .gone: ["text", "recipe"].contains(problem.field) ? planRecipeGone : errorMessage404
    case .tooManyMeals(let day, let week): planFull(day: day, week: week)
    }
  }
}
