/// The request to a child process. It is written to the child's standard input, and the answer to its standard output:
/// untrusted pages and archives are not parsed in the process that holds every household's data.
public enum ImportRequest: Sendable, Equatable {
  /// `url` is the page's URL, `contentType` the header's value.
  case page([UInt8], url: String?, contentType: String?)
  case file([UInt8], name: String)

  /// Parses, in this process.
  public func read(limits: ImportLimits = ImportLimits()) throws(ImportError) -> ImportedFile {
    switch self {
    // A text that was pasted, of no page: it may have several.
    case .page(let bytes, nil, nil): return try RecipeFile.read(pasted: bytes, limits: limits)
    case .page(let bytes, let url, let contentType):
      var file = ImportedFile()
      file.recipes = [try RecipePage.parse(bytes, url: url, contentType: contentType)]
      return file
    case .file(let bytes, let name): return try RecipeFile.read(bytes, name: name, limits: limits)
    }
  }

  /// As the child reads it.
  public var bytes: [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .page(var bytes, var url, var contentType):
      writer.bytes = [0]
      writer.code(&bytes)
      writer.code(&url)
      writer.code(&contentType)
    case .file(var bytes, var name):
      writer.bytes = [1]
      writer.code(&bytes)
      writer.code(&name)
    }
    return writer.bytes
  }

  /// Nil for anything but the output of `bytes`.
  public init?(_ bytes: [UInt8]) {
    var reader = MessageReader(bytes.dropFirst())
    var (body, url, contentType): ([UInt8], String?, String?) = ([], nil, nil)
    var name = ""
    switch bytes.first {
    case 0:
      reader.code(&body)
      reader.code(&url)
      reader.code(&contentType)
      self = .page(body, url: url, contentType: contentType)
    case 1:
      reader.code(&body)
      reader.code(&name)
      self = .file(body, name: name)
    default: return nil
    }
    guard reader.isAtEnd else { return nil }
  }

  /// The child's answer: what it found, or why it found nothing.
  public var answer: [UInt8] {
    var writer = MessageWriter()
    do throws(ImportError) {
      var file = try read()
      writer.bytes = [0]
      file.code(&writer)
    } catch {
      writer.bytes = [error.number]
      if case .unreadable(var reason) = error { writer.code(&reason) }
    }
    return writer.bytes
  }

  /// The child's findings. Its answer is as untrusted as the page: an incomplete one is refused as damaged.
  public static func result(_ answer: [UInt8]) throws(ImportError) -> ImportedFile {
    var reader = MessageReader(answer.dropFirst())
    guard let number = answer.first else { throw .unreadable("no answer") }
    if let error = ImportError(number: number) { throw error }
    var text = ""
    var file = ImportedFile()
    if number == 0 {
      file.code(&reader)
    } else {
      reader.code(&text)
    }
    guard reader.isAtEnd else { throw .unreadable("half an answer") }
    if number > 0 { throw .unreadable(text) }
    return file
  }
}

extension ImportError {
  /// All but `unreadable`, which is 255.
  private static let plain: [ImportError] = [.noRecipe, .noTitle, .tooLarge, .unknownFormat, .tooSlow, .encrypted]

  fileprivate var number: UInt8 { Self.plain.firstIndex(of: self).map { UInt8($0 + 1) } ?? 255 }

  fileprivate init?(number: UInt8) {
    guard number > 0, number <= Self.plain.count else { return nil }
    self = Self.plain[Int(number) - 1]
  }
}

// MARK: The format: numbers of eight bytes, little-endian; bytes and lists behind their count

/// Writes a value, or reads it: one list of members serves both.
private protocol MessageCoder {
  /// Whether a message ended too early.
  var isOver: Bool { get }
  mutating func code(_ number: inout Int)
  mutating func code(_ bytes: inout [UInt8])
}

extension MessageCoder {
  mutating func code(_ text: inout String) {
    var bytes = Array(text.utf8)
    code(&bytes)
    text = String(decoding: bytes, as: UTF8.self)
  }

  mutating func code<Value>(_ value: inout Value?, _ empty: Value, _ code: (inout Self, inout Value) -> Void) {
    var count = value == nil ? 0 : 1
    self.code(&count)
    var content = value ?? empty
    if count == 1 { code(&self, &content) }
    value = count == 1 ? content : nil
  }

  mutating func code(_ text: inout String?) { code(&text, "") { $0.code(&$1) } }
  mutating func code(_ number: inout Int?) { code(&number, 0) { $0.code(&$1) } }
  mutating func code(_ bytes: inout [UInt8]?) { code(&bytes, []) { $0.code(&$1) } }

  mutating func code<Value>(_ list: inout [Value], _ empty: Value, _ code: (inout Self, inout Value) -> Void) {
    var count = list.count
    self.code(&count)
    // A list whose count exceeds its content ends with the message.
    var (result, index): ([Value], Int) = ([], 0)
    while index < count, !isOver {
      var value = index < list.count ? list[index] : empty
      code(&self, &value)
      result.append(value)
      index += 1
    }
    list = result
  }

  mutating func code(_ texts: inout [String]) { code(&texts, "") { $0.code(&$1) } }
}

private struct MessageWriter: MessageCoder {
  var bytes: [UInt8] = []
  var isOver: Bool { false }

  mutating func code(_ number: inout Int) {
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  mutating func code(_ content: inout [UInt8]) {
    var count = content.count
    code(&count)
    bytes += content
  }
}

/// Returns zeros and empty values after the end of the message.
private struct MessageReader: MessageCoder {
  private var rest: ArraySlice<UInt8>
  private(set) var isOver = false

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty && !isOver }

  mutating func code(_ number: inout Int) {
    number = take(8).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func code(_ content: inout [UInt8]) {
    var count = 0
    code(&count)
    content = Array(take(count))
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    guard count >= 0, count <= rest.count, !isOver else {
      isOver = true
      return []
    }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

extension ImportedFile {
  fileprivate mutating func code(_ coder: inout some MessageCoder) {
    coder.code(&recipes, ImportedRecipe()) { $1.code(&$0) }
    coder.code(&leftOut.recipes)
    coder.code(&leftOut.files)
    coder.code(&leftOut.pictures)
    coder.code(&leftOut.others)
    coder.code(&leftOut.recipeNames)
    coder.code(&leftOut.fileNames)
    coder.code(&leftOut.pictureNames)
    coder.code(&leftOut.otherNames)
  }
}

extension ImportedRecipe {
  fileprivate mutating func code(_ coder: inout some MessageCoder) {
    coder.code(&title)
    coder.code(&ingredients)
    coder.code(&steps)
    coder.code(&makes.servings)
    coder.code(&makes.text)
    coder.code(&prepMinutes)
    coder.code(&cookMinutes)
    coder.code(&totalMinutes)
    coder.code(&cuisine)
    coder.code(&imageURL)
    coder.code(&url)
    coder.code(&language)
    coder.code(&description)
    coder.code(&notes)
    coder.code(&nutrition)
    coder.code(&stars)
    coder.code(&sourceName)
    coder.code(&statements)
    coder.code(&imageData)
  }
}
