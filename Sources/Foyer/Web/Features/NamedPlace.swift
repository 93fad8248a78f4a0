/// A page of the app, or what can be begun there, by its name in the reader's language: the search offers it, and a key leads
/// to it.
struct NamedPlace: Sendable {
  let path: String
  let icon: String
  /// The letter that leads there after `g`, as Public/keyboard.js has it.
  var key: String?
  /// Whether something is begun there.
  var isBeginning = false
  /// Other words that people look for it by, separated by spaces.
  var words: @Sendable (Strings) -> String = { _ in "" }
  let name: @Sendable (Strings) -> String

  /// The one that is no page but a form.
  static let signOut = "/logout"
}
