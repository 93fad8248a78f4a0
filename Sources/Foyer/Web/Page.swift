import CivilTime
import HTTP

/// The arguments of every view: reader, language, place in the navigation.
struct Page {
  let strings: Strings
  /// Nil when nobody is signed in.
  let visitor: Visitor?
  /// For whom a browser keeps something; nil in a part of a page.
  let reader: String?
  /// The visitor's `reader` for the forms, of which a list has one a row: a digest, made once.
  let formReader: String?
  /// The reader's day.
  let today: CalendarDate
  let place: Place
  /// Shown once, on top of the page.
  let notice: Notice?
  /// The value of the hidden field `csrf` in every form.
  let csrf: String
  let requestID: String
  /// URLs of the files of Public/.
  let assets: Assets
  /// When the request had arrived, in milliseconds since 1970: later changes may be missing on the page. Nil for what is not
  /// found or refused: such answers are equal.
  let since: Int64?
  /// The URL of the icons, looked up once because a list uses it hundreds of times.
  let icons: String

  init(
    strings: Strings, visitor: Visitor?, reader: String?, formReader: String?, today: CalendarDate, place: Place,
    notice: Notice?, csrf: String, requestID: String, assets: Assets, since: Int64?
  ) {
    self.strings = strings
    self.visitor = visitor
    self.reader = reader
    self.formReader = formReader
    self.today = today
    self.place = place
    self.notice = notice
    self.csrf = csrf
    self.requestID = requestID
    self.assets = assets
    self.since = since
    icons = assets.url(for: "icons.svg")
  }

  var language: Language { strings.language }

  /// The app's manifest with names in the reader's language.
  var manifest: String {
    language == .en ? "/manifest.webmanifest" : assets.url(for: "manifest.\(language.rawValue).webmanifest")
  }

  /// How far the reader's clock is from UTC, in seconds.
  var clockOffset: Int { visitor.map { $0.now.local.seconds - $0.now.seconds } ?? 0 }

  func asset(_ name: String) -> String { assets.url(for: name) }

  func picture(ofDish id: UUID) -> String? { assets.picture(ofDish: id) }
}

/// A short message after a change, with Undo.
struct Notice {
  let text: String
  /// The path of what it speaks of, where that is not in view.
  var path: String?
  /// The path that Undo posts to.
  var undo: String?
  /// Whether Undo removes something that was added, instead of restoring: some languages use different words.
  var isAddition = false
  /// Whether a screen reader announces it at once.
  var isAlert = false
}
