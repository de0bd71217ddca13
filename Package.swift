// swift-tools-version: 6.2
import PackageDescription

/// Settings for every Swift target: Swift 6 mode, explicit `any`, imports that must be named where
/// they are used, and no warning left standing.
let common: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// What tests run most of their time in: those of the segments alone take 42 s of a processor instead of 136. So `make`
/// has these layers optimized in debug builds too, where `assert` still holds.
///
/// Safe: `-O` is what a release build has, and `-assert-config Debug` keeps the checks of a debug build. They are asked
/// for by a variable, as SwiftPM refuses packages with flags of their own as dependencies.
let optimized: [SwiftSetting] =
  Context.environment["FRESNEL_OPTIMIZED"] == "1"
  ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : []

/// A Swift target in its layer's folder. `Scripts/check_layers.py` compares what is listed here with what its files import
/// and with the map in ARCHITECTURE.md.
func library(
  _ name: String, in layer: String, _ dependencies: [Target.Dependency] = [],
  resources: [Resource]? = nil, settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)", resources: resources,
    swiftSettings: common + settings + (["Foundations", "Engine"].contains(layer) ? optimized : []))
}

/// The tests of one target, with the shared fixtures. Folders excluded hold files that tests read in
/// the source tree.
func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["FresnelTestSupport"],
    path: "Tests/\(name)Tests", exclude: exclude,
    swiftSettings: common)
}

let package = Package(
  name: "fresnel",
  products: [
    .library(name: "CoreSpotlight", targets: ["CoreSpotlight"]),
    .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
    .library(name: "MobileCoreServices", targets: ["MobileCoreServices"]),
    .library(name: "UserActivity", targets: ["UserActivity"]),
    .library(name: "SpotlightSQLite", targets: ["SpotlightSQLite"]),
    .library(name: "WebMarkup", targets: ["WebMarkup"]),
    .executable(name: "fresnel", targets: ["fresnel"]),
    .executable(name: "fresneld", targets: ["fresneld"]),
    .executable(name: "fresnel-desktop", targets: ["fresnel-desktop"]),
    .executable(name: "fresnel-window", targets: ["fresnel-window"]),
    .executable(name: "fresnel-window-gtk", targets: ["fresnel-window-gtk"]),
    .executable(name: "fresnel-cloud", targets: ["fresnel-cloud"]),
    // What Benchmarks/ measures; not for apps.
    .library(
      name: "FresnelEngine",
      targets: ["FresnelEngine", "FresnelPlatform", "FresnelText", "FresnelModel", "FresnelQuery"]),
  ],
  traits: [
    .default(enabledTraits: ["Embedded"]),
    .trait(
      name: "Embedded",
      description:
        "An app keeps its index itself where no daemon does; otherwise the engine is left out."),
    .trait(
      name: "Desktop",
      description: "The search window is built, by GTK 4; otherwise it says that it was not."),
  ],
  targets: [
    // C shims
    .target(
      name: "CICU", path: "Sources/CLibraries/CICU",
      linkerSettings: [.linkedLibrary("icuuc"), .linkedLibrary("icui18n")]),
    .target(
      name: "CZlib", path: "Sources/CLibraries/CZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(
      name: "CZstd", path: "Sources/CLibraries/CZstd", linkerSettings: [.linkedLibrary("zstd")]),
    .target(
      name: "CSodium", path: "Sources/CLibraries/CSodium",
      linkerSettings: [.linkedLibrary("sodium")]),
    .target(
      name: "CHandoffCrypto", path: "Sources/CLibraries/CHandoffCrypto",
      linkerSettings: [.linkedLibrary("sodium")]),
    .target(
      name: "CCurl", path: "Sources/CLibraries/CCurl",
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "CSystemd", path: "Sources/CLibraries/CSystemd",
      linkerSettings: [.linkedLibrary("systemd")]),
    .target(
      name: "CSQLite", path: "Sources/CLibraries/CSQLite",
      linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "CIDN", path: "Sources/CLibraries/CIDN",
      linkerSettings: [.linkedLibrary("icuuc"), .linkedLibrary("psl")]),
    .target(
      name: "CCrypto", path: "Sources/CLibraries/CCrypto",
      linkerSettings: [.linkedLibrary("crypto")]),
    .target(
      name: "CStemmer", path: "Sources/CLibraries/CStemmer",
      linkerSettings: [.linkedLibrary("stemmer")]),
    .target(
      name: "CMicrohttpd", path: "Sources/CLibraries/CMicrohttpd",
      linkerSettings: [.linkedLibrary("microhttpd")]),
    .target(
      name: "CGumbo", path: "Sources/CLibraries/CGumbo", linkerSettings: [.linkedLibrary("gumbo")]),
    .target(
      name: "CExpat", path: "Sources/CLibraries/CExpat", linkerSettings: [.linkedLibrary("expat")]),
    .target(name: "CChecksum", path: "Sources/CLibraries/CChecksum"),
    .target(name: "CPlatform", path: "Sources/CLibraries/CPlatform"),
    .systemLibrary(
      name: "GTK4", path: "Sources/CLibraries/GTK4", pkgConfig: "gtk4",
      providers: [.apt(["libgtk-4-dev"])]),
    .target(
      name: "CGTK",
      dependencies: [.target(name: "GTK4", condition: .when(traits: ["Desktop"]))],
      path: "Sources/CLibraries/CGTK",
      cSettings: [.define("FRESNEL_DESKTOP", .when(traits: ["Desktop"]))]),
    // Foundations
    library("FresnelPlatform", in: "Foundations", ["CChecksum", "CPlatform", "CZlib"]),
    library("FresnelBus", in: "Foundations", ["FresnelPlatform", "CSystemd"]),
    library("FresnelText", in: "Foundations", ["CICU"]),
    library("FresnelDatabase", in: "Foundations", ["CSQLite"]),
    library("FresnelModel", in: "Foundations", ["CExpat"]),
    library("FresnelQuery", in: "Foundations", ["FresnelModel", "FresnelText", "CGumbo"]),
    // Engine
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
    // Service
    library("SpotlightWire", in: "Service", ["FresnelModel", "FresnelPlatform", "CSodium"]),
    library(
      "SpotlightService", in: "Service",
      [
        "SpotlightWire", "FresnelEngine", "FresnelRanking", "FresnelStorage", "FresnelPlatform",
        "FresnelText", "FresnelModel", "FresnelQuery",
      ]),
    library(
      "FresnelProtection", in: "Service",
      ["SpotlightWire", "FresnelStorage", "FresnelBus", "FresnelPlatform", "CSodium"]),
    library(
      "FresnelHandoff", in: "Service",
      ["SpotlightWire", "FresnelPlatform", "CSodium", "CHandoffCrypto"]),
    library(
      "FresnelApps", in: "Service", ["SpotlightWire", "FresnelModel", "FresnelPlatform"]),
    library(
      "FresnelLaunching", in: "Service",
      ["FresnelApps", "SpotlightWire", "FresnelBus", "FresnelModel", "FresnelPlatform"]),
    library(
      "SpotlightDaemon", in: "Service",
      [
        "SpotlightService", "FresnelApps", "FresnelLaunching", "FresnelHandoff",
        "FresnelProtection", "SpotlightWire", "FresnelStorage", "FresnelBus", "FresnelModel",
        "FresnelPlatform",
      ]),
    // Connection
    library(
      "SpotlightClient", in: "Connection",
      [
        .target(name: "SpotlightService", condition: .when(traits: ["Embedded"])),
        "SpotlightWire", "FresnelModel", "FresnelPlatform",
      ]),
    library("LocalAnswers", in: "Connection"),
    library(
      "SearchSurface", in: "Connection",
      [
        "LocalAnswers",
        "SpotlightClient", "FresnelLaunching", "FresnelApps", "SpotlightWire", "FresnelBus",
        "FresnelModel", "FresnelText", "FresnelPlatform",
      ]),
    // Frameworks
    library("UniformTypeIdentifiers", in: "Frameworks", ["FresnelModel"]),
    library("MobileCoreServices", in: "Frameworks", ["UniformTypeIdentifiers", "FresnelModel"]),
    library(
      "UserActivity", in: "Frameworks",
      ["SpotlightClient", "SpotlightWire", "FresnelModel", "FresnelPlatform"]),
    library(
      "CoreSpotlight", in: "Frameworks",
      [
        "UniformTypeIdentifiers", "UserActivity", "SpotlightClient", "SpotlightWire",
        "FresnelModel", "FresnelPlatform",
      ]),
    // Libraries on top of the frameworks
    library(
      "SpotlightSQLite", in: "Libraries",
      ["CoreSpotlight", "FresnelDatabase", "FresnelModel", "FresnelPlatform"]),
    // Web
    library("WebAddresses", in: "Web", ["CIDN"]),
    library("WebDocuments", in: "Web", ["FresnelModel", "CGumbo", "CICU"]),
    library("StructuredData", in: "Web", ["WebAddresses", "WebDocuments", "FresnelModel"]),
    library(
      "CrawlRules", in: "Web",
      ["WebAddresses", "WebDocuments", "FresnelModel", "FresnelPlatform"]),
    library(
      "WebFetching", in: "Web", ["WebAddresses", "SpotlightWire", "CCurl", "FresnelPlatform"]),
    library(
      "SiteAssociations", in: "Web",
      [
        "WebFetching", "WebAddresses", "WebDocuments", "FresnelModel", "FresnelPlatform", "CCrypto",
      ]),
    library(
      "WebMarkup", in: "Web",
      [
        "StructuredData", "CrawlRules", "WebAddresses", "WebDocuments", "FresnelModel",
        "FresnelPlatform",
      ]),
    library(
      "VerifiedLinks", in: "Web",
      [
        "SiteAssociations", "WebAddresses", "FresnelLaunching", "FresnelApps", "FresnelModel",
        "FresnelPlatform",
      ]),
    library(
      "WebResults", in: "Web", ["WebFetching", "WebAddresses", "FresnelModel", "FresnelPlatform"]),
    library(
      "SiteValidation", in: "Web",
      [
        "WebMarkup", "StructuredData", "CrawlRules", "SiteAssociations", "WebFetching",
        "WebAddresses", "WebDocuments", "FresnelModel", "FresnelPlatform",
      ]),
    // Sources of what a person already has
    library("FirstDaySources", in: "FirstDay", ["FresnelPlatform"]),
    // On the desktop, beside the terminal
    library(
      "DesktopService", in: "Desktop",
      [
        "LocalAnswers", "SearchSurface", "SpotlightClient", "FresnelProtection", "FresnelApps",
        "SpotlightWire", "FresnelBus", "FresnelModel", "FresnelPlatform",
      ]),
    library(
      "DesktopWindow", in: "Desktop",
      [
        "CGTK", "DesktopService", "LocalAnswers", "SearchSurface", "SpotlightClient",
        "FresnelApps", "SpotlightWire", "FresnelBus", "FresnelPlatform",
      ]),
    // Commands and tools
    library("CommandKit", in: "Commands", ["FresnelPlatform", "FresnelText", "FresnelModel"]),
    library(
      "FresnelCommands", in: "Commands",
      [
        "LocalAnswers", "DesktopService", "CommandKit", "VerifiedLinks", "WebResults",
        "SiteValidation",
        "WebFetching",
        "SiteAssociations", "WebAddresses", "SearchSurface", "FresnelLaunching", "FresnelApps",
        "SpotlightClient", "SpotlightService", "SpotlightWire", "FresnelEngine",
        "FresnelSegments", "FresnelStorage", "FresnelPlatform", "FresnelText", "FresnelModel",
        "FresnelQuery", "WebMarkup", "CrawlRules", "StructuredData", "WebDocuments",
      ]),
    .executableTarget(
      name: "fresnel", dependencies: ["FresnelCommands"], path: "Sources/Tools/fresnel",
      swiftSettings: common),
    .executableTarget(
      name: "fresneld", dependencies: ["SpotlightDaemon"], path: "Sources/Tools/fresneld",
      swiftSettings: common),
    .executableTarget(
      name: "fresnel-desktop", dependencies: ["DesktopService"],
      path: "Sources/Tools/fresnel-desktop", swiftSettings: common),
    .executableTarget(
      name: "fresnel-window", dependencies: ["DesktopService"],
      path: "Sources/Tools/fresnel-window", swiftSettings: common),
    .executableTarget(
      name: "fresnel-window-gtk", dependencies: ["DesktopWindow"],
      path: "Sources/Tools/fresnel-window-gtk", swiftSettings: common),
    // The public index, apart from what runs on devices
    library("WebServing", in: "Cloud", ["FresnelPlatform", "CMicrohttpd"]),
    library(
      "Crawler", in: "Cloud",
      [
        "WebMarkup", "CrawlRules", "WebDocuments", "WebFetching", "WebAddresses", "FresnelDatabase",
        "FresnelModel", "FresnelPlatform",
      ]),
    library(
      "PublicIndex", in: "Cloud",
      [
        "Crawler", "WebMarkup", "WebAddresses", "FresnelEngine", "FresnelSegments",
        "FresnelStorage", "FresnelQuery", "FresnelModel", "FresnelText", "CStemmer",
      ]),
    library(
      "AppDirectory", in: "Cloud",
      [
        "WebMarkup", "SiteAssociations", "WebDocuments", "WebAddresses", "FresnelDatabase",
        "FresnelModel", "FresnelPlatform",
      ]),
    library(
      "CloudPages", in: "Cloud",
      [
        "SiteValidation", "WebMarkup", "SiteAssociations", "CrawlRules", "StructuredData",
        "WebAddresses", "WebDocuments",
      ],
      resources: [.embedInCode("Assets")]),
    library(
      "CloudService", in: "Cloud",
      [
        "CloudPages", "SiteValidation", "SiteAssociations", "PublicIndex", "Crawler", "WebMarkup",
        "WebFetching", "WebServing", "WebAddresses", "FresnelEngine", "FresnelModel",
        "FresnelPlatform",
      ]),
    library(
      "CloudCommands", in: "Cloud",
      [
        "CloudService", "SiteValidation", "AppDirectory", "WebServing", "PublicIndex", "Crawler",
        "SiteAssociations", "WebMarkup", "CrawlRules", "WebFetching", "WebDocuments",
        "WebAddresses",
        "CommandKit", "FresnelApps", "FresnelEngine", "FresnelModel", "FresnelPlatform",
      ]),
    .executableTarget(
      name: "fresnel-cloud", dependencies: ["CloudCommands"], path: "Sources/Cloud/fresnel-cloud",
      swiftSettings: common),
    // Fixtures, seeded generators, faulty storage; never shipped
    library(
      "FresnelTestSupport", in: "TestSupport",
      ["FresnelStorage", "FresnelPlatform", "FresnelText", "FresnelModel", "FresnelQuery"]),
    // A peer on a message bus, played by tests, and a bus of their own; never shipped
    library("BusTestSupport", in: "TestSupport", ["FresnelBus", "FresnelPlatform"]),
    library(
      "WireTestSupport", in: "TestSupport", ["SpotlightWire", "FresnelModel", "FresnelPlatform"]),
    // HTTP servers that do what a script says; never shipped
    library("WebTestSupport", in: "TestSupport", ["FresnelPlatform"]),
    // A web of many hosts on one of them; never shipped
    library(
      "CrawlTestSupport", in: "TestSupport",
      ["Crawler", "WebFetching", "WebAddresses", "WebTestSupport", "FresnelPlatform"]),
    // A browser without a window, for tests of pages; never shipped
    library("BrowserTestSupport", in: "TestSupport", ["FresnelModel", "FresnelPlatform"]),
    // A recipe collection in SQLite, and random changes of it; never shipped
    library(
      "SQLiteTestSupport", in: "TestSupport",
      [
        "SpotlightSQLite", "CoreSpotlight", "FresnelTestSupport", "FresnelDatabase",
      ]),
    // Tests
    tests("FresnelPlatform", ["FresnelPlatform"]),
    tests("FresnelBus", ["FresnelBus", "FresnelPlatform", "BusTestSupport"]),
    tests("FresnelText", ["FresnelText"]),
    tests("FresnelModel", ["FresnelModel"]),
    tests("FresnelQuery", ["FresnelQuery", "FresnelModel", "FresnelText"]),
    tests("FresnelStorage", ["FresnelStorage", "FresnelPlatform"]),
    tests(
      "FresnelSegments",
      [
        "FresnelSegments", "FresnelStorage", "FresnelQuery", "FresnelModel", "FresnelText",
        "FresnelPlatform",
      ]),
    tests(
      "FresnelEngine",
      [
        "FresnelEngine", "FresnelSegments", "FresnelStorage", "FresnelQuery", "FresnelModel",
        "FresnelText",
        "FresnelPlatform", "store-writer",
      ]),
    // The process that the engine's tests kill
    .executableTarget(
      name: "store-writer",
      dependencies: ["FresnelEngine", "FresnelStorage", "FresnelModel", "FresnelPlatform"],
      path: "Tests/Support/StoreWriter", swiftSettings: common),
    tests("FresnelRanking", ["FresnelRanking"]),
    tests("SpotlightWire", ["SpotlightWire", "FresnelModel", "FresnelPlatform"]),
    tests(
      "SpotlightService",
      [
        "SpotlightService", "SpotlightWire", "FresnelQuery", "FresnelText", "FresnelModel",
        "FresnelPlatform",
      ]),
    tests(
      "FresnelProtection",
      [
        "FresnelProtection", "SpotlightWire", "FresnelStorage", "FresnelBus", "FresnelPlatform",
        "BusTestSupport",
      ]),
    tests("FresnelHandoff", ["FresnelHandoff"]),
    tests(
      "FresnelLaunching",
      ["FresnelLaunching", "FresnelApps", "SpotlightWire", "FresnelModel", "FresnelPlatform"]),
    tests(
      "SpotlightClient",
      [
        "SpotlightClient", "SpotlightService", "SpotlightWire", "FresnelModel", "FresnelPlatform",
      ]),
    tests(
      "FresnelApps", ["FresnelApps", "SpotlightWire", "FresnelModel", "FresnelPlatform"],
      exclude: ["Fixtures"]),
    tests(
      "SpotlightDaemon",
      [
        "SpotlightDaemon", "FresnelBus", "FresnelHandoff", "FresnelProtection", "FresnelStorage",
        "BusTestSupport", "WireTestSupport", "WebTestSupport", "SpotlightClient", "FresnelEngine",
        "SpotlightService", "FresnelApps", "FresnelLaunching", "SpotlightWire", "FresnelModel",
        "FresnelPlatform", "WebFetching", "WebAddresses", "fresneld", "fresnel-desktop",
        "fresnel", "fresnel-window", "fresnel-window-gtk", "hostile-app", "daemon-writer",
        "soak-client", "sample-extension",
        "sample-importer", "sample-receiver", "sample-recipes", "sample-ending",
      ]),
    // The programs that the daemon's tests have attack it
    .executableTarget(
      name: "hostile-app",
      dependencies: [
        "WireTestSupport", "SpotlightDaemon", "SpotlightWire", "FresnelModel", "FresnelPlatform",
        "CPlatform",
      ],
      path: "Tests/Support/HostileApp", swiftSettings: common),
    // The clients of the daemon that the tests kill
    .executableTarget(
      name: "daemon-writer",
      dependencies: ["WireTestSupport", "SpotlightWire", "FresnelModel", "FresnelPlatform"],
      path: "Tests/Support/DaemonWriter", swiftSettings: common),
    .executableTarget(
      name: "soak-client",
      dependencies: [
        "WireTestSupport", "FresnelTestSupport", "SpotlightWire", "FresnelModel",
        "FresnelPlatform",
      ],
      path: "Tests/Support/SoakClient", swiftSettings: common),
    // An app that is started to open something
    .executableTarget(
      name: "sample-receiver",
      dependencies: [
        "CoreSpotlight", "UserActivity", "WireTestSupport", "FresnelBus", "SpotlightWire",
        "FresnelModel", "FresnelPlatform",
      ],
      path: "Tests/Support/SampleReceiver", swiftSettings: common),
    // An app as app developers write it, which shows what is opened in it
    .executableTarget(
      name: "sample-recipes", dependencies: ["CoreSpotlight"],
      path: "Tests/Support/SampleRecipes"),
    // An app that ends as soon as it has handed its items over
    .executableTarget(
      name: "sample-ending", dependencies: ["CoreSpotlight"], path: "Tests/Support/SampleEnding"),
    // Extensions as app developers write them
    .executableTarget(
      name: "sample-extension", dependencies: ["CoreSpotlight"],
      path: "Tests/Support/SampleExtension"),
    .executableTarget(
      name: "sample-importer", dependencies: ["CoreSpotlight"],
      path: "Tests/Support/SampleImporter"),
    tests("LocalAnswers", ["LocalAnswers"]),
    tests(
      "SearchSurface",
      [
        "SearchSurface", "LocalAnswers", "FresnelLaunching", "SpotlightClient", "SpotlightWire",
        "FresnelModel",
        "FresnelText", "FresnelPlatform", "WireTestSupport", "fresneld",
      ]),
    tests(
      "DesktopService",
      [
        "DesktopService", "LocalAnswers", "SearchSurface", "SpotlightClient", "SpotlightWire",
        "FresnelBus", "FresnelModel", "FresnelPlatform", "BusTestSupport", "WireTestSupport",
        "fresneld",
        "FresnelLaunching", "fresnel-desktop", "fresnel",
      ]),
    tests(
      "DesktopWindow",
      [
        "DesktopWindow", "DesktopService", "LocalAnswers", "SearchSurface", "FresnelApps",
        "SpotlightWire", "FresnelBus", "FresnelModel", "FresnelPlatform", "BusTestSupport",
        "WireTestSupport", "fresneld",
        "fresnel", "fresnel-window", "fresnel-window-gtk", "sample-receiver",
      ], exclude: ["Shim", "Pictures"]),
    tests("UniformTypeIdentifiers", ["UniformTypeIdentifiers", "FresnelModel"]),
    tests("MobileCoreServices", ["MobileCoreServices", "UniformTypeIdentifiers"]),
    tests(
      "UserActivity",
      ["UserActivity", "SpotlightClient", "SpotlightWire", "FresnelModel", "FresnelPlatform"]),
    tests(
      "CoreSpotlight",
      [
        "CoreSpotlight", "SpotlightClient", "SpotlightService", "SpotlightWire", "FresnelModel",
        "FresnelPlatform", "SampleConnection",
      ]),
    tests(
      "SpotlightSQLite",
      [
        "SpotlightSQLite", "CoreSpotlight", "SQLiteTestSupport", "SampleConnection",
        "FresnelDatabase", "FresnelPlatform", "sqlite-writer",
      ]),
    // The process that those tests kill
    .executableTarget(
      name: "sqlite-writer",
      dependencies: [
        "SQLiteTestSupport", "SpotlightSQLite", "CoreSpotlight", "FresnelTestSupport",
        "FresnelDatabase", "FresnelPlatform",
      ],
      path: "Tests/Support/SQLiteWriter", swiftSettings: common),
    tests("FirstDaySources", ["FirstDaySources", "FresnelPlatform"]),
    tests("CommandKit", ["CommandKit", "FresnelModel", "FresnelPlatform"]),
    tests(
      "FresnelCommands",
      [
        "FresnelCommands", "CommandKit", "SearchSurface", "LocalAnswers", "FresnelLaunching",
        "FresnelApps",
        "FresnelEngine", "FresnelStorage", "SpotlightWire", "FresnelModel", "FresnelQuery",
        "FresnelPlatform", "WebFetching", "WebTestSupport", "WireTestSupport", "fresnel",
      ],
      exclude: ["Fixtures"]),
    tests(
      "CloudCommands",
      [
        "CloudCommands", "CloudService", "AppDirectory", "CommandKit", "PublicIndex", "Crawler",
        "WebFetching", "SiteAssociations", "WebAddresses", "FresnelEngine", "FresnelModel",
        "FresnelPlatform", "CrawlTestSupport", "WebTestSupport",
        "WireTestSupport", "fresnel-cloud",
      ]),
    tests("WebAddresses", ["WebAddresses", "FresnelModel"]),
    tests("WebDocuments", ["WebDocuments", "FresnelModel"]),
    tests(
      "StructuredData", ["StructuredData", "WebAddresses", "WebDocuments", "FresnelModel"]),
    tests(
      "SiteAssociations",
      [
        "SiteAssociations", "CrawlRules", "WebAddresses", "WebDocuments", "FresnelModel",
        "FresnelPlatform", "WireTestSupport", "fresnel",
      ]),
    tests(
      "CrawlRules",
      ["CrawlRules", "WebAddresses", "WebDocuments", "FresnelModel", "FresnelPlatform"]),
    tests("WebFetching", ["WebFetching", "WebAddresses", "FresnelPlatform", "WebTestSupport"]),
    tests(
      "WebMarkup",
      [
        "WebMarkup", "StructuredData", "CrawlRules", "WebAddresses", "WebDocuments",
        "FresnelModel",
      ]),
    tests(
      "SiteValidation",
      [
        "SiteValidation", "WebMarkup", "CrawlRules", "SiteAssociations", "WebFetching",
        "WebAddresses", "WebDocuments", "FresnelModel", "FresnelPlatform", "WebTestSupport",
      ]),
    tests(
      "Crawler",
      [
        "Crawler", "WebMarkup", "CrawlRules", "WebDocuments", "WebFetching", "WebAddresses",
        "FresnelDatabase", "FresnelModel", "FresnelPlatform", "WebTestSupport", "CrawlTestSupport",
        "WireTestSupport", "crawl-worker",
      ]),
    // The crawler that those tests kill
    .executableTarget(
      name: "crawl-worker",
      dependencies: [
        "CrawlTestSupport", "Crawler", "WebFetching", "WebAddresses", "FresnelPlatform",
      ],
      path: "Tests/Support/CrawlWorker", swiftSettings: common),
    tests(
      "VerifiedLinks",
      [
        "VerifiedLinks", "SiteAssociations", "WebAddresses", "FresnelLaunching", "FresnelApps",
        "FresnelModel", "FresnelPlatform",
      ]),
    tests(
      "CloudService",
      [
        "CloudService", "SiteValidation", "PublicIndex", "Crawler", "WebResults", "WebServing",
        "WebFetching", "WebTestSupport", "WebMarkup", "CrawlRules", "WebAddresses", "FresnelEngine",
        "FresnelModel",
        "FresnelPlatform",
      ]),
    tests(
      "WebResults",
      ["WebResults", "WebFetching", "WebAddresses", "FresnelPlatform", "WebTestSupport"]),
    tests(
      "AppDirectory",
      [
        "AppDirectory", "SiteAssociations", "WebMarkup", "WebDocuments", "WebAddresses",
        "FresnelDatabase", "FresnelPlatform",
      ]),
    tests("WebServing", ["WebServing", "WebTestSupport", "FresnelPlatform"]),
    tests(
      "PublicIndex",
      [
        "PublicIndex", "Crawler", "WebMarkup", "WebAddresses", "FresnelEngine", "FresnelModel",
        "FresnelPlatform",
      ]),
    tests(
      "CloudPages",
      [
        "CloudPages", "CloudService", "PublicIndex", "SiteValidation", "SiteAssociations",
        "CrawlRules", "WebMarkup", "WebFetching", "WebServing", "WebAddresses", "WebDocuments",
        "FresnelEngine", "FresnelModel", "FresnelPlatform", "BrowserTestSupport", "WebTestSupport",
      ], exclude: ["Browser/Pictures"]),
    // The example app, which has a package of its own too
    .systemLibrary(name: "SQLite3", path: "Examples/Recipes/Sources/SQLite3"),
    .target(
      name: "RecipeBook", dependencies: ["CoreSpotlight", "SpotlightSQLite", "SQLite3"],
      path: "Examples/Recipes/Sources/RecipeBook", swiftSettings: common),
    .target(
      name: "RecipeScreens", dependencies: ["RecipeBook"],
      path: "Examples/Recipes/Sources/RecipeScreens", swiftSettings: common),
    .executableTarget(
      name: "recipes",
      dependencies: ["RecipeScreens", "RecipeBook", "CoreSpotlight", "SpotlightSQLite"],
      path: "Examples/Recipes/Sources/Recipes", swiftSettings: common),
    .executableTarget(
      name: "recipes-indexer", dependencies: ["RecipeBook", "CoreSpotlight"],
      path: "Examples/Recipes/Sources/RecipesIndexer", swiftSettings: common),
    tests(
      "Recipes",
      [
        "RecipeScreens", "RecipeBook", "WireTestSupport", "FresnelPlatform", "fresnel", "fresneld",
        "recipes", "recipes-indexer",
      ]),
    // How those suites that stand for an app reach the index
    .target(
      name: "SampleConnection", dependencies: ["WireTestSupport", "fresneld"],
      path: "Tests/Support/SampleConnection", swiftSettings: common),
    // App code as app developers write it: it sees the public frameworks and nothing else.
    .testTarget(
      name: "SampleAppTests",
      dependencies: ["CoreSpotlight", "MobileCoreServices", "SampleConnection"],
      path: "Tests/SampleAppTests"),
    .testTarget(
      name: "SampleAppSwift5Tests",
      dependencies: ["CoreSpotlight", "MobileCoreServices", "SampleConnection"],
      path: "Tests/SampleAppSwift5Tests", swiftSettings: [.swiftLanguageMode(.v5)]),
  ],
  swiftLanguageModes: [.v6]
)
