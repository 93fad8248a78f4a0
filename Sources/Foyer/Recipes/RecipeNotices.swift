/// What a notice says about recipes and shopping.
enum RecipeChange: String {
  case added, saved, deleted, restored
  case parametersSaved, parametersCleared
  case startersHidden, startersShown

  func text(_ name: String, _ strings: Strings) -> String {
    switch self {
    case .added: strings.recipesNoticeAdded(name: name)
    case .saved: strings.recipesNoticeSaved
    case .deleted: strings.recipesNoticeDeleted(name: name)
    case .restored: strings.recipesNoticeRestored(name: name)
    case .parametersSaved: strings.recipesNoticeParametersSaved
    case .parametersCleared: strings.recipesNoticeParametersCleared
    case .startersHidden: strings.recipesNoticeStartersHidden
    case .startersShown: strings.recipesNoticeStartersShown
    }
  }
}
