import CivilTime
import MoveIn

/// `foyer move-in`: what would come over from the files of other programs.
enum MoveInFiles {
  static let command = Program.Command(
    name: "move-in", summary: "print what would come over from other programs' files", help: help, run: run)

  private static let help = """
    usage: foyer move-in --dry-run --json FILE…

    Prints one JSON object a line for each file: the to-dos, recipes, meals and shopping lines in it, and in
    "left_out" what would not come over, with the reason. The program that has written a file is told by its content.
    docs/move-in.md lists the programs, and what becomes of their fields. It needs no database and writes nothing.
    The exit status is 1 when a file cannot be read or is of no program that Foyer knows.
    """

  private static func run(_ arguments: [String]) async throws {
    let options = arguments.filter { $0.hasPrefix("--") }
    let paths = arguments.filter { !$0.hasPrefix("--") }
    guard !paths.isEmpty, options.sorted() == ["--dry-run", "--json"] else { throw Program.WrongUsage(message: help) }
    var failures = 0
    for path in paths {
      var file = MovedFile()
      if let bytes = try? RecipeParse.read(path, limit: MoveIn.maximumBytes) {
        file = MoveIn.read(bytes, name: path, now: Timestamp.now().local)
      } else {
        file.error = "This file cannot be read."
      }
      if file.error != nil { failures += 1 }
      print(file.json(file: path))
    }
    if failures > 0 { throw Program.Failed(message: "\(failures) of \(paths.count) with nothing to move in.") }
  }
}
