import Postgres

/// A week with a row for each member: the items that are theirs or come to their turn. What is for nobody in particular has the last one.
struct PeopleWeek {
  let days: [CalendarDay]
  let rows: [Row]

  struct Row {
    /// Nil for everybody.
    let member: HouseholdMember?
    let name: String
    let days: [[CalendarEntry]]
  }

  init(_ days: [CalendarDay], _ members: [HouseholdMember], _ strings: Strings) {
    self.days = days
    let known = Set(members.map(\.id))
    func row(_ member: HouseholdMember?) -> Row {
      let days = days.map { day in
        day.listed.filter { entry in
          entry.id != nil
            && (member.map { entry.people.contains($0.id) } ?? entry.people.allSatisfy { !known.contains($0) })
        }
      }
      return Row(member: member, name: member?.name ?? strings.peopleEverybody, days: days)
    }
    let visitorFirst = members.filter(\.isVisitor) + members.filter { !$0.isVisitor }
    rows = visitorFirst.map(row) + [row(nil)]
  }
}
