/// The recipes of an archive. Every file in it is a recipe, a picture of one, or counted as left out.
struct RecipeArchive {
  private var result: Import
  private var pictures = PictureIndex()
  private var wanted: [String: [Int]] = [:]
  private var hasRecipe = false
  private var faults: Set<Archive.Fault> = []

  private init(_ result: Import) { self.result = result }

  static func read(
    _ bytes: [UInt8], _ format: Archive.Format, _ result: inout Import
  ) throws(ImportError) {
    var archive = RecipeArchive(result)
    try archive.read(bytes, format, within: "", room: Archive.maximumBytes)
    result = archive.result
    guard archive.hasRecipe else {
      if result.isOutOfTime { throw .tooSlow }
      if archive.faults.contains(.tooLarge) { throw .tooLarge }
      throw archive.faults.contains(.encrypted) ? .encrypted : .noRecipe
    }
  }

  /// - Parameter folder: of an archive in the archive: its path.
  private mutating func read(
    _ bytes: [UInt8], _ format: Archive.Format, within folder: String, room: Int
  ) throws(ImportError) {
    (pictures, wanted) = (PictureIndex(), [:])
    var room = room
    let content = try Archive.unpack(bytes, format, limit: room) { path in
      switch Self.kind(path) {
      case .recipe: return true
      case .archive:
        if folder.isEmpty { return true }
        result.passOver(file: folder + path)
      case .picture: pictures.add(path)
      case .other: result.passOver(file: folder + path)
      }
      return false
    }
    for (path, fault) in content.faults {
      faults.insert(fault)
      result.leaveOut(file: folder + path)
    }
    room -= content.entries.reduce(0) { $0 + $1.bytes.count }
    var archives: [Archive.Entry] = []
    for entry in content.entries {
      if result.isOutOfTime {
        result.leaveOut(file: folder + entry.path)
      } else if Self.kind(entry.path) == .archive {
        archives.append(entry)
      } else {
        add(entry, within: folder, room: &room)
      }
    }
    takePictures(from: bytes, format)
    for path in pictures.unused(by: wanted) { result.passOver(file: folder + path) }
    for archive in archives { add(archive, room: room) }
  }

  /// Tandoor packs each recipe in an archive of its own.
  private mutating func add(_ archive: Archive.Entry, room: Int) {
    guard let format = Archive.format(of: archive.bytes), format != .gzip, !result.isOutOfTime else {
      result.leaveOut(file: archive.path)
      return
    }
    do throws(ImportError) {
      try read(archive.bytes, format, within: "\(archive.path)/", room: room)
    } catch {
      result.leaveOut(file: archive.path)
    }
  }

  private mutating func add(_ entry: Archive.Entry, within folder: String, room: inout Int) {
    do throws(ImportError) {
      var bytes = entry.bytes
      if Archive.format(of: bytes) == .gzip {
        bytes = try Archive.gunzip(bytes, limit: room)
        room -= bytes.count
      }
      let found = try RecipeFile.text(bytes, name: entry.path)
      hasRecipe = hasRecipe || !found.isEmpty
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
  private mutating func takePictures(from bytes: [UInt8], _ format: Archive.Format) {
    if wanted.isEmpty { return }
    var missing = Set(wanted.keys)
    if let content = try? Archive.unpack(bytes, format, limit: 2 * Archive.maximumBytes, wants: { wanted[$0] != nil }) {
      for entry in content.entries where missing.remove(entry.path) != nil {
        for index in wanted[entry.path] ?? [] { result.set(picture: entry.bytes, ofRecipe: index) }
      }
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
