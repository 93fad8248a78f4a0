import HTML
import HTTP

/// The files of Public/, by name.
public struct Assets: Sendable {
  private let files: StaticFiles
  /// The links to the start screens, the same in every page.
  let startScreens: Markup

  /// - Parameter home: the folder that holds Public/.
  public init(home: String) throws {
    let files = try StaticFiles(
      directory: "\(home)/Public",
      rootNames: ["favicon.ico", "manifest.webmanifest", "robots.txt", "service-worker.js"])
    self.files = files
    startScreens = Markup { out in
      Views.Shared._startScreens(&out, screens: StartScreen.all.map { ($0.media, Self.url(for: $0.file, in: files)) })
    }
  }

  func compress() { files.compress() }

  /// A URL that changes with the file's content. A file that is missing gets a URL that answers 404.
  func url(for name: String) -> String { Self.url(for: name, in: files) }

  private static func url(for name: String, in files: StaticFiles) -> String {
    files.url(for: name) ?? "/assets/\(name)"
  }

  /// The picture of a starter dish, drawn by docs/dishes/draw.py; nil for other recipes.
  func picture(ofDish id: UUID) -> String? { files.url(for: "dishes/\(id).webp") }

  func response(for request: Request) -> Response? { files.response(for: request) }

  /// Whether the file exists; it allows only GET, HEAD and OPTIONS.
  func contains(path: String) -> Bool { files.contains(path: path) }
}
