import HTTP

extension Router where Context == Foyer.Context {
  /// Everything that the app answers. `Site` answers `/healthz` and the files of Public/ before a route is looked for.
  static func foyer() -> Router {
    var routes = Router()
    routes.get("/", Home.index)

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
    routes.post("/items/several", Items.changeSeveral)
    routes.post("/items/restore", Items.restoreSeveral)
    routes.post("/items/{id}/move", Items.move)
    routes.post("/sections/{id}/fold", Items.fold)
    routes.get("/trash", Items.trash)

    for labels in [Labels(kind: .category), Labels(kind: .tag)] {
      let path = labels.kind.path
      routes.get(path, labels.index)
      routes.post(path, labels.create)
      routes.get("\(path)/new", labels.new)
      routes.get("\(path)/suggest", labels.suggest)
      routes.post("\(path)/{id}", labels.update)
      routes.get("\(path)/{id}/edit", labels.edit)
      routes.get("\(path)/{id}/delete", labels.confirmDelete)
      routes.post("\(path)/{id}/delete", labels.delete)
      routes.post("\(path)/{id}/restore", labels.restore)
    }

    routes.get("/readyz", Health.ready)
    return routes
  }
}
