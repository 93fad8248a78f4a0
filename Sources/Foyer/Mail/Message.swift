import Crypto
import HTTP

/// The text of a letter, in one language.
struct Letter: Sendable {
  let language: Language
  let subject: String
  /// Plain text; an empty line stands between two paragraphs.
  let paragraphs: [String]
  /// The same as HTML, if it is to be sent beside the text.
  var html: [UInt8]?
  /// The address that ends letters of this kind: ASCII without spaces and control characters.
  var unsubscribe: String?
}

/// A letter with its header: RFC 5322, text/plain in UTF-8 as quoted-printable (RFC 2045 §6.7), or that and text/html as
/// multipart/alternative (RFC 2046 §5.1.4).
struct Message: Sendable {
  let from: MailAddress
  let to: MailAddress
  let letter: Letter
  /// The part of Message-ID before the @: letters, digits, `-` and `.`.
  let id: String
  /// Seconds since 1970-01-01 00:00:00 UTC.
  let seconds: Int

  /// The message as SMTP transfers it, before dots are doubled.
  var bytes: [UInt8] {
    let date = HTTPDate(seconds: Int64(seconds)).string
    var header = [
      "Date: \(date.dropLast(3))+0000",
      "From: Foyer <\(from)>",
      "To: <\(to)>",
      "Subject: \(EncodedWords.encode(letter.subject))",
      "Message-ID: <\(id)@\(from.domain)>",
      "Auto-Submitted: auto-generated",
      "MIME-Version: 1.0",
      "Content-Language: \(letter.language.rawValue)",
    ]
    if let link = letter.unsubscribe {
      // RFC 2369 §3.2 and RFC 8058 §3.1.
      header += ["List-Unsubscribe: <\(link)>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"]
    }
    let text = letter.paragraphs.joined(separator: "\n\n") + "\n"
    let plain = Self.part("text/plain", QuotedPrintable.encode(text))
    guard let html = letter.html else { return Self.lines(header) + plain }
    // No line of quoted-printable begins with "--=": "=" is always followed by two digits or the line's end (RFC 2045 §6.7).
    let boundary = "=_\(id)"
    let parts = [plain, Self.part("text/html", QuotedPrintable.encode(String(decoding: html, as: UTF8.self)))]
    header.append("Content-Type: multipart/alternative; boundary=\"\(boundary)\"")
    return Self.lines(header) + Self.lines([""])
      + parts.flatMap { Self.lines(["--\(boundary)"]) + $0 + Self.lines([""]) }
      + Self.lines(["--\(boundary)--"])
  }

  /// The header fields and the body of a text in UTF-8.
  private static func part(_ type: String, _ body: [UInt8]) -> [UInt8] {
    lines(["Content-Type: \(type); charset=utf-8", "Content-Transfer-Encoding: quoted-printable", ""]) + body
  }

  private static func lines(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) + [13, 10] } }
}

/// RFC 2047: any text in a header field as words of ASCII.
enum EncodedWords {
  /// The text itself if it is printable ASCII that fits into a line, else encoded words of at most 75 bytes, a folded
  /// line each. Control characters become spaces.
  static func encode(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7e).contains($0) } && text.utf8.count <= 66 && !text.contains("=?")
    if isPlain { return text }
    var words: [[UInt8]] = [[]]
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar.properties.generalCategory == .control ? " " : scalar).utf8)
      // 75 bytes without =?UTF-8?B??= are 60 of base64, hence 45 (RFC 2047 §2); a character is not divided (§5).
      if words[words.count - 1].count + bytes.count > 45 { words.append([]) }
      words[words.count - 1] += bytes
    }
    return words.map { "=?UTF-8?B?\(Base64.encode($0))?=" }.joined(separator: "\r\n ")
  }
}

/// RFC 2045 §6.7.
enum QuotedPrintable {
  /// Lines of at most 76 characters, ended by CRLF. A line of the text ends with LF.
  static func encode(_ text: String) -> [UInt8] {
    var output: [UInt8] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      var length = 0
      for (position, byte) in zip(line.indices, line) {
        let isLast = line.index(after: position) == line.endIndex
        let code = encode(byte, isLast: isLast)
        // A line that continues ends with "=".
        if length + code.count > (isLast ? 76 : 75) {
          output += Array("=\r\n".utf8)
          length = 0
        }
        output += code
        length += code.count
      }
      output += Array("\r\n".utf8)
    }
    // The last LF ends a line and begins none.
    return Array(output.dropLast(text.hasSuffix("\n") ? 2 : 0))
  }

  /// A space or a tab at the end of a line would be lost on the way (rule 3).
  private static func encode(_ byte: UInt8, isLast: Bool) -> [UInt8] {
    let isSpace = byte == 0x20 || byte == 0x09
    if isSpace ? !isLast : (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "=") { return [byte] }
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
