import Postgres

/// Moves a person into a household of their own, with their account and sessions.
struct LeaveHousehold {
  let resident: Resident
  /// Of the new one.
  let name: String
  var id = UUID.v7()

  /// - Returns: the statement that has a row if it was done: not for somebody who lives alone.
  func store(in batch: inout Batch) -> Batch.Key {
    batch.add(HouseholdQueries.lock(resident.household))
    let own = HouseholdQueries.insert(id, named: name, for: resident)
    return HouseholdQueries.move(resident, to: own, in: &batch)
  }
}

/// Moves a person into the household of an invitation, and deletes the one that they leave if nobody is left there.
struct JoinHousehold {
  let resident: Resident
  let invitation: InvitationToken
  /// Whether the person knows that the household left behind is deleted.
  let deletesHousehold: Bool

  /// - Returns: the statement that has a row if it was done: the invitation is valid, and leads elsewhere.
  func store(in batch: inout Batch) -> Batch.Key {
    batch.add(HouseholdQueries.lock(resident.household, invitation: invitation.hash))
    let target = InvitationQueries.use(invitation, by: resident, isAlone: deletesHousehold)
    return HouseholdQueries.move(resident, to: target, in: &batch)
  }
}
