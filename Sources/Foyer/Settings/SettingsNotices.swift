/// Messages after a change of the person's own settings, photo and sessions.
enum SettingsNotice: String, NoticeKind {
  case saved, photoSaved, photoRemoved
  case passwordChanged, sessionEnded, otherSessionsEnded
  case signedOut, accountDeleted
  case passwordLinkSent, passwordReset, addressLinkSent, addressConfirmed, clockUnknown

  static let feature = "settings"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .saved: Notice(text: strings.settingsNoticeSaved)
    case .photoSaved: Notice(text: strings.imagesPhotoSaved)
    case .photoRemoved: Notice(text: strings.imagesPhotoRemoved)
    case .passwordChanged: Notice(text: strings.settingsNoticePassword)
    case .sessionEnded: Notice(text: strings.settingsNoticeSession)
    case .otherSessionsEnded: Notice(text: strings.settingsNoticeSessions)
    case .signedOut: Notice(text: strings.noticeSignedOut)
    case .accountDeleted: Notice(text: strings.settingsNoticeDeleted)
    case .passwordLinkSent: Notice(text: strings.accountNoticeLinkSent)
    case .addressLinkSent: Notice(text: strings.settingsNoticeLinkSent)
    case .addressConfirmed: Notice(text: strings.settingsNoticeConfirmed)
    case .clockUnknown: Notice(text: strings.settingsNoticeClock)
    case .passwordReset: Notice(text: strings.accountNoticeReset)
    }
  }
}

extension NoticeCode {
  static var settingsSaved: Self { Self(SettingsNotice.saved) }
  static var photoSaved: Self { Self(SettingsNotice.photoSaved) }
  static var photoRemoved: Self { Self(SettingsNotice.photoRemoved) }
  static var passwordChanged: Self { Self(SettingsNotice.passwordChanged) }
  static var sessionEnded: Self { Self(SettingsNotice.sessionEnded) }
  static var otherSessionsEnded: Self { Self(SettingsNotice.otherSessionsEnded) }
  static var signedOut: Self { Self(SettingsNotice.signedOut) }
  static var accountDeleted: Self { Self(SettingsNotice.accountDeleted) }
  static var passwordLinkSent: Self { Self(SettingsNotice.passwordLinkSent) }
  static var addressLinkSent: Self { Self(SettingsNotice.addressLinkSent) }
  static var addressConfirmed: Self { Self(SettingsNotice.addressConfirmed) }
  static var clockUnknown: Self { Self(SettingsNotice.clockUnknown) }
  static var passwordReset: Self { Self(SettingsNotice.passwordReset) }
}
