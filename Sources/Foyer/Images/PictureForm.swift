import HTTP

/// A form with a picture: of an item or a recipe.
protocol PictureForm {
  /// The picture of the row, or the upload that will become it: kept while other fields are corrected.
  var imageID: UUID? { get set }
  /// Whether the picture belongs to the row already.
  var hasStoredImage: Bool { get }
  var removesImage: Bool { get set }
  var errors: FormErrors { get set }
  /// The longer side of what lists show of it, in pixels.
  static var thumbnailSize: Int { get }
}

extension PictureForm {
  static var thumbnailSize: Int { 256 }
}

extension Images {
  /// Stores the form's upload, so that it need not be sent again when another field is invalid.
  static func store<Owner: PictureForm>(_ upload: Upload?, in form: inout Owner, _ context: Context) async throws {
    guard let upload, !(upload.bytes.isEmpty && upload.filename.isEmpty) else { return }
    do {
      form.imageID = try await storeUpload(upload, thumbnail: Owner.thumbnailSize, context)
      form.removesImage = false
    } catch let problem as ImageProblem {
      form.errors.add("image", problem.text(context.strings))
    }
  }
}
