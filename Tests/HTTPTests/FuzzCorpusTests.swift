import Foundation
import Testing

@testable import HTTP

/// Replays what fuzzing has found (Tests/Fuzz/Corpus): nothing may trap, and the size of the pieces must not matter.
@Suite struct FuzzCorpusTests {
  static func corpus(_ name: String) throws -> [[UInt8]] {
    let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fuzz/Corpus/\(name)")
    let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
    return try files.map { [UInt8](try Data(contentsOf: $0)) }
  }

  @Test func requests() throws {
    let corpus = try Self.corpus("Requests")
    #expect(corpus.count > 3)
    for bytes in corpus {
      for size in [0, 1, 2, 6, 16] as [UInt8] { RequestExercise.run([size] + bytes.dropFirst()) }
    }
  }

  @Test func forms() throws {
    let corpus = try Self.corpus("Forms")
    #expect(corpus.count > 1)
    for bytes in corpus {
      guard let form = try? Form(urlencoded: bytes) else { continue }
      let again = try Form(urlencoded: Array(form.urlencoded.utf8))
      #expect(again.names == form.names && again.urlencoded == form.urlencoded)
    }
  }

  @Test func multipart() throws {
    let corpus = try Self.corpus("Multipart")
    #expect(corpus.count > 2)
    for bytes in corpus {
      let content = Array(bytes.dropFirst())
      let parsed = [1, 2, 7, max(1, content.count)].map { Self.parse(content, step: $0)?.names }
      #expect(Set(parsed).count == 1)
    }
  }

  private static func parse(_ bytes: [UInt8], step: Int) -> Form? {
    do {
      var parser = try MultipartParser(boundary: Array("b".utf8))
      for start in stride(from: 0, to: bytes.count, by: step) {
        try parser.push(Array(bytes[start..<min(bytes.count, start + step)]))
      }
      return try parser.finish()
    } catch {
      return nil
    }
  }
}
