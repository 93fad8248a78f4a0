extension Letter {
  static func passwordReset(link: String, _ strings: Strings) -> Letter {
    Letter(strings, strings.letterResetSubject, [strings.letterResetText, link, strings.letterResetIgnore])
  }

  static func passwordChanged(link: String, _ strings: Strings) -> Letter {
    Letter(strings, strings.letterPasswordSubject, [strings.letterPasswordText, strings.letterPasswordNotYou, link])
  }

  /// Goes to the former address.
  static func addressChanged(_ strings: Strings) -> Letter {
    Letter(strings, strings.letterAddressSubject, [strings.letterAddressText, strings.letterAddressNotYou])
  }

  /// - Parameters:
  ///   - browser: its name; empty if it is unknown.
  ///   - address: the IP address that it signed in from.
  static func newDevice(_ browser: String, address: String, link: String, _ strings: Strings) -> Letter {
    let device = browser.isEmpty ? strings.settingsSessionUnknown : browser
    return Letter(
      strings, strings.letterDeviceSubject,
      [strings.letterDeviceText, "\(device)\n\(address)", strings.letterDeviceNotYou, link])
  }

  /// - Parameters:
  ///   - isNew: whether it was added, or else removed.
  ///   - name: the passkey's.
  ///   - browser: the name of the one that did it; empty if it is unknown.
  ///   - address: its IP address.
  static func passkey(
    isNew: Bool, _ name: String, browser: String, address: String, link: String, _ strings: Strings
  ) -> Letter {
    let device = browser.isEmpty ? strings.settingsSessionUnknown : browser
    return Letter(
      strings, isNew ? strings.letterPasskeyAddedSubject : strings.letterPasskeyRemovedSubject,
      [
        isNew ? strings.letterPasskeyAddedText : strings.letterPasskeyRemovedText,
        "\(name.oneLine(100))\n\(device)\n\(address)", strings.letterPasskeyNotYou, link,
      ])
  }

  /// - Parameter host: the provider's.
  static func providerLinked(_ host: String, link: String, _ strings: Strings) -> Letter {
    Letter(
      strings, strings.letterProviderSubject(host: host.oneLine(100)),
      [strings.letterProviderText(host: host.oneLine(100)), strings.letterProviderNotYou, link])
  }

  static func secondFactorOn(_ strings: Strings) -> Letter {
    Letter(strings, strings.letterSecondOnSubject, [strings.letterSecondOnText, strings.letterAddressNotYou])
  }

  static func secondFactorOff(link: String, _ strings: Strings) -> Letter {
    Letter(
      strings, strings.letterSecondOffSubject, [strings.letterSecondOffText, strings.letterPasswordNotYou, link])
  }

  /// After the right password and wrong codes.
  static func secondFactorRefused(link: String, _ strings: Strings) -> Letter {
    Letter(
      strings, strings.letterSecondWrongSubject, [strings.letterSecondWrongText, strings.letterPasswordNotYou, link])
  }

  static func confirmAddress(link: String, _ strings: Strings) -> Letter {
    Letter(strings, strings.letterConfirmSubject, [strings.letterConfirmText, link, strings.letterConfirmIgnore])
  }

  /// For the owner of an address that somebody wanted to use.
  static func addressInUse(link: String, _ strings: Strings) -> Letter {
    Letter(strings, strings.letterInUseSubject, [strings.letterInUseText, link, strings.letterConfirmIgnore])
  }

  static func signUp(link: String, _ strings: Strings) -> Letter {
    Letter(strings, strings.letterSignupSubject, [strings.letterSignupText, link, strings.letterConfirmIgnore])
  }

  /// For who asks whether letters arrive.
  static func test(link: String, _ strings: Strings) -> Letter {
    Letter(strings, strings.letterTestSubject, [strings.letterTestText, link])
  }

  /// - Parameter name: who invites.
  static func invitation(from name: String, link: String, _ strings: Strings) -> Letter {
    Letter(
      strings, strings.letterInvitationSubject(name: name.oneLine(60)),
      [strings.letterInvitationText(name: name.oneLine(60)), link, strings.letterInvitationIgnore])
  }

  private init(_ strings: Strings, _ subject: String, _ paragraphs: [String]) {
    self.init(
      language: strings.language, subject: subject, paragraphs: [strings.letterGreeting] + paragraphs + ["— Foyer"])
  }
}

extension String {
  /// The beginning of a text that others have written, on one line.
  func oneLine(_ limit: Int) -> String {
    let words = split { $0.isWhitespace }.joined(separator: " ")
    return words.count <= limit ? words : words.prefix(limit - 1) + "…"
  }
}
