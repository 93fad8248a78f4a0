/// The texts of words beside the code. A line that begins with `#` is a comment; one that begins with `+` begins a section.
enum WordText {
  /// The lines, without comments and empty ones.
  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.first != "#" }.map(String.init)
  }

  /// Each section's heading, without the `+`, and its lines.
  static func sections(inOrder text: String) -> [(heading: String, text: String)] {
    var sections: [(heading: String, text: String)] = []
    for line in lines(text) {
      if line.first == "+" {
        sections.append((String(line.dropFirst(2)), ""))
      } else if !sections.isEmpty {
        sections[sections.count - 1].text += line + "\n"
      }
    }
    return sections
  }

  /// The same by heading; each heading occurs once.
  static func sections(_ text: String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: sections(inOrder: text).map { ($0.heading, $0.text) })
  }

  /// The names in a list with commas or line breaks between.
  static func names(_ text: String) -> [String] {
    text.split { $0 == "," || $0 == "\n" }.map { String($0.drop { $0 == " " }) }.filter {
      !$0.allSatisfy(\.isWhitespace)
    }
  }
}
