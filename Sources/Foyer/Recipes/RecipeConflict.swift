extension RecipeForm {
  /// - Parameter theirs: as it is stored.
  func conflict(with theirs: RecipeForm, _ strings: Strings) -> Conflict {
    var conflict = Conflict(action: "/recipes/\(id)", version: theirs.version, takeTheirs: "/recipes/\(id)/edit")
    conflict.fields = [
      ConflictField(words: "name", strings.recipesFieldName, name, theirs.name),
      ConflictField(words: "description", strings.recipesFieldDescription, description, theirs.description),
      ConflictField(words: "ingredients", strings.recipesFieldIngredients, ingredients, theirs.ingredients),
      ConflictField(words: "steps", strings.recipesFieldSteps, steps, theirs.steps),
      ConflictField(words: "notes", strings.recipesFieldNotes, notes, theirs.notes),
      ConflictField(words: "nutrition", strings.recipesFieldNutrition, nutrition, theirs.nutrition),
      ConflictField("cuisine", strings.recipesFieldCuisine, cuisine, strings.cuisine(theirs.cuisine)),
      ConflictField("yield", strings.recipesFieldMakes, makes, theirs.makes),
      ConflictField("servings", strings.recipesFieldServings, servings, theirs.servings),
      ConflictField("prep_minutes", strings.recipesFieldPrep, prepMinutes, theirs.prepMinutes),
      ConflictField("cook_minutes", strings.recipesFieldCook, cookMinutes, theirs.cookMinutes),
      ConflictField(words: "labels", strings.recipesFieldStatements, statements, theirs.statements),
      ConflictField("source_name", strings.recipesFieldSourceName, sourceName, theirs.sourceName),
      ConflictField("source_url", strings.recipesFieldSource, sourceURL, theirs.sourceURL),
      ConflictField(
        image: "image_id", strings.itemsFieldImage, new: imageID, stored: theirs.imageID, removes: removesImage, strings
      ),
    ]
    return conflict
  }
}
