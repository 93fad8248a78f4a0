// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  // A newer compiler's new warning stops who develops, not who runs the program.
  .treatAllWarnings(as: .error, .when(configuration: .debug)),
]

/// Libraries are optimised in debug builds, too: the tests' time was theirs for the most part.
let library = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
  name: "foyer",
  products: [
    .executable(name: "foyer", targets: ["Command"]),
    // For Tests/Fuzz.
    .library(name: "HTTP", targets: ["HTTP"]),
    .library(name: "Cookery", targets: ["Cookery"]),
    .library(name: "RecipeImport", targets: ["RecipeImport"]),
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
    // CivilTime, Recurrence and, to Citus, Postgres are known to another.
    .target(name: "Processes", dependencies: ["CProcess"], swiftSettings: library),
    .target(name: "EventLoop", dependencies: ["CLinux"], swiftSettings: library),
    .target(name: "Crypto", dependencies: ["COpenSSL", "CUnistring"], swiftSettings: library),
    .target(
      name: "HTTP", dependencies: ["EventLoop", "Crypto", "CLinux", "COpenSSL", "CZlib", "CZstd"],
      swiftSettings: library
    ),
    .target(
      name: "Postgres", dependencies: ["EventLoop", "Processes", "Crypto", "CLinux", "CPostgres"],
      swiftSettings: library
    ),
    // It changes statements where the database is distributed.
    .target(name: "Citus", dependencies: ["Postgres", "EventLoop"], swiftSettings: library),
    .target(name: "HTML", swiftSettings: library),
    .target(name: "Fetch", dependencies: ["EventLoop", "CCurl"], swiftSettings: library),
    .target(name: "Cookery", swiftSettings: library, plugins: ["EmbedTexts"]),
    .target(name: "RecipeImport", dependencies: ["CLibXML2", "CArchive"], swiftSettings: library),
    .target(name: "StrictJSON", swiftSettings: library),
    .target(name: "CivilTime", swiftSettings: library),
    .target(name: "Recurrence", dependencies: ["CivilTime"], swiftSettings: library),
    .target(name: "QuickAdd", dependencies: ["CivilTime", "Recurrence"], swiftSettings: library),
    .target(name: "ICalendar", dependencies: ["CivilTime", "Recurrence"], swiftSettings: library),
    .target(name: "WebAuthn", dependencies: ["Crypto", "StrictJSON"], swiftSettings: library),
    .target(name: "WebPush", dependencies: ["Crypto", "StrictJSON"], swiftSettings: library),
    .target(name: "QRCode", dependencies: ["CQRencode"], swiftSettings: library),

    // Views/ and Locales/ become Swift at build time.
    .executableTarget(name: "ViewCompiler", swiftSettings: library),
    .plugin(name: "CompileViews", capability: .buildTool(), dependencies: ["ViewCompiler"]),

    // Data of a target, as .txt files beside its code, becomes constants at build time.
    .plugin(name: "EmbedTexts", capability: .buildTool()),

    // The app, and the program that people start.
    .target(
      name: "Foyer",
      dependencies: [
        "CLinux", "EventLoop", "Crypto", "Processes", "HTTP", "Postgres", "HTML", "Fetch", "Cookery", "RecipeImport",
        "StrictJSON", "WebAuthn", "WebPush", "QRCode", "CivilTime", "Recurrence", "QuickAdd", "ICalendar", "Citus",
      ],
      swiftSettings: library, plugins: ["CompileViews", "EmbedTexts"]),
    .executableTarget(
      name: "Command", dependencies: ["Foyer", "EventLoop", "Fetch", "Processes", "RecipeImport", "Cookery"],
      swiftSettings: library),

    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop"], swiftSettings: strict),
    .testTarget(name: "ProcessesTests", dependencies: ["Processes"], swiftSettings: strict),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP", "COpenSSL", "CZlib", "CZstd"], swiftSettings: strict),
    .testTarget(name: "PostgresTests", dependencies: ["Postgres", "EventLoop", "Processes"], swiftSettings: strict),
    .testTarget(
      name: "CitusTests", dependencies: ["Citus", "Postgres", "Foyer", "EventLoop", "Processes", "Crypto"],
      swiftSettings: strict),
    .testTarget(name: "CookeryTests", dependencies: ["Cookery"], swiftSettings: strict),
    .testTarget(name: "RecipeImportTests", dependencies: ["RecipeImport", "CArchive"], swiftSettings: strict),
    .testTarget(name: "WebAuthnTests", dependencies: ["WebAuthn", "StrictJSON", "Crypto"], swiftSettings: strict),
    .testTarget(name: "WebPushTests", dependencies: ["WebPush", "Crypto", "StrictJSON"], swiftSettings: strict),
    .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime"], swiftSettings: strict),
    .testTarget(
      name: "RecurrenceTests", dependencies: ["Recurrence", "CivilTime", "Processes"], swiftSettings: strict),
    .testTarget(name: "QuickAddTests", dependencies: ["QuickAdd", "CivilTime", "Recurrence"], swiftSettings: strict),
    .testTarget(name: "ICalendarTests", dependencies: ["ICalendar", "CivilTime"], swiftSettings: strict),
    .testTarget(name: "HTMLTests", dependencies: ["HTML", "ViewCompiler"], swiftSettings: strict),
    .testTarget(
      name: "FoyerTests",
      dependencies: [
        "Foyer", "EventLoop", "Processes", "HTTP", "Postgres", "Fetch", "Crypto", "Cookery", "StrictJSON",
        "WebAuthn", "WebPush", "QRCode", "COpenSSL", "RecipeImport", "CivilTime", "Recurrence", "QuickAdd", "ICalendar",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
