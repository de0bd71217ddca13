import FresnelApps
import FresnelModel

/// Manifests of apps, and the names that launchers and sandboxes give.
enum AppManifestTarget: FuzzTarget {
  static func seeds() throws -> [[UInt8]] {
    let list: PropertyList = [
      "CFBundleIdentifier": "com.example.notes", "FresnelExecutable": ["/usr/bin/notes", "notes"],
      "FresnelDesktopFile": "a-b.desktop", "FresnelSnapName": "notes",
      "FresnelRefreshInterval": 900,
      "CoreSpotlightContinuation": "YES", "NSUserActivityTypes": "one",
      "CoreSpotlightActions": [
        ["CoreSpotlightActionIdentifier": "a", "CoreSpotlightActionTitle": "A"]
      ],
      "NSExtension": [
        "NSExtensionPointIdentifier": "com.apple.spotlight.import",
        "NSExtensionAttributes": ["CSSupportedContentTypes": ["com.example.note"]],
      ],
      "UTExportedTypeDeclarations": [
        ["UTTypeIdentifier": "com.example.note", "UTTypeConformsTo": "public.data"]
      ],
      "CFBundleURLTypes": [["CFBundleURLSchemes": ["notes"]]],
      "com.apple.developer.associated-domains": ["applinks:*.example.com?mode=managed"],
    ]
    return [
      Array(list.xml.map { $0.utf8 } ?? "".utf8), Array(list.json.text().utf8),
      Array(#"app-gnome-my\x2dnotes-12.scope"#.utf8), Array("snap.notes.notes (enforce)".utf8),
    ]
  }

  static func examine(_ input: [UInt8]) {
    let place = "/usr/share/fresnel/apps/a.plist"
    let (manifest, diagnostics) = AppManifest.read(input, at: place)
    if let manifest {
      expect(AppIdentifier.isValid(manifest.identifier), "An app has a name that none can have.")
      expect(
        manifest.allExecutables.allSatisfy { $0.hasPrefix("/") && !$0.contains("/../") },
        "A program's path leads elsewhere.")
    } else {
      expect(diagnostics.contains { $0.severity == .error }, "A manifest is refused for no reason.")
    }
    let text = String(decoding: input.prefix(4096), as: UTF8.self)
    if let name = UnitName.desktopFile(of: text) {
      expect(DesktopFiles.isValid(name), "A unit names a file elsewhere.")
    }
    if let name = AppArmorLabel.snapName(of: text) {
      expect(AppArmorLabel.isSnapName(name), "A label names no snap.")
    }
  }
}
