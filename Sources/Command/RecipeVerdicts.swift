import Cookery
import Foyer

/// `foyer recipe-verdicts`: what is read from ingredient lines, to find out why a recipe is unknown.
enum RecipeVerdicts {
  static let command = Program.Command(
    name: "recipe-verdicts", summary: "print the allergens of ingredient lines", help: help, run: run)

  private static let help = """
    usage: foyer recipe-verdicts FILE…

    Prints one JSON object for each line of the files: {"line","has","may","understood","key",
    "hand","accepted"}. "has" are the allergens that
    the line's foods always have, "may" those that the packet decides; if a line is not understood, the others are open,
    too. "key" is the food, "hand" its key where it is at hand, "accepted" are those keys any of which the line accepts. It needs no
    database. The exit status is 1 when a file cannot be read.
    """

  private static func run(_ arguments: [String]) async throws {
    guard !arguments.isEmpty, !arguments.contains(where: { $0.hasPrefix("--") }) else {
      throw Program.WrongUsage(message: help)
    }
    for path in arguments {
      guard let bytes = try? RecipeParse.read(path) else {
        throw Program.Failed(message: "\(path) cannot be read.")
      }
      for text in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
        print(object(IngredientLine(String(text))))
      }
    }
  }

  private static func object(_ line: IngredientLine) -> String {
    let (has, may) = (line.contained.map(\.rawValue), line.possible.map(\.rawValue))
    return
      #"{"line":\#(RecipeParse.string(line.text)),"has":\#(RecipeParse.array(has)),"may":\#(RecipeParse.array(may)),"#
      + #""understood":\#(line.isUnderstood),"key":\#(RecipeParse.string(line.key)),"#
      + #""hand":\#(RecipeParse.string(IngredientKey.key(for: line.text))),"accepted":\#(RecipeParse.array(line.accepted))}"#
  }
}
