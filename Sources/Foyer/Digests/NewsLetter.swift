import HTML

/// A letter of reminders or news: sections of lines with links, as plain text and as HTML (`Views/reminders/letter.html`).
struct NewsLetter {
  struct Line {
    let text: String
    /// A whole URL.
    let url: String
  }

  struct Section {
    /// Empty for none.
    var heading = ""
    let lines: [Line]
    /// How many more there are, in words; empty for none.
    var more = ""
  }

  let strings: Strings
  let subject: String
  let sections: [Section]
  /// Why it comes.
  let reason: String
  /// Where its reader changes what comes, and the link that ends it.
  let settings: String
  let unsubscribe: String

  /// Lines of one section; the rest is counted.
  static let maximumLines = 20

  var letter: Letter {
    var paragraphs = [strings.letterGreeting]
    for section in sections {
      if !section.heading.isEmpty { paragraphs.append(section.heading) }
      paragraphs += section.lines.map { "\($0.text)\n\($0.url)" }
      if !section.more.isEmpty { paragraphs.append(section.more) }
    }
    paragraphs += [
      "— Foyer", reason, "\(strings.letterNewsSettings)\n\(settings)", "\(strings.letterNewsEnd)\n\(unsubscribe)",
    ]
    let html = Output.bytes(capacity: 16 << 10) { Views.Reminders.letter(&$0, letter: self) }
    return Letter(
      language: strings.language, subject: subject, paragraphs: paragraphs, html: html, unsubscribe: unsubscribe)
  }
}
