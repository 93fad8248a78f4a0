enum OpenIDNotice: String, NoticeKind {
  case linked, unlinked

  static let feature = "openid"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .linked: Notice(text: strings.openidNoticeLinked)
    case .unlinked: Notice(text: strings.openidNoticeUnlinked)
    }
  }
}

extension NoticeCode {
  static var providerLinked: Self { Self(OpenIDNotice.linked) }
  static var providerUnlinked: Self { Self(OpenIDNotice.unlinked) }
}
