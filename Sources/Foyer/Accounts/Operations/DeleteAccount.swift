import Postgres

/// Deletes a person with their account, and the household with its last member.
struct DeleteAccount {
  let resident: Resident

  func store(in batch: inout Batch) {
    batch.add([
      HouseholdQueries.lock(resident.household),
      "DELETE FROM people WHERE household_id = \(resident.household) AND id = \(resident.person)",
      HouseholdQueries.deleteIfEmpty(resident.household),
    ])
  }
}
