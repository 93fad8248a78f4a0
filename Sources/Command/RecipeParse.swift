import Foyer
import Glibc
import RecipeImport

/// `foyer recipe-parse`: the importer's result for saved pages and exports, to find out why one fails.
enum RecipeParse {
  static let command = Program.Command(
    name: "recipe-parse", summary: "print what the importer finds in saved pages", help: help, run: run)

  private static let help = """
    usage: foyer recipe-parse FILE…

    Prints one JSON object a line for each recipe in the files (web pages, JSON-LD, exports of Mealie, Nextcloud
    Cookbook, Paprika, RecipeSage and Tandoor), and one with "error" for each file without any. What was left out of a
    file stands in "left_out" of its first line. It needs no database.
    The exit status is 1 when a file cannot be read or has no recipe.
    """

  private static func run(_ arguments: [String]) async throws {
    guard !arguments.isEmpty, !arguments.contains(where: { $0.hasPrefix("--") }) else {
      throw Program.WrongUsage(message: help)
    }
    var failures = 0
    for path in arguments {
      do {
        let file = try RecipeFile.read(try read(path), name: path, limits: ImportLimits())
        for (position, recipe) in file.recipes.enumerated() {
          print(line(path, recipe, position == 0 ? file.leftOut : LeftOut(), error: nil))
        }
      } catch {
        failures += 1
        print(line(path, ImportedRecipe(), LeftOut(), error: sentence(error)))
      }
    }
    if failures > 0 { throw Program.Failed(message: "\(failures) of \(arguments.count) without a recipe.") }
  }

  private struct Unreadable: Error {}

  private static func sentence(_ error: any Error) -> String {
    switch error {
    case ImportError.noRecipe: "There is no recipe in this file."
    case ImportError.noTitle: "The recipe has no name."
    case ImportError.tooLarge:
      "This file is too large: it may have \(RecipeFile.maximumMebibytes) MiB, and 32 MiB unpacked. Export fewer recipes "
        + "at a time, or leave their pictures out."
    case ImportError.encrypted: "The archive is protected by a password."
    case ImportError.unknownFormat: "This is neither a page nor an export that Foyer knows."
    case ImportError.tooSlow: "Reading this file takes too long."
    case ImportError.unreadable(let where_): "This file is damaged: \(where_)."
    default: "This file cannot be read."
    }
  }

  static func read(_ path: String, limit: Int = RecipeFile.maximumBytes) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw Unreadable() }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      bytes += buffer[..<count]
      // One byte above the limit is enough for the importer to report it.
      if bytes.count > limit { return bytes }
      if count < buffer.count {
        guard ferror(file) == 0 else { throw Unreadable() }
        return bytes
      }
    }
  }

  private static func line(
    _ file: String, _ recipe: ImportedRecipe, _ leftOut: LeftOut, error: String?
  ) -> String {
    let members = [
      ("file", string(file)), ("title", string(recipe.title)), ("ingredients", array(recipe.ingredients)),
      ("steps", array(recipe.steps)), ("servings", number(recipe.servings)),
      ("yield", string(recipe.makes.text)),
      ("prep_minutes", number(recipe.prepMinutes)),
      ("cook_minutes", number(recipe.cookMinutes)), ("total_minutes", number(recipe.totalMinutes)),
      ("cuisine", string(recipe.cuisine)), ("image", string(recipe.imageURL)), ("url", string(recipe.url)),
      ("notes", string(recipe.notes)),
      ("labels", array(recipe.statements)), ("stars", number(recipe.stars)), ("nutrition", string(recipe.nutrition)),
      ("source_name", string(recipe.sourceName)), ("left_out", self.leftOut(leftOut)),
      ("error", string(error)),
    ]
    return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  /// Each thing that is named, and how many others there are.
  private static func leftOut(_ leftOut: LeftOut) -> String {
    let kinds = [
      ("a recipe beyond the limits", leftOut.recipes, leftOut.recipeNames),
      ("a file that is damaged, encrypted or too large", leftOut.files, leftOut.fileNames),
      ("a picture that was not taken", leftOut.pictures, leftOut.pictureNames),
      ("a file without a recipe", leftOut.others, leftOut.otherNames),
    ]
    let entries = kinds.flatMap { why, count, names -> [(String, String)] in
      let more = count - names.count
      return names.map { ($0, why) } + (more > 0 ? [("\(more) more", why)] : [])
    }
    return "[" + entries.map { "{\"what\":\(string($0)),\"why\":\(string($1))}" }.joined(separator: ",") + "]"
  }

  private static func number(_ number: Int?) -> String { number.map(String.init) ?? "null" }

  static func array(_ texts: [String]) -> String { "[" + texts.map { string($0) }.joined(separator: ",") + "]" }

  /// A JSON string, or null.
  static func string(_ text: String?) -> String {
    guard let text else { return "null" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
