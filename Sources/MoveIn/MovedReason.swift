/// Why a row, a part of one, or a file of an archive does not come over, in English as the command prints it; pages say it in the
/// reader's language.
public enum MovedReason: String, CaseIterable, Sendable {
  case deletedThere = "it was deleted in its program"
  case endsInRow = "the file ends in the middle of a row"
  case tooManyValues = "the file has more values than Foyer reads"
  case tooManyItems = "there are more items than Foyer takes from a file"
  case tooManyRecipes = "there are more recipes than Foyer takes from a file"
  case noTitle = "it has no title"
  case noName = "it has no name"
  case noText = "it has no text"
  case noDayOrName = "it has no day, or no name"
  case unknownRow = "a row of an unknown kind"
  case noDate = "there is no such date"
  case unknownDate = "its date is not understood"
  case openDate = "the file does not say whether the day or the month comes first"
  case unknownZone = "its time zone is not known, and the time is taken as the household's"
  case unknownRule = "Foyer does not repeat by the rule"
  case longRule = "its rule has more than 9999 dates"
  case ruleFromDone = "a rule that names days does not count from the day of completion"
  case unknownRepeat = "its repeat is not understood"
  case pausedRepeat = "its repeat is paused"
  case otherDates = "its dates besides the rule"
  case changedDate = "a later date of a series was changed by itself"
  case movedDate = "its date was moved, and the series goes on from the new one"
  case skippedDate = "a later date of its series was skipped"
  case partOfItself = "it is a part of itself, by way of its parents, and stands alone now"
  case event = "an event of a calendar, not a to-do"
  case journal = "a journal's entry, not a to-do"
  case component = "a part of a calendar that is not a to-do"
  case ownText = "a text that belongs to no row"
  case savedSearch = "a saved search"
  case place = "a place"
  case catalogue = "the catalogue of things to buy"
  case expenses = "Foyer keeps no expenses"
  case listAlone = "the file has the name of this shopping list alone"
  case deepProjects = "projects within projects, deeper than 50"
  case cutRecipe = "the last recipe does not end"
  case attachment = "its attachment is not taken"
  case attachments = "its attachments are not in the file"
  case picture = "its picture is not taken"
  case pictures = "its picture does not come over, as those of the file are too large together"
  case recipeFile = "a recipe's file"
  case recipeBeyond = "a recipe beyond the limits"
  case noRecipe = "a file without a recipe"
  case neither = "a file that is neither a list nor a recipe"
  case unknownFile = "it has nothing that Foyer knows"
  case encrypted = "it is protected by a password"
  case tooLarge = "it is too large"
  case damaged = "it is damaged"
  case unreadable = "it is damaged, protected by a password or too large"
  case tooSlow = "reading the archive takes too long"
  case tooDeep = "an archive in too many others"
  case tooManyArchives = "there are more than 5000 archives in this one"

  /// With the words of the file that it is about.
  func text(_ detail: String?) -> String { detail.map { "\(rawValue): \($0)" } ?? rawValue }

  /// Reads what `text` writes; nil for anything else.
  public static func read(_ text: String) -> (reason: MovedReason, detail: String?)? {
    if let reason = MovedReason(rawValue: text) { return (reason, nil) }
    // No reason has a colon.
    guard let colon = text.firstIndex(of: ":"), let reason = MovedReason(rawValue: String(text[..<colon])) else {
      return nil
    }
    return (reason, String(text[colon...].dropFirst(2)))
  }
}
