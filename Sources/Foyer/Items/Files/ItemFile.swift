import HTTP
import Postgres
import StrictJSON

/// A further picture of an item, or a file of any kind.
struct ItemFile: Equatable {
  let id: UUID
  let name: String
  /// In bytes, as it is stored.
  let size: Int
  let isPicture: Bool

  /// Of an item.
  static let maximum = 50
  static let megabytes = "\(FormLimits.largestMegabytes)"
  static let maximumBytes = FormLimits.largestMegabytes << 20
  /// Of one file, as the table `files` takes it.
  static let maximumSize = 32 << 20
  static let maximumName = 200
  /// The form of an item.
  static let limits = FormLimits(uploadBytes: maximumBytes)

  init(id: UUID, name: String, size: Int, isPicture: Bool) {
    (self.id, self.name, self.size, self.isPicture) = (id, Self.name(name), size, isPicture)
  }

  init(_ row: Row) throws(PostgresError) {
    self.init(id: try row["id"], name: try row["name"], size: try row["size"], isPicture: try row["is_picture"])
  }

  /// Of what is no picture: its name as every system takes one.
  var archivePath: String {
    let name = Self.name(name).map { "<>:\"|?*".contains($0) ? "_" : $0 }
    return "files/\(id)/\(String(name))\(name.last == "." ? "_" : "")"
  }

  /// Of the column `FileQueries.column`.
  static func all(json: String?) -> [ItemFile] {
    guard let json, let elements = try? JSON(Array(json.utf8), maximumValues: .max).elements else { return [] }
    return elements.compactMap { element in
      guard let file = element.object, let id = file["id"]?.string.flatMap({ UUID($0.utf8) }),
        let name = file["name"]?.string, let size = file["size"]?.integer
      else { return nil }
      return ItemFile(id: id, name: name, size: size, isPicture: file["is_picture"]?.bool ?? false)
    }
  }

  /// A sender's name as it is kept: the last part of a path, on one line, its end as it is shown.
  static func name(_ text: String) -> String {
    let last = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? ""
    // Marks of the direction of writing can show another ending than the name has.
    let shown = last.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      default: !scalar.properties.isBidiControl
      }
    }
    let name = Array(String(String.UnicodeScalarView(shown)).trimmed.unicodeScalars)
    if name.isEmpty || name == ["."] || name == [".", "."] { return "file" }
    if name.count <= maximumName { return String(String.UnicodeScalarView(name)) }
    // The ending stays.
    return String(String.UnicodeScalarView(name.prefix(maximumName - 20) + name.suffix(20)))
  }
}

extension ItemForm {
  /// Stores what the form brings in its fields `images` and `files`, so that it need not be sent again when another field is
  /// invalid. The first picture of an item without one becomes its picture.
  /// - Parameter hasPicture: whether the stored item has one.
  mutating func storeFiles(_ fields: Form, hasPicture: Bool, _ context: Context) async throws {
    func chosen(_ name: String) -> [Upload] {
      fields.files(name).filter { !($0.bytes.isEmpty && $0.filename.isEmpty) }
    }
    let kept = fields.all("file_id").compactMap { UUID($0.utf8) }
    if !kept.isEmpty { uploads = try await context.query(FileQueries.uploads(kept)).map { try ItemFile($0) } }
    var needsPicture = imageID == nil && (!hasPicture || removesImage)
    var place = 0
    for field in ["images", "files"] {
      let sent = chosen(field)
      guard files.count + uploads.count + sent.count <= ItemFile.maximum else {
        errors.add(Problems(field, .tooMany(ItemFile.maximum)), context.strings)
        continue
      }
      for upload in sent {
        place += 1
        do {
          if field == "images", needsPicture {
            imageID = try await Images.storeUpload(upload, context)
            (needsPicture, removesImage) = (false, false)
          } else {
            // Follows from the form, so that sending it twice stores one.
            let id = uploadID.part(place)
            uploads.append(try await Images.storeFile(upload, as: id, isPicture: field == "images", context))
          }
        } catch let problem as ImageProblem {
          let why = problem.text(context.strings)
          errors.add(field, context.strings.moveInFileFault(name: ItemFile.name(upload.filename), why: why))
        }
      }
    }
    // The form is drawn again with what is kept: what it sends then is something else.
    uploadID = .v7()
  }
}

extension Images {
  /// Stores an upload, for a day unless an item takes it.
  /// - Throws: `ImageProblem`, with nothing kept.
  static func storeFile(
    _ upload: Upload, as id: UUID, isPicture: Bool, _ context: Context
  ) async throws -> ItemFile {
    let pictures = isPicture ? try await convert(upload, context) : nil
    let bytes = pictures?.picture ?? upload.bytes
    let file = ItemFile(id: id, name: upload.filename, size: bytes.count, isPicture: isPicture)
    try await store(
      [FileQueries.deleteForGood(), FileQueries.deleteOrphans(), FileQueries.insert(file, bytes, pictures?.thumbnail)],
      context)
    return file
  }
}
