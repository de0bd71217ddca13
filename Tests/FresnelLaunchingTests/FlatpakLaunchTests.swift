import FresnelApps
import FresnelLaunching
import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing

@Suite("Flatpaks without a manifest")
struct FlatpakLaunchTests {
  private static let notes = "org.example.Notes"

  /// What Flatpak makes of a desktop file when it exports it.
  private static func exported(_ app: String, _ lines: String = "") -> String {
    """
    [Desktop Entry]
    Type=Application
    Name=Notes
    Icon=\(app)
    Exec=/usr/bin/flatpak run --branch=stable --arch=x86_64 --command=notes --file-forwarding \(app) @@u %U @@
    MimeType=text/markdown;x-scheme-handler/Notes;x-scheme-handler/https;
    X-Flatpak=\(app)
    \(lines)
    """
  }

  /// Runs a body with a reader of an installation as Flatpak makes it: exported files are links into the app's own.
  private func withInstallation(
    _ files: [String: String], _ body: (LaunchFactReader) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let exports = "\(directory)/flatpak/exports/share"
      for folder in ["applications", "metainfo"] {
        try FileSystem.createDirectory("\(exports)/\(folder)")
      }
      for (name, text) in files {
        let own = "\(directory)/flatpak/app/\(name)/current/active/export/share/applications"
        try FileSystem.createDirectory(own)
        try FileSystem.write(Array(text.utf8), to: "\(own)/\(name).desktop")
        let ending = try Command(
          "/bin/ln", ["-s", "\(own)/\(name).desktop", "\(exports)/applications/\(name).desktop"]
        ).run()
        #expect(ending.isSuccess)
        try FileSystem.write(
          Array("<component><id>\(name)</id></component>".utf8),
          to: "\(exports)/metainfo/\(name).metainfo.xml")
      }
      try body(
        LaunchFactReader(
          apps: AppRegistry(directories: []),
          dataDirectories: ["\(directory)/share", exports],
          // No program of this machine: xdg-open would take what no app of the test opens.
          environment: ["PATH": "\(directory)/bin"], home: directory))
    }
  }

  /// The plan in words.
  private func outcome(_ target: WireTarget, _ reader: LaunchFactReader) -> String {
    LaunchCase("", target, reader.facts(of: target), "").outcome
  }

  private static let started =
    "start /usr/bin/flatpak run --branch=stable --arch=x86_64 --command=notes --file-forwarding "
    + "\(notes) @@u"

  @Test("are called and started as their exported desktop file says")
  func started() throws {
    try withInstallation([Self.notes: Self.exported(Self.notes)]) { reader in
      let target = WireTarget.item(
        scope: IndexScope(app: Self.notes, index: ""), identifier: "soup", action: nil)
      let facts = reader.facts(of: target)
      #expect(facts.appName == "Notes" && facts.manifest == nil)
      #expect(facts.desktop?.flatpak == Self.notes)
      #expect(outcome(target, reader) == "\(Self.started) @@+")
    }
  }

  @Test("open links of the schemes that the file names, and no others")
  func links() throws {
    try withInstallation([Self.notes: Self.exported(Self.notes)]) { reader in
      func open(_ url: String, _ app: String? = Self.notes) -> String {
        outcome(.link(url, app: app), reader)
      }
      #expect(open("notes://soup") == "\(Self.started) notes://soup @@")
      // Links of the web are the browser's, unless a site vouches for the app.
      #expect(
        open("https://notes.example/")
          == "fails: \(failure(.link("https://a.example/", app: nil), reader))")
      #expect(open("other://soup") == "fails: \(failure(.link("other://x", app: nil), reader))")
      // Nobody else's links, nor those of nobody.
      #expect(open("notes://soup", nil).hasPrefix("fails"))
      #expect(open("notes://soup", "org.example.Other").hasPrefix("fails"))
    }
  }

  private func failure(_ target: WireTarget, _ reader: LaunchFactReader) -> String {
    String(outcome(target, reader).dropFirst("fails: ".count))
  }

  @Test("start no program outside of the sandbox where one brings a manifest along")
  func programs() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let places = [
        "org.example.Host": "\(directory)/data/fresnel/apps",
        Self.notes:
          "\(directory)/system/app/\(Self.notes)/current/active/files/share/fresnel/apps",
      ]
      for (app, place) in places {
        try FileSystem.createDirectory(place)
        let text = #"{"CFBundleIdentifier":"\#(app)","FresnelExecutable":"/app/bin/notes"}"#
        try FileSystem.write(Array(text.utf8), to: "\(place)/\(app).plist")
      }
      let base = BaseDirectories(
        environment: [
          "XDG_DATA_HOME": directory + "/data", "XDG_DATA_DIRS": directory + "/share",
          "FLATPAK_SYSTEM_DIR": directory + "/system",
        ], home: directory)
      let reader = LaunchFactReader(
        apps: AppRegistry(directories: AppRegistry.directories(of: base)), dataDirectories: [],
        environment: ["PATH": "\(directory)/bin"], home: directory)
      func facts(_ app: String) -> LaunchFacts {
        reader.facts(
          of: .item(scope: IndexScope(app: app, index: ""), identifier: "soup", action: nil))
      }
      #expect(facts("org.example.Host").program == ["/app/bin/notes"])
      #expect(facts(Self.notes).manifest?.isOfFlatpak == true)
      // Whether or not Flatpak is there to start it.
      #expect(facts(Self.notes).program?.first?.hasSuffix("/flatpak") != false)
    }
  }

  @Test("are told from what only looks like one")
  func strangers() throws {
    let files = [
      // A file that another Flatpak exported, and one of no Flatpak.
      "org.example.Mail": Self.exported("org.example.Other"),
      "org.example.Plain": Self.exported("org.example.Plain")
        .replacing("X-Flatpak=org.example.Plain", with: ""),
    ]
    try withInstallation(files) { reader in
      for app in files.keys {
        #expect(outcome(.link("notes://soup", app: app), reader).hasPrefix("fails"), "\(app)")
      }
    }
  }
}
