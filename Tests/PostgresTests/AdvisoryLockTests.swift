import Foundation
import Testing

@testable import Postgres

/// Every lock that the migrations take is one of `AdvisoryLock`, and no two of these are the same.
@Suite struct AdvisoryLockTests {
  private static func text(_ sql: SQL) -> String { sql.shortened(to: .max) }

  @Test func `No two locks share a key`() {
    let households = AdvisoryLock.Household.allCases.map { Self.text($0.number) }
    let databases = AdvisoryLock.Database.allCases.map { Self.text($0.key) }
    #expect(Set(households).count == households.count)
    #expect(Set(databases).count == databases.count)
  }

  @Test func `The migrations take no other locks`() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../migrations").standardized
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let numbers = Set(AdvisoryLock.Household.allCases.map { Self.text($0.number) })
    let keys = Set(AdvisoryLock.Database.allCases.map { Self.text($0.key) })
    var calls = 0
    for case let file as URL in files where file.pathExtension == "sql" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        guard let call = line.firstMatch(of: #/advisory\w*\((.*?)\)+(?:;| THEN)/#) else {
          #expect(!line.contains("advisory"), "\(file.lastPathComponent): \(line)")
          continue
        }
        calls += 1
        if let seeded = call.1.firstMatch(of: #/^hashtextextended\([\w.]+::text, (\d+)$/#) {
          #expect(numbers.contains(String(seeded.1)), "\(file.lastPathComponent): \(line)")
        } else {
          #expect(keys.contains("\(call.1))") || keys.contains(String(call.1)), "\(file.lastPathComponent): \(line)")
        }
      }
    }
    #expect(calls > 0)
  }
}
