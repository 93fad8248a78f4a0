// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  // A newer compiler's new warning stops who develops, not who runs the program.
  .treatAllWarnings(as: .error, .when(configuration: .debug)),
  // Traces name lines, and no debugger is used on optimised code: a twelfth of the compiler's time.
  .unsafeFlags(["-gline-tables-only"], .when(configuration: .debug)),
]

/// All but the tests is optimised in debug builds, too: most of the tests' time was unoptimised generic code.
let optimised = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
  name: "foyer",
  products: [
    .executable(name: "foyer", targets: ["Command"]),
    // For Tests/Fuzz.
    .library(name: "HTTP", targets: ["HTTP"]),
    .library(name: "Cookery", targets: ["Cookery"]),
    .library(name: "RecipeImport", targets: ["RecipeImport"]),
    .library(name: "MoveIn", targets: ["MoveIn", "CivilTime"]),
    .library(name: "WebAuthn", targets: ["WebAuthn"]),
    .library(name: "QuickAdd", targets: ["QuickAdd", "CivilTime", "Recurrence"]),
  ],
  targets: [
    // The machine's own libraries: a module map and a header each.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq"),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd"),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl"),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0"),
    .systemLibrary(name: "CArchive", pkgConfig: "libarchive"),
    .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode"),
    // It has no description for pkg-config.
    .systemLibrary(name: "CUnistring"),

    // How a child process begins, in C: after clone(2) nothing may run that Swift might need a lock for.
    .target(name: "CProcess"),

    // Libraries: none of them knows the app, and only EventLoop, Crypto, Processes, StrictJSON,
    // CivilTime, Recurrence, to Citus Postgres, to WebDAV and MoveIn ICalendar, and to MoveIn QuickAdd and RecipeImport are
    // known to another.
    .target(name: "Processes", dependencies: ["CProcess"], swiftSettings: optimised),
    .target(name: "EventLoop", dependencies: ["CLinux"], swiftSettings: optimised),
    .target(name: "Crypto", dependencies: ["COpenSSL", "CUnistring"], swiftSettings: optimised),
    .target(
      name: "HTTP", dependencies: ["EventLoop", "Crypto", "CLinux", "COpenSSL", "CZlib", "CZstd"],
      swiftSettings: optimised
    ),
    .target(
      name: "Postgres", dependencies: ["EventLoop", "Processes", "Crypto", "CLinux", "CPostgres"],
      swiftSettings: optimised
    ),
    // It changes statements where the database is distributed.
    .target(name: "Citus", dependencies: ["Postgres", "EventLoop"], swiftSettings: optimised),
    .target(name: "HTML", swiftSettings: optimised),
    .target(name: "Fetch", dependencies: ["EventLoop", "CCurl"], swiftSettings: optimised),
    .target(name: "Cookery", swiftSettings: optimised, plugins: ["EmbedTexts"]),
    .target(name: "RecipeImport", dependencies: ["CLibXML2", "CArchive"], swiftSettings: optimised),
    .target(name: "ZipFile", dependencies: ["CArchive", "Crypto"], swiftSettings: optimised),
    .target(name: "StrictJSON", swiftSettings: optimised),
    .target(name: "CivilTime", swiftSettings: optimised),
    .target(name: "Recurrence", dependencies: ["CivilTime"], swiftSettings: optimised),
    .target(name: "QuickAdd", dependencies: ["CivilTime", "Recurrence"], swiftSettings: optimised),
    .target(name: "ICalendar", dependencies: ["CivilTime", "Recurrence"], swiftSettings: optimised),
    // The bodies and headers of WebDAV and CalDAV, as values.
    .target(
      name: "WebDAV", dependencies: ["CivilTime", "Recurrence", "ICalendar", "CLibXML2"], swiftSettings: optimised),
    // The files of other programs, as values.
    .target(
      name: "MoveIn",
      dependencies: ["CivilTime", "Crypto", "Recurrence", "QuickAdd", "ICalendar", "RecipeImport", "StrictJSON"],
      swiftSettings: optimised),
    .target(name: "WebAuthn", dependencies: ["Crypto", "StrictJSON"], swiftSettings: optimised),
    .target(name: "WebPush", dependencies: ["Crypto", "StrictJSON"], swiftSettings: optimised),
    .target(name: "QRCode", dependencies: ["CQRencode"], swiftSettings: optimised),

    // Views/ and Locales/ become Swift at build time.
    .executableTarget(name: "ViewCompiler", swiftSettings: optimised),
    .plugin(name: "CompileViews", capability: .buildTool(), dependencies: ["ViewCompiler"]),

    // Data of a target, as .txt files beside its code, becomes constants at build time.
    .plugin(name: "EmbedTexts", capability: .buildTool()),

    // The app, and the program that people start.
    .target(
      name: "Foyer",
      dependencies: [
        "CLinux", "EventLoop", "Crypto", "Processes", "HTTP", "Postgres", "HTML", "Fetch", "Cookery", "RecipeImport",
        "StrictJSON", "WebAuthn", "WebPush", "QRCode", "CivilTime", "Recurrence", "QuickAdd", "ICalendar", "MoveIn",
        "Citus", "ZipFile", "WebDAV",
      ],
      swiftSettings: optimised, plugins: ["CompileViews", "EmbedTexts"]),
    .executableTarget(
      name: "Command",
      dependencies: ["Foyer", "EventLoop", "Fetch", "Processes", "RecipeImport", "Cookery", "MoveIn", "CivilTime"],
      swiftSettings: optimised,
      // Without Swift's libraries to load and relocate, a start takes half the processor time. bin/check sets SANITIZER.
      linkerSettings: Context.environment["SANITIZER"] == nil ? [.unsafeFlags(["-static-stdlib"])] : []),

    // Of the tests alone.
    .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),
    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop"], swiftSettings: strict),
    .testTarget(name: "ProcessesTests", dependencies: ["Processes"], swiftSettings: strict),
    .testTarget(
      name: "HTTPTests", dependencies: ["HTTP", "COpenSSL", "CZlib", "CZstd", "SeededRandom"], swiftSettings: strict),
    .testTarget(name: "PostgresTests", dependencies: ["Postgres", "EventLoop", "Processes"], swiftSettings: strict),
    .testTarget(
      name: "CitusTests", dependencies: ["Citus", "Postgres", "Foyer", "EventLoop", "Processes", "Crypto"],
      swiftSettings: strict),
    .testTarget(name: "CookeryTests", dependencies: ["Cookery"], swiftSettings: strict),
    .testTarget(
      name: "RecipeImportTests", dependencies: ["RecipeImport", "CArchive", "SeededRandom"], swiftSettings: strict),
    .testTarget(
      name: "MoveInTests", dependencies: ["MoveIn", "CivilTime", "Crypto", "RecipeImport"], swiftSettings: strict),
    .testTarget(name: "WebAuthnTests", dependencies: ["WebAuthn", "StrictJSON", "Crypto"], swiftSettings: strict),
    .testTarget(name: "WebPushTests", dependencies: ["WebPush", "Crypto", "StrictJSON"], swiftSettings: strict),
    .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime"], swiftSettings: strict),
    .testTarget(
      name: "RecurrenceTests", dependencies: ["Recurrence", "CivilTime", "Processes"], swiftSettings: strict),
    .testTarget(name: "QuickAddTests", dependencies: ["QuickAdd", "CivilTime", "Recurrence"], swiftSettings: strict),
    .testTarget(
      name: "ICalendarTests", dependencies: ["ICalendar", "CivilTime", "Recurrence", "SeededRandom"],
      swiftSettings: strict),
    .testTarget(
      name: "WebDAVTests", dependencies: ["WebDAV", "ICalendar", "CivilTime", "SeededRandom"], swiftSettings: strict),
    // The fuzzers' functions, which Tests/Fuzz links with libFuzzer, on the inputs that are kept.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "HTTP", "Cookery", "RecipeImport", "MoveIn", "CivilTime", "WebAuthn", "StrictJSON", "QuickAdd", "Recurrence",
        "ViewCompiler",
      ],
      path: "Tests/Fuzz/Sources", exclude: ["FuzzViews/ViewCompiler"], swiftSettings: strict),
    .testTarget(name: "HTMLTests", dependencies: ["HTML", "ViewCompiler"], swiftSettings: strict),
    .testTarget(
      name: "FoyerTests",
      dependencies: [
        "Foyer", "EventLoop", "Processes", "HTTP", "Postgres", "Fetch", "Crypto", "Cookery", "StrictJSON",
        "WebAuthn", "WebPush", "QRCode", "COpenSSL", "RecipeImport", "CivilTime", "Recurrence", "QuickAdd", "ICalendar",
        "MoveIn", "ZipFile", "SeededRandom",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
