import HTTP

extension Feature {
  static let images = Feature(
    routes: { routes in
      routes.get("/items/{id}/image", Images.picture)
      routes.get("/items/{id}/thumbnail", Images.thumbnail)
      routes.get("/people/{id}/photo", Images.photo)
      routes.get("/settings/photo", Images.editPhoto)
      routes.post("/settings/photo", limits: .standard, Images.updatePhoto)
      routes.post("/settings/photo/delete", Images.deletePhoto)
    },
    guide: [
      GuideLine("/settings/photo", { $0.guideImages }, { $0.guideImagesText })
    ],
    derived: DerivedData.ofImages)
}
