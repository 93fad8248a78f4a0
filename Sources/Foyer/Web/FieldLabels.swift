extension Strings {
  /// A problem in the summary above a form, where "Please fill this in." alone would not say which field it means.
  func describe(_ problem: (field: String, message: String)) -> String {
    guard let label = label(ofField: problem.field) else { return problem.message }
    return formFieldProblem(label: label, message: problem.message)
  }

  /// Nil for a field that has no label of its own or whose messages name it.
  private func label(ofField name: String) -> String? {
    switch name {
    case "address": staysAddress
    case "arrival": staysArrival
    case "away_until": settingsAwayUntil
    case "capacity": staysCapacity
    case "category": itemsFieldCategory
    case "checklist": checklistTitle
    case "current_password", "confirm_password", "passkey_password": settingsCurrentPassword
    case "departure": staysDeparture
    case "description": itemsFieldDescription
    case "due_date": itemsFieldDueDate
    case "due_time": itemsFieldTime
    case "email": accountEmail
    case "guests": staysGuests
    case "labels": recipesFieldStatements
    case "message": staysMessage
    case "name": accountName
    case "new_password": settingsNewPassword
    case "not_before": itemsFieldNotBefore
    case "nutrition": recipesFieldNutrition
    case "passkey_name": passkeyName
    case "password": accountPassword
    case "place": staysPlace
    case "priority": priorityLabel
    case "reference": staysReference
    case "servings": recipesFieldServings
    case "source_name": recipesFieldSourceName
    case "source_url": recipesFieldSource
    case "tags": itemsFieldTags
    case "title": itemsFieldTitle
    case "url": importFieldUrl
    case "yield": recipesFieldMakes
    default: nil
    }
  }
}
