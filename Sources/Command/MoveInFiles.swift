import CivilTime
import Foyer
import Glibc
import MoveIn
import RecipeImport

/// `foyer move-in`: moves in what files of other programs hold, or prints what would come over.
enum MoveInFiles {
  static let command = Program.Command(
    name: "move-in", summary: "move in what other programs' files hold", help: help, run: run)

  private static let help = """
    usage: foyer move-in FILE… --person E-MAIL
           foyer move-in --dry-run --json FILE…

    Moves to-dos, recipes, meals and shopping lines of other programs' files, or of the archive of a household of Foyer,
    into the household of the person with this e-mail address, and prints how many there are, and which rows do not come over. A name in the files that is a
    member's means that member. The same file again adds what is new in it. It may run beside a server.

    With --dry-run --json it prints one JSON object a line for each file: the to-dos, recipes, meals and shopping lines
    in it, and in "left_out" what would not come over, with the reason. That needs no database and writes nothing.

    The program that has written a file is told by its content. docs/move-in.md lists the programs, and what becomes of
    their fields. The exit status is 1 when a file cannot be read or is of no program that Foyer knows.
    """

  private static func run(_ arguments: [String]) async throws {
    var arguments = arguments
    var person: String?
    if let place = arguments.firstIndex(of: "--person"), place + 1 < arguments.count {
      person = arguments[place + 1]
      arguments.removeSubrange(place...place + 1)
    }
    let options = arguments.filter { $0.hasPrefix("--") }
    let paths = arguments.filter { !$0.hasPrefix("--") }
    guard !paths.isEmpty else { throw Program.WrongUsage(message: help) }
    if let person, options.isEmpty { return try await move(paths, person) }
    guard person == nil, options.sorted() == ["--dry-run", "--json"] else { throw Program.WrongUsage(message: help) }
    var failures = 0
    for path in paths {
      let file = preview(path)
      if file.error != nil { failures += 1 }
      file.writeJSON(file: path) { print($0, terminator: "") }
      print()
    }
    if failures > 0 { throw Program.Failed(message: "\(failures) of \(paths.count) with nothing to move in.") }
  }

  private static func preview(_ path: String) -> MovedFile {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      defer { if descriptor >= 0 { close(descriptor) } }
      if descriptor >= 0, let file = try? MoveReader.preview(descriptor, name: path) { return file }
    } else if let bytes = try? RecipeParse.read(path, limit: MoveIn.maximumBytes) {
      return MoveIn.read(InputFile(bytes), name: path, now: Timestamp.now().local)
    }
    var file = MovedFile()
    file.error = "This file cannot be read."
    return file
  }

  private static func move(_ paths: [String], _ person: String) async throws {
    var files: [(name: String, descriptor: Int32)] = []
    for path in paths {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Program.Failed(message: "\(path) cannot be read.") }
      files.append((path, descriptor))
    }
    let read = files
    try await Program.withAccounts { database in
      let result: MoveCommand.Result
      do {
        result = try await MoveCommand(database: database).run(read, person: person)
      } catch let refused as MoveCommand.Refused {
        throw Program.Failed(message: refused.description)
      }
      print(
        "\(result.items) to-dos, \(result.recipes) recipes, \(result.meals) meals, \(result.lines) shopping lines"
          + (result.foods > 0 ? ", \(result.foods) foods at hand" : "")
          + (result.others > 0 ? ", \(result.others) other rows; " : "; ") + "\(result.known) were there already.")
      for row in result.leftOut { print("left out\t\(row.what)\t\(row.why)") }
      for row in result.failed { print("not read\t\(row.what)\t\(row.why)") }
      if !result.failed.isEmpty {
        throw Program.Failed(message: "\(result.failed.count) of \(read.count) with nothing to move in.")
      }
    }
  }
}
