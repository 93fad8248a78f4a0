/// A feature's line of the guide: its use, in a minute's reading, and the page where it is used.
struct GuideLine: Sendable {
  let path: String
  let title: @Sendable (Strings) -> String
  let text: @Sendable (Strings) -> String

  init(
    _ path: String, _ title: @escaping @Sendable (Strings) -> String, _ text: @escaping @Sendable (Strings) -> String
  ) {
    (self.path, self.title, self.text) = (path, title, text)
  }
}
