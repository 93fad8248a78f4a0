/// Bytes from the system's generator (getrandom(2)), fit for secrets.
public func randomBytes(_ count: Int) -> [UInt8] {
  var generator = SystemRandomNumberGenerator()
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count + 7)
  while bytes.count < count {
    withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
  }
  bytes.removeLast(bytes.count - count)
  return bytes
}
