import Glibc

func systemError() -> String { String(cString: strerror(errno)) }

func absolute(_ path: String) -> String {
  if path.hasPrefix("/") { return path }
  guard let current = getcwd(nil, 0) else { return path }
  defer { free(current) }
  return String(cString: current) + "/" + path
}

func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

func size(_ path: String) -> off_t {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_size : 0
}

/// A file's bytes; nil if it cannot be read, and errno says why.
package func bytes(_ path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { return nil }
    if count == 0 { return bytes }
    bytes.append(contentsOf: chunk.prefix(count))
  }
}

func contents(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }

/// Creates a directory and its parents.
func makeDirectory(_ path: String, mode: mode_t) throws(EmbeddedClusterError) {
  var partial = ""
  for name in path.split(separator: "/") {
    partial += "/" + name
    if mkdir(partial, partial == path ? mode : 0o755) != 0 && errno != EEXIST {
      throw .init("cannot make the directory \(partial): \(systemError())")
    }
  }
}

func append(_ text: String, to path: String) throws(EmbeddedClusterError) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw .init("cannot open \(path): \(systemError())") }
  defer { close(descriptor) }
  guard write(descriptor, text, text.utf8.count) == text.utf8.count, fsync(descriptor) == 0 else {
    throw .init("cannot write \(path): \(systemError())")
  }
}

/// Percent-encodes for a URL's query: everything but letters, digits and `-._~` (RFC 3986 §2.3).
func percentEncoded(_ text: String) -> String {
  var encoded = ""
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      encoded.unicodeScalars.append(Unicode.Scalar(byte))
    default: encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
  return encoded
}

/// FNV-1a of 64 bits in base 36: a short name for a longer text. No protection against chosen texts.
func fnv1a(_ bytes: some Sequence<UInt8>) -> String {
  String(bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 36)
}
