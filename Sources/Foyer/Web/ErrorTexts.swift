extension Strings {
  /// The title of an error page, and a sentence.
  func text(ofError code: Int) -> (title: String, message: String) {
    switch code {
    case 400: (errorTitle400, errorMessage400)
    case 401: (errorTitle401, errorMessage401)
    case 403: (errorTitle403, errorMessage403)
    case 404: (errorTitle404, errorMessage404)
    case 405: (errorTitle405, errorMessage405)
    case 408: (errorTitle408, errorMessage408)
    case 409: (errorTitle409, errorMessage409)
    case 410: (errorTitle410, errorMessage410)
    case 412: (errorTitle412, errorMessage412)
    case 413: (errorTitle413, errorMessage413)
    case 414: (errorTitle414, errorMessage414)
    case 415: (errorTitle415, errorMessage415)
    case 421: (errorTitle421, errorMessage421)
    case 422: (errorTitle422, errorMessage422)
    case 428: (errorTitle428, errorMessage428)
    case 429: (errorTitle429, errorMessage429)
    case 431: (errorTitle431, errorMessage431)
    case 500: (errorTitle500, errorMessage500)
    case 503: (errorTitle503, errorMessage503)
    default: (errorTitleOther, errorMessageOther)
    }
  }
}
