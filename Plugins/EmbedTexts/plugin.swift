import Foundation
import PackagePlugin

/// Makes the .txt files of a target constants of `EmbeddedText`, so that the program needs no file of them.
///
/// A shell script does it: an executable of this package would get libFuzzer's `main` from `--sanitize fuzzer`, and the
/// fuzzers use targets with texts.
@main struct EmbedTexts: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target.sourceModule else { return [] }
    let texts = target.sourceFiles(withSuffix: ".txt").map(\.url).sorted { $0.path() < $1.path() }
    let script = context.package.directoryURL.appending(path: "Plugins/EmbedTexts/embed")
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedText.swift")
    return [
      .buildCommand(
        displayName: "Embedding texts of \(target.name)",
        executable: script, arguments: [output.path()] + texts.map { $0.path() },
        inputFiles: [script] + texts, outputFiles: [output])
    ]
  }
}
