import FresnelPlatform
import FresnelTestSupport
import Testing
import WebTestSupport
import WireTestSupport

/// Has the built command line open web links, through a real daemon, from a real site on this machine.
@Suite("Links from the command line", .serialized, .enabled(if: SecureServer.isPossible))
struct LinkCommandTests {
  private let file = """
    {"applinks":{"details":[{"appIDs":["ABCDE12345.\(RecipesApp.identifier)"],"components":[
      {"/":"/private/*","exclude":true,"comment":"not for apps"},{"/":"/recipes/*"}]}]}}
    """

  /// Runs a body with a daemon, an app in development that names a site on this machine, and a browser.
  private func withSite(_ body: (DaemonProcess, SecureServer, String) throws -> Void) throws {
    let site = try SecureServer(
      host: "localhost", serving: (".well-known/apple-app-site-association", file))
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(in: directory, options: ["--trust-claims"])
      try RecipesApp.install(in: directory, "take", desktop: "")
      let manifest = """
        {"CFBundleIdentifier": "\(RecipesApp.identifier)", "CFBundleName": "Recipes",
         "FresnelExecutable": "\(try TestProgram.path("sample-receiver"))", "FresnelDevelopment": true,
         "com.apple.developer.associated-domains": ["applinks:localhost:\(site.port)?mode=developer"]}
        """
      try RecipesApp.write(
        manifest, to: "\(directory)/data/fresnel/apps/\(RecipesApp.identifier).plist")
      try RecipesApp.write(
        "echo \"$1\" >> \"\(directory)/browsed\"\n", to: "\(directory)/browser.sh")
      try RecipesApp.write(
        "[Desktop Entry]\nType=Application\nName=Browser\nExec=sh \"\(directory)/browser.sh\" %u\n",
        to: "\(directory)/data/applications/browser.desktop")
      try RecipesApp.write(
        """
        [Default Applications]
        x-scheme-handler/http=browser.desktop
        x-scheme-handler/https=browser.desktop

        """, to: "\(directory)/config/mimeapps.list")
      try daemon.start()
      defer { daemon.kill() }
      try body(daemon, site, "https://localhost:\(site.port)")
      try daemon.stop()
    }
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

  private func expectBrowsed(
    _ urls: [String], in daemon: DaemonProcess, _ location: SourceLocation = #_sourceLocation
  ) {
    func browsed() -> [String] {
      let bytes = (try? FileSystem.contents(of: daemon.directory + "/browsed")) ?? []
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    _ = TestProgram.wait { browsed().count >= urls.count }
    #expect(browsed() == urls, sourceLocation: location)
  }

  @Test("A link opens in the app once its site vouches for it, and in the browser otherwise")
  func opening() throws {
    try withSite { daemon, site, address in
      let soup = "\(address)/recipes/soup?for=2#top"
      try expect("links", "list", in: daemon, says: "not asked yet")
      try expect("links", "check", soup, in: daemon, status: 1, says: "was not asked yet")
      try expect("open", "--explain", soup, in: daemon, says: "was not asked yet")
      try expect("open", soup, in: daemon, says: "opened in the browser\n")
      // Nobody vouches for the site's certificate.
      try expect("links", "verify", in: daemon, status: 1, says: "not secure")
      try expect("links", "list", "--json", in: daemon, says: #""verified":false"#)
      try expect(
        "links", "verify", "--certificate", site.certificate, in: daemon, says: "  verified")
      try expect(
        "open", "--explain", soup, in: daemon,
        says: "applinks.details[0].components[1] includes it")
      try expect("links", "check", "--json", soup, in: daemon, says: #""state":"opens""#)
      let kept = daemon.directory + "/state/fresnel/links/sites"
      for name in try FileSystem.entries(of: kept) {
        try FileSystem.write(Array("}garbage".utf8), to: kept + "/" + name)
      }
      try expect("links", "list", in: daemon, says: "damaged; run fresnel links verify")
      try expect(
        "links", "verify", "--certificate", site.certificate, in: daemon, says: "  verified")
      try expect("open", "--time", soup, in: daemon, says: "opened in Recipes\n")
      #expect(daemon.received == ["activity NSUserActivityTypeBrowsingWeb - -"])
      let secret = "\(address)/private/diary"
      try expect("links", "check", secret, in: daemon, status: 1, says: "not for apps")
      try expect("open", secret, in: daemon, says: "opened in the browser\n")
      expectBrowsed([soup, secret], in: daemon)
    }
  }

  @Test("A person's choice counts, and what a site said before does while it can't be reached")
  func choosing() throws {
    try withSite { daemon, site, address in
      let soup = "\(address)/recipes/soup"
      try expect(
        "links", "verify", "--certificate", site.certificate, RecipesApp.identifier, in: daemon,
        says: "verified")
      try expect("links", "list", "--json", in: daemon, says: #""verified":true"#)
      try expect(
        "links", "prefer", soup, "browser", in: daemon, says: "localhost open in the browser")
      try expect("open", soup, in: daemon, says: "opened in the browser\n")
      try expect("links", "prefer", "localhost", "any", in: daemon, says: "the site vouches for")
      site.stop()
      try expect("links", "verify", "--due", in: daemon, says: "verified")
      try expect("links", "verify", in: daemon, says: "could not be renewed")
      try expect("open", soup, in: daemon, says: "opened in Recipes\n")
      try expect("links", "prefer", "localhost", "nobody", in: daemon, status: 1, says: "nobody")
      try expect("links", "prefer", "no host", "any", in: daemon, status: 2, says: "is no host")
      try expect("links", "check", "soup", in: daemon, status: 2, says: "is no web link")
      expectBrowsed([soup], in: daemon)
    }
  }

  @Test("What the web has for a search opens in the app of its site, else in the browser")
  func fromTheWeb() throws {
    try withSite { daemon, site, address in
      let (soup, diary) = ("\(address)/recipes/soup", "\(address)/private/diary")
      let index = try ScriptedServer { _ in
        let results = [(soup, "Soup"), (diary, "Diary")].map {
          "{\"url\":\"\($0.0)\",\"title\":\"\($0.1)\"}"
        }
        return [.answer(text: "{\"results\":[\(results.joined(separator: ","))]}")]
      }
      try expect(
        "links", "verify", "--certificate", site.certificate, in: daemon, says: "  verified")
      try expect(
        "web", "on", "http://127.0.0.1:\(index.address.port)/", "--within", "60000", in: daemon,
        says: "the web is searched by 127.0.0.1")
      var terminal = try PseudoTerminal(columns: 80, rows: 24)
      var environment = daemon.environment
      environment["TERM"] = "xterm-256color"
      environment["LANG"] = "C.UTF-8"
      try terminal.start(try TestProgram.path("fresnel"), environment: environment)
      try terminal.read(until: "can be found")
      try terminal.type("soup")
      try terminal.read(until: "▸ Soup")
      try terminal.type("\r")
      try terminal.read(until: "opened in Recipes")
      #expect(daemon.received == ["activity NSUserActivityTypeBrowsingWeb - -"])
      try terminal.type("\u{1B}[B")
      try terminal.read(until: "▸ Diary")
      try terminal.type("\r")
      try terminal.read(until: "opened in the browser")
      expectBrowsed([diary], in: daemon)
      try terminal.type("\u{03}")
      try terminal.read(until: "\u{1B}[?1049l")
      #expect(terminal.waitForEnd() == 130)
    }
  }

  @Test("Where there is no display, a browser that ends with an error opened nothing")
  func withoutDisplay() throws {
    try withSite { daemon, _, address in
      let url = "\(address)/page"
      try expect("open", url, in: daemon, says: "opened in the browser\n")
      try expect("open", url, in: daemon, says: "there is no display here")
      try RecipesApp.write(
        "echo 'cannot open display' >&2; exit 1\n", to: daemon.directory + "/browser.sh")
      try expect("open", url, in: daemon, status: 4, says: "it ended with status 1")
      try expect("open", "--json", url, in: daemon, status: 4, says: "there is no display here")
      expectBrowsed([url, url], in: daemon)
    }
  }

  @Test("Registered as the desktop's program for links, it hands on what is not an app's")
  func registering() throws {
    try withSite { daemon, _, address in
      try expect("links", "register", in: daemon, says: "web links open in the apps")
      try expect("open", "\(address)/", in: daemon, says: "opened in the browser\n")
      expectBrowsed(["\(address)/"], in: daemon)
      try expect("links", "unregister", in: daemon, says: "in the browser again")
      try expect("links", "unregister", in: daemon, status: 1, says: "were not registered")
      let list = try FileSystem.contents(of: daemon.directory + "/config/mimeapps.list")
      #expect(!String(decoding: list, as: UTF8.self).contains("fresnel"))
    }
  }
}
