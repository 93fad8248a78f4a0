import Foundation
import PackagePlugin

/// Compiles Views/**/*.html and Locales/*.po of the package into Swift of the target that uses this plugin.
///
/// SwiftPM asks a plugin again only after a change in the folder of a target, and Views/ belongs to none. The symbolic
/// links beside this file make it part of this one, so that a view that was added or removed is noticed. (A prebuild
/// command could watch the folder too, but its files would be copied as resources, and Foundation linked with them.)
@main struct CompileViews: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let paths = files(in: root, folder: "Views", suffix: ".html") + files(in: root, folder: "Locales", suffix: ".po")
    let output = context.pluginWorkDirectoryURL
    let names = ["Views.swift", "Locales.swift"] + paths.filter { $0.hasSuffix(".html") }.map(outputName)
    return [
      .buildCommand(
        displayName: "Compiling views",
        executable: try context.tool(named: "ViewCompiler").url,
        arguments: [output.path(), root.path()] + paths,
        inputFiles: paths.map { root.appending(path: $0) },
        outputFiles: names.map { output.appending(path: $0) })
    ]
  }

  /// Relative to the package, in a fixed order. A folder that is not there has no files.
  private func files(in root: URL, folder: String, suffix: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path())
    let names = (found?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) && !$0.contains("/.") }
    return names.filter { !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
  }

  /// The view compiler has the same rule.
  private func outputName(_ path: String) -> String {
    path.dropLast(".html".count).replacingOccurrences(of: "/", with: ".") + ".swift"
  }
}
