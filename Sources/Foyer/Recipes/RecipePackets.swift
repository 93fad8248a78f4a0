import CivilTime
import Cookery
import Postgres

/// The packets of a recipe: the questions of its foods, with the household's answers.
struct RecipePackets: Sendable {
  struct Question: Sendable {
    let subject: PacketAnswers.Subject
    /// "Gluten"
    let name: String
    /// Nil while nobody has answered.
    let answer: PacketAnswer?

    var choices: [Choice] {
      [true, false].map { Choice(isAgainst: $0, isChosen: answer?.isAgainst == $0) }
    }
  }

  /// A button.
  struct Choice: Sendable {
    let isAgainst: Bool
    let isChosen: Bool

    /// The value that it sends: a chosen one is taken back.
    var value: String { isChosen ? "" : isAgainst ? "has" : "none" }
    var name: String { isAgainst ? "has" : "none" }
  }

  /// A food of the recipe, by its first line.
  struct Food: Sendable {
    let line: Int
    let text: String
    let name: String
    fileprivate let key: String
    fileprivate(set) var questions: [Question]
    /// Whether it was answered just now: the page keeps it unfolded.
    var isUnfolded = false
  }

  /// Of all lines of which a packet decides, each food once.
  let foods: [Food]
  /// Where answers are sent to.
  let path: String

  /// - Parameters:
  ///   - diets: those that who eats or reads asks for.
  ///   - answered: the line that was answered just now.
  init(
    _ serving: Serving, _ answers: [PacketAnswer], diets: [Diet], answered: String? = nil, _ strings: Strings
  ) {
    let (reading, facts) = (serving.reading, serving.reading.facts)
    path = serving.path("/packets")
    var foods: [Food] = []
    for index in reading.texts.indices {
      let line = reading.ownLine(index).line
      let asked = PacketAnswers.Subject.all.filter { subject in
        if case .diet(let diet) = subject, !diets.contains(diet) { return false }
        return line.isOpen(subject) && (facts.isOpen(subject) || reading.answers[index]?[subject] != nil)
      }
      guard !asked.isEmpty, let key = line.packetKey, !foods.contains(where: { $0.key == key }) else { continue }
      let questions = asked.map { subject in
        Question(
          subject: subject, name: strings.text(subject),
          answer: answers.first { $0.key == key && $0.subject == subject })
      }
      foods.append(
        Food(
          line: index, text: line.text, name: line.name.prefix(1).uppercased() + line.name.dropFirst().prefix(79),
          key: key, questions: questions, isUnfolded: line.text == answered))
    }
    self.foods = foods
  }

  /// Those of a recipe with the rows of the household's answers; of a long recipe off the event loop.
  static func read(
    _ rows: Rows, _ serving: Serving, diets: [Diet], answered: String?, _ context: Context
  ) async throws -> RecipePackets {
    let (answers, strings) = (try rows.compactMap { try PacketAnswer($0) }, context.strings)
    let ask: @Sendable () -> RecipePackets = {
      RecipePackets(serving, answers, diets: diets, answered: answered, strings)
    }
    return serving.reading.size < 2_000 ? ask() : try await context.offLoop(ask)
  }

  /// The questions below a sentence about a line.
  func food(_ line: Int) -> Food? { foods.first { $0.line == line } }

  /// Those that somebody who eats has to know, and the one that was answered just now, with the questions of who eats.
  func asked(by eaters: RecipeEaters) -> [Food] {
    let asked = foods.filter { food in food.isUnfolded || eaters.packets.contains { $0.packet == food.line } }
    let (allergies, diets) = (eaters.table.parameters.allergies, eaters.table.parameters.diets)
    return asked.map { food in
      var food = food
      food.questions.removeAll { question in
        switch question.subject {
        case .allergen(let allergen): !allergies.contains(allergen)
        case .diet(let diet): !diets.contains(diet)
        }
      }
      return food
    }
  }

  /// Those of which no sentence speaks: they are answered, or asked for a diet alone.
  func others(_ sentence: AllergenSentence) -> [Food] {
    foods.filter { food in !sentence.packets.contains { $0.line == food.line } }
  }

  /// The answers by which a verdict was found.
  func trail(_ subject: PacketAnswers.Subject, _ strings: Strings, today: CalendarDate) -> [String] {
    foods.flatMap(\.questions).filter { $0.subject == subject }.compactMap { $0.answer?.trail(strings, today: today) }
  }
}

extension RecipeFacts {
  /// Whether a packet or something else still decides.
  fileprivate func isOpen(_ subject: PacketAnswers.Subject) -> Bool {
    switch subject {
    case .allergen(let allergen):
      if case .unknown = allergens[allergen] { true } else { false }
    case .diet(let diet):
      if case .unknown = diets[diet] { true } else { false }
    }
  }
}
