/// An imported recipe: only what the source says, converted to plain text.
public struct ImportedRecipe: Sendable, Equatable {
  public var title: String?
  /// A line per ingredient, in the source's order.
  public var ingredients: [String] = []
  /// In the source's order; a section's heading is a step of its own.
  public var steps: [String] = []
  /// For how many people it is, and what it makes.
  public var makes = Yield()
  public var prepMinutes: Int?
  public var cookMinutes: Int?
  /// As stated, else the sum of preparing and cooking.
  public var totalMinutes: Int?
  public var cuisine: String?
  /// Absolute, http or https.
  public var imageURL: String?
  /// The page's canonical URL, absolute.
  public var url: String?
  public var language: String?
  public var description: String?
  /// Further fields of an export, in lines.
  public var notes: String?
  /// As the source says it: "calories 134 kcal, protein 7 g".
  public var nutrition: String?
  /// The stars that its owner has given it: 1 to 5.
  public var stars: Int?
  /// Where an export says that the recipe is from: a book, a person.
  public var sourceName: String?
  /// Diets, keywords and categories as the source states them ("VeganDiet", "gluten-free").
  public var statements: [String] = []
  /// The picture, if an archive contains it.
  public var picture: KeptBytes?
  /// Its bytes, if they are in memory.
  public var imageData: [UInt8]? {
    get { picture?.bytes }
    set { picture = newValue.map(KeptBytes.memory) }
  }
  /// The path of its picture in an archive, until that is read.
  package var packedPicture: String?
  /// The number of pictures besides it, which an import leaves out.
  var furtherPictures = 0
  /// The id of a recipe of an archive of Foyer's own, whose lines are as they were stored.
  public var storedID: String?

  public init() {}

  public var servings: Int? { makes.servings }
}

/// Why an import failed; the user interface has a message for each.
public enum ImportError: Error, Sendable, Equatable {
  /// The page or file was read, but there is no recipe in it.
  case noRecipe
  /// A recipe without a name.
  case noTitle
  /// More bytes, entries or content than the limits.
  case tooLarge
  /// Neither a page nor a known format.
  case unknownFormat
  /// It takes longer than the time limit.
  case tooSlow
  /// An archive that a password protects.
  case encrypted
  /// A known format, but damaged; the text names the place, for the log.
  case unreadable(String)
}
