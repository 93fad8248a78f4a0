extension Feature {
  static let labels = Feature(
    routes: { routes in
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
    },
    notices: LabelNotice.self)
}
