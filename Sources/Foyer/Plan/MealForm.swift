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

  /// As a form would send it.
  init(_ change: ChangeMeal) {
    self.init(change.before)
    day = change.meal.day.iso
    meal = change.meal.name.value
    version = change.version
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

  /// Its values: the rules refuse what stands for a text that cannot be read.
  var draft: MealDraft {
    let typed = servings.isLonger(than: 20) ? "?" : servings.trimmed
    // Too long a name is refused as it is.
    let name = meal.isLonger(than: MealName.maximumLength) ? MealName(value: meal) : MealName(typed: meal)
    return MealDraft(
      id: id, day: CalendarDate(day) ?? .unreadable, name: name, recipe: recipe, text: text,
      servings: typed.isEmpty ? nil : Int(digits: typed) ?? 0)
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
