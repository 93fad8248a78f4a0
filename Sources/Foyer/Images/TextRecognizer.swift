import EventLoop
import Processes

/// Reads the words of a photographed page by tesseract(1), in a child process without network; one page at a time, with a bounded
/// queue, beyond it 503. The picture goes through libvips first, as any upload does.
public struct TextRecognizer: Sendable {
  private let images: ImageConverter
  private let program: String

  /// The scripts that can be read, and Tesseract's names of their languages.
  private enum Script { case latin, cyrillic, hangul }

  /// - Parameters:
  ///   - images: what makes a picture of an upload. Its queue and its limits are those of reading.
  ///   - program: tesseract(1), or a test's replacement.
  init(
    images: ImageConverter = ImageConverter(
      waiting: 9, threads: 1, time: .seconds(90), limits: ChildProcess.Limits(processorTime: 40)),
    program: String = "tesseract"
  ) {
    self.images = images
    self.program = program
  }

  /// For the metrics.
  var load: (busy: Int, waiting: Int) { images.load }

  /// The packages of Debian that are missing to read photographs in each of the app's languages.
  public static var missingPackages: [String] {
    guard ChildProcess.find("tesseract") != nil else { return ["tesseract-ocr"] }
    let known = installed("tesseract")
    return ["eng", "fra", "kor", "rus"].filter { !known.contains($0) }.map { "tesseract-ocr-\($0)" }
  }

  /// - Parameters:
  ///   - language: the reader's, where the letters do not say which.
  ///   - share: whose upload it is.
  /// - Returns: lines; empty for a picture without words.
  /// - Throws: `ImageProblem`: `unavailable` also without the language of its letters; or `WorkerPool.Full`.
  func text(of bytes: [UInt8], _ language: Language, for share: Share? = nil) async throws -> String {
    guard !bytes.isEmpty else { throw ImageProblem.empty }
    guard let type = ImageType(bytes) else { throw ImageProblem.unsupported }
    let recognizer = self
    return try await images.pool.run(for: share) { () throws(ImageProblem) in
      try recognizer.readBlocking(bytes, type, language)
    }
  }

  private func readBlocking(_ bytes: [UInt8], _ type: ImageType, _ language: Language) throws(ImageProblem) -> String {
    guard ChildProcess.find(program) != nil else { throw .unavailable }
    let deadline = ContinuousClock.now + images.time
    try images.check(bytes, type, deadline)
    // Upright, and of a size in which the letters of a page are read best: of 1,200 to 3,000 pixels, in tests of four languages.
    let picture = try images.resize(bytes, to: "1700x1700", ".png[strip]", deadline, room: 16 << 20)
    let script = script(of: picture, deadline)
    let known = Self.installed(program)
    let languages = Self.languages(script, language).filter(known.contains)
    guard !languages.isEmpty else { throw .unavailable }
    var text = try words(of: picture, languages, known, deadline)
    // The first language decides between "pate" and "pâte".
    if languages == ["eng", "fra"], Self.isFrench(text) {
      text = try words(of: picture, languages.reversed(), known, deadline)
    }
    return Self.joined(text)
  }

  private func words(
    of picture: [UInt8], _ languages: [String], _ known: Set<String>, _ deadline: ContinuousClock.Instant
  ) throws(ImageProblem) -> String {
    // Hangul is taken for columns of single letters unless it is said to be one block.
    let layout = languages == ["kor"] ? "6" : known.contains("osd") ? "1" : "3"
    let read = try images.run(
      [program, "stdin", "stdout", "-l", languages.joined(separator: "+"), "--psm", layout], picture, deadline,
      room: 1 << 20)
    return String(decoding: read.output, as: UTF8.self)
  }

  private static func isFrench(_ text: String) -> Bool {
    let articles: Set<Substring> = ["de", "la", "le", "les", "du", "des", "un", "une", "et"]
    return text.split(whereSeparator: \.isWhitespace).count { articles.contains($0) } >= 4
  }

  /// The script of a page; nil if it has too few letters to say, or the data for it is not installed.
  private func script(of picture: [UInt8], _ deadline: ContinuousClock.Instant) -> Script? {
    let found = try? images.run([program, "stdin", "stdout", "--psm", "0"], picture, deadline, room: 1 << 16)
    let line = found.map { String(decoding: $0.output, as: UTF8.self) }?.split(separator: "\n").first {
      $0.hasPrefix("Script: ")
    }
    switch line?.dropFirst("Script: ".count) {
    case "Latin", "Fraktur": return .latin
    case "Cyrillic": return .cyrillic
    case "Korean", "Hangul": return .hangul
    default: return nil
    }
  }

  private static func languages(_ script: Script?, _ reader: Language) -> [String] {
    switch (script, reader) {
    case (.hangul, _), (nil, .ko): ["kor"]
    case (.cyrillic, _), (nil, .ru): ["rus"]
    case (_, .fr): ["fra", "eng"]
    default: ["eng", "fra"]
    }
  }

  /// The languages whose data is installed: a heading, then a name a line.
  private static func installed(_ program: String) -> Set<String> {
    let list = try? ChildProcess.run([program, "--list-langs"], deadline: .now + .seconds(10), room: 1 << 16)
    return Set(list?.text.split(separator: "\n").dropFirst().map(String.init) ?? [])
  }

  /// The text with its lines as they were meant: a step that is broken at the page's edge is one line.
  static func joined(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0).trimmed }
    let width = lines.map(\.count).max() ?? 0
    var joined: [String] = []
    for line in lines {
      if let last = joined.last, last.count * 4 > width * 3, let end = last.last, !".:;!?".contains(end),
        let first = line.first, first.isLetter, !first.isUppercase
      {
        joined[joined.count - 1] = "\(last) \(line)"
      } else {
        joined.append(line)
      }
    }
    return joined.joined(separator: "\n")
  }
}
