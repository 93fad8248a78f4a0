import HTTP

extension Feature {
  static let shopping = Feature(
    routes: { routes in
      routes.post("/recipes/shopping/{id}/restore", Shopping.undo)
      routes.post("/recipes/{id}/shopping", Shopping.add)
      routes.get("/shopping", Shopping.index)
      routes.post("/shopping", limits: .small, Shopping.create)
      routes.post("/shopping/clear", limits: .small, Shopping.clear)
      routes.post("/shopping/to-hand", limits: .small, Shopping.toHand)
      routes.post("/shopping/sync", limits: .fields, ShoppingSync.update)
      routes.get("/shopping/print", Shopping.sheet)
      routes.get("/shopping/shops", Shops.index)
      routes.post("/shopping/shops", limits: .small, Shops.create)
      routes.get("/shopping/shops/{id}", Shops.show)
      routes.post("/shopping/shops/{id}", limits: .small, Shops.update)
      routes.post("/shopping/shops/{id}/delete", limits: .small, Shops.delete)
      routes.post("/shopping/shops/{id}/restore", limits: .small, Shops.restore)
      routes.get("/shopping/suggest", Usuals.suggest)
      routes.get("/shopping/lists", NamedLists.index)
      routes.post("/shopping/lists", limits: .small, NamedLists.create)
      routes.get("/shopping/lists/{id}", NamedLists.show)
      routes.post("/shopping/lists/{id}", limits: .small, NamedLists.update)
      routes.post("/shopping/lists/{id}/delete", limits: .small, NamedLists.delete)
      routes.post("/shopping/lists/{id}/restore", limits: .small, NamedLists.restore)
      routes.get("/shopping/{id}", Shopping.edit)
      routes.post("/shopping/{id}", limits: .small, Shopping.update)
      routes.post("/shopping/{id}/check", limits: .small, Shopping.check)
      routes.post("/shopping/{id}/delete", limits: .small, Shopping.delete)
      routes.post("/shopping/{id}/restore", limits: .small, Shopping.restore)
      routes.post("/shopping/{id}/aisle", limits: .small, Shopping.move)
    },
    notices: ShoppingNotice.self,
    places: [
      NamedPlace(path: "/shopping", icon: "basket", key: "b", words: { $0.wordsShopping }) { $0.navShopping }
    ],
    guide: [
      GuideLine("/shopping", { $0.navShopping }, { $0.guideShoppingText })
    ],
    found: [.shopping])
}
