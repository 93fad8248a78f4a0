import Crypto
import RecipeImport

/// The recipes found on a page or in a file, shown before they are imported: limited in number and bytes, since all of
/// it is sent to the browser and comes back.
struct RecipePreview: Sendable {
  struct Entry: Sendable {
    var form: RecipeForm
    /// The value that the form sends if this recipe is selected.
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
  /// The names of the first hundred of them.
  private(set) var knownNames: [String] = []

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
        if knownNames.count < 100 { knownNames.append(String(entry.form.name.prefix(100))) }
      } else if kept.isEmpty || kept.count < Self.maximumCount && bytes + entry.size <= Self.maximumBytes {
        kept.append(entry)
        bytes += entry.size
      } else {
        leftOut.leaveOut(recipe: entry.form.name)
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

  /// Fetches and stores the picture of a single recipe, so that its form can show it; `fetch` returns its id. Without one
  /// the form keeps the address.
  mutating func keepLinkedPicture(_ fetch: (String) async -> UUID?) async {
    guard isOne, entries[0].form.imageID == nil, entries[0].form.imageURL.isWebAddress,
      let id = await fetch(entries[0].form.imageURL)
    else { return }
    entries[0].form.imageURL = ""
    entries[0].form.imageID = id
  }

  /// Whether the preview is the full form of a single recipe.
  var isOne: Bool {
    // Files that hold no recipe are named on that form.
    var missing = leftOut
    (missing.others, missing.otherNames) = (0, [])
    return entries.count == 1 && missing == LeftOut() && known == 0
  }
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
