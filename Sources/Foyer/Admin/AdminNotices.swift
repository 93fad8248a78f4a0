/// Messages after an operator's change.
enum AdminNotice: String, NoticeKind {
  case registrationOpened, registrationClosed, quotaSaved, jobRetried, jobDeleted

  static let feature = "admin"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .registrationOpened: Notice(text: strings.adminNoticeOpened)
    case .registrationClosed: Notice(text: strings.adminNoticeClosed)
    case .quotaSaved: Notice(text: strings.adminNoticeQuota)
    case .jobRetried: Notice(text: strings.adminNoticeRetried)
    case .jobDeleted: Notice(text: strings.adminNoticeDeleted)
    }
  }
}

extension NoticeCode {
  static var registrationOpened: Self { Self(AdminNotice.registrationOpened) }
  static var registrationClosed: Self { Self(AdminNotice.registrationClosed) }
  static var quotaSaved: Self { Self(AdminNotice.quotaSaved) }
  static var jobRetried: Self { Self(AdminNotice.jobRetried) }
  static var jobDeleted: Self { Self(AdminNotice.jobDeleted) }
}
