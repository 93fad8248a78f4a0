/// What an importer found: only what the source says, folded to plain text, nothing guessed.
public struct ImportedRecipe: Sendable, Equatable {
  public var title: String?
  /// A line each, in the source's order.
  public var ingredients: [String] = []
  /// A step each, in the source's order; a section's heading is a step of its own.
  public var steps: [String] = []
  public var servings: Int?
  /// The yield as written ("4 servings", "2 loaves").
  public var yieldText: String?
  public var prepMinutes: Int?
  public var cookMinutes: Int?
  /// As stated, or what preparing and cooking add up to.
  public var totalMinutes: Int?
  public var cuisine: String?
  /// Absolute, http or https.
  public var imageURL: String?
  /// The page's own address for itself, absolute.
  public var url: String?
  public var language: String?
  public var description: String?
  /// Diets, keywords and categories as the source states them ("VeganDiet", "gluten-free").
  public var statements: [String] = []
  /// The picture itself, when an archive carries it.
  public var imageData: [UInt8]?

  public init() {}
}

/// Why nothing could be imported; each has its message in the user interface.
public enum ImportError: Error, Sendable, Equatable {
  /// The page or file was read, but there is no recipe in it.
  case noRecipe
  /// There is something like a recipe, but without a name.
  case noTitle
  /// More bytes, entries or content than an import takes.
  case tooLarge
  /// Neither a page nor a format that is known.
  case unknownFormat
  /// Reading it takes longer than an import may.
  case tooSlow
  /// A known format, but damaged; says where, for the log.
  case unreadable(String)
}
