import HTTP

/// A form with a picture: that of an item, of a recipe.
protocol PictureForm {
  /// The picture that the row has, or will have: it is kept while something else in the form is put right.
  var imageID: UUID? { get set }
  /// Whether the picture is the row's already.
  var hasStoredImage: Bool { get }
  var removesImage: Bool { get set }
  var errors: FormErrors { get set }
}

extension Images {
  /// Keeps the picture that came with a form, so that it need not come again should something else be wrong.
  static func store(_ upload: Upload?, in form: inout some PictureForm, _ context: Context) async throws {
    guard let upload, !(upload.bytes.isEmpty && upload.filename.isEmpty) else { return }
    do {
      form.imageID = try await storeUpload(upload, context)
      form.removesImage = false
    } catch let problem as ImageProblem {
      form.errors.add("image", problem.text(context.strings))
    }
  }
}
