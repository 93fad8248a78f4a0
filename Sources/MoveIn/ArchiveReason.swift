/// Why a row of an archive of Foyer does not come over, as the command says it; pages say it in the reader's language.
public enum ArchiveReason: String, CaseIterable, Sendable {
  case deleted = "it was deleted in Foyer"
  case `operator` = "foyer household import brings it: whoever runs the server can run that"
  case two = "another household has a part in it: the archive has it for reading"
  case broken = "this is no row of an archive"
}

/// Rows of an archive that have no place in a move. The report has one line a group: its name and how many there are.
public enum ArchiveGroup: String, CaseIterable, Sendable {
  case people = "People and their settings"
  case hand = "Foods that are no longer at hand"
  case labels = "Categories and tags that nothing uses"
  case lines = "Shopping lines that were cleared"
  case additions = "What was put on the list together"
  case stays = "Stays"
  case activity = "Activity"
  case programs = "What calendar programs keep"
  case others = "Other rows"

  func text(_ count: Int) -> String { "\(rawValue): \(count)" }

  /// Reads what `text` writes.
  public static func read(_ text: String) -> (group: ArchiveGroup, count: Int)? {
    guard let colon = text.lastIndex(of: ":"), let group = ArchiveGroup(rawValue: String(text[..<colon])),
      let count = Int(text[colon...].dropFirst(2))
    else { return nil }
    return (group, count)
  }
}
