import Testing

@testable import Postgres

extension PostgresTests {
  @Suite struct ValueTests {
    @Test(arguments: [
      "", " ", "'; DROP TABLE items; --", "\\", "\\x00", "\"", "{}", "{a,b}", "NULL", "$1", "é", "e\u{301}", "日本語",
      "👩‍👩‍👧‍👦", "\u{FEFF}", "\u{1}\u{7F}\u{85}\u{2028}", "\r\n\t", "\u{10FFFF}",
    ])
    func textRoundTrips(_ value: String) async throws {
      for prepares in [true, false] {
        try await withPool(connections: 1, preparesStatements: prepares) { _, pool in
          let rows = try await pool.execute([
            "SELECT \(value)::text AS plain, \([value, value])::text[] AS list, octet_length(\(value)) AS octets"
          ])[0]
          let plain: String = try rows[0]["plain"]
          #expect(Array(plain.utf8) == Array(value.utf8))
          let text: Text = try rows[0]["plain"]
          #expect(text.withUTF8(Array.init) == Array(value.utf8))
          let list: [String] = try rows[0]["list"]
          #expect(list.map { Array($0.utf8) } == [Array(value.utf8), Array(value.utf8)])
          #expect(try rows[0]["octets"] == value.utf8.count)
        }
      }
    }

    @Test func aMegabyteRoundTrips() async throws {
      let value = String(repeating: "0123456789abcdef", count: 65536)
      try await withPool { _, pool in
        let rows = try await pool.execute(["SELECT \(value)::text AS value", "SELECT \(Array(value.utf8)) AS bytes"])
        #expect(try rows[0][0]["value"] == value)
        #expect(try rows[1][0]["bytes"] == Array(value.utf8))
      }
    }

    @Test func everyTypeRoundTrips() async throws {
      try await withPool { _, pool in
        let bytes = (0...255).map { UInt8($0) }
        let rows = try await pool.execute([
          """
          SELECT \(Int.min)::bigint AS low, \(Int.max)::bigint AS high, \(Int16(-5))::smallint AS small,
            \(true) AND true AS yes, \(false) OR false AS no, \(0.1)::float8 AS tenth, \(Double.infinity)::float8 AS far,
            \(bytes) AS bytes, \([UInt8]()) AS none, \(nil as String?)::text AS missing, \("there" as String?)::text AS there,
            \([1, -2])::bigint[] AS numbers, \([String]())::text[] AS empty,
            ARRAY['018f0000-0000-7000-8000-000000000000'] = \(["018f0000-0000-7000-8000-000000000000"])::text[] AS ids
          """
        ])[0]
        let row = rows[0]
        #expect(try row["low"] == Int.min)
        #expect(try row["high"] == Int.max)
        #expect(try row["small"] == Int16(-5))
        #expect(try row["yes"] == true)
        #expect(try row["no"] == false)
        #expect(try row["tenth"] == 0.1)
        #expect(try row["far"] == Double.infinity)
        #expect(try row["bytes"] == bytes)
        #expect(try row["none"] == [UInt8]())
        #expect(try row["missing"] == String?.none)
        #expect(try row["there"] == "there")
        #expect(try row["numbers"] == [1, -2])
        #expect(try row["empty"] == [String]())
        #expect(try row["ids"] == true)
      }
    }

    @Test func zeroIsRefusedBeforeAnythingIsSent() async throws {
      try await withPool { _, pool in
        for statement in ["SELECT \(1), \("a\0b")", "SELECT \(1), \(["a\0b"])::text[]"] as [SQL] {
          let error = await expectError(PostgresError.self) { _ = try await pool.execute(["SELECT 1", statement]) }
          guard case .encoding(statement: 1, parameter: 2, reason: _) = error else {
            Issue.record("\(String(describing: error))")
            return
          }
        }
        #expect(pool.roundTrips == 0)
        let rows = try await pool.execute(["SELECT \([0 as UInt8]) AS b"])[0]
        #expect(try rows[0]["b"] == [0 as UInt8])
      }
    }

    @Test func fragmentsKeepTheirParametersInOrder() async throws {
      try await withPool { _, pool in
        let filter: SQL = " AND n > \(2) AND n <> \(4)"
        let statement: SQL = "SELECT n FROM generate_series(\(1)::int, \(6)) n WHERE n < \(6)\(fragment: filter)"
        #expect(
          String(decoding: statement.text.dropLast().map { UInt8($0) }, as: UTF8.self).hasSuffix("n > $4 AND n <> $5"))
        for statement in [statement, statement + " ORDER BY n LIMIT \(10)"] {
          let rows = try await pool.execute([statement])[0]
          #expect(try rows.map { try $0["n"] as Int } == [3, 5])
        }
      }
    }

    @Test func whatDoesNotFitThrowsWithTheColumnsName() async throws {
      try await withPool { _, pool in
        let row = try await pool.execute([
          "SELECT NULL AS nothing, 'x' AS letter, 70000 AS large, ARRAY[1, NULL] AS holes, ARRAY[[1],[2]] AS square"
        ])[0][0]
        func reason(_ body: () throws -> Void) -> String? {
          do { try body() } catch PostgresError.decoding(let column, let reason) { return "\(column) \(reason)" } catch
          {}
          return nil
        }
        #expect(reason { _ = try row["nothing"] as Text } == "nothing is NULL")
        #expect(reason { _ = try row["nothing"] as Int } == "nothing is NULL")
        #expect(reason { _ = try row["letter"] as Int } == "letter is not a Int")
        #expect(reason { _ = try row["letter"] as Bool } == "letter is not a Bool")
        #expect(reason { _ = try row["letter"] as [UInt8] } == "letter is not bytea in hex form")
        #expect(reason { _ = try row["large"] as Int16 } == "large is not a Int16")
        #expect(reason { _ = try row["elsewhere"] as Int } == "elsewhere is not in the result")
        #expect(reason { _ = try row["holes"] as [Int] } != nil)
        #expect(reason { _ = try row["square"] as [Int] } != nil)
        #expect(try row["large"] == 70000)
      }
    }

    @Test func columnsAreFoundInAnyOrder() async throws {
      try await withPool { _, pool in
        let rows = try await pool.execute(["SELECT n AS a, n + 1 AS b, n + 2 AS \"C\" FROM generate_series(1, 3) n"])[0]
        for (index, row) in rows.enumerated() {
          #expect(try row["a"] == index + 1)
          if index != 1 { #expect(try row["C"] == index + 3) }
          #expect(try row["b"] == index + 2)
          #expect(try row["a"] == index + 1)
        }
      }
    }

    @Test func textOutlivesItsRows() async throws {
      try await withPool { _, pool in
        let texts = try await pool.execute(["SELECT repeat('x', n) AS x FROM generate_series(1, 100) n"])[0]
          .map { try $0["x"] as Text }
        _ = try await pool.execute(["SELECT repeat('y', 1000)"])
        #expect(texts.map(\.string) == (1...100).map { String(repeating: "x", count: $0) })
        #expect(texts[2] == "xxx")
      }
    }
  }
}
