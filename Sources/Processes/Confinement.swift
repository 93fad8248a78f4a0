import CProcess
import Glibc

/// How a child that reads untrusted bytes is kept from the network and from files, the strictest way first. Which of
/// them work depends on the kernel and, in a container, on the container.
///
/// In each, the child gains no privileges from the programs it executes, changes no file, and is limited.
public enum Confinement: String, Sendable, CaseIterable {
  /// No sockets and only the system calls of a computation, by seccomp(2); of files only the system's libraries and data, by
  /// landlock(7), Linux 5.13.
  case landlock = "seccomp and Landlock"
  /// The same, by its own mount and network namespace (namespaces(7)) in a user namespace.
  case namespaces = "seccomp and namespaces"
  /// No sockets; but it can read the files that Foyer's user can read.
  case systemCalls = "seccomp alone: files of this user can be read"
  /// Limits only.
  case limits = "limits alone: network and files are open to it"

  /// The strictest that works on this machine.
  public static let best: Confinement =
    allCases.first { confinement in
      (try? ChildProcess.run(["true"], confinement: confinement, deadline: .now + .seconds(10)))?.status == 0
    } ?? .limits

  var flags: Int32 {
    switch self {
    case .landlock: Int32(CHILD_SYSTEM_CALLS | CHILD_LANDLOCK)
    case .namespaces: Int32(CHILD_SYSTEM_CALLS | CHILD_NAMESPACES)
    case .systemCalls: Int32(CHILD_SYSTEM_CALLS)
    case .limits: 0
    }
  }

  /// The files that every child may read: the usual folders of libraries, those of this program's libraries, the time zones,
  /// and what Tesseract knows of languages.
  static let libraries: [String] = {
    var folders = [
      "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache", "/dev/null",
      "/usr/share/zoneinfo", "/usr/share/tesseract-ocr",
    ]
    for path in loaded() {
      guard let slash = path.lastIndex(of: "/") else { continue }
      let folder = String(path[..<slash])
      if !folders.contains(where: { folder == $0 || folder.hasPrefix("\($0)/") }) { folders.append(folder) }
    }
    return folders
  }()

  /// The paths of the loaded libraries: `7f…-7f… r-xp 00000000 08:01 12345    /lib/libc.so.6` (proc(5)).
  private static func loaded() -> [String] {
    guard let file = fopen("/proc/self/maps", "re") else { return [] }
    defer { fclose(file) }
    var paths: [String] = []
    var line = [CChar](repeating: 0, count: 4096 + 100)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if let slash = text.firstIndex(of: "/"), text.contains(".so") { paths.append(String(text[slash...])) }
    }
    return paths
  }
}
