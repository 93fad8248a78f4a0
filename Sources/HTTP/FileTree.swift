import Glibc

/// A file that was read whole.
struct ReadFile {
  /// Path below the directory that was read, with `/` between its parts.
  let name: String
  let bytes: [UInt8]
  let place: FileTree.Place
}

/// Reads every regular file below a directory, sorted by name. Names that begin with a dot are skipped, and so are
/// symbolic links: nothing outside of the directory is ever read.
enum FileTree {
  /// Where a file was, and what tells that it is the same one.
  struct Place: Sendable {
    let path: String
    let size: Int
    /// Seconds since 1970.
    let modified: Int64

    /// The bytes; nil if the file is not the same any more.
    func read() -> [UInt8]? {
      let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var status = stat()
      guard fstat(file, &status) == 0, status.st_size == size, status.st_mtim.tv_sec == modified else { return nil }
      let bytes = contents(file, size: size)
      return bytes?.count == size ? bytes : nil
    }
  }

  static func read(_ directory: String, maximumSize: Int) throws(StaticFilesError) -> [ReadFile] {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw error("cannot open \(directory)") }
    var files: [ReadFile] = []
    try read(descriptor, "", of: directory, maximumSize, into: &files)
    return files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private static func error(_ what: String) -> StaticFilesError {
    StaticFilesError(description: "\(what): \(String(cString: strerror(errno)))")
  }

  /// Takes over the descriptor.
  private static func read(
    _ descriptor: Int32, _ prefix: String, of root: String, _ maximumSize: Int, into files: inout [ReadFile]
  ) throws(StaticFilesError) {
    guard let stream = fdopendir(descriptor) else {
      let error = error("cannot list \(root)/\(prefix)")
      close(descriptor)
      throw error
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      guard let name else { throw StaticFilesError(description: "a file's name in \(root)/\(prefix) is not UTF-8") }
      if name.utf8.first == 0x2E { continue }
      let path = prefix + name
      var status = stat()
      guard fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        throw error("cannot read \(root)/\(path)")
      }
      let kind = status.st_mode & S_IFMT
      guard kind == S_IFDIR || kind == S_IFREG else { continue }
      let file = openat(dirfd(stream), name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else { throw error("cannot open \(root)/\(path)") }
      if kind == S_IFDIR {
        try read(file, path + "/", of: root, maximumSize, into: &files)
        continue
      }
      defer { close(file) }
      guard status.st_size <= maximumSize else {
        throw StaticFilesError(
          description:
            "\(root)/\(path) has \(status.st_size) bytes: files are held in memory and may have \(maximumSize)")
      }
      guard let bytes = contents(file, size: Int(status.st_size)) else { throw error("cannot read \(root)/\(path)") }
      let place = Place(path: "\(root)/\(path)", size: bytes.count, modified: Int64(status.st_mtim.tv_sec))
      files.append(ReadFile(name: path, bytes: bytes, place: place))
    }
  }

  /// The first `size` bytes of the file; fewer when it has shrunk, nil with `errno` when it cannot be read.
  private static func contents(_ file: Int32, size: Int) -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let read = Glibc.read(file, buffer.baseAddress! + count, size - count)
        if read < 0 && errno == EINTR { continue }
        failed = read < 0
        if read <= 0 { break }
        count += read
      }
    }
    return failed ? nil : bytes
  }
}
