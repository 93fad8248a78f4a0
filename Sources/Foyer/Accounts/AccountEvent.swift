import CivilTime
import Postgres

/// Something that happened to an account, as its owner reads it (OWASP ASVS 7.4, 16.3).
struct AccountEvent {
  enum Kind: String, CaseIterable {
    case created
    case signedIn = "signed_in"
    case signedInByPasskey = "signed_in_by_passkey"
    case signedInByProvider = "signed_in_by_provider"
    case providerLinked = "provider_linked"
    case providerUnlinked = "provider_unlinked"
    case passwordChanged = "password_changed"
    case passwordReset = "password_reset"
    case passwordSet = "password_set"
    case addressChanged = "address_changed"
    case addressConfirmed = "address_confirmed"
    case passkeyAdded = "passkey_added"
    case passkeyRemoved = "passkey_removed"
    /// A sign-in was refused because the passkey's counter had not grown.
    case passkeyCounter = "passkey_counter"
    case sessionEnded = "session_ended"
    case sessionsEnded = "sessions_ended"
    case feedMade = "feed_made"
    case feedEnded = "feed_ended"
    case feedsEnded = "feeds_ended"
    case tokenMade = "token_made"
    case tokenEnded = "token_ended"
    case tokensEnded = "tokens_ended"
    case webhookMade = "webhook_made"
    case webhookEnded = "webhook_ended"
    case secondFactorOn = "second_factor_on"
    case secondFactorOff = "second_factor_off"
    case secondFactorReset = "second_factor_reset"
    case secondFactorRefused = "second_factor_refused"
    case recoveryCodesMade = "recovery_codes_made"
    case recoveryCodeUsed = "recovery_code_used"
  }

  let id: UUID
  let text: String
  /// The object of the change; empty if the text says it all.
  let detail: String
  let time: String
  /// The names of the browser and the system, and the IP address, as far as they are known.
  let source: String

  /// Nil for a kind of a newer version of the program.
  init?(_ row: Row, _ strings: Strings) throws {
    guard let kind = Kind(rawValue: try row["kind"]) else { return nil }
    id = try row["id"]
    text = kind.text(strings)
    detail = try row["detail"]
    let time: Timestamp = try row["created_at"]
    self.time = strings.text(time.local)
    let (address, userAgent): (String, String) = (try row["address"], try row["user_agent"])
    source = [SessionEntry.name(of: userAgent), address].compactMap { $0 }.filter { !$0.isEmpty }
      .joined(separator: " · ")
  }
}

extension AccountEvent.Kind {
  func text(_ strings: Strings) -> String {
    switch self {
    case .created: strings.securityCreated
    case .signedIn: strings.securitySignedIn
    case .signedInByPasskey: strings.securitySignedInByPasskey
    case .signedInByProvider: strings.securitySignedInByProvider
    case .providerLinked: strings.securityProviderLinked
    case .providerUnlinked: strings.securityProviderUnlinked
    case .passwordChanged: strings.securityPasswordChanged
    case .passwordReset: strings.securityPasswordReset
    case .passwordSet: strings.securityPasswordSet
    case .addressChanged: strings.securityAddressChanged
    case .addressConfirmed: strings.securityAddressConfirmed
    case .passkeyAdded: strings.securityPasskeyAdded
    case .passkeyRemoved: strings.securityPasskeyRemoved
    case .passkeyCounter: strings.securityPasskeyCounter
    case .sessionEnded: strings.securitySessionEnded
    case .sessionsEnded: strings.securitySessionsEnded
    case .feedMade: strings.securityFeedMade
    case .feedEnded: strings.securityFeedEnded
    case .feedsEnded: strings.securityFeedsEnded
    case .tokenMade: strings.securityTokenMade
    case .tokenEnded: strings.securityTokenEnded
    case .tokensEnded: strings.securityTokensEnded
    case .webhookMade: strings.securityWebhookMade
    case .webhookEnded: strings.securityWebhookEnded
    case .secondFactorOn: strings.securitySecondOn
    case .secondFactorOff: strings.securitySecondOff
    case .secondFactorReset: strings.securitySecondReset
    case .secondFactorRefused: strings.securitySecondRefused
    case .recoveryCodesMade: strings.securityRecoveryMade
    case .recoveryCodeUsed: strings.securityRecoveryUsed
    }
  }
}
