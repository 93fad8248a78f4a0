import HTTP

extension Router where Context == Foyer.Context {
  /// Everything that the app answers. `Site` answers `/healthz` and the files of Public/ before a route is looked for.
  static func foyer() -> Router {
    var routes = Router()
    routes.get("/", Home.index)
    routes.get("/offline", Home.offline)

    routes.get("/signup", Accounts.newSignup)
    routes.post("/signup", Accounts.signup)
    routes.get("/login", Accounts.newLogin)
    routes.post("/login", Accounts.login)
    routes.post("/logout", Accounts.logout)

    routes.get("/items", Items.index)
    routes.post("/items", Items.create)
    routes.get("/items/new", Items.new)
    routes.post("/items/quick", Items.createQuickly)
    routes.post("/items/load", Items.load)
    routes.get("/items/{id}/edit", Items.edit)
    routes.post("/items/{id}", Items.update)
    routes.post("/items/{id}/done", Items.complete)
    routes.post("/items/{id}/delete", Items.delete)
    routes.post("/items/{id}/restore", Items.restore)
    routes.get("/trash", Items.trash)

    routes.get("/readyz", Health.ready)
    return routes
  }
}
