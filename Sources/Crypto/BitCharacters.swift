/// Bytes as characters of an alphabet, so many bits each, most significant first and without padding (RFC 4648 §4–§6).
func bitCharacters(of bytes: [UInt8], bits width: Int, _ alphabet: [UInt8]) -> String {
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count * 8 + width - 1) / width)
  let mask = UInt32(1) << UInt32(width) - 1
  var bits: UInt32 = 0
  var count = 0
  for byte in bytes {
    bits = bits << 8 | UInt32(byte)
    count += 8
    while count >= width {
      count -= width
      text.append(alphabet[Int(bits >> UInt32(count) & mask)])
    }
  }
  if count > 0 { text.append(alphabet[Int(bits << UInt32(width - count) & mask)]) }
  return String(decoding: text, as: UTF8.self)
}
