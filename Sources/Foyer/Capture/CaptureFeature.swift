import HTTP

extension Feature {
  static let capture = Feature(
    routes: { routes in
      routes.get("/add", Captures.index)
      routes.post("/add", Captures.create)
      routes.get("/add/line", Captures.line)
    },
    notices: CaptureNotice.self,
    places: [NamedPlace(path: "/add", icon: "plus", isBeginning: true, words: { $0.wordsAdd }) { $0.captureTitle }],
    guide: [
      GuideLine("/add", { $0.guideCapture }, { $0.guideCaptureText })
    ])
}

/// The message after an addition, which leads to it.
enum CaptureNotice: String, NoticeKind {
  case shopping, meal, recipe, item

  static let feature = "capture"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    let kind = Capture.Kind(rawValue: rawValue) ?? .item
    return Notice(
      text: strings.captureAdded(title: its.name), path: its.id.map { CaptureAddition.path(kind, $0, its.day) })
  }
}

extension NoticeCode {
  init(_ addition: CaptureAddition) {
    self.init(
      CaptureNotice(rawValue: addition.kind.rawValue) ?? .item, addition.id, name: addition.title, day: addition.day)
  }
}
