import CLinux

/// The passwords of at least eight characters that people choose most often: commonPasswords.txt, one a line, lower case,
/// most common first.
///
/// From the list that Django carries (BSD licence), which Royce Williams drew from known leaks.
enum CommonPasswords {
  /// Whether the password is on the list, whatever its case.
  static func contain(_ password: String) -> Bool {
    let first = Array("\(password.lowercased())\n".utf8)
    let further = [UInt8(ascii: "\n")] + first
    var list = EmbeddedText.commonPasswords
    return list.withUTF8 { list in
      list.starts(with: first) || memmem(list.baseAddress!, list.count, further, further.count) != nil
    }
  }
}
