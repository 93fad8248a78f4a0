/// Why an upload did not become a picture.
enum ImageProblem: Error, Equatable {
  /// No file, or an empty one.
  case empty
  /// An unsupported kind of file.
  case unsupported
  case broken
  case tooManyPixels
  case tooSlow
  /// The programs that convert pictures are missing or do not work.
  case unavailable
  /// The household's images would take up more bytes than they may; `used` are those that it has.
  case overQuota(used: Int, allowed: Int)

  func text(_ strings: Strings) -> String {
    switch self {
    case .empty: strings.imagesEmpty
    case .unsupported: strings.imagesUnsupported
    case .broken: strings.imagesBroken
    case .tooManyPixels: strings.imagesTooManyPixels(count: ImageConverter.megapixels)
    case .tooSlow: strings.imagesTooSlow
    case .unavailable: strings.imagesUnavailable
    case .overQuota(let used, let allowed):
      strings.imagesOverQuota(used: strings.text(bytes: used), allowed: strings.text(bytes: allowed))
    }
  }
}
