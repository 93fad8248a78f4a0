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
    notices: LabelNotice.self,
    places: [
      NamedPlace(path: "/categories/new", icon: "plus", isBeginning: true) { $0.categoriesNew },
      NamedPlace(path: "/tags/new", icon: "plus", isBeginning: true) { $0.tagsNew },
      NamedPlace(path: "/categories", icon: "folder", key: "c", words: { $0.wordsCategories }) { $0.navCategories },
      NamedPlace(path: "/tags", icon: "tag", key: "g", words: { $0.wordsTags }) { $0.navTags },
    ],
    guide: [
      GuideLine("/categories", { $0.guideOrder }, { $0.guideOrderText })
    ],
    found: [.categories, .tags],
    trash: [
      TrashKind(
        name: "categories", row: "category", path: "/categories", rank: 1, title: { $0.navCategories },
        rows: LabelQueries(kind: .category).listDeleted),
      TrashKind(
        name: "tags", row: "tag", path: "/tags", rank: 1, title: { $0.navTags },
        rows: LabelQueries(kind: .tag).listDeleted),
    ])
}
