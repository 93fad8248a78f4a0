/// Messages after a change of the visitor's passkeys.
enum PasskeyNotice: String, NoticeKind {
  case added, renamed, removed

  static let feature = "passkeys"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .added: Notice(text: strings.passkeyNoticeAdded)
    case .renamed: Notice(text: strings.passkeyNoticeRenamed)
    case .removed: Notice(text: strings.passkeyNoticeRemoved)
    }
  }
}

extension NoticeCode {
  static var passkeyAdded: Self { Self(PasskeyNotice.added) }
  static var passkeyRenamed: Self { Self(PasskeyNotice.renamed) }
  static var passkeyRemoved: Self { Self(PasskeyNotice.removed) }
}
