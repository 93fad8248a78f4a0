import CivilTime
import Cookery
import Crypto
import MoveIn
import Postgres
import RecipeImport
import Recurrence

/// Moves in what files of other programs hold: a part of a move's rows at a time, each part in one transaction. Doing a part twice
/// stores it once, as ids follow from the rows.
///
/// A row that breaks a rule, or that the database refuses, is left out with its reason; it stops none of the others.
struct StoreMove {
  let move: UUID
  let household: UUID
  /// Nil to leave pictures out.
  var images: ImageConverter?
  /// Bytes that a household may store, unless it has a quota of its own; nil for any amount.
  var quota: Int?

  /// The rows of a part.
  static let rows = 100

  /// Stores the next rows.
  /// - Returns: whether there are more.
  func step(_ session: some HouseholdSession) async throws -> Bool {
    var reading = Batch()
    let found = reading.add(MoveQueries.find(move))
    let next = reading.add(MoveQueries.next(of: move, limit: Self.rows))
    let members = reading.add(HouseholdQueries.members())
    let results = try await session.query(reading)
    guard let row = results[found].first else { return false }
    let move = try Move(row)
    guard move.state == .moving else { return false }
    var rows = try results[next].map { try Taken($0) }
    // The recipe of a meal may be among the others: it has to be stored first.
    if rows.contains(where: { !$0.isLater }) { rows.removeAll(where: \.isLater) }
    guard !rows.isEmpty else {
      var closing: Batch = [MoveQueries.finish(move.id)]
      let due = PacketRecipes.concerned(in: &closing)
      try await PacketRecipes.apply(try await session.query(closing)[due], session)
      return false
    }
    var part = Part(
      move: move, household: household, images: images, quota: quota,
      names: try results[members].map { (try $0["id"], try $0["name"]) })
    for row in rows where row.isKnown { part.leave(row, .known) }
    try await part.prepare(rows.filter { !$0.isKnown }, session)
    do {
      var batch = Batch()
      part.store(part.pieces, in: &batch)
      try await session.query(batch)
    } catch PostgresError.server {
      // One of them is refused: each by itself.
      for piece in part.pieces {
        do {
          var batch = Batch()
          part.store([piece], in: &batch)
          try await session.query(batch)
        } catch PostgresError.server(let error) where error.constraint == "household_storage_quota" {
          var batch = Batch()
          part.store([piece.withoutPicture], in: &batch)
          try await session.query(batch)
          part.missPicture(piece.number)
        } catch PostgresError.server {
          try await session.query(
            MoveQueries.leave([(piece.number, MoveQueries.Reason.broken.rawValue, nil)], of: move.id))
        }
      }
    }
    try await session.query(Batch(part.closing))
    return true
  }

  /// A row that is taken.
  struct Taken: Sendable {
    let number: Int
    let kind: MovedRow.Kind
    let key: UUID
    /// Names as the file has them.
    let people: [String]
    let data: String
    let isKnown: Bool

    var isLater: Bool { MovedRow.Kind.later.contains(kind) }

    init(_ row: Row) throws {
      number = try row["number"]
      let text: String = try row["kind"]
      kind = MovedRow.Kind(rawValue: text) ?? .leftOut
      key = try row["key"]
      people = try row["people"]
      data = try row["data"]
      isKnown = try row["is_known"]
    }
  }

  /// The statements of a row.
  struct Piece {
    let number: Int
    let subject: UUID
    /// Those of an item, whose moments are other than now.
    var dates: (createdAt: Int?, doneAt: Int?)?
    var picture: ImageConverter.Pictures?
    /// The picture's id where other rows may have it, too.
    var sharedImage: UUID?
    var files: [(file: ItemFile, bytes: [UInt8], thumbnail: [UInt8]?)] = []
    /// A second picture, of a place for guests.
    var other: ImageConverter.Pictures?
    /// The words by which Undo finds a row without an id.
    var made = ""
    let store: (inout Batch) -> Void

    var withoutPicture: Piece {
      var piece = self
      (piece.picture, piece.other) = (nil, nil)
      piece.files = []
      return piece
    }

    /// The picture's id; a recipe takes it if it is there.
    var image: UUID { subject.part(1) }
    var otherImage: UUID { subject.part(2) }
  }

  /// The rows of one transaction.
  struct Part {
    let move: Move
    let household: UUID
    let images: ImageConverter?
    let quota: Int?
    let names: [(id: UUID, name: String)]
    var pieces: [Piece] = []
    private var withoutPicture: [Int] = []
    private var left: [(number: Int, why: String, subject: UUID?)] = []

    init(move: Move, household: UUID, images: ImageConverter?, quota: Int?, names: [(UUID, String)]) {
      (self.move, self.household, self.images, self.quota) = (move, household, images, quota)
      self.names = names.map { (id: $0.0, name: $0.1) }
    }

    mutating func leave(_ row: Taken, _ reason: MoveQueries.Reason) { leave(row, why: reason.rawValue, as: nil) }

    /// - Parameter subject: what is here in the row's place.
    mutating func leave(_ row: Taken, why: String, as subject: UUID?) { left.append((row.number, why, subject)) }

    /// A row's id in this household: always the same.
    func subject(_ row: Taken) -> UUID { subject(row.key) }

    func subject(_ key: UUID) -> UUID { .v8(sha256("\(household) \(key)".utf8)) }

    /// The member whom the row's name means.
    func member(_ row: Taken) -> UUID? {
      row.people.first.flatMap { move.answers.people[$0] }.flatMap { id in names.contains { $0.id == id } ? id : nil }
    }

    mutating func missPicture(_ number: Int) { withoutPicture.append(number) }

    /// Tells of rows that are left out, and of pictures.
    var closing: [SQL] {
      [MoveQueries.leave(left, of: move.id), MoveQueries.notePictures(withoutPicture, of: move.id)]
    }

    func store(_ pieces: [Piece], in batch: inout Batch) {
      batch.add(ItemQueries.lockHousehold())
      if pieces.contains(where: { $0.picture != nil || $0.other != nil || !$0.files.isEmpty }) {
        batch.add(StorageQueries.limit(to: quota))
      }
      for piece in pieces {
        for file in piece.files { batch.add(FileQueries.insert(file.file, file.bytes, file.thumbnail)) }
        if let picture = piece.picture {
          batch.add(
            piece.sharedImage.map { MoveQueries.insert($0, picture) } ?? ImageQueries.insert(piece.image, picture))
        }
        if let picture = piece.other { batch.add(ImageQueries.insert(piece.otherImage, picture)) }
        piece.store(&batch)
      }
      let items = pieces.compactMap { piece in
        piece.dates.map { (id: piece.subject, createdAt: $0.createdAt, doneAt: $0.doneAt) }
      }
      if !items.isEmpty { batch.add(MoveQueries.date(items)) }
      batch.add([
        MoveQueries.noteMade(of: move.id),
        MoveQueries.store(pieces.map { (number: $0.number, subject: $0.subject, made: $0.made) }, of: move.id),
      ])
    }

    mutating func prepare(_ rows: [Taken], _ session: some HouseholdSession) async throws {
      try await prepareItems(rows.filter { $0.kind == .item }, session)
      try await prepareRecipes(rows.filter { $0.kind == .recipe }, session)
      try await prepareMeals(rows.filter { $0.kind == .meal }, session)
      try await prepareLines(rows.filter { $0.kind == .line }, session)
      try await prepareHand(rows.filter { $0.kind == .hand }, session)
      try await prepareExtras(rows, session)
      for row in rows where row.kind == .leftOut { leave(row, .broken) }
    }

    /// The picture of a row; one that cannot be read is noted.
    mutating func converted(
      _ bytes: [UInt8], of row: Taken, thumbnail: Int
    ) async -> ImageConverter.Pictures? {
      let picture = try? await images?.convert(bytes, thumbnail: thumbnail)
      if picture == nil { missPicture(row.number) }
      return picture
    }

    // MARK: Food

    private mutating func prepareRecipes(_ rows: [Taken], _ session: some HouseholdSession) async throws {
      for row in rows {
        let subject = subject(row)
        let read = try await session.offLoop { () -> (draft: RecipeDraft, picture: [UInt8]?)? in
          guard var recipe = ImportedRecipe(moved: row.data) else { return nil }
          if let image = recipe.imageURL {
            recipe.notes = MovedDraft.add("Picture: \(image)", to: recipe.notes ?? "")
          }
          guard var draft = recipe.storedID == nil ? RecipeForm(recipe, source: nil).draft : RecipeDraft(stored: recipe)
          else { return nil }
          draft.id = subject
          if recipe.imageData != nil { draft.imageID = subject.part(1) }
          return (draft, recipe.imageData)
        }
        guard let (draft, bytes) = read else {
          leave(row, .broken)
          continue
        }
        do {
          let ready = try await AddRecipes(recipes: [draft]).ready(session)
          var picture: ImageConverter.Pictures?
          if let bytes { picture = await converted(bytes, of: row, thumbnail: RecipeForm.thumbnailSize) }
          pieces.append(
            Piece(number: row.number, subject: subject, picture: picture) {
              ready.store(in: &$0)
              $0.add(MoveQueries.forgetActivity(of: [subject]))
            })
        } catch is Problems {
          leave(row, draft.name.isBlank ? .untitled : .broken)
        }
      }
    }

    private mutating func prepareMeals(_ rows: [Taken], _ session: some HouseholdSession) async throws {
      var drafts: [(row: Taken, meal: MealDraft)] = []
      for row in rows {
        guard let meal = MovedMeal(json: row.data), let day = CalendarDate(meal.day) else {
          leave(row, .broken)
          continue
        }
        let draft = MealDraft(
          id: subject(row), day: day, name: MealName(typed: meal.meal?.nonBlank ?? MealName.dinner.value),
          text: meal.title, servings: meal.servings)
        if draft.problems.isEmpty { drafts.append((row, draft)) } else { leave(row, .broken) }
      }
      guard !drafts.isEmpty else { return }
      var batch = Batch()
      let keys = drafts.map { batch.add(PlanQueries.recipe(nil, $0.meal.words)) }
      let results = try await session.query(batch)
      for (entry, key) in zip(drafts, keys) {
        let (dish, title): (UUID?, String) = (
          try results[key].first?["id"], try results[key].first?["name"] ?? entry.meal.words
        )
        pieces.append(
          Piece(number: entry.row.number, subject: entry.meal.id) { batch in
            batch.add([PlanQueries.lock(), PlanQueries.insert(entry.meal, dish, text: title)])
          })
      }
    }

    private mutating func prepareLines(_ rows: [Taken], _ session: some HouseholdSession) async throws {
      var lines: [(row: Taken, line: MovedLine)] = []
      for row in rows {
        guard let line = MovedLine(json: row.data), !line.text.isBlank,
          !line.text.isLonger(than: AddToList.maximumLength)
        else {
          leave(row, .broken)
          continue
        }
        lines.append((row, line))
      }
      guard !lines.isEmpty else { return }
      let foods = try await session.inPieces(lines.map(\.line.text)) { FoodLine($0) }
      // A list of the same name, or a new one.
      var lists: [String: UUID] = [:]
      var made: Set<UUID> = []
      let names = Set(lines.compactMap { $0.line.list?.nonBlank })
      if !names.isEmpty {
        for row in try await session.query(MoveQueries.lists(named: Array(names))) {
          let (name, id): (String, UUID?) = (try row["name"], try row["id"])
          lists[name] = id ?? .v8(sha256("\(household) list \(name)".utf8))
          if id == nil, let new = lists[name] { made.insert(new) }
        }
      }
      for ((row, line), food) in zip(lines, foods) {
        let subject = subject(row)
        let name = line.list?.nonBlank
        let list = name.flatMap { lists[$0] }
        let isNew = list.map(made.contains) ?? false
        pieces.append(
          Piece(number: row.number, subject: subject) { batch in
            if isNew, let list, let name {
              batch.add(
                NamedListQueries.insert(list, String(String.UnicodeScalarView(name.unicodeScalars.prefix(200)))))
            }
            batch.add(ShoppingQueries.insert([(subject, line.text.trimmed, food)], list: list))
            if line.isDone { batch.add(MoveQueries.tick([subject])) }
          })
      }
    }
  }
}

extension StoreMove.Part {
  /// Of several rows of one food the first counts; what is at hand already stays as it is.
  fileprivate mutating func prepareHand(_ rows: [StoreMove.Taken], _ session: some HouseholdSession) async throws {
    var foods: [(row: StoreMove.Taken, food: MoveIngredient.Ready)] = []
    for row in rows {
      guard let moved = MovedFood(json: row.data) else {
        leave(row, .broken)
        continue
      }
      var details = HandDetails(amount: moved.amount?.trimmed ?? "", place: moved.place?.trimmed ?? "")
      if let text = moved.bestBefore { details.bestBefore = CalendarDate(text) ?? .unreadable }
      do {
        let food = MoveIngredient(id: subject(row), name: moved.name, details: details)
        foods.append((row, try await food.ready(session)))
      } catch is Problems {
        leave(row, .broken)
      }
    }
    guard !foods.isEmpty else { return }
    var there: Set<String> = []
    for row in try await session.query(MoveQueries.atHand(foods.map(\.food.key))) { there.insert(try row["key"]) }
    for (row, food) in foods {
      if there.insert(food.key).inserted {
        pieces.append(StoreMove.Piece(number: row.number, subject: subject(row)) { food.store(in: &$0) })
      } else {
        leave(row, .known)
      }
    }
  }
}

extension RecipeDraft {
  /// Code points of a recipe's lines, more than its form can send.
  private static let largest = 500_000

  /// A recipe of an archive of Foyer, with its lines as they were stored; nil for one with more than a form can send.
  fileprivate init?(stored recipe: ImportedRecipe) {
    let texts = recipe.ingredients + recipe.steps + recipe.statements
    guard texts.reduce(0, { $0 + $1.unicodeScalars.count }) <= Self.largest else { return nil }
    self.init()
    name = recipe.title ?? ""
    description = recipe.description ?? ""
    ingredients = RecipeForm.lines(recipe.ingredients.joined(separator: "\n"))
    steps = StepNumbers.removed(from: RecipeForm.lines(recipe.steps.joined(separator: "\n")))
    statements = RecipeForm.labels(recipe.statements.joined(separator: "\n"))
    // The labels are another household's claims.
    hearsay = statements
    cuisine = recipe.cuisine?.trimmed ?? ""
    (servings, makes) = (recipe.servings, recipe.makes.text?.trimmed ?? "")
    (prepMinutes, cookMinutes) = (recipe.prepMinutes, recipe.cookMinutes)
    (sourceURL, sourceName) = (recipe.url?.trimmed ?? "", recipe.sourceName?.trimmed ?? "")
    (notes, nutrition) = (recipe.notes?.trimmed ?? "", recipe.nutrition?.trimmed ?? "")
  }
}

extension String {
  fileprivate var nonBlank: String? { isBlank ? nil : trimmed }
}
