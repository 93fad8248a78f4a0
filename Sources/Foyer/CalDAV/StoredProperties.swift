import Postgres
import StrictJSON
import WebDAV

/// Texts that programs keep with collections, by the names of their properties.
struct StoredProperties: Sendable {
  struct Own: Equatable, Sendable {
    fileprivate var values: [QualifiedName: String] = [:]

    subscript(_ name: QualifiedName) -> String? { values[name] }

    /// False for one that is not kept: with elements in it, too long, or one too many.
    mutating func set(_ element: XMLElement) -> Bool {
      guard element.children.isEmpty, element.text.utf8.count <= 20_000, element.name.local.utf8.count <= 200,
        element.name.namespace.utf8.count <= 400, values.count < 30 || values[element.name] != nil
      else { return false }
      values[element.name] = element.trimmedText
      return true
    }

    mutating func remove(_ name: QualifiedName) { values[name] = nil }

    var json: String {
      JSON.array(
        values.sorted { ($0.key.namespace, $0.key.local) < ($1.key.namespace, $1.key.local) }.map {
          .array([.string($0.key.namespace), .string($0.key.local), .string($0.value)])
        }
      ).text
    }
  }

  /// Not a program's: the name in addresses that it has given a category.
  static let segment = QualifiedName("urn:foyer", "segment")

  private var all: [String: Own] = [:]

  subscript(_ collection: String) -> Own { all[collection] ?? Own() }

  static func read(_ rows: Rows) throws -> StoredProperties {
    var stored = StoredProperties()
    for row in rows {
      let (collection, text): (String, String) = (try row["collection"], try row["properties"])
      var own = Own()
      for entry in try JSON.rows(text) where entry.count == 3 {
        if let namespace = entry[0].string, let local = entry[1].string, let value = entry[2].string {
          own.values[QualifiedName(namespace, local)] = value
        }
      }
      stored.all[collection] = own
    }
    return stored
  }
}
