// swift-tools-version: 6.2
import PackageDescription

// Measures the engine, and the answers of the service, beside peers. Package access ends at the package, so the targets
// are not imported but built again from the same sources, through links in `Sources`.
//
// A manifest cannot take anything from another one, so what targets have in common is said here again.

let common: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func library(
  _ name: String, in layer: String, _ dependencies: [Target.Dependency] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)",
    swiftSettings: common)
}

func shim(_ name: String, links libraries: [String] = []) -> Target {
  .target(
    name: name, path: "Sources/CLibraries/\(name)",
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

let package = Package(
  name: "benchmarks",
  products: [.executable(name: "fresnel-bench", targets: ["EngineBenchmark"])],
  targets: [
    shim("CICU", links: ["icuuc", "icui18n"]),
    shim("CZlib", links: ["z"]),
    shim("CZstd", links: ["zstd"]),
    shim("CSodium", links: ["sodium"]),
    shim("CChecksum"),
    shim("CIDN", links: ["icuuc", "psl"]),
    shim("CGumbo", links: ["gumbo"]),
    shim("CExpat", links: ["expat"]),
    shim("CPlatform"),
    library("FresnelPlatform", in: "Foundations", ["CChecksum", "CPlatform", "CZlib"]),
    library("FresnelText", in: "Foundations", ["CICU"]),
    library("FresnelModel", in: "Foundations", ["CExpat"]),
    library("FresnelQuery", in: "Foundations", ["FresnelModel", "FresnelText", "CGumbo"]),
    library("FresnelStorage", in: "Engine", ["FresnelPlatform", "CSodium"]),
    library(
      "FresnelSegments", in: "Engine",
      ["FresnelStorage", "FresnelPlatform", "FresnelText", "FresnelModel", "FresnelQuery", "CZstd"]),
    library(
      "FresnelEngine", in: "Engine",
      [
        "FresnelSegments", "FresnelStorage", "FresnelPlatform", "FresnelText", "FresnelModel",
        "FresnelQuery",
      ]),
    library("FresnelRanking", in: "Engine"),
    library("SpotlightWire", in: "Service", ["FresnelModel", "FresnelPlatform", "CSodium"]),
    library(
      "SpotlightService", in: "Service",
      [
        "SpotlightWire", "FresnelEngine", "FresnelRanking", "FresnelStorage", "FresnelPlatform",
        "FresnelText", "FresnelModel", "FresnelQuery",
      ]),
    library("WebAddresses", in: "Web", ["CIDN"]),
    library("WebDocuments", in: "Web", ["FresnelModel", "CGumbo", "CICU"]),
    library("StructuredData", in: "Web", ["WebAddresses", "WebDocuments", "FresnelModel"]),
    library(
      "CrawlRules", in: "Web",
      ["WebAddresses", "WebDocuments", "FresnelModel", "FresnelPlatform"]),
    library(
      "WebMarkup", in: "Web",
      [
        "StructuredData", "CrawlRules", "WebAddresses", "WebDocuments", "FresnelModel",
        "FresnelPlatform",
      ]),
    // Counts allocations and empties the page cache; no part of any product.
    .target(name: "CMeasurement"),
    // What is computed of ranks and of texts alone.
    .target(name: "RankFigures", swiftSettings: common),
    .executableTarget(
      name: "EngineBenchmark",
      dependencies: [
        "CMeasurement", "RankFigures", "SpotlightService", "SpotlightWire", "FresnelEngine",
        "FresnelSegments", "FresnelStorage", "FresnelPlatform", "FresnelText", "FresnelModel",
        "FresnelQuery", "WebMarkup",
      ],
      swiftSettings: common),
    .testTarget(
      name: "RankFiguresTests", dependencies: ["RankFigures"], swiftSettings: common),
  ],
  swiftLanguageModes: [.v6]
)
