enum SecondFactorNotice: String, NoticeKind {
  case off

  static let feature = "second"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .off: Notice(text: strings.secondNoticeOff)
    }
  }
}

extension NoticeCode {
  static var secondFactorOff: Self { Self(SecondFactorNotice.off) }
}
