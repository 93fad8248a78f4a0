import HTTP

extension Feature {
  static let api = Feature(
    open: { routes in
      routes.get("\(API.root)/openapi.json", API.describe)
      routes.get("/api", API.explain)
    },
    programs: { routes in for endpoint in API.endpoints { endpoint.add(to: &routes) } },
    guide: [GuideLine("/api", { $0.apiTitle }, { $0.guideApiText })],
    cleaning: [ChangeQueries.deleteOld()])
}

extension API {
  /// The description for programs: the same for everybody.
  static func describe(_ request: Request, _ context: Context) async throws -> Response {
    context.json(OpenAPI.document(server: request.origin))
  }

  /// The page for people.
  static func explain(_ request: Request, _ context: Context) async throws -> Response {
    await context.identify()
    let origin = request.origin
    return context.html(.other) { out, page in
      Views.Api.api(&out, page: page, origin: origin, endpoints: endpoints, kinds: APIProblem.Kind.allCases)
    }
  }
}

extension Endpoint {
  /// Of the page that explains it.
  var address: String { API.root + path }
  var fieldNames: String { ((body ?? []) + query).map(\.name).joined(separator: ", ") }
}
