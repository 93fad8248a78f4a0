/// The recipes of an archive. Every file in it is a recipe, a picture of one, or counted as left out. One file is in memory at a
/// time, besides what is found.
struct RecipeArchive {
  private var result: Import
  private var pictures = PictureIndex()
  private var wanted: [String: [Int]] = [:]
  private var hasRecipe = false
  private var faults: Set<Archive.Fault> = []
  /// Bytes that may still be unpacked.
  private var room: Int

  private init(_ result: Import) { (self.result, room) = (result, result.limits.unpacked) }

  static func read(
    _ file: InputFile, _ format: Archive.Format, _ result: inout Import
  ) throws(ImportError) {
    var archive = RecipeArchive(result)
    try archive.read(file, format, within: "")
    result = archive.result
    guard archive.hasRecipe else {
      if result.isOutOfTime { throw .tooSlow }
      if archive.faults.contains(.tooLarge) { throw .tooLarge }
      throw archive.faults.contains(.encrypted) ? .encrypted : .noRecipe
    }
  }

  /// - Parameter folder: of an archive in the archive: its path.
  private mutating func read(
    _ file: InputFile, _ format: Archive.Format, within folder: String
  ) throws(ImportError) {
    (pictures, wanted) = (PictureIndex(), [:])
    // A recipe's picture may stand behind it.
    var hasArchive = false
    try unpack(
      file, format,
      wants: { archive, path in
        switch Self.kind(path) {
        case .recipe: break
        case .archive:
          hasArchive = hasArchive || folder.isEmpty
          if !folder.isEmpty { archive.result.passOver(file: folder + path) }
        case .picture: archive.pictures.add(path)
        case .other: archive.result.passOver(file: folder + path)
        }
        return false
      }
    ) { archive, path, fault in
      if case .failure(let fault) = fault { archive.leaveOut(folder + path, fault) }
    }
    try unpack(file, format, wants: { Self.kind($1) == .recipe }) { archive, path, content in
      archive.take(path, content, within: folder) { archive, bytes in
        archive.add(Archive.Entry(path: path, bytes: bytes), within: folder)
      }
    }
    takePictures(from: file, format)
    for path in pictures.unused(by: wanted) { result.passOver(file: folder + path) }
    guard hasArchive else { return }
    try unpack(file, format, wants: { Self.kind($1) == .archive }) { archive, path, content in
      archive.take(path, content, within: folder) { archive, bytes in archive.add(archive: path, bytes) }
    }
  }

  /// Unpacks the files that are wanted, one after the other.
  private mutating func unpack(
    _ file: InputFile, _ format: Archive.Format, wants: (inout RecipeArchive, String) -> Bool,
    _ take: (inout RecipeArchive, String, Result<[UInt8], Archive.Fault>) -> Void
  ) throws(ImportError) {
    try Archive.read(
      file, format, limit: room, largest: Archive.maximumBytes, entries: result.limits.entries,
      passed: max(result.limits.bytes, Archive.maximumBytes), wants: { wants(&self, $0) }, { take(&self, $0, $1) })
  }

  private mutating func take(
    _ path: String, _ content: Result<[UInt8], Archive.Fault>, within folder: String,
    _ add: (inout RecipeArchive, [UInt8]) -> Void
  ) {
    switch content {
    case .success(let bytes):
      room -= bytes.count
      if result.isOutOfTime { result.leaveOut(file: folder + path) } else { add(&self, bytes) }
    // The end of an archive that was cut off is noted once.
    case .failure where path == Archive.rest: break
    case .failure(let fault): leaveOut(folder + path, fault)
    }
  }

  private mutating func leaveOut(_ path: String, _ fault: Archive.Fault) {
    faults.insert(fault)
    result.leaveOut(file: path)
  }

  /// Tandoor packs each recipe in an archive of its own.
  private mutating func add(archive path: String, _ bytes: [UInt8]) {
    guard let format = Archive.format(of: bytes), format != .gzip else { return result.leaveOut(file: path) }
    do throws(ImportError) {
      try read(InputFile(bytes), format, within: "\(path)/")
    } catch {
      result.leaveOut(file: path)
    }
  }

  private mutating func add(_ entry: Archive.Entry, within folder: String) {
    do throws(ImportError) {
      var bytes = entry.bytes
      if Archive.format(of: bytes) == .gzip {
        bytes = try Archive.gunzip(bytes, limit: max(0, min(room, Archive.maximumBytes)))
        room -= bytes.count
        room -= bytes.count
      }
      let (found, isCut) = try RecipeFile.text(bytes, limits: result.limits)
      hasRecipe = hasRecipe || !found.isEmpty
      if isCut { result.leaveOut(file: folder + entry.path) }
      for recipe in found {
        guard result.add(recipe), found.count == 1, recipe.imageData == nil,
          let picture = pictures.path(beside: entry.path), result.takesPicture()
        else { continue }
        wanted[picture, default: []].append(result.file.recipes.count - 1)
      }
    } catch .noRecipe {
      // An export has files of other kinds as well.
      result.passOver(file: folder + entry.path)
    } catch {
      // One broken recipe does not prevent the import of the others.
      result.leaveOut(file: folder + entry.path)
    }
  }

  /// Unpacks the recipes' pictures, once the recipes are known.
  private mutating func takePictures(from file: InputFile, _ format: Archive.Format) {
    if wanted.isEmpty { return }
    var missing = Set(wanted.keys)
    try? Archive.read(
      file, format, limit: result.pictureRoom, entries: result.limits.entries,
      passed: max(result.limits.bytes, Archive.maximumBytes), wants: { missing.contains($0) }
    ) { path, content in
      guard case .success(let content) = content, missing.remove(path) != nil else { return }
      for index in wanted[path] ?? [] { result.set(picture: content, ofRecipe: index) }
    }
    for index in missing.flatMap({ wanted[$0] ?? [] }).sorted() { result.leaveOutPicture(ofRecipe: index) }
  }

  private enum Kind { case recipe, archive, picture, other }

  private static func kind(_ path: String) -> Kind {
    let lower = path.lowercased()
    // The second half of each file that macOS packs.
    if lower.hasPrefix("__macosx/") || lower.contains("/._") || lower.hasPrefix("._") { return .other }
    if isPicture(lower) { return .picture }
    if lower.hasSuffix(".zip") { return .archive }
    // A file whose name the archive does not tell ("#3") may be a recipe.
    let isNamed = [".json", ".paprikarecipe", ".html", ".htm", ".jsonld"].contains { lower.hasSuffix($0) }
    return isNamed || lower.hasPrefix("#") ? .recipe : .other
  }

  private static func isPicture(_ path: String) -> Bool {
    guard [".jpg", ".jpeg", ".png", ".webp"].contains(where: { path.hasSuffix($0) }) else { return false }
    // Nextcloud: full.jpg beside recipe.json, with thumbnails; Mealie: images/original.webp with smaller ones; Tandoor:
    // image.jpg.
    let name = path.split(separator: "/").last ?? ""
    return ["full.", "original.", "image."].contains { name.hasPrefix($0) }
  }
}

/// The pictures of an archive by folder.
private struct PictureIndex {
  private var paths: [Substring: String] = [:]
  private var all: [String] = []

  /// A picture belongs to the recipe in its own folder or in the parent folder; the first one counts.
  mutating func add(_ path: String) {
    all.append(path)
    let folder = Self.folder(of: path[...])
    for folder in [folder, folder.isEmpty ? nil : Self.folder(of: folder)] {
      if let folder, paths[folder] == nil { paths[folder] = path }
    }
  }

  func path(beside path: String) -> String? { paths[Self.folder(of: path[...])] }

  /// Those of no recipe.
  func unused(by wanted: [String: [Int]]) -> [String] { all.filter { wanted[$0] == nil } }

  /// Empty for a file beside no folder.
  private static func folder(of path: Substring) -> Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }
}
