/// Messages after a change of the household and of who lives in it.
enum HouseholdNotice: String, NoticeKind {
  case saved, invitationSent, invitationRevoked, joined, left

  static let feature = "household"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .saved: Notice(text: strings.householdNoticeSaved)
    case .invitationSent: Notice(text: strings.householdNoticeSent)
    case .invitationRevoked: Notice(text: strings.householdNoticeRevoked)
    case .joined: Notice(text: strings.householdNoticeJoined)
    case .left: Notice(text: strings.householdNoticeLeft)
    }
  }
}

extension NoticeCode {
  static var householdSaved: Self { Self(HouseholdNotice.saved) }
  static var invitationSent: Self { Self(HouseholdNotice.invitationSent) }
  static var invitationRevoked: Self { Self(HouseholdNotice.invitationRevoked) }
  static var householdJoined: Self { Self(HouseholdNotice.joined) }
  static var householdLeft: Self { Self(HouseholdNotice.left) }
}
