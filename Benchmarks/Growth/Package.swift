// swift-tools-version: 6.2
import PackageDescription

// Measures how the time of each parser and decoder grows with its input. Package access ends at the
// package, so the targets are not imported but built again from the same sources, through links in
// `Sources`.
//
// A manifest cannot take anything from another one, so what targets have in common is said here again.

let common: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// What reads some bytes is internal to its target. Unsafe flags keep only packages that others depend on from
/// building: nothing depends on this one.
let testable = common + [SwiftSetting.unsafeFlags(["-enable-testing"])]

func library(
  _ name: String, in layer: String, _ dependencies: [Target.Dependency] = [],
  settings: [SwiftSetting] = common
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)",
    swiftSettings: settings)
}

func shim(_ name: String, links libraries: [String] = []) -> Target {
  .target(
    name: name, path: "Sources/CLibraries/\(name)",
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

let package = Package(
  name: "growth",
  targets: [
    shim("CICU", links: ["icuuc", "icui18n"]),
    shim("CZlib", links: ["z"]),
    shim("CZstd", links: ["zstd"]),
    shim("CSodium", links: ["sodium"]),
    shim("CHandoffCrypto", links: ["sodium"]),
    shim("CChecksum"),
    shim("CIDN", links: ["icuuc", "psl"]),
    shim("CGumbo", links: ["gumbo"]),
    shim("CExpat", links: ["expat"]),
    shim("CCrypto", links: ["crypto"]),
    shim("CCurl", links: ["curl"]),
    shim("CPlatform"),
    shim("CSQLite", links: ["sqlite3"]),
    shim("CSystemd", links: ["systemd"]),
    library("FresnelPlatform", in: "Foundations", ["CChecksum", "CPlatform", "CZlib"]),
    library(
      "FresnelBus", in: "Foundations", ["FresnelPlatform", "CSystemd"], settings: testable),
    library("FresnelText", in: "Foundations", ["CICU"]),
    library("FresnelModel", in: "Foundations", ["CExpat"]),
    library("FresnelDatabase", in: "Foundations", ["CSQLite"]),
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
      ], settings: testable),
    library("FresnelRanking", in: "Engine"),
    library("SpotlightWire", in: "Service", ["FresnelModel", "FresnelPlatform", "CSodium"]),
    library(
      "SpotlightService", in: "Service",
      [
        "SpotlightWire", "FresnelEngine", "FresnelRanking", "FresnelStorage", "FresnelPlatform",
        "FresnelText", "FresnelModel", "FresnelQuery",
      ], settings: testable),
    library(
      "FresnelHandoff", in: "Service",
      ["SpotlightWire", "FresnelPlatform", "CSodium", "CHandoffCrypto"]),
    library(
      "FresnelApps", in: "Service", ["SpotlightWire", "FresnelModel", "FresnelPlatform"],
      settings: testable),
    library(
      "FresnelLaunching", in: "Service",
      ["FresnelApps", "SpotlightWire", "FresnelBus", "FresnelModel", "FresnelPlatform"]),
    library("WebAddresses", in: "Web", ["CIDN"]),
    library("WebDocuments", in: "Web", ["FresnelModel", "CGumbo", "CICU"]),
    library("StructuredData", in: "Web", ["WebAddresses", "WebDocuments", "FresnelModel"]),
    library(
      "SiteAssociations", in: "Web",
      [
        "WebFetching", "WebAddresses", "WebDocuments", "FresnelModel", "FresnelPlatform", "CCrypto",
      ]),
    library(
      "CrawlRules", in: "Web",
      ["WebAddresses", "WebDocuments", "FresnelModel", "FresnelPlatform"]),
    library(
      "WebMarkup", in: "Web",
      [
        "StructuredData", "CrawlRules", "WebAddresses", "WebDocuments", "FresnelModel",
        "FresnelPlatform",
      ]),
    library(
      "WebFetching", in: "Web", ["WebAddresses", "SpotlightWire", "CCurl", "FresnelPlatform"],
      settings: testable),
    library(
      "WebResults", in: "Web", ["WebFetching", "WebAddresses", "FresnelModel", "FresnelPlatform"]),
    library(
      "AppDirectory", in: "Cloud",
      [
        "WebMarkup", "SiteAssociations", "WebDocuments", "WebAddresses",
        "FresnelDatabase",
      ]),
    library(
      "SiteValidation", in: "Web",
      [
        "WebMarkup", "StructuredData", "CrawlRules", "SiteAssociations", "WebFetching",
        "WebAddresses", "WebDocuments", "FresnelModel", "FresnelPlatform",
      ]),
    library("CommandKit", in: "Commands", ["FresnelPlatform", "FresnelText", "FresnelModel"]),
    // What reads files, of all that the commands are made of.
    .target(
      name: "FresnelCommands",
      dependencies: [
        "CommandKit", "FresnelApps", "FresnelLaunching", "FresnelEngine", "FresnelQuery",
        "FresnelModel", "FresnelPlatform", "SpotlightWire",
      ],
      path: "Sources/Commands/FresnelCommands",
      exclude: [
        "App", "Daemon", "Handoff", "History", "Import", "Interactive", "Items", "Launching",
        "Library", "Links", "Search", "Store", "Tool", "Web", "WebSearch",
      ],
      sources: ["Desktop", "JSONLines", "Manuals", "Packages"],
      swiftSettings: testable),
    .target(name: "CThreadClock"),
    .executableTarget(
      name: "Growth",
      dependencies: [
        "CThreadClock", "CSystemd", "FresnelBus", "FresnelCommands", "CommandKit",
        "FresnelApps", "FresnelLaunching", "SpotlightService", "SiteValidation", "WebFetching",
        "FresnelHandoff", "FresnelEngine", "FresnelSegments", "FresnelStorage",
        "FresnelPlatform", "FresnelModel", "FresnelQuery", "FresnelText", "SpotlightWire",
        "SiteAssociations", "CrawlRules", "StructuredData", "WebMarkup", "WebResults",
        "AppDirectory", "WebAddresses", "WebDocuments",
      ],
      swiftSettings: common),
  ],
  swiftLanguageModes: [.v6]
)
