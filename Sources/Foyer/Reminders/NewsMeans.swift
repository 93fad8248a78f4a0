import Postgres

/// By which means the visitor is told of news.
struct NewsMeans {
  let byMail: Bool
  let byPush: Bool
  /// Whether letters are sent, and the address has answered one.
  let offersMail: Bool

  /// Takes the row of `ReminderQueries.means`.
  init(_ rows: Rows, _ context: Context) throws {
    guard let row = rows.first else { throw Failure.signedOut }
    offersMail = try row["is_verified"] && context.sendsMail
    byMail = try row["by_mail"] && context.sendsMail
    byPush = try row["by_push"] && context.sendsPush
  }

  var none: Bool { !byMail && !byPush }

  /// For a host.
  func ofRequests(_ strings: Strings) -> String {
    switch (byMail, byPush) {
    case (true, true): strings.staysToldBoth
    case (true, false): strings.staysToldMail
    case (false, true): strings.staysToldPush
    case (false, false): strings.staysToldNot
    }
  }
}
