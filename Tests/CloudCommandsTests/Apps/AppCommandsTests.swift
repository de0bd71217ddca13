import CommandKit
import FresnelModel
import FresnelPlatform
import Testing
import WebTestSupport

@testable import CloudCommands

@Suite("The commands about the directory of apps")
struct AppCommandsTests {
  private let manifest = """
    {"CFBundleIdentifier": "com.example.recipes", "CFBundleName": "Recipes",
     "CFBundleURLTypes": [{"CFBundleURLSchemes": ["Recipes", "https"]}],
     "com.apple.developer.associated-domains": ["applinks:example.com", "webcredentials:example.com"],
     "FresnelTeamIdentifier": "ABCDE12345", "FresnelAppStreamIdentifier": "org.example.Recipes",
     "FresnelStoreIdentifiers": {"app-store": "640199958"},
     "FresnelMarketingURL": "https://example.com/recipes",
     "FresnelSupportURL": "https://example.com/help"}
    """

  private func write(_ text: String, _ name: String, in directory: String) throws -> String {
    try FileSystem.write(Array(text.utf8), to: "\(directory)/\(name)")
    return "\(directory)/\(name)"
  }

  @Test("an app is added by its manifest, listed, shown, changed and removed")
  func life() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let file = try write(manifest, "Info.plist", in: directory)
      let none = AppRun("app", "list", in: directory)
      #expect(none.status == .incomplete && none.errors.contains("there is no directory of apps"))
      #expect(!FileSystem.exists("\(directory)/data/fresnel-cloud"))
      let added = AppRun("app", "add", file, in: directory)
      #expect(added.status == .success)
      #expect(
        added.output.hasPrefix("com.example.recipes added\n")
          && added.output.contains("not asked yet"))
      #expect(
        AppRun("app", "list", in: directory).output
          == "com.example.recipes  Recipes  added by hand, 0 of 1 site verified\n")
      #expect(AppRun("app", "list", "cook", in: directory).status == .incomplete)
      for name in ["com.example.recipes", "org.example.Recipes", "640199958", "example.com"] {
        let shown = AppRun("app", "show", name, in: directory).output
        for text in [
          "org.example.Recipes", "640199958", "https://example.com/help", "recipes",
          "webcredentials:example.com", "ABCDE12345",
        ] {
          #expect(shown.contains(text), "\(name) \(shown)")
        }
      }
      let changed = AppRun(
        "app", "add", "--bundle-id", "com.example.recipes", "--store",
        "google-play=com.example.cook", "--domain", "*.example.org", "--json", in: directory)
      let json = try JSONValue.parse(Array(changed.output.utf8))
      #expect(json["change"] == .string("changed"))
      #expect(json["app"]?["name"] == .string("Recipes"))
      #expect(json["app"]?["domains"] == .array([.string("applinks:*.example.org")]))
      #expect(
        json["app"]?["stores"]
          == .object([
            JSONMember("app-store", .string("640199958")),
            JSONMember("google-play", .string("com.example.cook")),
          ]))
      #expect(AppRun("app", "show", "www.example.org", in: directory).status == .success)
      let removed = AppRun("app", "remove", "com.example.cook", in: directory)
      #expect(removed.status == .success && removed.output == "com.example.recipes removed\n")
      let gone = AppRun("app", "remove", "com.example.cook", in: directory)
      #expect(gone.status == .incomplete && gone.errors.contains("no app is known by"))
    }
  }

  @Test("what is no app is refused in a sentence, and nothing is added")
  func refusals() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let file = try write("[1]", "Info.plist", in: directory)
      let cases = [
        (["app", "add"], "needs an identifier"), (["app", "add", file], "can't be used"),
        (["app", "add", "--bundle-id", "a b", "--name", "A"], "can't name an app"),
        (["app", "add", "--appstream", "a"], "names no app in AppStream"),
        (["app", "add", "--store", "640199958"], "is no store and identifier"),
        (["app", "add", "--store", "app-store=x", "--name", "A"], "can't be the name of an app"),
        (["app", "add", "--icon", "icon.png"], "is no address of the web"),
        (["app", "add", "--domain", "a b"], "is no host"),
        (["app", "add", "--bundle-id", "a.b"], "has no name"),
        (["app", "add", "--bundle-id", "a.b", "--name", "A", "--scheme", "https"], "is no scheme"),
      ]
      for (words, text) in cases {
        let run = AppRun(words, in: directory)
        #expect(run.status == .usage && run.errors.contains(text), "\(words): \(run.errors)")
      }
      #expect(AppRun("app", "list", in: directory).output.isEmpty)
    }
  }

  @Test(
    "the sites of an app are asked when that is wanted, and what they said stays known",
    .enabled(if: SecureServer.isPossible))
  func verifying() async throws {
    let site = try SecureServer(
      host: "localhost",
      serving: (
        ".well-known/apple-app-site-association",
        #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a.b"],"components":[{"/":"/*"}]}]}}"#
      ))
    let directory = try FileSystem.createTemporaryDirectory()
    defer { try? FileSystem.removeTree(directory) }
    let host = "applinks:localhost:\(site.port)"
    let words = ["app", "add", "--name", "A", "--bundle-id", "a.b", "--domain", host, "--verify"]
    // A site on this machine is asked only if that is said.
    let refused = await AppRun.aside(words, in: directory)
    #expect(refused.status == .incomplete && !refused.output.contains("  verified"))
    #expect(!refused.errors.contains("--certificate"))
    let local = await AppRun.aside(words + ["--local"], in: directory)
    #expect(local.status == .incomplete && local.errors.contains("--certificate FILE"))
    let trusted = ["--local", "--certificate", site.certificate]
    let added = await AppRun.aside(words + trusted, in: directory)
    #expect(added.status == .success && added.output.contains("localhost  verified"))
    #expect(AppRun("app", "list", in: directory).output.contains("1 of 1 site verified"))
    site.stop()
    // What was good before stays in use while the site can't be reached.
    let later = await AppRun.aside(["app", "verify"] + trusted, in: directory)
    #expect(later.status == .success && later.output.contains("could not be renewed"))
    let other = AppRun(
      ["app", "add", "--name", "C", "--bundle-id", "c.d", "--domain", host], in: directory)
    #expect(other.output.contains("does not name the app"))
  }

  @Test("files that give themselves no name don't remove each other's apps")
  func filesWithoutOrigin() throws {
    let directory = try FileSystem.createTemporaryDirectory()
    defer { try? FileSystem.removeTree(directory) }
    var paths: [String] = []
    for (folder, id) in [("one", "org.example.One"), ("two", "org.example.Two")] {
      try FileSystem.createDirectory("\(directory)/\(folder)")
      paths.append("\(directory)/\(folder)/app.metainfo.xml")
      let component =
        "<component type='desktop-application'><id>\(id)</id><name>\(folder)</name></component>"
      try FileSystem.write(
        Array("<components version='1.0'>\(component)</components>".utf8),
        to: paths[folder == "one" ? 0 : 1])
    }
    for _ in 0..<2 {
      for path in paths {
        let run = AppRun("app", "import", path, "--data", directory, in: directory)
        #expect(run.status == .success && run.output.contains("0 removed"), "\(run.output)")
      }
    }
    let list = AppRun("app", "list", "--data", directory, in: directory)
    #expect(list.output.contains("org.example.One") && list.output.contains("org.example.Two"))
    // What a file has no more is removed, of this file alone.
    try FileSystem.write(Array("<components version='1.0'/>".utf8), to: paths[0])
    let emptied = AppRun("app", "import", paths[0], "--data", directory, in: directory)
    #expect(emptied.output.contains("1 removed"), "\(emptied.output)")
    let both = AppRun(
      "app", "import", "--catalogue", "mine", paths[0], paths[1], "--data", directory, in: directory
    )
    #expect(both.status == .usage && both.errors.contains("names one catalogue"), "\(both.errors)")
  }

  @Test("a catalogue is imported, and what is wrong in it is told with its place")
  func importing() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let file = try write(
        """
        <components origin="debian">
        <component type="desktop"><id>a.b</id><name>A</name></component>
        <component type="desktop"><name>Nobody</name></component>
        <component type="font"><id>f.f</id></component>
        </components>
        """, "a.xml", in: directory)
      let run = AppRun("app", "import", file, in: directory)
      #expect(run.status == .incomplete)
      #expect(
        run.output.hasPrefix("debian  1 app added, 0 changed, 0 unchanged, 0 removed\n"))
      #expect(run.output.contains("\(file):3:1: error appstream-id-missing: "))
      #expect(run.output.contains("left out: 1 component"))
      #expect(
        AppRun("app", "list", in: directory).output == "a.b  A  from debian\n")
      let json = try JSONValue.parse(
        Array(AppRun("app", "import", "--json", file, in: directory).output.utf8))
      #expect(json["unchanged"] == .integer(1) && json["whole"] == .boolean(true))
      let yaml = try write("---\nFile: DEP-11\n", "a.yml", in: directory)
      let refused = AppRun("app", "import", yaml, in: directory)
      #expect(refused.status == .incomplete && refused.output.contains("appstreamcli convert"))
      #expect(AppRun("app", "import", "/nowhere.xml", in: directory).status == .system)
    }
  }

  @Test("a directory of a newer version is refused in a sentence")
  func damage() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let data = "\(directory)/data/fresnel-cloud"
      try FileSystem.createDirectory(data)
      _ = try write("This is no database, whatever its name says.", "apps.sqlite", in: data)
      let run = AppRun("app", "list", in: directory)
      #expect(run.status == .store && run.errors.contains("is damaged"))
    }
  }
}
