// swift-tools-version: 6.2
import PackageDescription

// libFuzzer brings its own main: `swift build --sanitize fuzzer`, then .build/debug/FuzzRequests Corpus/Requests.
let fuzzer: [SwiftSetting] = [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer"])]
let linker: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer"])]

func target(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: [.product(name: "HTTP", package: "foyer")], swiftSettings: fuzzer, linkerSettings: linker)
}

let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "foyer", path: "../..")],
  targets: [target("FuzzRequests"), target("FuzzForms"), target("FuzzMultipart")],
  swiftLanguageModes: [.v6]
)
