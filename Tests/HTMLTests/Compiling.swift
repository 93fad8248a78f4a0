import Foundation
import Testing

@testable import ViewCompiler

/// The statements that a view is compiled to, without the places they come from and without the function around them.
func statements(_ text: String, with others: [String: String] = [:]) throws -> [String] {
  let files = try compile(["page": text].merging(others) { $1 })
  let lines = try #require(files["Views.page.swift"]).split(separator: "\n").map {
    $0.trimmingCharacters(in: .whitespaces)
  }
  return lines.filter { !$0.hasPrefix("#sourceLocation") }.dropFirst(3).dropLast(2)
}

/// What a view prints where nothing but its HTML matters: its `raw` statements in one piece.
func raw(_ text: String) throws -> String {
  let view = try ViewParser.parse(Source(path: "Views/page.html", text: text), name: #require(ViewName(path: "page")))
  var reader = HTMLReader(source: view.source)
  var bytes: [UInt8] = []
  for case .literal(let range) in view.body { try reader.read(range, into: &bytes) }
  return String(decoding: bytes, as: UTF8.self)
}

/// Views by path, such as `items/_item`, to generated files by name.
func compile(_ views: [String: String], locales: [String: String] = [:]) throws -> [String: String] {
  let sources = views.sorted { $0.key < $1.key }.map { Source(path: "Views/\($0.key).html", text: $0.value) }
  let catalogues = locales.sorted { $0.key < $1.key }.map { Source(path: "Locales/\($0.key).po", text: $0.value) }
  return try Compilation(views: sources, catalogues: catalogues).files()
}

/// Everything that is wrong with views, as it is printed. `page` has its view tag added in front, on the same line.
func problems(_ views: [String: String], locales: [String: String] = [:]) -> [String] {
  do {
    _ = try compile(views, locales: locales)
    return []
  } catch let problems as Diagnostics {
    return problems.list.map(\.description)
  } catch {
    return ["\(error)"]
  }
}
