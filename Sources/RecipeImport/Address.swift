/// URLs of pictures and pages (RFC 3986, section 5.2). The result is always http or https.
enum Address {
  static func resolve(_ reference: String, base: String?) -> String? {
    let reference = escaped(Text.decodingEntities(Array(Text.fold(reference).utf8)))
    guard !reference.isEmpty, reference.utf8.count <= 4096 else { return nil }
    if let scheme = scheme(reference) {
      guard scheme == "http" || scheme == "https" else { return nil }
      let rest = reference.dropFirst(scheme.count + 1)
      return rest.hasPrefix("//") && rest.count > 2 && !rest.hasPrefix("///") ? reference : nil
    }
    guard let base, let parts = Parts(base) else {
      // Without the page's URL, only a reference that lacks nothing but the scheme can be resolved.
      return reference.hasPrefix("//") && reference.count > 2 ? "https:" + reference : nil
    }
    if reference.hasPrefix("//") { return "\(parts.scheme):\(reference)" }
    if reference.hasPrefix("#") { return parts.origin + parts.path }
    if reference.hasPrefix("?") { return parts.origin + parts.path + reference }
    let path: String
    if reference.hasPrefix("/") {
      path = reference
    } else {
      path = String(parts.path[...(parts.path.lastIndex(of: "/") ?? parts.path.startIndex)]) + reference
    }
    return parts.origin + removingDots(path)
  }

  /// An absolute http(s) URL.
  private struct Parts {
    let scheme: String
    let origin: String
    let path: String

    init?(_ url: String) {
      guard let scheme = Address.scheme(url), scheme == "http" || scheme == "https" else { return nil }
      let rest = url.dropFirst(scheme.count + 1)
      guard rest.hasPrefix("//") else { return nil }
      let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
      guard !authority.isEmpty else { return nil }
      let path = rest.dropFirst(2 + authority.count).prefix { !"?#".contains($0) }
      self.scheme = scheme
      origin = "\(scheme)://\(authority)"
      self.path = path.isEmpty ? "/" : String(path)
    }
  }

  private static func scheme(_ text: String) -> String? {
    var name: [UInt8] = []
    for byte in text.utf8.prefix(20) {
      if byte == UInt8(ascii: ":") { return name.isEmpty ? nil : String(decoding: name, as: UTF8.self) }
      guard byte.isLetter || byte.isDigit && !name.isEmpty else { return nil }
      name.append(byte.lowercased)
    }
    return nil
  }

  private static func removingDots(_ path: String) -> String {
    let end = path.firstIndex { $0 == "?" || $0 == "#" } ?? path.endIndex
    var segments: [Substring] = []
    let parts = path[..<end].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      if part == ".." {
        _ = segments.popLast()
        if isLast { segments.append("") }
      } else if part == "." {
        if isLast { segments.append("") }
      } else {
        segments.append(part)
      }
    }
    return "/" + segments.joined(separator: "/") + path[end...]
  }

  /// Spaces, quotes and control bytes are not valid in a URL.
  private static func escaped(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      if byte <= 32 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<")
        || byte == UInt8(ascii: ">")
      {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
