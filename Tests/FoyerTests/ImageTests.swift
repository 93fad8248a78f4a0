import EventLoop
import Glibc
import Processes
import Testing

@testable import Foyer
@testable import Postgres

// MARK: Pictures, made here byte by byte

private func bigEndian(_ number: Int, _ count: Int = 4) -> [UInt8] {
  (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

private func littleEndian(_ number: Int, _ count: Int) -> [UInt8] { bigEndian(number, count).reversed() }

/// A chunk of PNG with its CRC-32.
private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
  let bytes = Array(name.utf8) + content
  var crc: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }
  return bigEndian(content.count) + bytes + bigEndian(Int(~crc))
}

/// zlib with stored blocks (RFC 1950, RFC 1951 §3.2.4).
private func zlib(_ bytes: [UInt8]) -> [UInt8] {
  var result: [UInt8] = [0x78, 0x01]
  var rest = bytes[...]
  repeat {
    let block = rest.prefix(65535)
    rest = rest.dropFirst(block.count)
    result += [rest.isEmpty ? 1 : 0] + littleEndian(block.count, 2) + littleEndian(~block.count, 2) + block
  } while !rest.isEmpty
  var (a, b) = (1, 0)
  for byte in bytes {
    a = (a + Int(byte)) % 65521
    b = (b + a) % 65521
  }
  return result + bigEndian(b << 16 | a)
}

/// A PNG in RGB: its left half red, its right half blue.
func png(
  _ width: Int, _ height: Int, depth: Int = 8, says size: (Int, Int)? = nil, extra: [UInt8] = []
) -> [UInt8] {
  let sample = depth / 8
  var rows: [UInt8] = []
  for _ in 0..<height {
    rows.append(0)
    for x in 0..<width {
      for color in x < width / 2 ? [255, 0, 0] : [0, 0, 255] as [UInt8] {
        rows += [UInt8](repeating: color, count: sample)
      }
    }
  }
  let header = bigEndian(size?.0 ?? width) + bigEndian(size?.1 ?? height) + [UInt8(depth), 2, 0, 0, 0]
  return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + extra + chunk("IDAT", zlib(rows))
    + chunk("IEND", [])
}

private func gif(frames: Int, says size: Int = 1) -> [UInt8] {
  var bytes = Array("GIF89a".utf8) + littleEndian(size, 2) + littleEndian(size, 2)
  bytes += [0x80, 0, 0, 255, 0, 0, 0, 0, 255]
  for _ in 0..<frames {
    bytes += [0x21, 0xF9, 4, 0, 1, 0, 0, 0, 0x2C, 0, 0, 0, 0] + littleEndian(size, 2) + littleEndian(size, 2)
    bytes += [0, 2, 2, 0x44, 1, 0]
  }
  return bytes + [0x3B]
}

/// EXIF (CIPA DC-008): turned by a quarter (orientation 6), taken at 48° N.
private let exif: [UInt8] = {
  var tiff: [UInt8] = Array("II".utf8) + littleEndian(42, 2) + littleEndian(8, 4)
  tiff += littleEndian(2, 2)
  tiff += littleEndian(0x0112, 2) + littleEndian(3, 2) + littleEndian(1, 4) + littleEndian(6, 4)
  tiff += littleEndian(0x8825, 2) + littleEndian(4, 2) + littleEndian(1, 4) + littleEndian(38, 4)
  tiff += littleEndian(0, 4)
  tiff += littleEndian(2, 2)
  tiff += littleEndian(1, 2) + littleEndian(2, 2) + littleEndian(2, 4) + Array("N\0\0\0".utf8)
  tiff += littleEndian(2, 2) + littleEndian(5, 2) + littleEndian(3, 4) + littleEndian(68, 4)
  tiff += littleEndian(0, 4)
  for part in [48, 51, 24] { tiff += littleEndian(part, 4) + littleEndian(1, 4) }
  return tiff
}()

/// What a program makes of a picture of ours.
private func made(_ command: [String], of picture: [UInt8]) throws -> [UInt8] {
  let made = try ChildProcess.run(command, input: picture)
  #expect(made.status == 0, "\(made.text)")
  return made.output
}

/// A JPEG by `vips`, of a picture of ours.
private func jpeg(_ picture: [UInt8], cmyk: Bool = false, segments: [UInt8] = []) throws -> [UInt8] {
  let bytes = try made(
    cmyk ? ["vips", "colourspace", "stdin", ".jpg[strip]", "cmyk"] : ["vips", "copy", "stdin", ".jpg[strip,Q=95]"],
    of: picture)
  return Array(bytes.prefix(2)) + segments + Array(bytes.dropFirst(2))
}

private func turnedJPEG() throws -> [UInt8] {
  let content = Array("Exif\0\0".utf8) + exif
  return try jpeg(png(40, 20), segments: [0xFF, 0xE1] + bigEndian(content.count + 2, 2) + content)
}

/// What vipsheader(1) says of a picture.
private func description(of picture: [UInt8]) throws -> String {
  String(decoding: try made(["vipsheader", "-a", "stdin"], of: picture), as: UTF8.self)
}

private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
  Answer(status: 0, headers: [], body: bytes).contains(text)
}

extension ImageConverter {
  /// The name of the problem, or "none".
  fileprivate func problem(with bytes: [UInt8]) async -> String {
    do {
      _ = try await convert(bytes)
      return "none"
    } catch {
      return "\(error)"
    }
  }
}

extension Member {
  func upload(_ bytes: [UInt8], named name: String = "photo.png", to path: String = "/settings/photo") async throws
    -> Answer
  {
    let head =
      "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(name)\"\r\nContent-Type: image/png\r\n\r\n"
    let body = Array(head.utf8) + bytes + Array("\r\n--b--\r\n".utf8)
    return try await browser.send("POST", path, ["content-type": "multipart/form-data; boundary=b"], body)
  }

  /// The id of the visitor's own row.
  var person: UUID {
    get throws { try app.rows("SELECT person_id FROM accounts WHERE email = \(email)")[0]["person_id"] }
  }

  fileprivate var images: Int {
    get throws { try app.number("SELECT count(*) AS n FROM images WHERE household_id = \(household)") }
  }

  /// Gives an item a picture.
  fileprivate func illustrate(_ item: UUID, _ pictures: ImageConverter.Pictures) throws -> UUID {
    let id = UUID.v7()
    try app.rows(
      """
      INSERT INTO images (household_id, id, picture, thumbnail)
      VALUES (\(household), \(id), \(pictures.picture), \(pictures.thumbnail))
      """)
    try app.rows("UPDATE items SET image_id = \(id) WHERE household_id = \(household) AND id = \(item)")
    return id
  }
}

extension FoyerTests {
  @Suite struct ImageTests {
    private let converter = ImageConverter(waiting: 100, time: .seconds(120))

    @Test func `Pictures of every kind become small upright WebP without metadata`() async throws {
      let html = Array("<html><script>alert(1)</script></html>".utf8)
      let text = chunk("tEXt", Array("Comment\0<script>alert(1)</script>".utf8)) + chunk("eXIf", exif)
      let cases: [(String, [UInt8], Int, Int)] = [
        ("PNG", png(40, 20), 40, 20),
        ("16 bits", png(40, 20, depth: 16), 40, 20),
        ("large", png(2600, 650), 2048, 512),
        ("JPEG", try jpeg(png(40, 20)), 40, 20),
        ("turned, with a place", try turnedJPEG(), 20, 40),
        ("CMYK", try jpeg(png(40, 20), cmyk: true), 40, 20),
        ("many frames", gif(frames: 2_000), 1, 1),
        ("a page behind it", png(40, 20) + html, 40, 20),
        ("a page in it", png(40, 40, extra: text), 40, 40),
      ]
      for (name, bytes, width, height) in cases {
        let pictures = try await converter.convert(bytes)
        #expect(pictures.thumbnail.count <= 256 << 10)
        for (picture, box) in [(pictures.picture, 2048), (pictures.thumbnail, 256)] {
          let header = try description(of: picture)
          #expect(header.contains("vips-loader: webpload"), "\(name)")
          #expect(header.contains("interpretation: srgb"), "\(name)")
          for trace in ["exif", "icc", "xmp", "n-pages"] { #expect(!header.contains(trace), "\(name): \(header)") }
          for trace in ["EXIF", "ICCP", "XMP ", "ANIM", "script"] { #expect(!contains(picture, trace), "\(name)") }
          if box == 2048 {
            #expect(
              header.contains("width: \(width)\n") && header.contains("height: \(height)\n"), "\(name): \(header)")
          } else if max(width, height) > 256 {
            #expect(header.contains("width: 256\n"), "\(name): \(header)")
          }
        }
      }
    }

    @Test(arguments: ["heic", "avif"])
    func `What telephones and newer programs make is taken`(kind: String) async throws {
      let made = try ChildProcess.run(["vips", "copy", "stdin", ".\(kind)"], input: png(64, 32))
      // Not every libvips can write them.
      guard made.status == 0 else { return }
      let header = try description(of: try await converter.convert(made.output).picture)
      #expect(header.contains("width: 64\n") && header.contains("height: 32\n"))
    }

    @Test func `What is no picture, or too much of one, is refused with its reason`() async throws {
      let photo = try jpeg(png(400, 300))
      let cases: [(String, [UInt8], String)] = [
        ("nothing", [], "empty"),
        ("one byte", [0xFF], "unsupported"),
        ("text", Array("not a picture".utf8), "unsupported"),
        ("SVG", Array("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".utf8), "unsupported"),
        ("PDF", Array("%PDF-1.7\n1 0 obj".utf8), "unsupported"),
        ("TIFF", Array("II*\0".utf8) + [UInt8](repeating: 0, count: 100), "unsupported"),
        ("BMP", Array("BM".utf8) + [UInt8](repeating: 0, count: 100), "unsupported"),
        ("PostScript", Array("%!PS\n(/etc/passwd) (r) file".utf8), "unsupported"),
        ("a bomb", png(10, 10, says: (30_000, 30_000)), "tooManyPixels"),
        ("a larger bomb", png(10, 10, says: (0x7FFF_FFFF, 0x7FFF_FFFF)), "broken"),
        ("a GIF bomb", gif(frames: 1, says: 65_535), "tooManyPixels"),
        ("41 megapixels", png(10, 10, says: (4_100, 10_000)), "tooManyPixels"),
        ("half a JPEG", Array(photo.prefix(photo.count / 2)), "broken"),
        ("half a PNG", Array(png(400, 300).prefix(100_000)), "broken"),
        ("a PNG's head", Array(png(40, 30).prefix(33)), "broken"),
        ("a JPEG's head", [0xFF, 0xD8, 0xFF, 0xE0], "broken"),
        ("a PNG with less than it says", png(10, 10, says: (100, 100)), "broken"),
        ("a WebP's head", Array("RIFF\u{20}\0\0\0WEBPVP8 ".utf8), "broken"),
        ("an AVIF's head", [0, 0, 0, 24] + Array("ftypavif\0\0\0\0avifmif1".utf8), "broken"),
        ("a GIF without a frame", Array("GIF89a".utf8), "broken"),
      ]
      for (name, bytes, problem) in cases { #expect(await converter.problem(with: bytes) == problem, "\(name)") }
      // A script that is a picture as well: refused or a picture, and no script any more.
      let both = Array("GIF89a/*".utf8) + gif(frames: 1).dropFirst(8) + Array("*/=1;alert(1)".utf8)
      if let pictures = try? await converter.convert(both) { #expect(!contains(pictures.picture, "alert")) }
    }

    @Test func `A conversion ends in time, and says when its program is missing`() async throws {
      func converter(_ time: Duration = .seconds(120), program: String = "vipsthumbnail") -> ImageConverter {
        ImageConverter(time: time, program: program)
      }
      #expect(await converter().problem(with: png(40, 20)) == "none")
      #expect(await converter().problem(with: Array(png(40, 30).prefix(33))) == "broken")
      #expect(await converter(.milliseconds(1)).problem(with: png(40, 20)) == "tooSlow")
      #expect(await converter(program: "no-such-program").problem(with: png(40, 20)) == "unavailable")
    }

    @Test func `R23: a photo is set, shown, replaced and removed`() async throws {
      let member = try await TestApp.shared().member()
      let person = try member.person
      #expect(try await member.get("/people/\(person)/photo").status == 404)
      let page = try await member.get("/settings/photo")
      #expect(page.status == 200)
      #expect(page.shows("Photo"))
      #expect(!page.contains("<img"))

      var before: String?
      for _ in 1...2 {
        let answer = try await member.upload(try turnedJPEG())
        #expect(answer.status == 303)
        #expect(answer["location"] == "/settings")
        let after = try await member.get("/settings/photo")
        #expect(after.notice == "Photo saved.")
        let url = try #require(after.between("<img src=\"", "\""))
        #expect(url != before)
        before = url
        let photo = try await member.get(url)
        #expect(photo.status == 200)
        #expect(photo["content-type"] == "image/webp")
        #expect(photo["cache-control"] == "private, max-age=31536000, immutable")
        // The one before is gone.
        #expect(try member.images == 1)
      }
      let stranger = try await member.app.member()
      #expect(try await stranger.get("/people/\(person)/photo").status == 404)
      #expect(try await member.app.browser().get("/people/\(person)/photo").status == 303)

      let removed = try await member.post("/settings/photo/delete")
      #expect(removed.status == 303)
      #expect(try await member.get("/settings/photo").notice == "Photo removed.")
      #expect(try await member.get("/people/\(person)/photo").status == 404)
      #expect(try member.images == 0)
    }

    @Test func `A bad upload is 422 with its reason, and nothing is stored or lost`() async throws {
      let member = try await TestApp.shared().member()
      #expect(try await member.upload(png(40, 20)).status == 303)
      let photo = try #require(try await member.get("/settings/photo").between("<img src=\"", "\""))
      let cases: [([UInt8], String)] = [
        ([], "Please choose a picture."),
        (
          Array("text".utf8),
          "This kind of file cannot be used. Please choose a JPEG, PNG, GIF, WebP, HEIC or AVIF picture."
        ),
        (png(10, 10, says: (30_000, 30_000)), "This picture is too large: at most 40 megapixels, please."),
        (Array(png(40, 20).prefix(60)), "This picture is damaged and cannot be read."),
      ]
      for (bytes, message) in cases {
        let answer = try await member.upload(bytes)
        #expect(answer.status == 422)
        #expect(answer.shows(message))
        #expect(answer.contains("aria-describedby=\"error-photo hint-photo\""))
        #expect(answer.contains(escaped(photo)))
      }
      #expect(try await member.post("/settings/photo", [:]).status == 422)
      #expect(try await member.upload([UInt8](repeating: 0, count: 11 << 20)).status == 413)
      #expect(try member.images == 1)
    }

    @Test(arguments: ["fr", "ko", "ru"])
    func `The reasons are said in the reader's language`(language: String) async throws {
      let strings = Strings(try #require(Language(rawValue: language)))
      let english = Strings(.en)
      for problem in [
        ImageProblem.empty, .unsupported, .broken, .tooManyPixels, .tooSlow, .unavailable,
        .overQuota(used: 1, allowed: 1),
      ] {
        #expect(problem.text(strings) != problem.text(english))
      }
    }

    @Test func `R14: an item's picture is its household's alone, and browsers may keep it`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      let item = try await member.add("With a picture")
      let paths = ["/items/\(item)/image", "/items/\(item)/thumbnail"]
      for path in paths { #expect(try await member.get(path).status == 404) }
      let pictures = try await converter.convert(png(600, 300))
      let id = try member.illustrate(item, pictures)
      for (path, bytes) in zip(paths, [pictures.picture, pictures.thumbnail]) {
        let answer = try await member.get(path)
        #expect(answer.status == 200)
        #expect(answer.body == bytes)
        #expect(answer.all("content-type") == ["image/webp"])
        #expect(answer.all("content-security-policy") == ["sandbox; default-src 'none'"])
        #expect(answer.all("x-content-type-options") == ["nosniff"])
        #expect(answer.all("cache-control") == ["private, no-cache"])
        let tag = try #require(answer["etag"])
        let again = try await member.get(path, ["if-none-match": tag])
        #expect(again.status == 304)
        #expect(again["etag"] == tag)
        #expect(again.body.isEmpty)
        #expect(try await member.get(path, ["if-none-match": "\"other\""]).status == 200)
        let named = try await member.get("\(path)?v=\(id)")
        #expect(named["cache-control"] == "private, max-age=31536000, immutable")
        #expect(try await member.get("\(path)?v=\(UUID.v7())")["cache-control"] == "private, no-cache")
        // A tag that was guessed opens nothing.
        #expect(try await stranger.get("\(path)?v=\(id)", ["if-none-match": tag]).status == 404)
        #expect(try await app.browser().get(path).status == 303)
      }
      #expect(
        try await member.get(paths[0])["etag"] != (try await member.get(paths[1]))["etag"])
      _ = try await member.post("/items/\(item)/delete")
      for path in paths { #expect(try await member.get(path).status == 404) }
      _ = try await member.post("/items/\(item)/restore")
      for path in paths { #expect(try await member.get(path).status == 200) }
      // What lets go of a picture deletes it.
      try app.rows("UPDATE items SET image_id = NULL WHERE household_id = \(member.household)")
      #expect(try member.images == 0)
    }

    @Test func `A picture that nobody took goes after a day`() async throws {
      let member = try await TestApp.shared().member()
      let pictures = try await converter.convert(png(4, 4))
      let item = try await member.add("Keeps its own")
      let kept = try member.illustrate(item, pictures)
      for age in ["2 days", "1 hour"] {
        try member.app.rows(
          """
          INSERT INTO images (household_id, id, picture, thumbnail, created_at)
          VALUES (\(member.household), \(UUID.v7()), '\\x00', '\\x00', now() - \(age)::interval)
          """)
      }
      try member.app.rows("UPDATE images SET created_at = now() - interval '9 days' WHERE id = \(kept)")
      #expect(try await member.upload(png(40, 20)).status == 303)
      // The item's, the recent one, and the photo.
      #expect(try member.images == 3)
      #expect(try await member.get("/items/\(item)/image").status == 200)
    }

    @Test func `A form that names a picture which something shows already does not get it`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let shown = try member.illustrate(try await member.add("Shows it"), try await converter.convert(png(4, 4)))
      let recipe = UUID.v7()
      _ = try await member.post("/recipes", ["id": "\(recipe)", "name": "Soup", "ingredients": "1 leek"])
      let (ofRecipe, photo) = (UUID.v7(), UUID.v7())
      for id in [ofRecipe, photo] {
        try app.rows(
          "INSERT INTO images (household_id, id, picture, thumbnail) VALUES (\(member.household), \(id), '\\x00', '\\x00')"
        )
      }
      try app.rows("UPDATE recipes SET image_id = \(ofRecipe) WHERE household_id = \(member.household)")
      try app.rows("UPDATE people SET photo_id = \(photo) WHERE household_id = \(member.household)")
      for id in [shown, ofRecipe, photo] {
        let (item, dish) = (UUID.v7(), UUID.v7())
        let fields: KeyValuePairs = ["id": "\(item)", "title": "Takes it", "image_id": "\(id)"]
        #expect(try await member.post("/items", fields).status == 303)
        #expect(try await member.get("/items/\(item)/image").status == 404)
        #expect(
          try await member.post("/items/\(item)", ["title": "Takes it", "version": "1", "image_id": "\(id)"]).status
            == 303)
        #expect(try await member.get("/items/\(item)/image").status == 404)
        #expect(
          try await member.post(
            "/recipes", ["id": "\(dish)", "name": "Pie", "ingredients": "1 egg", "image_id": "\(id)"]
          )
          .status == 303)
        #expect(try await member.get("/recipes/\(dish)/image").status == 404)
        _ = try await member.post(
          "/hosting", ["name": "Joe", "offer": "A bed", "place": "Lyon", "capacity": "1", "photo_id": "\(id)"])
        #expect(
          try app.number("SELECT count(*) AS n FROM listing_pictures WHERE household_id = \(member.household)") == 0)
      }
      #expect(try await member.get("/recipes/\(recipe)/image").status == 200)
    }
  }
}
