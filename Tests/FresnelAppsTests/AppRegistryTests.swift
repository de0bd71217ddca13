import FresnelApps
import FresnelModel
import FresnelPlatform
import Synchronization
import Testing

@Suite("The registry of apps")
struct AppRegistryTests {
  private struct Places {
    let root: String
    var home: String { root + "/home/fresnel/apps" }
    var system: String { root + "/share/fresnel/apps" }
    let registry: AppRegistry

    func write(_ text: String, _ path: String) throws {
      try FileSystem.createDirectory(FileSystem.parent(of: path), permissions: 0o755)
      try FileSystem.write(Array(text.utf8), to: path, permissions: 0o644)
    }

    func json(_ identifier: String, name: String = "A", _ more: String = "") -> String {
      #"{"CFBundleIdentifier":"\#(identifier)","CFBundleName":"\#(name)"\#(more)}"#
    }
  }

  private func withPlaces(_ body: (Places) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (root: String) throws in
      let base = BaseDirectories(
        environment: [
          "XDG_DATA_HOME": root + "/home", "XDG_DATA_DIRS": root + "/share",
          "FLATPAK_SYSTEM_DIR": root + "/flatpak",
        ], home: root)
      try body(
        Places(root: root, registry: AppRegistry(directories: AppRegistry.directories(of: base))))
    }
  }

  @Test("a reload tells what was added, changed and removed")
  func reload() throws {
    try withPlaces { (places: Places) throws in
      #expect(places.registry.catalog.entries.isEmpty)
      try places.write(places.json("a.one"), places.home + "/a.one.plist")
      try places.write(places.json("a.two"), places.system + "/a.two.plist")
      #expect(places.registry.reload() == RegistryChange(added: ["a.one", "a.two"]))
      #expect(places.registry.reload() == RegistryChange())
      try places.write(places.json("a.one", name: "B"), places.home + "/a.one.plist")
      #expect(places.registry.reload() == RegistryChange(changed: ["a.one"]))
      try FileSystem.removeFile(places.system + "/a.two.plist")
      #expect(places.registry.reload() == RegistryChange(removed: ["a.two"]))
      #expect(places.registry.catalog.entry("a.one")?.manifest.name == "B")
    }
  }

  @Test("who watches is told of each change, whoever has the manifests read again")
  func observing() throws {
    try withPlaces { (places: Places) throws in
      let told = Mutex<[RegistryChange]>([])
      places.registry.observe { change in told.withLock { $0.append(change) } }
      _ = places.registry.reload()
      try places.write(places.json("a.one"), places.home + "/a.one.plist")
      _ = places.registry.reload()
      _ = places.registry.reload()
      #expect(told.withLock { $0 } == [RegistryChange(added: ["a.one"])])
    }
  }

  @Test("a file that can't be understood for a while keeps its last good content")
  func lastGood() throws {
    try withPlaces { (places: Places) throws in
      let path = places.home + "/a.one.plist"
      try places.write(places.json("a.one"), path)
      _ = places.registry.reload()
      for bad in ["", "{", "<plist/>", #"{"CFBundleIdentifier":7}"#] {
        try places.write(bad, path)
        #expect(places.registry.reload() == RegistryChange(kept: [path]))
        let entry = places.registry.catalog.entry("a.one")
        #expect(entry?.manifest.name == "A" && entry?.file.diagnostics.isEmpty == false)
      }
      try places.write(places.json("a.one", name: "C"), path)
      #expect(places.registry.reload().changed == ["a.one"])
      #expect(
        places.registry.catalog.entry("a.one")?.file.diagnostics.contains { $0.severity == .error }
          == false)
    }
  }

  @Test("what is no ordinary, readable file of a fair size is named and skipped")
  func hostileFiles() throws {
    try withPlaces { (places: Places) throws in
      try FileSystem.createDirectory(places.home)
      try FileSystem.createDirectory(places.home + "/a.folder.plist")
      try places.write(String(repeating: " ", count: (1 << 20) + 1), places.home + "/a.huge.plist")
      try places.write(String(repeating: "[", count: 500_000), places.home + "/a.deep.plist")
      try places.write(places.json("a.hidden"), places.home + "/.a.hidden.plist")
      try places.write(places.json("a.other"), places.home + "/readme.txt")
      #expect(try run("mkfifo", places.home + "/a.pipe.plist"))
      #expect(try run("ln", "-s", "/dev/zero", places.home + "/a.device.plist"))
      #expect(try run("ln", "-s", "a.loop.plist", places.home + "/a.loop.plist"))
      try places.write(places.json("../../evil"), places.home + "/evil.plist")
      try places.write(places.json("a.linked"), places.root + "/elsewhere.plist")
      #expect(
        try run("ln", "-s", places.root + "/elsewhere.plist", places.home + "/a.linked.plist"))
      _ = places.registry.reload()
      let catalog = places.registry.catalog
      #expect(catalog.entries.map(\.manifest.identifier) == ["a.linked"])
      #expect(
        catalog.unusable.map { FileSystem.lastComponent(of: $0.path) } == [
          "a.deep.plist", "a.device.plist", "a.folder.plist", "a.huge.plist", "a.loop.plist",
          "a.pipe.plist", "evil.plist",
        ])
      for file in catalog.unusable { #expect(file.diagnostics.first?.severity == .error) }
    }
  }

  @Test("of several manifests for one app the best founded counts, and the others are known")
  func precedence() throws {
    func file(_ path: String, personal: Bool, protected: Bool, _ more: [String: PropertyList] = [:])
      -> ManifestFile
    {
      let list: [String: PropertyList] = [
        "CFBundleIdentifier": "a.b", "CFBundleName": .string(path),
      ]
      return ManifestFile(
        path: path, isPersonal: personal, isProtected: protected,
        manifest: AppManifest.read(.dictionary(list.merging(more) { $1 }), at: path).manifest)
    }
    let home = file("/h/a.b.plist", personal: true, protected: false)
    let misnamed = file("/h/A.plist", personal: true, protected: false)
    let build = file("/h/b.plist", personal: true, protected: false, ["FresnelDevelopment": true])
    let local = file("/l/a.b.plist", personal: false, protected: false)
    let system = file("/u/a.b.plist", personal: false, protected: true)
    func order(_ files: [ManifestFile]) -> [String] {
      let entry = AppCatalog(files).entry("a.b")
      return entry.map { [$0.file.path] + $0.others.map(\.path) } ?? []
    }
    #expect(
      order([misnamed, home, build, local, system])
        == ["/h/b.plist", "/u/a.b.plist", "/h/a.b.plist", "/h/A.plist", "/l/a.b.plist"])
    #expect(order([local, home]) == ["/h/a.b.plist", "/l/a.b.plist"])
    // Nobody but the person can declare a build in development.
    let loose = file(
      "/l/a.b.plist", personal: false, protected: false, ["FresnelDevelopment": true])
    #expect(order([loose, system]) == ["/u/a.b.plist", "/l/a.b.plist"])
  }

  @Test("installing writes the file under its identifier, and removing takes it away")
  func installation() throws {
    try withPlaces { (places: Places) throws in
      let installation = ManifestInstallation(places.registry, personalDirectory: places.home)
      func install(
        _ text: String, _ change: (inout ManifestInstallation.Request) -> Void = { _ in }
      )
        throws(ManifestInstallation.Failure) -> ManifestInstallation.Outcome
      {
        let source = places.root + "/Info.plist"
        try? places.write(text, source)
        var request = ManifestInstallation.Request(source: source)
        change(&request)
        return try installation.install(request) { _, file in file.diagnostics }
      }
      let first = try install(places.json("a.one"))
      #expect(first.file.path == places.home + "/a.one.plist" && !first.isReplacement)
      #expect(try FileSystem.contents(of: first.file.path) == Array(places.json("a.one").utf8))
      #expect(places.registry.catalog.entry("a.one") != nil)
      #expect(throws: ManifestInstallation.Failure.self) { try install(places.json("a.one")) }
      let second = try install(places.json("a.one")) {
        $0.replaces = true
        $0.executables = ["/opt/one"]
      }
      #expect(second.isReplacement && second.file.manifest?.executables == ["/opt/one"])
      let third = try install(places.json("a.one")) {
        $0.isDevelopment = true
        $0.executables = ["/build/one"]
      }
      #expect(third.file.manifest?.executables == ["/build/one", "/opt/one"])
      #expect(third.file.manifest?.isDevelopment == true)
      for bad in ["", "[]", places.json("../x"), places.json("org.fresnel.x"), "{}"] {
        #expect(throws: ManifestInstallation.Failure.self) { try install(bad) }
        #expect(throws: ManifestInstallation.Failure.self) {
          try install(bad) { $0.executables = ["/a"] }
        }
      }
      #expect(try FileSystem.entries(of: places.home) == ["a.one.plist"])
      #expect(try installation.remove("a.one"))
      #expect(try installation.remove("a.one") == false)
      #expect(places.registry.catalog.entries.isEmpty)
    }
  }

  @Test("a link that lies where the file is written aside leads nowhere")
  func asideLink() throws {
    try withPlaces { (places: Places) throws in
      try places.write("precious", places.root + "/precious")
      try FileSystem.createDirectory(places.home)
      #expect(
        try run("ln", "-s", places.root + "/precious", places.home + "/a.one.plist.new"))
      try places.write(places.json("a.one"), places.root + "/Info.plist")
      let installation = ManifestInstallation(places.registry, personalDirectory: places.home)
      _ = try installation.install(.init(source: places.root + "/Info.plist")) { _, _ in [] }
      #expect(try FileSystem.contents(of: places.root + "/precious") == Array("precious".utf8))
    }
  }
}
