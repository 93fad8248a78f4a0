/// Messages after a change of recipes, and after shopping.
enum RecipeNotice: String, NoticeKind {
  case added, saved, deleted, restored
  case parametersSaved, parametersCleared
  case startersHidden, startersShown
  case imported
  /// Of what is at hand.
  case ingredientRemoved, ingredientSaved, handCleared, handRestored
  /// Of what is always there.
  case staple, bought, staplesFull
  /// Of packets.
  case packetAnswered, packetForgotten, packetsFull
  /// Ingredients were put on the shopping list.
  case shopping, shoppingUndone

  static let feature = "recipes"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .added: Notice(text: strings.recipesNoticeAdded(name: its.name))
    case .saved: Notice(text: strings.recipesNoticeSaved)
    case .deleted:
      Notice(text: strings.recipesNoticeDeleted(name: its.name), undo: its.id.map { RestoreRecipe(id: $0).path })
    case .restored: Notice(text: strings.recipesNoticeRestored(name: its.name))
    case .parametersSaved: Notice(text: strings.recipesNoticeParametersSaved)
    case .parametersCleared: Notice(text: strings.recipesNoticeParametersCleared)
    case .startersHidden: Notice(text: strings.recipesNoticeStartersHidden)
    case .startersShown: Notice(text: strings.recipesNoticeStartersShown)
    case .imported: Notice(text: strings.recipesNoticeImported(count: its.count))
    case .ingredientRemoved:
      Notice(text: strings.recipesNoticeIngredientRemoved(name: its.name), undo: undoOfHand(its))
    case .ingredientSaved: Notice(text: strings.recipesNoticeSaved)
    case .handCleared: Notice(text: strings.recipesNoticeHandCleared(count: its.count), undo: undoOfHand(its))
    case .handRestored: Notice(text: strings.recipesNoticeHandRestored)
    case .staple: Notice(text: strings.recipesNoticeStaple(name: its.name))
    case .bought: Notice(text: strings.recipesNoticeBought(name: its.name))
    case .staplesFull: Notice(text: strings.recipesNoticeStaplesFull(count: its.count))
    case .packetAnswered: Notice(text: strings.recipesNoticePacketAnswered(name: its.name))
    case .packetForgotten: Notice(text: strings.recipesNoticePacketForgotten(name: its.name))
    case .packetsFull: Notice(text: strings.recipesNoticePacketsFull(count: its.count))
    case .shopping:
      Notice(
        text: strings.recipesNoticeShopping(count: its.count),
        undo: its.id.map { "/recipes/shopping/\($0)/restore" }, isAddition: true)
    case .shoppingUndone: Notice(text: strings.recipesNoticeShoppingUndone(count: its.count))
    }
  }

  private func undoOfHand(_ its: NoticeCode) -> String? { its.id.map { RestoreIngredients(id: $0).path } }
}

extension NoticeCode {
  static func recipe(_ change: RecipeNotice, _ id: UUID?, name: String) -> Self { Self(change, id, name: name) }
  static func recipesImported(count: Int) -> Self { Self(RecipeNotice.imported, count: count) }
  static func shopping(_ batch: UUID, count: Int) -> Self { Self(RecipeNotice.shopping, batch, count: count) }
  static func shoppingUndone(count: Int) -> Self { Self(RecipeNotice.shoppingUndone, count: count) }
}
