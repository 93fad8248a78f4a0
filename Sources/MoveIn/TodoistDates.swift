import CivilTime
import QuickAdd
import Recurrence

/// Dates as Todoist writes them in the language of the column DATE_LANG: `6 Apr 17:15`, `ev sun`, `every! 3 days`.
struct TodoistDates {
  struct Due: Equatable {
    var moment: Moment?
    /// The value of an RRULE.
    var repeats: String?
    /// `every!`: the next date counts from the day of completion.
    var isFromDone = false
  }

  /// The clock that "tomorrow" counts from.
  let now: CivilTime
  /// Of dates that name none.
  let year: Int

  func read(_ text: String, language: String?) -> Due? {
    let text = text.trimmed
    guard !text.isEmpty, text.utf8.count <= 300 else { return nil }
    if let moment = Moment(text) { return Due(moment: moment) }
    let code = String((language ?? "en").lowercased().prefix(2))
    let languages = [code] + ["en", "de", "fr", "ru", "ko"].filter { $0 != code }
    for language in languages.prefix(2) {
      guard let words = TodoistWords.all[language] else { continue }
      var phrase = TodoistPhrase(words: words, now: now, year: year)
      if let due = phrase.read(Self.tokens(text, language)) { return due }
    }
    return quick(text, code)
  }

  /// Quick add's sense of a line.
  private func quick(_ text: String, _ code: String) -> Due? {
    let line = QuickAdd("x \(text)", language: QuickAdd.Language(rawValue: code) ?? .en, now: now)
    guard line.title == "x", line.date != nil || line.repeats != nil else { return nil }
    let rule = line.repeats
    var time = line.date ?? rule?.first(at: line.time, now)
    guard time != nil else { return nil }
    if let clock = line.time { (time!.hour, time!.minute, time!.second) = (clock.hour, clock.minute, 0) }
    return Due(moment: line.time == nil ? .day(CalendarDate(time!)) : .local(time!), repeats: rule?.text)
  }

  /// Words and numbers, each for itself: "3일마다" are three, "9.4." is one.
  private static func tokens(_ text: String, _ language: String) -> [String] {
    var result: [String] = []
    var text = text.lowercased()
    // "Tous les jours de la semaine" are the workdays.
    if language == "fr" {
      for words in ["jours de la semaine", "jour de la semaine", "jours de semaine", "jour de semaine"] {
        if let range = text.range(ofText: words) { text.replaceSubrange(range, with: "ouvrables") }
      }
    }
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == ";" }) {
      // "4월 6일 (화)"
      if word.hasPrefix("("), word.hasSuffix(")") { continue }
      guard language == "ko" else {
        result.append(String(word))
        continue
      }
      var piece = ""
      for character in word {
        if let last = piece.last, last.isNumber != character.isNumber, character != ":", last != ":", character != ".",
          last != ".",
          last.isNumber || character.isNumber
        {
          result.append(piece)
          piece = ""
        }
        piece.append(character)
      }
      for ending in ["마다", "마다!", "부터", "까지", "에"] where piece.count > ending.count && piece.hasSuffix(ending) {
        result.append(String(piece.dropLast(ending.count)))
        piece = ending
      }
      result.append(piece)
    }
    return result
  }
}
