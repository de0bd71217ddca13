// swift-tools-version: 6.2
import PackageDescription

// What reads bytes from files, given bytes that nobody wrote. A package of its own, because all of
// it is built with the fuzzer's instrumentation. Package access ends at the package, so the targets
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
    name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)", swiftSettings: common)
}

func shim(_ name: String, links libraries: [String] = []) -> Target {
  .target(
    name: name, path: "Sources/CLibraries/\(name)",
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

let package = Package(
  name: "fuzz",
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
    library("FresnelBus", in: "Foundations", ["FresnelPlatform", "CSystemd"]),
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
      ]),
    library("SpotlightWire", in: "Service", ["FresnelModel", "FresnelPlatform", "CSodium"]),
    library(
      "FresnelHandoff", in: "Service",
      ["SpotlightWire", "FresnelPlatform", "CSodium", "CHandoffCrypto"]),
    library(
      "FresnelApps", in: "Service", ["SpotlightWire", "FresnelModel", "FresnelPlatform"]),
    library(
      "FresnelLaunching", in: "Service",
      ["FresnelApps", "SpotlightWire", "FresnelBus", "FresnelModel", "FresnelPlatform"]),
    library("LocalAnswers", in: "Connection"),
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
      "WebFetching", in: "Web", ["WebAddresses", "SpotlightWire", "CCurl", "FresnelPlatform"]),
    library(
      "WebResults", in: "Web", ["WebFetching", "WebAddresses", "FresnelModel", "FresnelPlatform"]),
    library(
      "AppDirectory", in: "Cloud",
      [
        "WebMarkup", "SiteAssociations", "WebDocuments", "WebAddresses",
        "FresnelDatabase", "FresnelModel", "FresnelPlatform",
      ]),
    library(
      "SiteValidation", in: "Web",
      [
        "WebMarkup", "StructuredData", "CrawlRules", "SiteAssociations", "WebFetching",
        "WebAddresses", "WebDocuments", "FresnelModel", "FresnelPlatform",
      ]),
    library("FirstDaySources", in: "FirstDay", ["FresnelPlatform"]),
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
      swiftSettings: common),
    library(
      "FresnelTestSupport", in: "TestSupport",
      ["FresnelStorage", "FresnelPlatform", "FresnelText", "FresnelModel", "FresnelQuery"]),
    // The fuzzer brings the program's start with it.
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "FresnelApps", "FresnelHandoff", "FresnelEngine", "FresnelSegments", "FresnelStorage",
        "FresnelPlatform", "FresnelModel", "FresnelQuery", "FresnelTestSupport", "SpotlightWire",
        "SiteAssociations", "CrawlRules", "StructuredData", "WebMarkup", "WebResults",
        "AppDirectory", "WebAddresses", "WebDocuments", "WebFetching", "FresnelCommands",
        "FresnelBus", "CSystemd", "FresnelLaunching", "SiteValidation",
        "FirstDaySources", "LocalAnswers",
      ],
      // Without this the compiler would give the program a start of its own, of the same name. It changes
      // no other code, and unsafe flags keep only packages that others depend on from building: nothing
      // depends on this one.
      swiftSettings: common + [.unsafeFlags(["-parse-as-library"])]),
  ],
  swiftLanguageModes: [.v6]
)
