import HTTP
import Postgres

/// The parameters by which a member cooks (R34).
extension Recipes {
  static func editParameters(_ request: Request, _ context: Context) async throws -> Response {
    let parameters = try CookingParameters(try await context.query(RecipeQueries.parameters()))
    return context.html(.recipes) { out, page in
      Views.Recipes.parameters(&out, page: page, parameters: parameters)
    }
  }

  static func updateParameters(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query(RecipeQueries.update(CookingParameters(try await context.form())))
    return context.redirect(to: "/recipes/parameters", notice: .recipe(.parametersSaved, nil, name: ""))
  }

  static func clearParameters(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query(RecipeQueries.update(CookingParameters()))
    return context.redirect(to: "/recipes/parameters", notice: .recipe(.parametersCleared, nil, name: ""))
  }
}
