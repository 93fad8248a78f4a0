import Cookery
import HTML
import HTTP
import Postgres

/// Answers about packets: asked on a recipe's page and where one cooks, and listed on a page of its own.
extension Recipes {
  static func answerPacket(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    let line = fields["line"] ?? ""
    let answering = AnswerPacket(
      recipe: id, line: line, subject: fields["subject"] ?? "", isAgainst: isAgainst(fields["answer"]))
    let result: AnswerPacket.Result?
    do {
      result = try await answering.run(context)
    } catch is Problems {
      // The recipe has changed meanwhile, or the form was made by hand.
      throw Failure.invalid
    }
    guard let result else { throw Failure.notFound }
    let notice =
      switch result {
      case .stored(let food, let subject):
        NoticeCode.recipe(.packetAnswered, nil, name: "\(food), \(context.strings.text(subject).lowercasedFirst)")
      case .forgotten(let food, let subject):
        NoticeCode.recipe(.packetForgotten, nil, name: "\(food), \(context.strings.text(subject).lowercasedFirst)")
      case .full: NoticeCode(RecipeNotice.packetsFull, count: RecipeQueries.maximumPackets)
      }
    let cooks = request.query["step"] != nil
    guard context.isFragment else {
      let path = cooks ? "/recipes/\(id)/cook?\(request.query.urlencoded)" : page(of: id, request) + "#allergens-title"
      return context.redirect(to: path, notice: notice)
    }
    if cooks {
      let cooking = try await cooking(request, context, id, answered: line)
      return context.html(.recipes) { out, page in
        Views.Recipes._cookWarnings(&out, page: page, cooking: cooking)
        Views.Shared._notice(&out, page: page, notice: notice.notice(page.strings), oob: true)
      }
    }
    let (recipe, _, eaters, _) = try await read(request, context, id, answered: line)
    return context.html(.recipes) { out, page in
      Views.Recipes._verdicts(&out, page: page, recipe: recipe)
      Views.Recipes._recipeEaters(&out, page: page, id: id, eaters: eaters, isOutOfBand: true)
      Views.Shared._notice(&out, page: page, notice: notice.notice(page.strings), oob: true)
    }
  }

  /// Nil for an answer that is taken back.
  private static func isAgainst(_ answer: String?) -> Bool? {
    switch answer {
    case "has": true
    case "none": false
    default: nil
    }
  }

  static func packets(_ request: Request, _ context: Context) async throws -> Response {
    let answers = try await context.query(RecipeQueries.packetAnswers()).compactMap { try PacketAnswer($0) }
    return context.html(.recipes) { out, page in Views.Recipes.packets(&out, page: page, answers: answers) }
  }

  static func changePacket(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let change = ChangePacketAnswer(
      key: fields["key"] ?? "", subject: fields["subject"] ?? "", isAgainst: isAgainst(fields["answer"]))
    guard let name = try await change.run(context) else { throw Failure.notFound }
    return context.redirect(
      to: "/recipes/packets",
      notice: .recipe(change.isAgainst == nil ? .packetForgotten : .packetAnswered, nil, name: name))
  }
}
