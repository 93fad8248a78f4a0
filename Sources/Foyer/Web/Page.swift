import HTTP

/// What every view is given: who reads, in which language, and where.
struct Page {
  let strings: Strings
  /// Nil while nobody is signed in.
  let visitor: Visitor?
  let place: Place
  /// Said once, on top of the page.
  let notice: Notice?
  /// The value of the hidden field `csrf` in every form.
  let csrf: String
  let requestID: String
  /// Where the program's own files are found.
  let assets: Assets
  /// The URL of the icons, looked up once: a list shows hundreds of them.
  let icons: String

  init(
    strings: Strings, visitor: Visitor?, place: Place, notice: Notice?, csrf: String, requestID: String, assets: Assets
  ) {
    self.strings = strings
    self.visitor = visitor
    self.place = place
    self.notice = notice
    self.csrf = csrf
    self.requestID = requestID
    self.assets = assets
    icons = assets.url(for: "icons.svg")
  }

  var language: Language { strings.language }

  func asset(_ name: String) -> String { assets.url(for: name) }
}

/// A place that the navigation leads to.
enum Place {
  case home, items, categories, tags, stays, recipes, settings, household, trash, other

  /// Whether a phone's bar has it under "More".
  var isBelowMore: Bool { [.categories, .tags, .settings, .household, .trash].contains(self) }
}

/// A short message after something was done, with the way back.
struct Notice {
  let text: String
  /// The path to POST to for Undo.
  var undo: String?
  /// Whether Undo takes back something that was added, rather than deleted: some languages have a word for each.
  var isAddition = false
  /// Whether a screen reader says it at once.
  var isAlert = false
}
