import Glibc

/// The recipes found in a page or a file, and how many were left out.
public struct ImportedFile: Sendable, Equatable {
  public var recipes: [ImportedRecipe] = []
  public var leftOut = LeftOut()

  public init() {}
}

/// The recipes that an import has left out.
public struct LeftOut: Sendable, Equatable {
  /// The number of recipes beyond the limits.
  public var recipes = 0
  /// The number of files in an archive that are damaged, or for which the time was over.
  public var files = 0
  /// The number of pictures beyond the limits.
  public var pictures = 0
  /// The number of files in an archive that hold no recipe and are no recipe's picture.
  public var others = 0
  /// The names of these recipes, the paths of these files, and the names of the recipes without these pictures: the first
  /// hundred of each, unless `ImportLimits.names` says so.
  public var recipeNames: [String] = []
  public var fileNames: [String] = []
  public var pictureNames: [String] = []
  public var otherNames: [String] = []

  public init() {}

  public mutating func leaveOut(recipe name: String, most: Int = 100) {
    recipes += 1
    Self.note(name, in: &recipeNames, most)
  }

  mutating func leaveOut(file name: String, most: Int) {
    files += 1
    Self.note(name, in: &fileNames, most)
  }

  mutating func leaveOut(pictureOf name: String, most: Int) {
    pictures += 1
    Self.note(name, in: &pictureNames, most)
  }

  mutating func passOver(file name: String, most: Int) {
    others += 1
    Self.note(name, in: &otherNames, most)
  }

  private static func note(_ name: String, in names: inout [String], _ most: Int) {
    let name = Text.fold(name)
    if names.count < most, !name.isEmpty {
      names.append(String(String.UnicodeScalarView(name.unicodeScalars.prefix(100))))
    }
  }
}

/// The limits of an import.
public struct ImportLimits: Sendable {
  /// Bytes of the file, and of one that gzip packs.
  public var bytes = RecipeFile.maximumBytes
  /// Files of an archive.
  public var entries = Archive.maximumEntries
  /// Bytes that are unpacked, all files of an archive together.
  public var unpacked = Archive.maximumBytes
  /// JSON values of a file; the rest of it is left out.
  public var values = JSONReader.maximumValues
  public var recipes = 2_000
  /// Names of each kind of what is left out.
  public var names = 100
  /// Bytes of the text of all recipes; one recipe may have more.
  public var text = 4 << 20
  /// Pictures inside a file.
  public var pictures = 12
  /// Bytes of all pictures.
  public var pictureBytes = 2 * Archive.maximumBytes
  /// Processor time for the files of an archive; one file may take more.
  public var time = Duration.seconds(5)

  public init() {}
}

/// Fills an `ImportedFile` up to its limits.
struct Import {
  private(set) var file = ImportedFile()
  let limits: ImportLimits
  /// Pictures are kept in memory where there is none.
  private let spool: Spool?
  private var text = 0
  private var pictures = 0
  private(set) var pictureRoom: Int
  private let start = Self.processorTime()

  init(_ limits: ImportLimits, _ spool: Spool?) {
    (self.limits, self.spool, pictureRoom) = (limits, spool, limits.pictureBytes)
  }

  var isOutOfTime: Bool { Self.processorTime() - start > limits.time }

  mutating func leaveOut(file path: String) { file.leftOut.leaveOut(file: path, most: limits.names) }

  mutating func passOver(file path: String) {
    if !Archive.isOfSystem(path) { file.leftOut.passOver(file: path, most: limits.names) }
  }

  mutating func leaveOutPicture(ofRecipe index: Int) {
    file.leftOut.leaveOut(pictureOf: file.recipes[index].title ?? "", most: limits.names)
  }

  /// Adds a recipe; false if it does not fit, or if it has no name.
  @discardableResult
  mutating func add(_ recipe: ImportedRecipe) -> Bool {
    guard recipe.title != nil else {
      file.leftOut.passOver(file: recipe.ingredients.first ?? recipe.steps.first ?? "?", most: limits.names)
      return false
    }
    let size = recipe.textSize
    guard file.recipes.isEmpty || file.recipes.count < limits.recipes && text + size <= limits.text else {
      file.leftOut.leaveOut(recipe: recipe.title ?? "", most: limits.names)
      return false
    }
    text += size
    file.recipes.append(recipe)
    file.recipes[file.recipes.count - 1].furtherPictures = 0
    for _ in 0..<recipe.furtherPictures { leaveOutPicture(ofRecipe: file.recipes.count - 1) }
    if let picture = recipe.imageData {
      file.recipes[file.recipes.count - 1].imageData = nil
      if takesPicture() { set(picture: picture, ofRecipe: file.recipes.count - 1) }
    }
    return true
  }

  /// Whether there is room for a picture of the last recipe, which then counts.
  mutating func takesPicture() -> Bool {
    guard pictures < limits.pictures else {
      leaveOutPicture(ofRecipe: file.recipes.count - 1)
      return false
    }
    pictures += 1
    return true
  }

  /// Gives a recipe its picture, as far as there is room for it.
  mutating func set(picture: [UInt8], ofRecipe index: Int) {
    guard picture.count <= pictureRoom, let kept = spool.keep(picture) else {
      return leaveOutPicture(ofRecipe: index)
    }
    pictureRoom -= picture.count
    file.recipes[index].picture = kept
  }

  /// Of this thread, since other imports run at the same time.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension ImportedRecipe {
  /// The bytes of its text.
  fileprivate var textSize: Int {
    let lines = [ingredients, steps, statements].reduce(0) { $0 + $1.reduce(0) { $0 + $1.utf8.count } }
    return [title, makes.text, cuisine, imageURL, url, language, description, notes, nutrition, sourceName].reduce(
      lines
    ) {
      $0 + ($1?.utf8.count ?? 0)
    }
  }
}
