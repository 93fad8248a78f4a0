// swift-tools-version: 6.2
import PackageDescription

// libFuzzer brings its own main; bin/fuzz builds and runs these.
let fuzzer: [SwiftSetting] = [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer", "-D", "FUZZER"])]
let linker: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer"])]

func target(_ name: String, of product: String? = nil, exclude: [String] = []) -> Target {
  .executableTarget(
    name: name, dependencies: product.map { [.product(name: $0, package: "foyer")] } ?? [], exclude: exclude,
    swiftSettings: fuzzer, linkerSettings: linker)
}

let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "foyer", path: "../..")],
  targets: [
    target("FuzzRequests", of: "HTTP"),
    target("FuzzForms", of: "HTTP"),
    target("FuzzMultipart", of: "HTTP"),
    target("FuzzPages", of: "RecipeImport"),
    target("FuzzJSON", of: "RecipeImport"),
    target("FuzzArchives", of: "RecipeImport"),
    target("FuzzWebAuthn", of: "WebAuthn"),
    target("FuzzIngredients", of: "Cookery"),
    target("FuzzQuickAdd", of: "QuickAdd"),
    target("FuzzMoveIn", of: "MoveIn"),
    // --sanitize fuzzer gives every executable libFuzzer's main, the build tool of the views too: the
    // tool is fuzzed as linked sources.
    target("FuzzViews", exclude: ["ViewCompiler/main.swift"]),
  ],
  swiftLanguageModes: [.v6]
)
