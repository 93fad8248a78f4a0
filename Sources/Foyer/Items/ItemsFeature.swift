import HTTP

extension Feature {
  static let items = Feature(
    routes: { routes in
      routes.get("/items", Items.index)
      routes.post("/items", limits: ItemFile.limits, Items.create)
      routes.get("/items/new", Items.new)
      routes.get("/items/done", DoneItems.index)
      routes.get("/items/{id}/year", DoneItems.year)
      routes.get("/items/pasted", PastedItems.index)
      routes.post("/items/pasted", PastedItems.create)
      routes.post("/items/pasted/undo", PastedItems.undo)
      routes.post("/items/quick", Items.createQuickly)
      routes.get("/items/quick", Items.understand)
      routes.get("/items/filters", Items.choices)
      routes.post("/items/load", Items.load)
      routes.get("/items/{id}/edit", Items.edit)
      routes.post("/items/{id}", limits: ItemFile.limits, Items.update)
      routes.post("/items/{id}/done", Items.complete)
      routes.post("/items/{id}/snooze", Items.snooze)
      routes.post("/items/{id}/delete", Items.delete)
      routes.post("/items/{id}/restore", Items.restore)
      routes.post("/items/{id}/swap", Items.swap)
      routes.post("/items/several", Items.changeSeveral)
      routes.post("/items/several/undo", Items.undoSeveral)
      routes.post("/items/samples/delete", Items.deleteSamples)
      routes.post("/items/restore", Items.restoreSeveral)
      routes.post("/items/{id}/move", Items.move)
      routes.get("/items/{id}/files/{file}", ItemFiles.show)
      routes.get("/items/{id}/files/{file}/thumbnail", ItemFiles.thumbnail)
      routes.post("/items/{id}/files/{file}/delete", ItemFiles.delete)
      routes.post("/items/{id}/files/{file}/restore", ItemFiles.restore)
      routes.post("/files/{id}/restore", ItemFiles.restoreAny)
      routes.get("/items/{id}/lines", Checklists.index)
      routes.post("/items/{id}/lines", Checklists.add)
      routes.post("/items/{id}/lines/{line}", Checklists.edit)
      routes.post("/items/{id}/lines/{line}/done", Checklists.tick)
      routes.post("/items/{id}/lines/{line}/move", Checklists.move)
      routes.post("/items/{id}/lines/{line}/delete", Checklists.delete)
      routes.post("/items/{id}/lines/{line}/restore", Checklists.restore)
      routes.post("/items/{id}/lines/{line}/item", Checklists.makeItem)
      routes.post("/items/{id}/lines/{line}/back", Checklists.takeBack)
      routes.post("/sections/{id}/fold", Items.fold)
    },
    notices: ItemNotice.self,
    places: [
      NamedPlace(path: "/items/new", icon: "plus", isBeginning: true, words: { $0.wordsItemNew }) { $0.itemsNew },
      NamedPlace(path: "/items/pasted", icon: "plus", isBeginning: true, words: { $0.wordsPasted }) { $0.pastedTitle },
      NamedPlace(path: "/items/done", icon: "check", words: { $0.wordsDone }) { $0.doneTitle },
      NamedPlace(path: "/items", icon: "list", key: "i", words: { $0.wordsItems }) { $0.navItems },
    ],
    guide: [
      GuideLine("/items/new", { $0.guideItems }, { $0.guideItemsText }),
      GuideLine("/items", { $0.guideDone }, { $0.guideDoneText }),
      GuideLine("/items/pasted", { $0.pastedTitle }, { $0.guidePastedText }),
      GuideLine("/items/done", { $0.guideHistory }, { $0.guideHistoryText }),
      GuideLine("/items?sort=due", { $0.guideDue }, { $0.guideDueText }),
      GuideLine("/items/new", { $0.guideChecklist }, { $0.guideChecklistText }),
      GuideLine("/items/new", { $0.filesTitle }, { $0.guideFilesText }),
      GuideLine("/items?sort=priority", { $0.guidePriority }, { $0.guidePriorityText }),
      GuideLine("/items", { $0.guideMove }, { $0.guideMoveText }),
      GuideLine("/items?status=later", { $0.guideLater }, { $0.guideLaterText }),
      GuideLine("/items", { $0.guideSeveral }, { $0.guideSeveralText }),
    ],
    found: [.items],
    trash: [
      TrashKind(
        name: "items", row: "item", path: "/items", rank: 0, hasDescription: true, title: { $0.navItems },
        rows: ItemQueries.listDeleted),
      TrashKind(
        name: "files", row: "file", path: "/files", rank: 0, title: { $0.filesTitle }, rows: FileQueries.listDeleted),
    ],
    activity: [
      "item_added": { ($0.activityAdded(name: $1, title: $2), "/items/\($3)/edit") },
      "item_done": { ($0.activityDone(name: $1, title: $2), "/items/\($3)/edit") },
      "item_deleted": { strings, name, title, _ in (strings.activityDeleted(name: name, title: title), "/trash") },
    ],
    derived: DerivedData.ofItems)
}
