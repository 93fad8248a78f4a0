import CivilTime
import Cookery
import MoveIn
import Postgres

/// Rows that archives of Foyer's own alone have. What the household has in their place stays as it is.
extension StoreMove.Part {
  mutating func prepareExtras(_ rows: [StoreMove.Taken], _ session: some HouseholdSession) async throws {
    try await prepareEaters(rows.filter { $0.kind == .eater }, session)
    try await prepareAbsences(rows.filter { $0.kind == .absence }, session)
    try await prepareMarks(rows.filter { $0.kind == .mark }, session)
    try await prepareCookings(rows.filter { $0.kind == .cooking }, session)
    try await prepareShops(rows.filter { $0.kind == .shop }, session)
    let foods = rows.filter { $0.kind == .food }.map { (row: $0, answer: MovedPacketAnswer(json: $0.data)) }
    try await prepareFoods(foods.filter { $0.answer == nil }.map(\.row), session)
    try await preparePackets(foods.compactMap { food in food.answer.map { (food.row, $0) } }, session)
    try await prepareListings(rows.filter { $0.kind == .listing }, session)
  }

  // MARK: Who eats here

  /// A name that is no member's is of somebody without an account.
  private mutating func prepareEaters(
    _ rows: [StoreMove.Taken], _ session: some HouseholdSession
  ) async throws {
    let eaters = rows.map { (row: $0, eater: MovedEater(json: $0.data)) }
    let others = eaters.filter { member($0.row) == nil }
    // The page has asked about the names of the others: those that mean no member mean nobody here.
    let unasked = others.filter(\.row.people.isEmpty).compactMap { $0.eater?.name?.trimmed }
    var namesakes = try await self.members(named: unasked, session)
    let members = rows.compactMap { member($0) } + namesakes.values
    var stored: [UUID: EaterNeeds] = [:]
    if !members.isEmpty {
      for row in try await session.query(MoveExtraQueries.needs(of: members)) {
        stored[try row["person_id"]] = try EaterNeeds(row)
      }
    }
    let names = others.compactMap { ($0.row.people.first ?? $0.eater?.name)?.trimmed }
    var here = try await eatersHere(names, session)
    for (row, eater) in eaters {
      guard let eater else {
        leave(row, .broken)
        continue
      }
      let name = (row.people.first ?? eater.name ?? "").trimmed
      var member = member(row)
      // An eater without an account there may be a member here.
      let isNamesake = member == nil && row.people.isEmpty && here[name]?.first == nil && namesakes[name] != nil
      if isNamesake { member = namesakes.removeValue(forKey: name) }
      var draft = EaterDraft(
        id: member ?? subject(row), name: name, required: eater.required, eatsHere: eater.eatsHere)
      guard try await take(eater, into: &draft, isMember: member != nil, session) else {
        leave(row, .broken)
        continue
      }
      guard let member else {
        if let there = here[draft.name]?.first {
          here[draft.name]?.removeFirst()
          leave(row, why: there.needs.reason(of: EaterNeeds(draft)), as: there.id)
          continue
        }
        let adding = AddEater(eater: draft)
        pieces.append(
          StoreMove.Piece(number: row.number, subject: draft.id) { batch in
            batch.add(EaterQueries.lock())
            adding.store(in: &batch)
          })
        continue
      }
      let needs = EaterNeeds(draft, cuisines: eater.cuisines)
      if let there = stored[member] {
        leave(row, why: there.reason(of: needs), as: isNamesake ? member : nil)
        continue
      }
      stored[member] = needs
      pieces.append(
        StoreMove.Piece(number: row.number, subject: member) {
          $0.add(MoveExtraQueries.insert(member: draft, cuisines: eater.cuisines))
        })
    }
  }

  /// Takes what an eater dislikes.
  /// - Returns: whether all of it could be taken: a diet or an allergy that this version does not know must not be lost.
  private func take(
    _ eater: MovedEater, into draft: inout EaterDraft, isMember: Bool, _ session: some HouseholdSession
  ) async throws -> Bool {
    guard eater.dislikes.count <= EaterDraft.maximumDislikes else { return false }
    draft.dislikes = try await session.inPieces(eater.dislikes) { TypedFood(named: $0.trimmed, amount: "") }
    draft = draft.distinct
    let known = CookingParameters(cuisineBits: eater.cuisines, requiredBits: eater.required)
    return draft.problems(isMember: isMember).isEmpty && known.requiredBits == eater.required
      && known.cuisineBits == eater.cuisines
  }

  private mutating func prepareAbsences(
    _ rows: [StoreMove.Taken], _ session: some HouseholdSession
  ) async throws {
    var absences: [(row: StoreMove.Taken, absence: MovedAbsence, eaters: [UUID])] = []
    let keys = rows.compactMap { MovedAbsence(json: $0.data) }.map { MovedRow.key(.eater, storedID: $0.eater) }
    var stands: [UUID: [UUID]] = [:]
    if !keys.isEmpty {
      for row in try await session.query(MoveExtraQueries.eaters(standingFor: keys)) {
        stands[try row["key"], default: []].append(try row["subject_id"])
      }
    }
    for row in rows {
      guard let absence = MovedAbsence(json: row.data), let id = UUID(absence.eater.utf8) else {
        leave(row, .broken)
        continue
      }
      let key = MovedRow.key(.eater, storedID: absence.eater)
      absences.append((row, absence, member(row).map { [$0] } ?? [id, subject(key)] + (stands[key] ?? [])))
    }
    guard !absences.isEmpty else { return }
    let ids = Array(Set(absences.flatMap(\.eaters)))
    var batch = Batch()
    let (known, there) = (
      batch.add(MoveExtraQueries.eaters(ids)), batch.add(MoveExtraQueries.absences(of: ids))
    )
    let results = try await session.query(batch)
    let eaters = Set(try results[known].map { try $0["id"] as UUID })
    var stored = Set(try results[there].map { try $0["made"] as String })
    for (row, absence, ids) in absences {
      guard let eater = ids.first(where: eaters.contains) else {
        leave(row, .missing)
        continue
      }
      guard let day = CalendarDate(absence.day) else {
        leave(row, .broken)
        continue
      }
      let meal = absence.meal.isEmpty ? nil : MealName(value: absence.meal)
      let away = SetAway(day: day, meal: meal, eater: eater, isAway: true)
      let made = MoveExtraQueries.made("\(day.civil.date)", absence.meal, "\(eater)")
      if !away.problems.isEmpty {
        leave(row, .broken)
      } else if !stored.insert(made).inserted {
        leave(row, .known)
      } else {
        pieces.append(
          StoreMove.Piece(number: row.number, subject: subject(row), made: made) { $0.add(PlanQueries.setAway(away)) })
      }
    }
  }

  // MARK: Recipes

  /// The recipes that an archive means: by their ids the household's own, those that came over, and those that come with Foyer.
  private func recipes(_ stored: [String], _ session: some HouseholdSession) async throws -> [String: UUID] {
    func moved(_ id: String) -> UUID { subject(MovedRow.key(.recipe, storedID: id)) }
    let ids = Set(stored)
    var own: [UUID: Bool] = [:]
    let asked = ids.flatMap { id in [UUID(id.utf8), moved(id)].compactMap { $0 } }
    for row in try await session.query(MoveExtraQueries.recipes(asked)) {
      let id: UUID = try row["id"]
      own[id] = try own[id] ?? false || row["is_own"]
    }
    var found: [String: UUID] = [:]
    for text in ids {
      guard let id = UUID(text.utf8) else { continue }
      let target = own[id] == true ? id : own[moved(text)] != nil ? moved(text) : own[id] != nil ? id : nil
      found[text] = target
    }
    return found
  }

  private mutating func prepareMarks(_ rows: [StoreMove.Taken], _ session: some HouseholdSession) async throws {
    var marks: [(row: StoreMove.Taken, mark: MovedMark, person: UUID)] = []
    for row in rows {
      guard let mark = MovedMark(json: row.data), mark.stars.map((1...RecipeStars.most).contains) ?? true else {
        leave(row, .broken)
        continue
      }
      if let person = member(row) { marks.append((row, mark, person)) } else { leave(row, .missing) }
    }
    guard !marks.isEmpty else { return }
    let recipes = try await recipes(marks.map(\.mark.recipe), session)
    func made(_ person: UUID, _ recipe: UUID, _ stars: Int) -> String {
      MoveExtraQueries.made("\(person)", "\(recipe)", "\(stars)")
    }
    var (stored, rated): (Set<String>, Set<String>) = ([], [])
    for row in try await session.query(MoveExtraQueries.marks(of: Array(recipes.values))) {
      let (person, recipe, stars): (UUID, UUID, Int) = (try row["person_id"], try row["recipe_id"], try row["stars"])
      stored.insert(made(person, recipe, stars))
      if stars > 0 { rated.insert("\(person) \(recipe)") }
    }
    for (row, mark, person) in marks {
      guard let recipe = recipes[mark.recipe] else {
        leave(row, .missing)
        continue
      }
      let words = made(person, recipe, mark.stars ?? 0)
      if !stored.insert(words).inserted {
        leave(row, .known)
      } else if mark.stars != nil, !rated.insert("\(person) \(recipe)").inserted {
        leave(row, .kept)
      } else {
        let statement =
          mark.stars.map { MoveExtraQueries.rate(recipe, $0, for: person) }
          ?? MoveExtraQueries.favor(recipe, for: person)
        pieces.append(
          StoreMove.Piece(number: row.number, subject: subject(row), made: words) { $0.add(statement) })
      }
    }
  }

  /// The name of whoever has cooked, and is no member, stands in the note.
  private mutating func prepareCookings(
    _ rows: [StoreMove.Taken], _ session: some HouseholdSession
  ) async throws {
    var cookings: [(row: StoreMove.Taken, cooking: MovedCooking)] = []
    for row in rows {
      if let cooking = MovedCooking(json: row.data) { cookings.append((row, cooking)) } else { leave(row, .broken) }
    }
    guard !cookings.isEmpty else { return }
    let recipes = try await recipes(cookings.map(\.cooking.recipe), session)
    for (row, cooking) in cookings {
      guard let recipe = recipes[cooking.recipe] else {
        leave(row, .missing)
        continue
      }
      let (person, id) = (member(row), subject(row))
      var note = cooking.note
      if person == nil, let name = row.people.first { note = MovedDraft.add("Cooked by: \(name)", to: note) }
      guard let day = CalendarDate(cooking.day), Week.years.contains(day.civil.year),
        !note.isLonger(than: FinishCooking.longestNote)
      else {
        leave(row, .broken)
        continue
      }
      let text = note
      pieces.append(
        StoreMove.Piece(number: row.number, subject: id) {
          $0.add(MoveExtraQueries.cook(id, recipe, by: person, day, text))
        })
    }
  }

  // MARK: The place for guests

  /// A member decides anew whether others see it.
  private mutating func prepareListings(
    _ rows: [StoreMove.Taken], _ session: some HouseholdSession
  ) async throws {
    guard !rows.isEmpty else { return }
    var hosts: Bool = try await session.query(MoveExtraQueries.hosts())[0]["hosts"]
    for row in rows {
      if hosts {
        leave(row, .kept)
        continue
      }
      guard let listing = MovedListing(json: row.data) else {
        leave(row, .broken)
        continue
      }
      var form = ListingForm()
      (form.name, form.offer, form.place, form.address) = (listing.name, listing.offer, listing.place, listing.address)
      form.capacity = "\(listing.capacity)"
      let id = subject(row)
      let tasks = listing.tasks.map { StayTask($0.title, days: $0.days) }
      let blocked = listing.blocked.enumerated().compactMap { place, days -> BlockDates? in
        guard let first = CalendarDate(days.first), let last = CalendarDate(days.last) else { return nil }
        let dates = BlockDates(id: id.part(place + 3), first: first, last: last)
        return dates.problems.isEmpty ? dates : nil
      }
      guard let draft = form.draft(Strings(.en)), blocked.count == listing.blocked.count,
        tasks.count <= StayTask.maximum,
        tasks.allSatisfy({
          !$0.title.isBlank && !$0.title.isLonger(than: StayTask.longestTitle) && StayTask.allowedDays.contains($0.days)
        })
      else {
        leave(row, .broken)
        continue
      }
      hosts = true
      var pictures: [ImageConverter.Pictures?] = [nil, nil]
      if let photo = listing.photo { pictures[0] = await converted(photo, of: row, thumbnail: 256) }
      if let photo = listing.placePhoto { pictures[1] = await converted(photo, of: row, thumbnail: 512) }
      let (photos, made) = (pictures, MoveExtraQueries.made(blocked: blocked.map(\.id), tasks))
      pieces.append(
        StoreMove.Piece(number: row.number, subject: id, picture: photos[0], other: photos[1], made: made) { batch in
          _ = HostingQueries.insert(
            ListingDraft(
              id: id, name: draft.name, offer: draft.offer, place: draft.place, address: draft.address,
              capacity: draft.capacity, isPublished: false, photoID: photos[0] == nil ? nil : id.part(1),
              placePhotoID: photos[1] == nil ? nil : id.part(2)), in: &batch)
          for dates in blocked { batch.add(HostingQueries.block(dates.id, from: dates.first, to: dates.last)) }
          if !tasks.isEmpty { batch.add(StayTaskQueries.replace(with: tasks)) }
        })
    }
  }
}
