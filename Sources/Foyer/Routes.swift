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
    routes.get("/items/quick", Items.understand)
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
    routes.get("/settings", Settings.index)
    routes.post("/settings", Settings.update)
    routes.post("/settings/password", Settings.changePassword)
    routes.get("/settings/sessions", Settings.sessions)
    routes.post("/settings/sessions/delete-others", Settings.endOtherSessions)
    routes.post("/settings/sessions/{id}/delete", Settings.endSession)
    routes.get("/settings/how-to", Settings.howTo)
    routes.get("/settings/whats-new", Settings.whatsNew)
    routes.get("/account/delete", Settings.confirmDeletion)
    routes.post("/account/delete", Settings.deleteAccount)

    routes.get("/household", Households.index)
    routes.post("/household", Households.update)
    routes.post("/household/leave", Households.leave)
    routes.post("/household/invitations", Households.invite)
    routes.post("/household/invitations/{id}/delete", Households.revoke)
    routes.get("/invitations/{token}", Invitations.index)
    routes.post("/invitations/{token}", Invitations.accept)
    routes.get("/items/{id}/image", Images.picture)
    routes.get("/items/{id}/thumbnail", Images.thumbnail)
    routes.get("/people/{id}/photo", Images.photo)
    routes.get("/settings/photo", Images.editPhoto)
    routes.post("/settings/photo", Images.updatePhoto)
    routes.post("/settings/photo/delete", Images.deletePhoto)

    routes.get("/events", Events.index)

    routes.get("/readyz", Health.ready)
    return routes
  }
}
