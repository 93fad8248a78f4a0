enum LocalPath {
  /// Whether the text is an absolute path on this server. `//host` and `/\host` lead to other hosts, and browsers drop
  /// control bytes.
  static func isLocal(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "/"), bytes.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") })
    else { return false }
    return bytes.count < 2 || bytes[1] != UInt8(ascii: "/")
  }
}
