import Foundation
import FresnelPlatform
import Testing

@testable import FresnelApps

@Suite("The manifests of Flatpaks")
struct FlatpakManifestTests {
  /// A made-up home with an installation of Flatpaks, and another one for all.
  private struct Places {
    let root: String
    var own: String { root + "/own" }
    var system: String { root + "/system" }
    var shared: String { root + "/everybody" }

    var registry: AppRegistry { AppRegistry(directories: AppRegistry.directories(of: base)) }

    private var base: BaseDirectories {
      BaseDirectories(
        environment: [
          "XDG_DATA_HOME": root + "/home",
          "XDG_DATA_DIRS": "\(root)/share:\(shared)/exports/share",
          "FLATPAK_USER_DIR": own, "FLATPAK_SYSTEM_DIR": system,
        ], home: root)
    }

    /// The directories that are looked at.
    var directories: [String] { AppRegistry.directories(of: base).map(\.path) }

    /// Installs a version of an app as Flatpak does: `current` and `active` are links.
    func install(
      _ identifier: String, in installation: String, version: String = "1", manifest: String?
    ) throws {
      let app = "\(installation)/app/\(identifier)"
      let place = "\(app)/x86_64/stable/\(version)/files/share/fresnel/apps"
      try FileSystem.createDirectory(place, permissions: 0o755)
      if let manifest {
        try FileSystem.write(
          Array(manifest.utf8), to: "\(place)/\(identifier).plist", permissions: 0o644)
      }
      for (link, target) in [
        ("\(app)/x86_64/stable/active", version), ("\(app)/current", "x86_64/stable"),
      ] {
        try? FileSystem.removeFile(link)
        try FileManager.default.createSymbolicLink(
          atPath: link, withDestinationPath: target)
      }
      try FileSystem.write([], to: installation + "/.changed", permissions: 0o644)
    }

    func json(_ identifier: String, _ more: String = "") -> String {
      #"{"CFBundleIdentifier":"\#(identifier)","CFBundleName":"A"\#(more)}"#
    }
  }

  private func withPlaces(_ body: (Places) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (root: String) throws in
      try body(Places(root: root))
    }
  }

  @Test("register the app of their identifier, with its programs as they are called in the sandbox")
  func found() throws {
    try withPlaces { (places: Places) throws in
      try places.install(
        "org.example.One", in: places.own,
        manifest: places.json("org.example.One", #","FresnelExecutable":["one","/app/lib/two"]"#))
      try places.install(
        "org.example.Two", in: places.shared, manifest: places.json("org.example.Two"))
      try places.install("org.example.None", in: places.shared, manifest: nil)
      let catalog = places.registry.catalog
      #expect(catalog.entries.map(\.manifest.identifier) == ["org.example.One", "org.example.Two"])
      #expect(
        catalog.entry("org.example.One")?.manifest.executables == ["/app/bin/one", "/app/lib/two"])
      // Neither is the person's to remove: that is Flatpak's affair.
      #expect(!catalog.entries.contains { $0.file.isPersonal })
    }
  }

  @Test("say nothing of other apps, of programs outside of the sandbox, or of the system")
  func confined() throws {
    try withPlaces { (places: Places) throws in
      try places.install(
        "org.example.One", in: places.own, manifest: places.json("org.example.Other"))
      try places.install(
        "org.example.Two", in: places.own,
        manifest: places.json("org.example.Two", #","FresnelExecutable":["/usr/bin/env"]"#))
      try places.install(
        "org.example.Three", in: places.own,
        manifest: places.json(
          "org.example.Three",
          #","FresnelSystemSurface":true,"FresnelDevelopment":true,"FresnelSnapName":"three""#))
      let catalog = places.registry.catalog
      #expect(catalog.entries.map(\.manifest.identifier) == ["org.example.Three"])
      let manifest = catalog.entry("org.example.Three")?.manifest
      #expect(manifest?.isSystemSurface == false && manifest?.isDevelopment == false)
      #expect(catalog.app(snap: "three") == nil)
      #expect(
        catalog.unusable.flatMap(\.diagnostics).filter { $0.severity == .error }.map(\.message) == [
          "The Flatpak org.example.One has a manifest of org.example.Other.",
          "The program /usr/bin/env is not one of the Flatpak's own.",
        ])
    }
  }

  @Test("are looked for where Flatpak's own variables say, and not on the machine")
  func places() throws {
    try withPlaces { (places: Places) throws in
      #expect(
        places.directories == [
          places.root + "/home/fresnel/apps", places.root + "/share/fresnel/apps",
          places.shared + "/exports/share/fresnel/apps", places.own, places.shared, places.system,
        ])
      for (identifier, place) in [("a.own", places.own), ("b.system", places.system)] {
        try places.install(identifier, in: place, manifest: places.json(identifier))
      }
      #expect(places.registry.catalog.entries.map(\.manifest.identifier) == ["a.own", "b.system"])
    }
    let usual = BaseDirectories(environment: ["XDG_DATA_HOME": "/d"], home: "/h")
    #expect(usual.flatpaks == ["/d/flatpak", "/var/lib/flatpak"])
  }

  @Test("name no desktop file but one that the Flatpak can export")
  func desktopFiles() throws {
    try withPlaces { (places: Places) throws in
      let names = [
        "org.example.One": "org.mozilla.firefox", "org.example.Two": "org.example.TwoMore",
        "org.example.Three": "org.example.Three", "org.example.Four": "org.example.Four.Viewer",
      ]
      for (identifier, name) in names {
        try places.install(
          identifier, in: places.own,
          manifest: places.json(identifier, #","FresnelDesktopFile":"\#(name).desktop""#))
      }
      let catalog = places.registry.catalog
      func desktopFile(_ name: String) -> String? {
        catalog.entry("org.example." + name)?.manifest.desktopFile
      }
      #expect(catalog.entries.count == 4)
      #expect(desktopFile("One") == nil && desktopFile("Two") == nil)
      #expect(desktopFile("Three") == "org.example.Three")
      #expect(desktopFile("Four") == "org.example.Four.Viewer")
      let wrong = catalog.entries.flatMap(\.file.diagnostics).filter { $0.severity == .error }
      #expect(wrong.map(\.code) == [.wrongValue, .wrongValue])
      #expect(wrong.allSatisfy { $0.keyPath == "FresnelDesktopFile" })
    }
  }

  @Test("take no programs away from a manifest outside, and do not vouch for them")
  func programsOutside() throws {
    let program = ExecutableFile(device: 1, inode: 2, path: "/opt/notes")
    func file(
      _ identifier: String, at place: String, _ executable: String, isPersonal: Bool
    ) throws -> ManifestFile {
      let path = "\(place)/\(identifier).plist"
      let text = #"{"CFBundleIdentifier":"\#(identifier)","FresnelExecutable":"\#(executable)"}"#
      var manifest = try #require(AppManifest.read(Array(text.utf8), at: path).manifest)
      manifest.isOfFlatpak = !isPersonal
      return ManifestFile(
        path: path, isPersonal: isPersonal, isProtected: !isPersonal, manifest: manifest)
    }
    func catalog(_ files: [ManifestFile]) -> AppCatalog {
      AppCatalog(files) {
        RegisteredExecutable(
          path: $0, file: $0 == program.path ? program : nil, kind: .native, isProtected: false)
      }
    }
    let notes = "org.example.Notes"
    let own = try file(notes, at: "/home/apps", program.path, isPersonal: true)
    let flatpak = try file(notes, at: "/flatpaks", "/app/bin/notes", isPersonal: false)
    let both = catalog([own, flatpak])
    #expect(both.entry(notes)?.file == flatpak && both.entry(notes)?.native == own)
    #expect(both.entry(notes)?.executables.map(\.path) == [program.path])
    #expect(both.app(of: program) == notes)
    // Another one that claims the program is worth as much as the person's own manifest.
    let other = try file("org.example.Other", at: "/home/apps", program.path, isPersonal: true)
    #expect(catalog([own, flatpak, other]).app(of: program) == nil)
    #expect(catalog([flatpak]).entry(notes)?.executables.isEmpty == true)
  }

  @Test("say that their programs are in the sandbox, as no other manifest does")
  func origin() throws {
    try withPlaces { (places: Places) throws in
      let program = #","FresnelExecutable":"/app/bin/one""#
      try places.install("a.one", in: places.own, manifest: places.json("a.one", program))
      let personal = places.root + "/home/fresnel/apps"
      try FileSystem.createDirectory(personal, permissions: 0o755)
      try FileSystem.write(
        Array(places.json("a.two", program).utf8), to: personal + "/a.two.plist",
        permissions: 0o644)
      let entries = places.registry.catalog.entries
      #expect(entries.map(\.manifest.isOfFlatpak) == [true, false])
      #expect(entries.map { $0.executables.map(\.path) } == [[], ["/app/bin/one"]])
    }
  }

  @Test("may be left out of a later version: the app stays installed until Flatpak removes it")
  func installation() throws {
    try withPlaces { (places: Places) throws in
      let registry = places.registry
      let installed = InstalledApps(
        path: places.root + "/apps.json", dataDirectories: [],
        clock: InstalledApps.Clock(now: { 1_700_000_000 }, elapsed: { 1000 }))
      let identifier = "org.example.One"
      func look() {
        _ = registry.reload()
        installed.look(registry.catalog)
      }
      try places.install(
        identifier, in: places.shared,
        manifest: places.json(identifier, #","FresnelExecutable":"one""#))
      look()
      try places.install(identifier, in: places.shared, version: "2", manifest: nil)
      look()
      #expect(registry.catalog.entry(identifier) == nil && installed.gone.isEmpty)
      #expect(installed.overdue(after: 0, registry.catalog).isEmpty)
      try FileSystem.removeTree("\(places.shared)/app/\(identifier)")
      look()
      #expect(Set(installed.gone.keys) == [identifier])
    }
  }

  @Test("follow updates and removals")
  func updates() throws {
    try withPlaces { (places: Places) throws in
      let registry = places.registry
      let identifier = "org.example.One"
      try places.install(identifier, in: places.shared, manifest: places.json(identifier))
      registry.reloadIfChanged()
      #expect(registry.catalog.entry(identifier)?.manifest.version == nil)
      try places.install(
        identifier, in: places.shared, version: "2",
        manifest: places.json(identifier, #","CFBundleShortVersionString":"2""#))
      registry.reloadIfChanged()
      #expect(registry.catalog.entry(identifier)?.manifest.version == "2")
      try FileSystem.removeFile("\(places.shared)/app/\(identifier)/current")
      #expect(registry.reload() == RegistryChange(removed: [identifier]))
    }
  }
}
