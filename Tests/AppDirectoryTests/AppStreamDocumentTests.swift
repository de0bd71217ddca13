import FresnelPlatform
import SiteAssociations
import Testing
import WebAddresses
import WebDocuments

@testable import AppDirectory

struct AppStreamDocumentTests {
  /// One component and what it is read as: `nil` for none, else the app in few words.
  struct Row: Sendable {
    let name: String
    let component: String
    let app: String?
    var codes: [String] = []
  }

  static let rows = [
    Row(
      name: "an app as catalogues have it",
      component: """
        <component type="desktop-application"><id>org.example.Recipes</id><pkgname>recipes</pkgname>
        <name>Recipes</name><name xml:lang="de">Rezepte</name><summary>Cook</summary>
        <description><p>A <em>name</em> <code>id</code></p></description>
        <icon type="cached" width="64" height="64">recipes.png</icon>
        <icon type="remote" width="64">https://example.org/64.png</icon>
        <icon type="remote" width="256">https://example.org/256.png</icon>
        <icon type="remote" width="128">https://example.org/128.png</icon>
        <url type="homepage">https://example.org/</url><url type="bugtracker">https://bugs.example.org</url>
        <url type="help">https://example.org/help</url>
        <launchable type="desktop-id">org.example.Recipes.desktop</launchable>
        <provides><binary>recipes</binary><id>recipes.desktop</id><mediatype>text/x-recipe</mediatype>
        <mediatype>x-scheme-handler/recipes</mediatype><mediatype>x-scheme-handler/https</mediatype></provides>
        <releases><release version="1"><url type="details">https://example.org/1</url></release></releases>
        </component>
        """,
      app:
        "org.example.Recipes Recipes icon=https://example.org/128.png support=https://example.org/help marketing=https://example.org/ formers=recipes.desktop schemes=recipes"
    ),
    Row(
      name: "the untranslated name wins, wherever it stands",
      component:
        "<component type='desktop'><id>a.b.desktop</id><name xml:lang='fr'>Un</name><name>One</name></component>",
      app: "a.b.desktop One"),
    Row(
      name: "only translated",
      component:
        "<component type='desktop'><id>a.b</id><name xml:lang='fr'>Un</name><name xml:lang='de'>Eins</name></component>",
      app: "a.b Un"),
    Row(
      name: "English in so many words",
      component:
        "<component type='desktop'><id>a.b</id><name xml:lang='fr'>Un</name><name xml:lang='en'>One</name></component>",
      app: "a.b One"),
    Row(
      name: "white space and entities",
      component:
        "<component type='web-application'><id>\n a.b \n</id><name> Tom &amp;\n  Jerry&#8217;s\t</name></component>",
      app: "a.b Tom & Jerry’s"),
    Row(
      name: "other spellings of lists",
      component:
        "<component type='console-application'><id>a.b</id><name>A</name><mimetypes><mimetype>x-scheme-handler/RECIPES</mimetype></mimetypes></component>",
      app: "a.b A schemes=recipes"),
    Row(
      name: "names in stores",
      component: """
        <component type="desktop-application"><id>a.b</id><name>A</name><custom>
        <value key="Fresnel::bundle-id">com.example.a</value><value key="Fresnel::app-store">640199958</value>
        <value key="Fresnel::google-play">com.example.a</value><value key="Fresnel::team-id">ABCDE12345</value>
        <value key="Fresnel::associated-domains">applinks:example.com
          applinks:*.example.org applinks:*.com nonsense</value>
        <value key="GnomeSoftware::key-colors">[(1, 2, 3)]</value></custom></component>
        """,
      app:
        "a.b A bundle=com.example.a team=ABCDE12345 stores=app-store:640199958,google-play:com.example.a domains=applinks:example.com,applinks:*.example.org",
      codes: ["appstream-custom-invalid", "appstream-custom-invalid"]),
    Row(
      name: "a wrong name in a store is left out",
      component:
        "<component type='desktop'><id>a.b</id><name>A</name><custom><value key='Fresnel::app-store'>id640</value></custom></component>",
      app: "a.b A", codes: ["appstream-custom-invalid"]),
    Row(
      name: "an address that is none of the web",
      component:
        "<component type='desktop'><id>a.b</id><name>A</name><url type='homepage'>javascript:alert(1)</url><url type='contact'>mailto:a@b.c</url><url type='faq'>https://example.org/faq</url></component>",
      app: "a.b A support=https://example.org/faq",
      codes: ["appstream-url-invalid", "appstream-url-invalid"]),
    Row(
      name: "no identifier", component: "<component type='desktop'><name>A</name></component>",
      app: nil, codes: ["appstream-id-missing"]),
    Row(
      name: "a bad identifier",
      component: "<component type='desktop'><id>a b</id><name>A</name></component>", app: nil,
      codes: ["appstream-id-invalid"]),
    Row(
      name: "no name",
      component: "<component type='desktop'><id>a.b</id><name> </name></component>",
      app: nil, codes: ["appstream-name-missing"]),
    Row(
      name: "no app",
      component: "<component type='addon'><id>a.b</id><name>A</name></component>", app: nil),
    Row(
      name: "what adds to another component",
      component: "<component type='desktop' merge='append'><id>a.b</id><name>A</name></component>",
      app: nil),
    Row(
      name: "a name elsewhere is none of the component",
      component:
        "<component type='desktop'><id>a.b</id><developer id='x.y'><name>Me</name><id>x.y</id></developer><name>A</name></component>",
      app: "a.b A"),
  ]

  private func shown(_ app: ListedApp) -> String {
    var words = [app.appStreamID?.description ?? "-", app.name]
    func add(_ name: String, _ texts: [String]) {
      if !texts.isEmpty { words.append("\(name)=\(texts.joined(separator: ","))") }
    }
    add("bundle", [app.bundleIdentifier].compactMap(\.self))
    add("team", [app.teamIdentifier].compactMap(\.self))
    add("icon", [app.icon?.href].compactMap(\.self))
    add("support", [app.supportURL?.href].compactMap(\.self))
    add("marketing", [app.marketingURL?.href].compactMap(\.self))
    add("formers", app.formerIDs.map(\.description))
    add("stores", app.storeIDs.map { "\($0.rawValue):\($1)" }.sorted())
    add("domains", app.domains.map(\.description))
    add("schemes", app.schemes)
    return words.joined(separator: " ")
  }

  @Test(arguments: rows.indices) func components(_ index: Int) {
    let row = Self.rows[index]
    // As a file of its own, and among others of a catalogue.
    for document in [
      row.component,
      "<?xml version=\"1.0\"?><components version='0.16' origin='o'><component type='font'><id>f.f</id></component>\(row.component)</components>",
    ] {
      let (apps, summary) = AppStreamDocument.read(Array(document.utf8))
      #expect(apps.map(shown) == [row.app].compactMap(\.self), "\(row.name)")
      #expect(summary.findings.all.map(\.code) == row.codes, "\(row.name)")
      #expect(summary.isWhole, "\(row.name)")
    }
  }

  @Test func picturesAreRelativeToTheCataloguesOwnAddress() {
    let (apps, summary) = AppStreamDocument.read(
      Array(
        """
        <components origin="debian" media_baseurl="https://media.example.org/pool">
        <component type="desktop"><id>a.b</id><name>A</name><icon type="remote">a/b.png</icon></component></components>
        """.utf8))
    #expect(apps.map(\.icon?.href) == ["https://media.example.org/pool/a/b.png"])
    #expect(summary.origin == "debian")
  }

  @Test(arguments: [
    ("", "appstream-syntax"), ("<html><body>", "appstream-root"),
    ("<!DOCTYPE html><html>", "appstream-root"), ("---\nFile: DEP-11\n", "appstream-yaml"),
    ("<components><component>", "appstream-syntax"), ("plain", "appstream-syntax"),
    ("<components>\u{0}</components>", "appstream-syntax"), ("\u{1f}\u{8b}x", "appstream-syntax"),
  ])
  func whatIsNoDocumentIsTold(_ text: String, _ code: String) {
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let (apps, summary) = AppStreamDocument.read(bytes)
    #expect(apps.isEmpty && !summary.isWhole)
    #expect(summary.findings.all.map(\.code) == [code])
  }

  @Test func whatStandsBeforeAFaultCounts() {
    let (apps, summary) = AppStreamDocument.read(
      Array(
        "<components><component type='desktop'><id>a.b</id><name>A</name></component><component <"
          .utf8))
    #expect(apps.count == 1 && !summary.isWhole)
  }

  @Test func countsAndSizesAreBounded() {
    var limits = AppStreamDocument.Limits()
    limits.componentCount = 2
    let component = "<component type='desktop'><id>a.b</id><name>A</name></component>"
    let document = Array("<components>\(component)\(component)\(component)</components>".utf8)
    let (apps, summary) = AppStreamDocument.read(document, limits: limits)
    #expect(apps.count == 2 && !summary.isWhole && summary.componentCount == 2)
    limits = AppStreamDocument.Limits()
    limits.byteCount = document.count - 1
    let cut = AppStreamDocument.read(document, limits: limits)
    #expect(!cut.summary.isWhole)
    #expect(cut.summary.findings.all.map(\.code) == ["appstream-too-large"])
  }

  @Test func bombsAreBounded() {
    let many = 200_000
    let bombs = [
      "<components>" + String(repeating: "<a>", count: many),
      "<component><id>" + String(repeating: "a", count: 4 << 20),
      "<component><name a='" + String(repeating: "a", count: 4 << 20),
      "<component type='desktop'><id>a.b</id><name>A</name><provides>"
        + String(repeating: "<id>c.d</id><mediatype>x-scheme-handler/a</mediatype>", count: many)
        + "</provides></component>",
      "<components>" + String(repeating: "<component type='desktop'/>", count: many)
        + "</components>",
    ]
    for bomb in bombs {
      let (apps, summary) = AppStreamDocument.read(Array(bomb.utf8))
      #expect(apps.count <= 1 && summary.findings.all.count <= 22)
      #expect(apps.allSatisfy { $0.fault == nil })
    }
  }

  @Test func piecesOfAnyLengthGiveTheSame() throws {
    let document = Array(
      "<components origin='é'>\(Self.rows.map(\.component).joined())</components>".utf8)
    let packed = try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.write(document, to: "\(directory)/a.xml")
      return try Command("gzip", ["-nc", "\(directory)/a.xml"]).capture().output
    }
    let (whole, summary) = AppStreamDocument.read(document)
    for bytes in [document, packed, packed + [0, 0, 0]] {
      for length in [2, 3, 7, 100, 1_000] {
        var apps: [ListedApp] = []
        let reading = AppStreamDocument { app, _ in
          apps.append(app)
          return true
        }
        var rest = bytes[...]
        while !rest.isEmpty {
          #expect(reading.read(Array(rest.prefix(length))))
          rest = rest.dropFirst(length)
        }
        let read = reading.finish()
        #expect(apps == whole && read.isWhole && read.origin == "é")
        #expect(read.findings.all.map(\.code) == summary.findings.all.map(\.code))
      }
    }
    let cut = AppStreamDocument.read(Array(packed.dropLast(4)))
    #expect(!cut.summary.isWhole && cut.apps == whole)
  }
}
