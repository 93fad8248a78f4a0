/// The kind of a job.
enum JobKind: String, CaseIterable {
  case passwordReset = "password_reset"
  case passwordChanged = "password_changed"
  case addressChanged = "address_changed"
  case newDevice = "new_device"
  case invitation
  case confirmAddress = "confirm_address"
  case signUp = "sign_up"
  case passkeyAdded = "passkey_added"
  case passkeyRemoved = "passkey_removed"
  case providerLinked = "provider_linked"
  case secondFactorOn = "second_factor_on"
  case secondFactorOff = "second_factor_off"
  case secondFactorRefused = "second_factor_refused"
  /// Shows whether letters arrive.
  case testLetter = "test_letter"
  case reminderMail = "reminder_mail"
  case digestMail = "digest_mail"
  case stayMail = "stay_mail"
  /// Finds out who is told of a stay.
  case stayNews = "stay_news"
  /// Moves in what files of other programs hold.
  case moveIn = "move_in"
  /// Sends the household's changes to an address.
  case webhook
  /// Makes an archive that somebody has asked for.
  case takeOut = "take_out"
  /// A message to one browser.
  case push

  /// The service that a job's work goes through. Each takes a part of the attempts that a worker makes at once, so that one that stalls
  /// leaves room for the other.
  enum Carrier: CaseIterable {
    case mail, push, database
    /// Takes minutes, and reads all that a household has.
    case archive

    var attempts: Int {
      switch self {
      case .mail, .database: 4
      case .push: 6
      case .archive: 2
      }
    }

    /// Of these attempts, how many are for what somebody waits for.
    var reserved: Int { self == .mail ? 1 : 0 }
  }

  /// Attempts at push messages that have become slow are not counted among the others: a push service that stalls holds up
  /// no other. This many are made besides.
  static let slowPushes = 24

  var carrier: Carrier {
    switch self {
    // Both go to servers of others, and may be slow there.
    case .push, .webhook: .push
    case .stayNews, .moveIn: .database
    case .takeOut: .archive
    default: .mail
    }
  }

  /// Whether it is a letter of reminders, which a person's settings tell of when it fails.
  var isReminder: Bool { [.reminderMail, .digestMail, .stayMail].contains(self) }
}

/// A job that this instance has taken.
struct Job: Sendable {
  let id: UUID
  /// Nil for a kind of a newer version of the program.
  let kind: JobKind?
  let payload: [String: String]
  /// In whose line it stands: a household, or whoever has asked for a letter.
  let share: UUID?
  /// Whether somebody waits for it.
  let isAwaited: Bool
  /// How many times it was taken, this one included.
  let attempts: Int
  /// Names this attempt.
  let lease: UUID

  /// How often a job is tried.
  static let maximumAttempts = 8

  /// The pause after an attempt failed; nil after the last.
  static func pause(after attempts: Int) -> Duration? {
    let minutes = [1, 5, 25, 2 * 60, 6 * 60, 12 * 60, 24 * 60]
    return attempts < 1 || attempts > minutes.count ? nil : .seconds(60 * minutes[attempts - 1])
  }

  /// The same where the other side asks for a longer one, of a day at most.
  static func pause(after attempts: Int, atLeast asked: Duration) -> Duration? {
    pause(after: attempts).map { max($0, min(asked, .seconds(24 * 60 * 60))) }
  }
}

/// Why an attempt failed.
struct JobFailure: Error {
  enum Kind { case temporary, permanent, interrupted }
  let kind: Kind
  /// For the log: names no person and no address.
  let reason: String
  /// For the table: the other side's words.
  var detail = ""
  /// The other side takes nothing before.
  var retryAfter = Duration.zero
}
