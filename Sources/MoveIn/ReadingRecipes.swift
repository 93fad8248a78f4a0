import RecipeImport

/// Recipes as the recipe import reads them.
extension Reading {
  /// A whole cookbook, of which the pictures are most.
  private static let limits: ImportLimits = {
    var limits = ImportLimits()
    (limits.bytes, limits.entries) = (MoveIn.maximumBytes, MoveIn.maximumEntries)
    // A packed recipe is unpacked twice: from the archive, and from its own gzip.
    limits.unpacked = 3 * MoveIn.maximumBytes
    (limits.recipes, limits.text) = (RecipeDraft.maximumRecipes, MoveIn.maximumText)
    (limits.pictures, limits.pictureBytes) = (RecipeDraft.maximumRecipes, MoveIn.maximumFileBytes)
    (limits.values, limits.names) = (MoveIn.maximumValues, MovedFile.maximumLeftOut)
    return limits
  }()

  /// The program whose recipes these are, by the names that its JSON has.
  private static func recipeProgram(_ bytes: InputFile) -> String {
    var text: [UInt8] = []
    if let format = Archive.format(of: bytes) {
      guard format != .gzip else { return "Paprika" }
      let wanted = [".json", ".zip", ".paprikarecipe", ".html", ".htm", ".jsonld"]
      var hasOne = false
      let content = try? Archive.unpack(bytes, format, limit: 16 << 20, entries: MoveIn.maximumEntries) { path in
        let lower = path.lowercased()
        guard !hasOne, !lower.hasPrefix("__macosx"), !lower.contains("/._"),
          wanted.contains(where: { lower.hasSuffix($0) })
        else { return false }
        hasOne = true
        return true
      }
      text = content?.entries.first?.bytes ?? []
      switch Archive.format(of: text) {
      case .gzip: return "Paprika"
      case .zip: return "Tandoor"
      case .tar, .tarGzip, nil: break
      }
    } else {
      text = bytes.start(1 << 20)
    }
    let start = String(decoding: text.prefix(1 << 20), as: UTF8.self)
    func has(_ part: String) -> Bool { start.range(ofText: part) != nil }
    if has("\"photo_hash\"") || has("\"nutritional_info\"") { return "Paprika" }
    if has("\"working_time\"") && has("\"steps\"") { return "Tandoor" }
    if has("\"orgURL\"") || has("\"org_url\"") || has("\"recipe_ingredient\"") { return "Mealie" }
    if has("\"recipeIngredient\"") && !has("<html") && !has("<script") {
      return has("\"imageUrl\"") || has("\"dateModified\"") || has("\"tool\"") ? "Nextcloud Cookbook" : "RecipeSage"
    }
    return "web page"
  }

  func recipes(_ bytes: InputFile, name: String) -> MovedFile {
    var file = MovedFile()
    do {
      var limits = Self.limits
      limits.time = Self.maximumTime - (MoveIn.processorTime() - started)
      let found = try RecipeFile.read(bytes, name: name, limits: limits, spool: spool)
      file.program = Self.recipeProgram(bytes)
      file.recipes = found.recipes
      let kinds = [
        (MovedReason.recipeBeyond, found.leftOut.recipes, found.leftOut.recipeNames),
        (.unreadable, found.leftOut.files, found.leftOut.fileNames),
        (.picture, found.leftOut.pictures, found.leftOut.pictureNames),
        (.noRecipe, found.leftOut.others, found.leftOut.otherNames),
      ]
      for (why, count, names) in kinds {
        for name in names { file.leave(name, why) }
        if count > names.count { file.leave("\(count - names.count) more", why) }
      }
    } catch {
      switch error {
      case .noRecipe, .unknownFormat: file.error = MoveIn.unknownFile
      case .noTitle: file.error = "The recipe has no name."
      case .tooLarge: file.error = "This file is too large."
      case .tooSlow: file.error = "Reading this file takes too long."
      case .encrypted: file.error = "The archive is protected by a password."
      case .unreadable(let place): file.error = "This file is damaged: \(place)."
      }
    }
    return file
  }
}
