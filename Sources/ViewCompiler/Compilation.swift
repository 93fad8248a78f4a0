import Foundation

/// A run of the compiler: views and catalogues in, Swift files out.
///
/// Each output has a fixed name that the plugin knows beforehand, and is written only if its text changed: the Swift
/// compiler then rebuilds no more than what depends on a changed view.
struct Compilation {
  let views: [Source]
  let catalogues: [Source]

  /// The generated files by name, or all mistakes.
  func files() throws(Diagnostics) -> [String: String] {
    var files: [String: String] = [:]
    var problems: [Diagnostic] = []
    let views = parsedViews(&problems)
    var byPath: [String: View] = [:]
    for view in views { byPath[view.name.path] = view }
    files["Views.swift"] = namespaces(views)
    for view in views {
      do throws(Diagnostic) {
        files[Self.outputName(view.source.path)] = try ViewGenerator.generate(view, byPath)
      } catch {
        problems.append(error)
      }
    }
    do throws(Diagnostics) {
      files["Locales.swift"] = try StringsGenerator.generate(parsedCatalogues(&problems))
    } catch {
      problems += error.list
    }
    guard problems.isEmpty else { throw Diagnostics(list: problems) }
    return files
  }

  /// `Views/items/_item.html` → `Views.items._item.swift`. The plugin has the same rule.
  static func outputName(_ path: String) -> String {
    path.replacing("/", with: ".").replacing(/\.html$/, with: ".swift")
  }

  private func parsedViews(_ problems: inout [Diagnostic]) -> [View] {
    var parsed: [View] = []
    var names: [String: String] = [:]
    var files: [String: String] = [:]
    for source in views {
      do throws(Diagnostic) {
        guard let name = ViewName(path: String(source.path.dropFirst("Views/".count).dropLast(".html".count))) else {
          throw source.error(0, "a view's path is made of letters, digits, - and _")
        }
        if let other = names.updateValue(source.path, forKey: name.qualified) {
          throw source.error(0, "this view and \(other) would have the same Swift name \(name.qualified)")
        }
        // #fileID contains only the last part of #sourceLocation's path, and the compiler warns if two are the same.
        let file = String(source.path.split(separator: "/").last ?? "")
        if let other = files.updateValue(source.path, forKey: file) {
          throw source.error(0, "\(other) has the same file name: Swift tells files apart by it, so choose another")
        }
        parsed.append(try ViewParser.parse(source, name: name))
      } catch {
        problems.append(error)
      }
    }
    return parsed
  }

  private func parsedCatalogues(_ problems: inout [Diagnostic]) -> [Catalogue] {
    var parsed: [Catalogue] = []
    for source in catalogues {
      do throws(Diagnostic) {
        let language = String(source.path.dropFirst("Locales/".count).dropLast(".po".count))
        parsed.append(try Catalogue.parse(source, language: language))
      } catch {
        problems.append(error)
      }
    }
    return problems.contains { $0.path.hasPrefix("Locales/") } ? [] : parsed
  }

  /// The enums that hold the functions: one for `Views/` and one for each folder in it.
  private func namespaces(_ views: [View]) -> String {
    var names: Set<String> = []
    for view in views {
      for count in view.name.namespaces.indices { names.insert(view.name.namespaces[...count].joined(separator: ".")) }
    }
    var lines = ["/// The pages and their parts: Views/ compiled, a function for each file.", "internal enum Views {}"]
    for name in names.sorted() {
      let parts = name.split(separator: ".")
      let parent = (["Views"] + parts.dropLast()).joined(separator: ".")
      lines += ["", "extension \(parent) { internal enum \(quoted(String(parts[parts.count - 1]))) {} }"]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Compilation {
  /// `ViewCompiler OUTPUT ROOT FILE…`: compiles the named files of the package in folder ROOT into folder OUTPUT.
  /// Returns the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count >= 2 else {
      report("usage: ViewCompiler OUTPUT ROOT FILE…")
      return 2
    }
    let output = URL(filePath: arguments[0], directoryHint: .isDirectory)
    let root = URL(filePath: arguments[1], directoryHint: .isDirectory)
    do {
      var views: [Source] = []
      var catalogues: [Source] = []
      for path in arguments.dropFirst(2) {
        let source = Source(path: path, bytes: Array(try Data(contentsOf: root.appending(path: path))))
        if path.hasSuffix(".po") { catalogues.append(source) } else { views.append(source) }
      }
      let files = try Compilation(views: views, catalogues: catalogues).files()
      try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
      for (name, text) in files {
        let url = output.appending(path: name)
        let data = Data(text.utf8)
        if (try? Data(contentsOf: url)) != data { try data.write(to: url) }
      }
      return 0
    } catch let problems as Diagnostics {
      for problem in problems.list { report(problem.description) }
    } catch {
      report("error: \(error)")
    }
    return 1
  }

  private static func report(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
