import Crypto
import HTTP

/// A digest of each field that a form was filled from. The form carries it along (`base`), so that a field that its reader
/// has not touched is told from one that the other one has not touched.
struct MergeBase {
  /// 48 bits of each are enough: they are compared with two values.
  private static let length = 8

  static func text(of fields: [ConflictField]) -> String { fields.map { digest(of: $0.theirs) }.joined() }

  fileprivate static func digest(of side: ConflictField.Side) -> String {
    Base64URL.encode(Array(sha256((side.key ?? side.text).utf8.filter { $0 != 13 }).prefix(6)))
  }

  /// Nil if the form was filled from other fields: by another release, or not by a page of this program.
  fileprivate static func digests(_ text: String, count: Int) -> [String]? {
    let bytes = Array(text.utf8)
    guard bytes.count == count * length else { return nil }
    return (0..<count).map { String(decoding: bytes[$0 * length..<($0 + 1) * length], as: UTF8.self) }
  }
}

extension Conflict {
  /// The base of the page of the conflict: the version that was saved meanwhile.
  var base: String { MergeBase.text(of: fields) }

  /// Decides each field that only one of both has changed.
  mutating func merge(_ base: String?) {
    guard let digests = base.flatMap({ MergeBase.digests($0, count: fields.count) }) else { return }
    for (number, digest) in digests.enumerated() where fields[number].differs {
      if MergeBase.digest(of: fields[number].mine) == digest {
        fields[number].decided = .theirs
      } else if MergeBase.digest(of: fields[number].theirs) == digest {
        fields[number].decided = .mine
      }
    }
  }

  /// The form as the page of the conflict would send it, with what is chosen of each field.
  var form: Form {
    var form = Form()
    form.append("base", base)
    if let version { form.append("version", "\(version)") }
    for field in hidden { form.append(field.name, field.value) }
    for field in fields { for part in field.chosen.fields { form.append(part.name, part.value) } }
    return form
  }
}
