import Glibc

/// The directory of a server's socket.
enum SocketDirectory {
  /// A socket's path has at most 107 bytes (unix(7)), and PostgreSQL appends `/.s.PGSQL.5432`. A longer one is replaced
  /// by a directory in /tmp, named by a hash of the path.
  static func path(for directory: String) -> String {
    let path = directory + "/socket"
    if path.utf8.count + 14 <= 107 { return path }
    return "/tmp/foyer-" + fnv1a(directory.utf8)
  }

  /// Any user can create one in /tmp: it must be this user's, and no other may enter it. One in `directory` is made so,
  /// because a copied folder may have another owner.
  static func make(_ path: String, in directory: String, for user: ClusterUser) throws(EmbeddedClusterError) {
    if mkdir(path, 0o700) == 0 { return try user.own(path) }
    func isOurs() -> Bool {
      var status = stat()
      return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == user.id
        && status.st_mode & 0o077 == 0
    }
    if !isOurs(), path.hasPrefix(directory + "/") {
      clear(path)
      rmdir(path)
      if mkdir(path, 0o700) == 0 { return try user.own(path) }
    }
    if !isOurs() { throw .init("\(path) is not a directory that belongs to the user \(user.name) alone") }
  }

  /// Removes the socket of a dead server, or of a server whose running directory was copied.
  static func clear(_ path: String) {
    for name in [".s.PGSQL.5432", ".s.PGSQL.5432.lock"] { unlink(path + "/" + name) }
  }
}
