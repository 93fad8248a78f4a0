import Foundation
import Testing

/// The fuzzers' kept inputs (Tests/Fuzz/Corpus), each once: nothing may trap. `bin/fuzz 0 NAME` names an input that does.
@Suite struct KeptInputTests {
  typealias Fuzzer = @Sendable (UnsafePointer<UInt8>, Int) -> Int32

  static let fuzzers: [(name: String, run: Fuzzer)] = [
    ("Archives", fuzzArchives), ("Forms", fuzzForms), ("Ingredients", fuzzIngredients), ("JSON", fuzzJSON),
    ("MoveIn", fuzzMoveIn), ("Multipart", fuzzMultipart), ("Pages", fuzzPages), ("QuickAdd", fuzzQuickAdd),
    ("Requests", fuzzRequests), ("Views", fuzzViews), ("WebAuthn", fuzzWebAuthn),
  ]
  static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Corpus")

  @Test(arguments: fuzzers.map(\.name))
  func `What fuzzing has found does not trap`(_ name: String) throws {
    let run = try #require(Self.fuzzers.first { $0.name == name }).run
    let inputs = try Self.inputs(name)
    #expect(inputs.count > 1)
    // The first byte says where requests and multipart forms are cut: further cuts than the kept one.
    let cuts: [UInt8] = ["Requests", "Multipart"].contains(name) ? [0, 1, 2, 6, 16] : []
    for input in inputs + cuts.flatMap({ cut in inputs.map { [cut] + $0.dropFirst() } }) {
      _ = input.withUnsafeBufferPointer { $0.baseAddress.map { run($0, input.count) } }
    }
  }

  @Test func `Each folder of kept inputs has its fuzzer`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path).map {
      String($0.prefix { $0 != "." })
    }
    #expect(Set(names) == Set(Self.fuzzers.map(\.name)))
  }

  /// Those written by hand, in a folder, and those that fuzzing found, in an archive.
  private static func inputs(_ name: String) throws -> [[UInt8]] {
    let files = FileManager.default
    let found = files.temporaryDirectory.appendingPathComponent("foyer-inputs-\(UUID().uuidString)")
    try files.createDirectory(at: found, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: found) }
    let archive = corpus.appendingPathComponent("\(name).tar.gz").path
    if files.fileExists(atPath: archive) {
      let tar = try Process.run(
        URL(fileURLWithPath: "/usr/bin/env"), arguments: ["tar", "-xzf", archive, "-C", found.path])
      tar.waitUntilExit()
      #expect(tar.terminationStatus == 0)
    }
    return try [corpus.appendingPathComponent(name), found].flatMap { folder in
      try files.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .map { [UInt8](try Data(contentsOf: $0)) }
    }
  }
}
