import FresnelApps
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import Testing

/// The file that Documentation/apps.md shows.
func sampleManifest() throws -> [UInt8] {
  let directory = FileSystem.parent(of: #filePath)
  return try FileSystem.contents(of: directory + "/Fixtures/Notes.plist")
}

/// Runs a program and tells whether it succeeded.
func run(_ program: String, _ arguments: String...) throws -> Bool {
  try Command(program, arguments).run().isSuccess
}

@Suite("Manifests of apps")
struct AppManifestTests {
  private let place = "/usr/share/fresnel/apps/com.example.notes.plist"

  private func read(
    _ list: PropertyList, at path: String? = nil
  ) -> (manifest: AppManifest?, diagnostics: [ManifestDiagnostic]) {
    AppManifest.read(list, at: path ?? place)
  }

  /// The codes and key paths of what is wrong with an otherwise good manifest.
  private func complaints(_ keys: [String: PropertyList]) -> [String] {
    let good: [String: PropertyList] = [
      "CFBundleIdentifier": "com.example.notes", "FresnelExecutable": "/usr/bin/notes",
    ]
    let (_, diagnostics) = read(.dictionary(good.merging(keys) { _, new in new }))
    for diagnostic in diagnostics {
      #expect(diagnostic.message.hasSuffix("."), "\(diagnostic.message)")
      #expect(diagnostic.remedy.hasSuffix("."), "\(diagnostic.remedy)")
    }
    return diagnostics.map { "\($0.severity) \($0.code) \($0.keyPath)" }
  }

  @Test("the sample of the documentation is read whole, and nothing is wrong with it")
  func sample() throws {
    let (manifest, diagnostics) = AppManifest.read(try sampleManifest(), at: place)
    #expect(diagnostics == [])
    let notes = try #require(manifest)
    #expect(
      notes.identifier == "com.example.notes" && notes.name == "Notes" && notes.version == "2.1")
    #expect(notes.executables == ["/usr/bin/notes"] && notes.desktopFile == "com.example.notes")
    #expect(
      notes.allExecutables
        == ["/usr/bin/notes", "/usr/libexec/notes-indexer", "/usr/libexec/notes-importer"])
    #expect(notes.activityTypes == ["com.example.notes.editing", "com.example.notes.reading"])
    #expect(notes.continuesSearch && notes.wakesOnPush && !notes.isSystemSurface)
    #expect(notes.refreshInterval == 3600 && notes.snapName == "example-notes")
    #expect(notes.searchActions.map(\.title) == ["Archive"])
    #expect(notes.extensions.map(\.point) == [.index, .importer])
    #expect(notes.extensions[0].principalClass == "NotesIndexer")
    #expect(notes.extensions[1].contentTypes == ["com.example.notes.note"])
    #expect(notes.contentTypes.map(\.identifier) == ["com.example.notes.note"])
    #expect(notes.documentTypes.map(\.role) == ["Editor"])
    #expect(notes.urlTypes.map(\.schemes) == [["example-notes"]])
    #expect(notes.associatedDomains.map(\.host) == ["notes.example.com"])
    #expect(notes.defaultProtection == "NSFileProtectionCompleteUntilFirstUserAuthentication")
  }

  @Test("XML and JSON of the same keys are the same manifest")
  func forms() throws {
    let bytes = try sampleManifest()
    let json = Array(try PropertyList.read(bytes).json.text().utf8)
    #expect(
      AppManifest.read(json, at: place).manifest == AppManifest.read(bytes, at: place).manifest)
  }

  @Test("an Info.plist as Xcode leaves it works, and what it lacks here is said")
  func xcode() {
    let (manifest, diagnostics) = read([
      "CFBundleDevelopmentRegion": "en", "CFBundleExecutable": "Notes",
      "CFBundleIdentifier": "com.example.Notes", "CFBundleInfoDictionaryVersion": "6.0",
      "CFBundlePackageType": "APPL", "LSMinimumSystemVersion": "14.0",
      "NSPrincipalClass": "NSApplication",
      "CFBundleName": "$(PRODUCT_NAME)", "UIDeviceFamily": [1, 2],
      "NSExtension": [
        "NSExtensionPointIdentifier": "com.apple.share-services",
        "NSExtensionPrincipalClass": "Share",
      ],
    ])
    #expect(manifest?.identifier == "com.example.Notes" && manifest?.name == nil)
    #expect(
      diagnostics.map(\.code) == [.buildVariable, .unknownExtensionPoint, .missingExecutable])
  }

  @Test("a manifest without a usable identifier is none")
  func identifiers() {
    func code(_ identifier: PropertyList?) -> ManifestDiagnostic.Code? {
      let (manifest, diagnostics) = read(
        identifier.map { ["CFBundleIdentifier": $0, "FresnelExecutable": "/a"] } ?? [:])
      #expect((manifest == nil) == (diagnostics.first?.severity == .error))
      return diagnostics.first?.code
    }
    #expect(code("com.example.a_b-C") == nil)
    #expect(code(nil) == .missingIdentifier)
    #expect(code("") == .missingIdentifier)
    #expect(code(7) == .wrongKind)
    #expect(code("$(PRODUCT_BUNDLE_IDENTIFIER)") == .buildVariable)
    for bad in [
      "../../etc/passwd", "a/b", "com..example", ".com", "com.", "-rf", "a b", "a\u{0}b", "é",
      "com.example.\u{1b}[31m", String(repeating: "a", count: 201),
    ] {
      #expect(code(.string(bad)) == .invalidIdentifier, "\(bad)")
    }
    for reserved in ["org.fresnel", "org.Fresnel.manuals", "unregistered.x", "snap.firefox"] {
      #expect(code(.string(reserved)) == .reservedIdentifier, "\(reserved)")
    }
    #expect(read("text").diagnostics.map(\.code) == [.notAPropertyList])
    #expect(
      AppManifest.read(Array("<plist><dict>".utf8), at: place).diagnostics.first?.message
        == "The file is no property list. Line 1, column 14: the element dict is not closed.")
  }

  @Test("programs are absolute paths, or names in the bin beside the manifest's share")
  func executables() {
    func paths(_ text: PropertyList, at path: String) -> [String]? {
      read(["CFBundleIdentifier": "a.b", "FresnelExecutable": text], at: path).manifest?.executables
    }
    let installed = "/opt/x/share/fresnel/apps/a.b.plist"
    #expect(paths("notes", at: installed) == ["/opt/x/bin/notes"])
    #expect(paths(["/a//b", "/a/b", "/c"], at: installed) == ["/a/b", "/c"])
    #expect(paths("notes", at: "/tmp/Info.plist") == [])
    for bad: PropertyList in ["../notes", "bin/notes", "/a/../b", "/", "/a/./b", "/a\u{0}", ".."] {
      #expect(paths(bad, at: installed) == [], "\(bad)")
    }
  }

  @Test("each key of the wrong kind or with a value it can't have is named with its path")
  func complaints() {
    #expect(complaints([:]) == [])
    #expect(complaints(["NSUserActivityTypes": 7]) == ["error wrongKind NSUserActivityTypes"])
    #expect(
      complaints(["NSUserActivityTypes": ["a", 7, "", "a"]])
        == [
          "error wrongKind NSUserActivityTypes[1]", "warning emptyValue NSUserActivityTypes[2]",
          "warning repeatedValue NSUserActivityTypes[3]",
        ])
    #expect(
      complaints(["CoreSpotlightContinuation": "YES"])
        == ["warning wrongKind CoreSpotlightContinuation"])
    #expect(
      complaints(["CoreSpotlightContinuation": "maybe"])
        == ["error wrongKind CoreSpotlightContinuation"])
    #expect(
      complaints(["CoreSpotlightActions": [["CoreSpotlightActionTitle": "a"]]])
        == ["error missingHandler CoreSpotlightActions[0]"])
    #expect(complaints(["FresnelDesktopFile": "../a"]) == ["error wrongValue FresnelDesktopFile"])
    #expect(complaints(["FresnelSnapName": "A b"]) == ["error wrongValue FresnelSnapName"])
    #expect(complaints(["FresnelExecutible": "a"]) == ["warning unknownKey FresnelExecutible"])
    #expect(
      complaints(["CFBundleURLTypes": [["CFBundleURLSchemes": ["1x", "ok", "a:"]]]])
        == [
          "error wrongValue CFBundleURLTypes[0].CFBundleURLSchemes",
          "error wrongValue CFBundleURLTypes[0].CFBundleURLSchemes",
        ])
    #expect(
      complaints(["CFBundleDocumentTypes": [["CFBundleTypeRole": "Owner"]]])
        == ["error wrongValue CFBundleDocumentTypes[0].CFBundleTypeRole"])
    #expect(
      complaints(["MKDirectionsApplicationSupportedModes": ["MKDirectionsModeCar", "Car"]])
        == ["error wrongValue MKDirectionsApplicationSupportedModes"])
    let domains = "com.apple.developer.associated-domains"
    #expect(complaints([domains: ["applinks:*.example.com?mode=developer"]]) == [])
    #expect(complaints([domains: ["applinks:example.com:8443"]]) == [])
    #expect(complaints(["FresnelTeamIdentifier": "ABCDE12345"]) == [])
    #expect(
      complaints(["FresnelTeamIdentifier": "ABC"]) == ["error wrongValue FresnelTeamIdentifier"])
    #expect(complaints(["FresnelAppStreamIdentifier": "org.example.Notes.desktop"]) == [])
    #expect(
      complaints(["FresnelAppStreamIdentifier": "notes"])
        == ["error wrongValue FresnelAppStreamIdentifier"])
    #expect(complaints(["FresnelMarketingURL": "https://example.com/notes"]) == [])
    #expect(
      complaints(["FresnelSupportURL": "mailto:a@b.c"]) == ["error wrongValue FresnelSupportURL"])
    #expect(complaints(["FresnelStoreIdentifiers": ["app-store": "640199958"]]) == [])
    #expect(
      complaints(["FresnelStoreIdentifiers": ["appstore": "640199958"]])
        == ["error wrongValue FresnelStoreIdentifiers.appstore"])
    for bad in [
      "applinks:a.b:", "applinks:a.b:99999", "applinks:a.b:+1", "example.com", "applinks:",
      "applinks:a..b", "x:a.b", "applinks:a/b", "applinks:a?mode=x",
    ] {
      #expect(complaints([domains: [.string(bad)]]) == ["error wrongValue \(domains)"], "\(bad)")
    }
    #expect(
      complaints(["com.apple.developer.default-data-protection": "None"])
        == ["error wrongValue com.apple.developer.default-data-protection"])
    #expect(
      complaints(["UTExportedTypeDeclarations": [["UTTypeIdentifier": "public.mine"]]])
        == ["error refusedType UTExportedTypeDeclarations"])
    #expect(
      complaints(["FresnelRefreshInterval": 60])
        == [
          "warning intervalTooShort FresnelRefreshInterval",
          "warning missingHandler FresnelRefreshInterval",
        ])
    #expect(
      complaints(["FresnelRefreshInterval": -1]) == ["error wrongValue FresnelRefreshInterval"])
    #expect(
      complaints(["INIntentsRestrictedWhileLocked": ["A"]])
        == ["warning wrongValue INIntentsRestrictedWhileLocked"])
    #expect(
      complaints(["FresnelDevelopment": true]) == ["note developmentManifest FresnelDevelopment"])
  }

  @Test("extensions say what they lack")
  func extensions() {
    #expect(
      complaints(["NSExtension": ["NSExtensionPrincipalClass": "A"]])
        == ["error missingExtensionPoint NSExtension.NSExtensionPointIdentifier"])
    #expect(
      complaints([
        "NSExtension": [
          [
            "NSExtensionPointIdentifier": "com.apple.spotlight.import",
            "NSExtensionPrincipalClass": "A", "NSExtensionMainStoryboard": "B",
          ]
        ]
      ]) == [
        "warning classAndStoryboard NSExtension[0].NSExtensionMainStoryboard",
        "warning missingExecutable NSExtension[0].FresnelExecutable",
        "error missingHandler NSExtension[0].NSExtensionAttributes.CSSupportedContentTypes",
      ])
    #expect(
      complaints([
        "NSExtension": [
          "NSExtensionPointIdentifier": "com.apple.intents-service",
          "NSExtensionAttributes": [
            "IntentsSupported": ["A"], "IntentsRestrictedWhileLocked": ["B"],
          ],
        ]
      ]) == ["warning wrongValue NSExtension.NSExtensionAttributes.IntentsRestrictedWhileLocked"])
  }

  @Test("lists of random shape under every known key give a manifest or a reason")
  func randomLists() throws {
    let sample = try PropertyList.read(try sampleManifest())
    let keys = Array((sample.dictionary ?? [:]).keys) + AppManifest.fresnelKeys
    for seed in 0..<(400 as UInt64) {
      var random = SeededGenerator(seed: seed)
      func value(_ depth: Int) -> PropertyList {
        switch random.below(depth > 2 ? 4 : 6) {
        case 0:
          return .string(
            ["", "a", "$(X)", "/bin/a", "../..", "com.apple.spotlight.index"][random.below(6)])
        case 1: return .integer(Int64(random.below(9)) - 4)
        case 2: return .boolean(random.once(in: 2))
        case 3: return .data([1])
        case 4: return .array((0..<random.below(4)).map { _ in value(depth + 1) })
        default:
          let inner = [
            "NSExtensionPointIdentifier", "NSExtensionAttributes", "UTTypeIdentifier",
            "CFBundleURLSchemes", "FresnelExecutable", "CSSupportedContentTypes",
          ]
          return .dictionary(
            Dictionary(
              (0..<random.below(4)).map { _ in (inner[random.below(6)], value(depth + 1)) }
            ) {
              first, _ in first
            })
        }
      }
      var entries = sample.dictionary ?? [:]
      for _ in 0..<4 { entries[keys[random.below(keys.count)]] = value(0) }
      let (manifest, diagnostics) = read(.dictionary(entries))
      #expect(
        manifest != nil || diagnostics.contains { $0.severity == .error }, "seed \(seed)")
    }
    for seed in 0..<(300 as UInt64) {
      var random = SeededGenerator(seed: seed)
      let bytes = random.mutate(try sampleManifest(), changes: 1 + random.below(5))
      let (manifest, diagnostics) = AppManifest.read(bytes, at: place)
      #expect(manifest != nil || !diagnostics.isEmpty, "seed \(seed)")
    }
  }
}

@Suite("The page about apps")
struct AppsPageTests {
  @Test("the page describes every key of the sample and of ours")
  func keys() throws {
    func keys(of list: PropertyList) -> Set<String> {
      switch list {
      case .array(let values): values.reduce(into: []) { $0.formUnion(keys(of: $1)) }
      case .dictionary(let entries):
        entries.reduce(into: Set(entries.keys)) { $0.formUnion(keys(of: $1.value)) }
      default: []
      }
    }
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let bytes = try FileSystem.contents(of: "/\(root)/Documentation/apps.md")
    let page = String(decoding: bytes, as: UTF8.self)
    let wanted = keys(of: try PropertyList.read(try sampleManifest()))
      .union(AppManifest.fresnelKeys)
    for key in wanted.sorted() { #expect(page.contains("`\(key)`"), "\(key) is not described") }
  }
}
