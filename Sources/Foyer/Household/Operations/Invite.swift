import Postgres

/// Invites whoever has the link, for a week.
struct Invite {
  var id = UUID.v7()
  let token: InvitationToken
  /// Sends a letter with another link, which is made when it is sent.
  var letter: Letter?

  struct Letter {
    let household: UUID
    /// The member's name.
    let from: String
    let to: String
    let language: Language

    var problems: Problems {
      MailAddress(to) == nil ? Problems("email", .invalidAddress) : Problems()
    }
  }

  func store(in batch: inout Batch) {
    batch.add([InvitationQueries.deleteEnded(), InvitationQueries.insert(token, id: id)])
    guard let letter else { return }
    batch.add(
      JobQueries.insert(
        .invitation,
        [
          "household": "\(letter.household)", "invitation": "\(id)", "to": letter.to, "from": letter.from,
          "language": letter.language.rawValue,
        ]))
  }
}

/// Ends an invitation: its link leads nowhere.
struct RevokeInvitation {
  let id: UUID

  /// - Returns: whether there was one.
  func run(_ session: some HouseholdSession) async throws -> Bool {
    try await session.query(InvitationQueries.delete(id)).affected > 0
  }
}
