import Glibc

/// A folder that nobody else can read and that goes with what is in it.
struct ScratchFolder {
  let path: String

  /// TMPDIR, or else /tmp.
  static var usualParent: String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return folder.isEmpty ? "/tmp" : folder
  }

  /// Makes it; nil when that is not possible.
  init?(in parent: String) {
    let name = strdup("\(parent)/foyer-image-XXXXXX")!
    defer { free(name) }
    guard mkdtemp(name) != nil else { return nil }
    path = String(cString: name)
  }

  func write(_ bytes: [UInt8], to name: String) -> Bool {
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// A file's bytes; nil when it is not there or has more than `limit`.
  func read(_ name: String, limit: Int) -> [UInt8]? {
    guard let file = fopen("\(path)/\(name)", "rbe") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
      if bytes.count > limit { return nil }
    }
    return ferror(file) == 0 ? bytes : nil
  }

  /// Removes it. There are no folders in it.
  func remove() {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { _ = unlink("\(path)/\(String(cString: $0))") }
        }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
