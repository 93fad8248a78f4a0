import Crypto
import RecipeImport

/// The recipes found on a page or in a file, shown before they are imported: limited in number and bytes, since all of
/// it is sent to the browser and comes back.
struct RecipePreview: Sendable {
  struct Entry: Sendable {
    var form: RecipeForm
    /// What the form sends if this recipe is selected.
    let value: String
    let ingredientCount: Int
    /// SHA-256 of the name and the ingredients, in hexadecimal; `RecipeQueries.known` looks for stored recipes with it.
    let digest: String
    /// A picture from the file.
    let picture: [UInt8]?
  }

  static let maximumCount = 200
  /// Bytes of all values with their encoding overhead: a form may have 1 MiB. One recipe may have more.
  static let maximumBytes = 900 << 10

  private(set) var entries: [Entry]
  private(set) var leftOut: LeftOut
  /// The number of recipes in the file that the household has already.
  private(set) var known = 0

  /// - Parameter source: the URL of the page.
  init(_ file: ImportedFile, source: String?) {
    entries = file.recipes.map { Entry($0, source: source) }
    leftOut = file.leftOut
  }

  /// Leaves out known recipes, then those beyond the limits: a large file is imported in parts, each time showing the
  /// recipes that are still missing.
  mutating func keep(without known: Set<String>) {
    var (kept, bytes): ([Entry], Int) = ([], 0)
    for entry in entries {
      if known.contains(entry.digest) {
        self.known += 1
      } else if kept.isEmpty || kept.count < Self.maximumCount && bytes + entry.size <= Self.maximumBytes {
        kept.append(entry)
        bytes += entry.size
      } else {
        leftOut.recipes += 1
      }
    }
    entries = kept
  }

  /// Stores the pictures of the file; `store` returns the id of each.
  mutating func keepPictures(_ store: ([UInt8]) async -> UUID?) async {
    for index in entries.indices {
      if let picture = entries[index].picture, let id = await store(picture) {
        entries[index] = entries[index].with(id)
      }
    }
  }

  /// Whether the preview is the full form of a single recipe.
  var isOne: Bool { entries.count == 1 && leftOut == LeftOut() && known == 0 }
}

extension RecipePreview.Entry {
  fileprivate var size: Int { value.utf8.count + 256 }

  init(_ recipe: ImportedRecipe, source: String?) {
    form = RecipeForm(recipe, source: source)
    value = form.urlencoded
    let lines = form.ingredientLines
    ingredientCount = lines.count
    digest = hexadecimal(sha256("\(form.name)\n\(lines.joined(separator: "\n"))".utf8))
    picture = recipe.imageData
  }

  /// The same with a picture.
  fileprivate func with(_ image: UUID) -> Self {
    var form = form
    form.imageID = image
    return Self(
      form: form, value: form.urlencoded, ingredientCount: ingredientCount, digest: digest, picture: nil)
  }
}
