import MoveIn

extension Strings {
  /// A reason of a reader, with the words of the file that it is about; nil for one that is in English alone.
  func readersReason(_ why: String) -> String? {
    if why == MoveIn.unknownFile { return moveInLeftNoFile }
    guard let (reason, detail) = MovedReason.read(why) else { return nil }
    let words = readersReason(reason)
    return detail.map { moveInLeftDetail(why: words, detail: $0) } ?? words
  }

  /// The place of a file that a report names where no row has a name.
  func movedPlace(_ title: String) -> String {
    switch title {
    case MovedFile.end: moveInLeftEnd
    case MovedFile.unnamedRow: moveInLeftRow
    case MovedFile.unnamedRecipe: moveInLeftRecipe
    case MovedFile.unnamedMeal: moveInLeftMeal
    case MovedFile.unnamedFood: moveInLeftFood
    default: title
    }
  }

  private func readersReason(_ reason: MovedReason) -> String {
    switch reason {
    case .deletedThere: moveInLeftDeletedThere
    case .endsInRow: moveInLeftEndsInRow
    case .tooManyValues: moveInLeftTooManyValues
    case .tooManyItems: moveInLeftTooManyItems
    case .tooManyRecipes: moveInLeftTooManyRecipes
    case .noTitle: moveInLeftNoTitle
    case .noName: moveInLeftNoName
    case .noText: moveInLeftNoText
    case .noDayOrName: moveInLeftNoDayOrName
    case .unknownRow: moveInLeftUnknownRow
    case .noDate: moveInLeftNoDate
    case .unknownDate: moveInLeftUnknownDate
    case .openDate: moveInLeftOpenDate
    case .unknownZone: moveInLeftUnknownZone
    case .unknownRule: moveInLeftUnknownRule
    case .longRule: moveInLeftLongRule
    case .ruleFromDone: moveInLeftRuleFromDone
    case .unknownRepeat: moveInLeftUnknownRepeat
    case .pausedRepeat: moveInLeftPausedRepeat
    case .otherDates: moveInLeftOtherDates
    case .changedDate: moveInLeftChangedDate
    case .movedDate: moveInLeftMovedDate
    case .skippedDate: moveInLeftSkippedDate
    case .partOfItself: moveInLeftPartOfItself
    case .event: moveInLeftEvent
    case .journal: moveInLeftJournal
    case .component: moveInLeftComponent
    case .ownText: moveInLeftOwnText
    case .savedSearch: moveInLeftSavedSearch
    case .place: moveInLeftPlace
    case .catalogue: moveInLeftCatalogue
    case .expenses: moveInLeftExpenses
    case .listAlone: moveInLeftListAlone
    case .deepProjects: moveInLeftDeepProjects
    case .cutRecipe: moveInLeftCutRecipe
    case .attachment: moveInLeftAttachment
    case .attachments: moveInLeftAttachments
    case .picture: moveInLeftPicture
    case .pictures: moveInLeftPictures
    case .recipeFile: moveInLeftRecipeFile
    case .recipeBeyond: moveInLeftRecipeBeyond
    case .noRecipe: moveInLeftNoRecipe
    case .neither: moveInLeftNeither
    case .unknownFile: moveInLeftUnknownFile
    case .encrypted: moveInLeftEncrypted
    case .tooLarge: moveInLeftTooLarge
    case .damaged: moveInLeftDamaged
    case .unreadable: moveInLeftUnreadable
    case .tooSlow: moveInLeftTooSlow
    case .tooDeep: moveInLeftTooDeep
    case .tooManyArchives: moveInLeftTooManyArchives
    }
  }
}
