import CivilTime
import Cookery
import HTTP
import Postgres

/// The form of somebody who eats here: the input as typed, and its problems.
struct EaterForm {
  let id: UUID
  var name = ""
  var needs = CookingParameters()
  /// Names of foods, separated by commas or lines.
  var dislikes = ""
  var eatsHere = true
  /// The version that the form was filled from; nil for somebody new, 0 for a member of whom nothing is stored.
  var version: Int?
  /// The values that it was filled from (`MergeBase`).
  var base = ""
  /// Of a member the account has the name.
  var isMember = false
  var errors = FormErrors()

  var isNew: Bool { version == nil }
  var path: String { isNew ? "/household/eaters" : "/household/eaters/\(id)" }

  /// An empty form with the id of its future row, so that sending it twice adds one.
  init(id: UUID = .v7()) { self.id = id }

  init(id: UUID, _ form: Form) {
    self.id = id
    name = form["name"] ?? ""
    needs = CookingParameters(form)
    needs.cuisines = []
    dislikes = form["dislikes"] ?? ""
    // The form says what the box would: a form that has no such box is of somebody who eats here.
    let boxes = form.all("eats_here")
    eatsHere = boxes.isEmpty || boxes.contains("true")
    version = form["version"].flatMap { DigitReader.wholeNumber($0) }
    base = form["base"] ?? ""
  }

  init(_ stored: StoredEater) {
    let eater = stored.eater
    id = eater.id
    name = eater.name
    needs = CookingParameters(cuisineBits: 0, requiredBits: eater.required)
    dislikes = eater.dislikes.joined(separator: ", ")
    eatsHere = eater.eatsHere
    version = stored.version
    isMember = eater.kind == .member
  }

  /// The form's values, and everything that is against the rules. Foods are read by the reader's words for amounts.
  func read(_ context: Context) async throws -> (draft: EaterDraft, problems: Problems) {
    var draft = EaterDraft(id: id, name: name, required: needs.requiredBits, eatsHere: eatsHere)
    let isLong = dislikes.isLonger(than: EaterDraft.maximumDislikes * 202)
    if !isLong { draft.dislikes = try await TypedFood.list(dislikes, context.strings.amounts, context) }
    var problems = draft.problems(isMember: isMember)
    if isLong { problems.add("dislikes", .tooMany(EaterDraft.maximumDislikes)) }
    return (draft, problems)
  }

  /// - Parameter theirs: as it is stored.
  func conflict(with theirs: EaterForm, _ strings: Strings) -> Conflict {
    func side(_ name: String, _ choices: [ParameterChoice]) -> ConflictField.Side {
      let chosen = choices.filter(\.isChosen)
      return .init(text: chosen.map(\.name).joined(separator: ", "), fields: chosen.map { (name, $0.value) })
    }
    func box(_ isTicked: Bool) -> ConflictField.Side {
      .init(text: isTicked ? strings.wordYes : strings.wordNo, fields: [("eats_here", isTicked ? "true" : "false")])
    }
    let all = CookingParameters(cuisineBits: 0, requiredBits: needs.requiredBits | theirs.needs.requiredBits)
    let allDislikes = "\(dislikes), \(theirs.dislikes)"
    var conflict = Conflict(action: path, version: theirs.version, takeTheirs: path)
    if !theirs.isMember { conflict.fields.append(ConflictField(words: "name", strings.accountName, name, theirs.name)) }
    conflict.fields += [
      ConflictField(
        strings.recipesAllergies, side("allergy", needs.allergyChoices(strings)),
        side("allergy", theirs.needs.allergyChoices(strings)), both: side("allergy", all.allergyChoices(strings))),
      ConflictField(
        strings.recipesDiets, side("diet", needs.dietChoices(strings)), side("diet", theirs.needs.dietChoices(strings)),
        both: side("diet", all.dietChoices(strings))),
      ConflictField(
        strings.eatersDislikes, .init(text: dislikes, fields: [("dislikes", dislikes)]),
        .init(text: theirs.dislikes, fields: [("dislikes", theirs.dislikes)]),
        both: .init(text: allDislikes, fields: [("dislikes", allDislikes)])),
      ConflictField(strings.eatersEatsHere, box(eatsHere), box(theirs.eatsHere)),
    ]
    return conflict
  }
}
