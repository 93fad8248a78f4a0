import CivilTime
import HTTP
import Postgres

/// The form of a meal: the input as typed, and its problems.
struct MealForm {
  let id: UUID
  var day = ""
  var meal = ""
  /// The recipe that the text names, if the form knows it.
  var recipe: UUID?
  /// A recipe's name, or words.
  var text = ""
  var servings = ""
  /// The version that the form was filled from; nil for a new one.
  var version: Int?
  /// The values that it was filled from (`MergeBase`).
  var base = ""
  var errors = FormErrors()

  var path: String { "/plan/\(id)" }
  /// The week that the page of the plan shows.
  var week: Week? { CalendarDate(day).map { Week($0) } }
  /// The text of the meal's field.
  func mealName(_ strings: Strings) -> String { strings.text(MealName(value: meal)) }

  init(id: UUID = .v7(), _ form: Form) throws {
    self.id = id
    day = form["day"] ?? ""
    meal = form["meal"] ?? ""
    recipe = try form["recipe"].flatMap { $0.isEmpty ? nil : try UUID(field: $0) }
    text = form["text"] ?? ""
    servings = form["servings"] ?? ""
    version = form["version"].flatMap { DigitReader.wholeNumber($0) }
    base = form["base"] ?? ""
  }

  /// As it is stored.
  init(_ meal: Meal) {
    id = meal.id
    day = meal.day.iso
    self.meal = meal.name.value
    recipe = meal.dish?.id
    text = meal.title
    servings = meal.servings.map { "\($0)" } ?? ""
    version = meal.version
  }

  /// A field that a form leaves out stays as it is stored: a meal that is dragged sends its day and its name alone.
  init(_ stored: Meal, changedBy form: Form) throws {
    self = try MealForm(id: stored.id, form)
    let before = MealForm(stored)
    if form["day"] == nil { day = before.day }
    if form["meal"] == nil { meal = before.meal }
    if form["servings"] == nil { servings = before.servings }
    if form["text"] == nil {
      text = form["recipe"] == nil ? before.text : ""
      recipe = recipe ?? before.recipe
    }
  }

  /// The fields of a form that puts a meal back where it was before it was moved; nil if it has not been moved, or is back.
  static func back(_ row: Row, version: String) throws -> Form? {
    guard let day: CalendarDate = try row["was_day"], let meal: String = try row["was_meal"] else { return nil }
    var form = Form()
    for (name, value) in [("day", day.iso), ("meal", meal), ("version", version)] { form.append(name, value) }
    return form
  }

  /// Nil, with `errors` set, when a field is invalid.
  mutating func draft(_ strings: Strings) -> MealDraft? {
    let date = CalendarDate(day).flatMap { Week.years.contains($0.civil.year) ? $0 : nil }
    if date == nil { errors.add("day", strings.planDayInvalid) }
    errors.check("meal", hasWords: meal, atMost: MealName.maximumLength, strings)
    if recipe == nil || !text.isEmpty { errors.check("text", hasWords: text, atMost: 1_000, strings) }
    var number: Int?
    let typed = servings.isLonger(than: 20) ? "?" : servings.trimmed
    if !typed.isEmpty {
      number = Int(digits: typed).flatMap { (1...1_000).contains($0) ? $0 : nil }
      if number == nil { errors.add("servings", strings.planServingsInvalid) }
    }
    guard errors.isEmpty, let date else { return nil }
    return MealDraft(
      id: id, day: date, name: MealName(typed: meal), recipe: recipe, text: text.trimmed, servings: number)
  }

  /// Whether the contents are equal, regardless of the version.
  func hasSameContent(as stored: MealForm) -> Bool {
    day == stored.day && MealName(typed: meal).value == stored.meal && text.trimmed == stored.text
      && servings.trimmed == stored.servings
  }

  /// - Parameter theirs: as it is stored.
  func conflict(with theirs: MealForm, _ strings: Strings) -> Conflict {
    func what(_ text: String, _ recipe: UUID?) -> ConflictField.Side {
      .init(text: text, fields: [("recipe", recipe.map { "\($0)" } ?? ""), ("text", text)])
    }
    func name(_ form: MealForm) -> ConflictField.Side {
      .init(text: form.mealName(strings), fields: [("meal", form.meal)])
    }
    var conflict = Conflict(action: path, version: theirs.version, takeTheirs: path)
    conflict.fields = [
      ConflictField("day", strings.planFieldDay, day, theirs.day),
      ConflictField(strings.planFieldMeal, name(self), name(theirs)),
      ConflictField(
        strings.planFieldWhat, what(text, recipe), what(theirs.text, theirs.recipe),
        both: what("\(text), \(theirs.text)", nil)),
      ConflictField("servings", strings.planFieldServings, servings, theirs.servings),
    ]
    return conflict
  }
}

/// The values to store. Whether the text names a recipe is found out by `PlanQueries.recipe`.
struct MealDraft {
  let id: UUID
  let day: CalendarDate
  let name: MealName
  let recipe: UUID?
  let text: String
  let servings: Int?
}
