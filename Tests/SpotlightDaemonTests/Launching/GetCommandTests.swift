import FresnelPlatform
import Testing
import WebTestSupport
import WireTestSupport

/// Has the built command line show an app in a software centre, and open a link in it when it has come, through a real
/// daemon.
@Suite("Links that wait for their app", .serialized, .enabled(if: SecureServer.isPossible))
struct GetCommandTests {
  private let app = RecipesApp.identifier
  private let file = """
    {"applinks":{"details":[{"appIDs":["ABCDE12345.\(RecipesApp.identifier)","ABCDE12345.org.example.Other"],
      "components":[{"/":"/recipes/*"}]}]}}
    """

  /// Runs a body with a daemon, a software centre, a browser, and no app.
  private func withCentre(_ body: (DaemonProcess) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(in: directory, options: ["--trust-claims"])
      // The desktop file is there; what makes it an app is the manifest.
      try RecipesApp.install(in: directory, "take", desktop: "")
      try FileSystem.removeFile(manifest(app, in: daemon))
      for name in ["centre", "browser"] {
        try RecipesApp.write(
          "echo \"$1\" >> \"\(directory)/\(name)\"\n", to: "\(directory)/\(name).sh")
        try RecipesApp.write(
          "[Desktop Entry]\nType=Application\nName=\(name)\nExec=sh \"\(directory)/\(name).sh\" %u\n",
          to: "\(directory)/data/applications/\(name).desktop")
      }
      try RecipesApp.write(
        """
        [Default Applications]
        x-scheme-handler/http=browser.desktop
        x-scheme-handler/https=browser.desktop
        x-scheme-handler/appstream=centre.desktop

        """, to: "\(directory)/config/mimeapps.list")
      try daemon.start()
      defer { daemon.kill() }
      try body(daemon)
      try daemon.stop()
    }
  }

  private func manifest(_ app: String, in daemon: DaemonProcess) -> String {
    "\(daemon.directory)/data/fresnel/apps/\(app).plist"
  }

  private func text(of app: String, site: SecureServer?) throws -> String {
    let domains = site.map { "\"applinks:localhost:\($0.port)?mode=developer\"" } ?? ""
    return """
      {"CFBundleIdentifier": "\(app)", "CFBundleName": "Recipes",
       "FresnelExecutable": "\(try TestProgram.path("sample-receiver"))", "FresnelDevelopment": true,
       "CFBundleURLTypes": [{"CFBundleURLSchemes": ["recipes"]}],
       "com.apple.developer.associated-domains": [\(domains)]}
      """
  }

  private func expect(
    _ words: String..., in daemon: DaemonProcess, status: Int32 = 0, says text: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    var command = Command(
      "/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh", try TestProgram.path("fresnel")] + words)
    command.environment = daemon.environment
    let (ending, bytes) = try command.capture()
    let output = String(decoding: bytes, as: UTF8.self)
    #expect(ending == .exited(status), "\(output)", sourceLocation: location)
    #expect(output.contains(text), "\(output)", sourceLocation: location)
  }

  /// What was shown by the software centre or the browser.
  private func shown(_ name: String, in daemon: DaemonProcess) -> [String] {
    let bytes = (try? FileSystem.contents(of: "\(daemon.directory)/\(name)")) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func expectShown(
    _ addresses: [String], in daemon: DaemonProcess, _ location: SourceLocation = #_sourceLocation
  ) {
    _ = TestProgram.wait { shown("centre", in: daemon).count >= addresses.count }
    #expect(shown("centre", in: daemon) == addresses, sourceLocation: location)
    #expect(shown("browser", in: daemon).isEmpty, sourceLocation: location)
  }

  @Test("A page opens in the app that was got for it, once, when its site vouches for the app")
  func page() throws {
    let site = try SecureServer(
      host: "localhost", serving: (".well-known/apple-app-site-association", file))
    try withCentre { daemon in
      let soup = "https://localhost:\(site.port)/recipes/soup"
      let verify = ["links", "verify", "--certificate", site.certificate]
      try expect(
        "open", "fresnel-open:get/\(app)/https://localhost:\(site.port)/recipes/stew", in: daemon,
        says: "the software centre shows \(app)")
      // The newest link counts.
      try expect(
        "open", "fresnel-open:get/\(app)/\(soup)", in: daemon, says: "installed within the hour")
      expectShown(["appstream:\(app)", "appstream:\(app)"], in: daemon)
      // Another app of the site isn't the one.
      let other = "org.example.Other"
      try RecipesApp.write(try text(of: other, site: site), to: manifest(other, in: daemon))
      try expect(verify[0], verify[1], verify[2], verify[3], in: daemon, says: "verified")
      #expect(daemon.received.isEmpty)
      try FileSystem.removeFile(manifest(other, in: daemon))
      // The app is there, and nobody asked its site since.
      try RecipesApp.write(try text(of: app, site: site), to: manifest(app, in: daemon))
      try expect(verify[0], verify[1], verify[2], verify[3], in: daemon, says: "opened in Recipes")
      _ = TestProgram.wait { !daemon.received.isEmpty }
      #expect(daemon.received == ["activity NSUserActivityTypeBrowsingWeb - -"])
      try expect(verify[0], verify[1], verify[2], verify[3], in: daemon, says: "verified")
      #expect(daemon.received.count == 1)
      // An app that is there opens the page at once.
      try expect("open", "fresnel-open:get/\(app)/\(soup)", in: daemon, says: "opened in Recipes")
      try expect("open", "fresnel-open:\(soup)", in: daemon, says: "opened in Recipes")
      #expect(daemon.received.count == 3)
      expectShown(["appstream:\(app)", "appstream:\(app)"], in: daemon)
    }
  }

  @Test("A link of a scheme of its own opens in the app as soon as it is installed")
  func ownScheme() throws {
    try withCentre { daemon in
      let source = "\(daemon.directory)/app.plist"
      try RecipesApp.write(try text(of: app, site: nil), to: source)
      try expect(
        "open", "--get", app, "recipes://soup", in: daemon, says: "the software centre shows")
      try expect(
        "app", "install", source, "--develop", "--executable",
        try TestProgram.path("sample-receiver"), in: daemon, says: "opened in Recipes")
      _ = TestProgram.wait { daemon.received.contains { $0.hasSuffix("recipes://soup") } }
      #expect(daemon.received.count { $0.hasSuffix("recipes://soup") } == 1)
      expectShown(["appstream:\(app)"], in: daemon)
    }
  }

  @Test("A link goes on waiting where no daemon answers, and opens when one does")
  func withoutDaemon() throws {
    try withCentre { daemon in
      try expect("open", "--get", app, "recipes://soup", in: daemon, says: "software centre")
      let note = "\(daemon.directory)/state/fresnel/links/noted.json"
      try RecipesApp.write(try text(of: app, site: nil), to: manifest(app, in: daemon))
      try daemon.stop()
      try expect("links", "verify", in: daemon, says: "the daemon is not there")
      #expect(FileSystem.exists(note))
      try daemon.start()
      try expect("links", "verify", in: daemon, says: "opened in Recipes")
      _ = TestProgram.wait { daemon.received.contains { $0.hasSuffix("recipes://soup") } }
      #expect(daemon.received.count { $0.hasSuffix("recipes://soup") } == 1)
      #expect(!FileSystem.exists(note))
      try expect("links", "verify", in: daemon, says: "")
      #expect(daemon.received.count { $0.hasSuffix("recipes://soup") } == 1)
    }
  }

  @Test("A link that waited too long is forgotten")
  func expiry() throws {
    try withCentre { daemon in
      try expect("open", "--get", app, "recipes://soup", in: daemon, says: "software centre")
      let note = "\(daemon.directory)/state/fresnel/links/noted.json"
      #expect(FileSystem.exists(note))
      try RecipesApp.write(
        #"{"version":1,"app":"\#(app)","url":"recipes://soup","noted":1000}"#, to: note)
      try RecipesApp.write(try text(of: app, site: nil), to: manifest(app, in: daemon))
      try expect("links", "verify", in: daemon, says: "")
      #expect(!FileSystem.exists(note) && daemon.received.isEmpty)
    }
  }

  @Test("Pages can ask for nothing else")
  func hostility() throws {
    try withCentre { daemon in
      for address in [
        "file:///etc/passwd", "recipes://soup", "get/../a.b/https://example.com/",
        "get/\(app)/recipes://soup", "get/\(app)/file:///bin/sh", "https://", "",
      ] {
        try expect(
          "open", "fresnel-open:\(address)", in: daemon, status: 2, says: "asks for nothing")
      }
      try expect("open", "--get", "no app", "https://a.b/", in: daemon, status: 2, says: "names no")
      try expect("open", "--get", app, "file:///bin/sh", in: daemon, status: 2, says: "no app has")
      expectShown([], in: daemon)
      try FileSystem.removeFile("\(daemon.directory)/data/applications/centre.desktop")
      try expect(
        "open", "fresnel-open:get/\(app)/https://example.com/", in: daemon, status: 1,
        says: "there is no software centre")
      #expect(!FileSystem.exists("\(daemon.directory)/state/fresnel/links/noted.json"))
      expectShown([], in: daemon)
    }
  }
}
