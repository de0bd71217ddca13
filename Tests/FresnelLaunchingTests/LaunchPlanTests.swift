import FresnelApps
import FresnelLaunching
import FresnelModel
import SpotlightWire
import Testing

@Suite("LaunchPlan")
struct LaunchPlanTests {
  private static let all: ReceiverFacts = ReceiverFacts(session: 1, kinds: .all)
  private static let plain = "Exec=/usr/bin/recipes"
  private static let onBus = "DBusActivatable=true\nExec=/usr/bin/recipes %U"
  private static let schemes =
    #", "CFBundleURLTypes": [{"CFBundleURLSchemes": ["recipes", "geo"]}]"#
  private static let site =
    #", "com.apple.developer.associated-domains": ["applinks:example.org", "applinks:*.cook.org"]"#
  private static let continues = #", "CoreSpotlightContinuation": true"#
  private static let types = #", "NSUserActivityTypes": ["org.example.view"]"#

  private static func browser(_ lines: String = "Exec=/usr/bin/browser %u")
    -> [LaunchableDesktopFile]
  {
    desktopFile(lines, identifier: "org.example.Browser").map { [$0] } ?? []
  }

  /// Facts about nobody's app, with a program for links.
  private static func desktop(
    _ handler: String? = "Exec=/usr/bin/browser %u", opener: Bool = false, bus: Bool = true,
    terminal: Bool = false, file: FileFacts? = nil
  ) -> LaunchFacts {
    var facts = LaunchFacts(appName: "")
    facts.handlers = handler.map { browser($0) } ?? []
    facts.opener = opener ? ["/usr/bin/xdg-open"] : nil
    facts.hasSessionBus = bus
    facts.hasTerminal = terminal
    facts.file = file
    return facts
  }

  static let appCases: [LaunchCase] = [
    // To a client that runs
    LaunchCase(
      "running", .soup, recipes(desktop: plain, receivers: [all]),
      "deliver 1, start /usr/bin/recipes+"),
    LaunchCase(
      "running, the one that did something last", .soup,
      recipes(receivers: [ReceiverFacts(session: 4, kinds: .activities), all]), "deliver 4"),
    LaunchCase(
      "running, one that takes URLs alone is passed over", .soup,
      recipes(receivers: [ReceiverFacts(session: 4, kinds: .urls), all]), "deliver 1"),
    LaunchCase(
      "running, and takes nothing of the kind", .soup,
      recipes(desktop: plain, receivers: [ReceiverFacts(session: 4, kinds: .urls)]),
      "start /usr/bin/recipes+"),
    LaunchCase(
      "running, not registered", .soup, recipes(manifest: nil, receivers: [all]), "deliver 1"),
    // Over the bus
    LaunchCase(
      "bus", .soup, recipes(desktop: onBus),
      "activate org.example.Recipes+, start /usr/bin/recipes+"),
    LaunchCase(
      "bus, running", .soup, recipes(desktop: onBus, receivers: [all]),
      "deliver 1, activate org.example.Recipes+, start /usr/bin/recipes+"),
    LaunchCase(
      "no bus", .soup, recipes(desktop: onBus) { $0.hasSessionBus = false },
      "start /usr/bin/recipes+"),
    LaunchCase(
      "bus alone", .soup, recipes(desktop: "DBusActivatable=true"),
      "activate org.example.Recipes+"),
    LaunchCase(
      "bus alone and no bus", .soup,
      recipes(desktop: "DBusActivatable=true") { $0.hasSessionBus = false },
      "fails: cannotStart"),
    LaunchCase(
      "bus, a program without our library", .soup,
      recipes(manifest: #", "FresnelContinuesOverBus": true"#, desktop: onBus),
      "resume org.example.Recipes com.apple.corespotlightitem, start /usr/bin/recipes+"),
    LaunchCase(
      "bus, a search for a program without our library", .search,
      recipes(manifest: continues + #", "FresnelContinuesOverBus": true"#, desktop: onBus),
      "resume org.example.Recipes com.apple.corespotlightquerycontinuation, "
        + "start /usr/bin/recipes+"),
    // By the command line
    LaunchCase("command line", .soup, recipes(desktop: plain), "start /usr/bin/recipes+"),
    LaunchCase(
      "command line with a field that stays empty", .soup,
      recipes(desktop: "Exec=/usr/bin/recipes --new %U"), "start /usr/bin/recipes --new+"),
    LaunchCase(
      "command line with a name", .soup, recipes(desktop: "Exec=recipes --title %c"),
      "start recipes --title Recipes+"),
    LaunchCase(
      "directory", .soup, recipes(desktop: plain + "\nPath=/srv/recipes"),
      "start /usr/bin/recipes+ in /srv/recipes"),
    LaunchCase(
      "a relative directory counts as none", .soup, recipes(desktop: plain + "\nPath=recipes"),
      "start /usr/bin/recipes+"),
    LaunchCase(
      "no desktop file", .soup, recipes(program: ["/opt/recipes/bin/recipes"]),
      "start /opt/recipes/bin/recipes+"),
    LaunchCase(
      "a desktop file comes before the manifest's program", .soup,
      recipes(desktop: plain, program: ["/opt/recipes/bin/recipes"]), "start /usr/bin/recipes+"),
    LaunchCase("a manifest without a program", .soup, recipes(), "fails: cannotStart"),
    LaunchCase("nothing of it", .soup, recipes(manifest: nil), "fails: notInstalled"),
    LaunchCase(
      "a desktop file without a manifest", .soup, recipes(manifest: nil, desktop: plain),
      "start /usr/bin/recipes+"),
    // In a terminal
    LaunchCase(
      "terminal of who asks", .soup,
      recipes(desktop: plain + "\nTerminal=true") { $0.hasTerminal = true },
      "run /usr/bin/recipes+"),
    LaunchCase(
      "a terminal that is installed", .soup,
      recipes(desktop: plain + "\nTerminal=true") { $0.terminal = ["xdg-terminal-exec"] },
      "start xdg-terminal-exec /usr/bin/recipes+"),
    LaunchCase(
      "no terminal", .soup, recipes(desktop: plain + "\nTerminal=true"), "fails: needsTerminal"),
    LaunchCase(
      "no terminal, and it runs", .soup,
      recipes(desktop: plain + "\nTerminal=true", receivers: [all]), "deliver 1"),
    LaunchCase(
      "a terminal is not needed over the bus", .soup,
      recipes(desktop: onBus + "\nTerminal=true"), "activate org.example.Recipes+"),
    // Activities
    LaunchCase(
      "a type that is declared", .activity("org.example.view"),
      recipes(manifest: types, desktop: plain), "start /usr/bin/recipes+"),
    LaunchCase(
      "a type that is not", .activity("org.example.edit"),
      recipes(manifest: types, desktop: plain), "fails: undeclaredType"),
    LaunchCase(
      "a type that is not, and it runs", .activity("org.example.edit"),
      recipes(manifest: types, receivers: [all]), "fails: undeclaredType"),
    LaunchCase(
      "any type without a list", .activity("org.example.edit"), recipes(desktop: plain),
      "start /usr/bin/recipes+"),
    LaunchCase(
      "browsing needs no declaration", .activity("NSUserActivityTypeBrowsingWeb"),
      recipes(manifest: types, desktop: plain), "start /usr/bin/recipes+"),
    LaunchCase(
      "items need no declaration", .soup, recipes(manifest: types, desktop: plain),
      "start /usr/bin/recipes+"),
    // Searches
    LaunchCase(
      "search", .search, recipes(manifest: continues, desktop: plain), "start /usr/bin/recipes+"),
    LaunchCase("no search", .search, recipes(desktop: plain), "fails: takesNoSearches"),
    LaunchCase(
      "no search without a manifest", .search, recipes(manifest: nil, receivers: [all]),
      "fails: takesNoSearches"),
  ]

  static let linkCases: [LaunchCase] = [
    LaunchCase(
      "own scheme, running", .link("recipes:soup"),
      recipes(manifest: schemes, desktop: onBus, receivers: [all]),
      "deliver 1, open org.example.Recipes recipes:soup, start /usr/bin/recipes recipes:soup"),
    LaunchCase(
      "own scheme, one that takes no URLs", .link("recipes:soup"),
      recipes(
        manifest: schemes, desktop: "Exec=recipes %u",
        receivers: [ReceiverFacts(session: 1, kinds: .activities)]), "start recipes recipes:soup"),
    LaunchCase(
      "own scheme in capitals", .link("RECIPES:soup"),
      recipes(manifest: schemes, desktop: "Exec=recipes %u"), "start recipes RECIPES:soup"),
    LaunchCase(
      "own scheme, by asking", .link("recipes:soup"),
      recipes(manifest: schemes, desktop: plain), "start /usr/bin/recipes+"),
    LaunchCase(
      "own scheme, by its own program", .link("recipes:soup"),
      recipes(manifest: schemes, program: ["/opt/recipes"]), "start /opt/recipes+"),
    LaunchCase(
      "own scheme in a terminal", .link("recipes:soup"),
      recipes(manifest: schemes, desktop: "Exec=recipes %u\nTerminal=true") {
        $0.hasTerminal = true
      }, "run recipes recipes:soup"),
    LaunchCase(
      "a scheme that it does not take", .link("other:soup"),
      recipes(manifest: schemes, desktop: onBus), "fails: noHandler"),
    LaunchCase(
      "a scheme of nobody", .link("recipes:soup", app: nil), desktop(), "fails: noHandler"),
    LaunchCase(
      "what could run something", .link("javascript:alert(1)", app: nil), desktop(opener: true),
      "fails: noHandler"),
    LaunchCase("no URL", .link("soup", app: nil), desktop(), "fails: noHandler"),
    LaunchCase(
      "an option in disguise", .link("--version", app: nil), desktop(opener: true),
      "fails: noHandler"),
    LaunchCase(
      "white space", .link("https://example.org/a b", app: nil), desktop(), "fails: noHandler"),
    LaunchCase(
      "a page of its site", .link("https://example.org/soup"),
      recipes(manifest: site, desktop: onBus),
      "activate org.example.Recipes+, start /usr/bin/recipes+"),
    LaunchCase(
      "a page of its site with a port, in capitals", .link("HTTPS://EXAMPLE.org:8080/soup"),
      recipes(manifest: site, program: ["/opt/recipes"], receivers: [all]),
      "deliver 1, start /opt/recipes+"),
    LaunchCase(
      "a page of a host below", .link("https://www.cook.org/soup"),
      recipes(manifest: site, program: ["/opt/recipes"]), "start /opt/recipes+"),
    LaunchCase(
      "a page of a site that only ends so", .link("https://badcook.org/soup"),
      recipes(manifest: site, program: ["/opt/recipes"]) { $0.handlers = browser() },
      "start /usr/bin/browser https://badcook.org/soup"),
    LaunchCase(
      "the host itself is not below it", .link("https://cook.org/soup"),
      recipes(manifest: site, program: ["/opt/recipes"]) { $0.handlers = browser() },
      "start /usr/bin/browser https://cook.org/soup"),
    LaunchCase(
      "a page of another site", .link("https://example.com/"),
      recipes(manifest: site, desktop: onBus, receivers: [all]) { $0.handlers = browser() },
      "start /usr/bin/browser https://example.com/"),
    LaunchCase(
      "a scheme of the web is not an app's own", .link("https://example.com/"),
      recipes(manifest: #", "CFBundleURLTypes": [{"CFBundleURLSchemes": ["https"]}]"#) {
        $0.handlers = browser()
      }, "start /usr/bin/browser https://example.com/"),
    LaunchCase(
      "the browser over the bus", .link("http://example.com", app: nil),
      desktop("Exec=browser %u\nDBusActivatable=true"),
      "open org.example.Browser http://example.com, start browser http://example.com"),
    LaunchCase(
      "the desktop's own rules after the browser", .link("http://example.com", app: nil),
      desktop(opener: true),
      "start /usr/bin/browser http://example.com, start /usr/bin/xdg-open http://example.com"),
    LaunchCase(
      "a browser for terminals", .link("http://example.com", app: nil),
      desktop("Exec=lynx %u\nTerminal=true", terminal: true), "run lynx http://example.com"),
    LaunchCase(
      "a browser for terminals without one", .link("http://example.com", app: nil),
      desktop("Exec=lynx %u\nTerminal=true"), "fails: needsTerminal"),
    LaunchCase(
      "a browser that takes no links", .link("http://example.com", app: nil),
      desktop("Exec=browser"), "fails: noHandler"),
    LaunchCase(
      "no browser", .link("http://example.com", app: nil), desktop(nil), "fails: noHandler"),
    LaunchCase(
      "a call", .link("tel:+4930123", app: nil), desktop("Exec=phone %u"),
      "start phone tel:+4930123"),
    LaunchCase(
      "a place, for the app that says so", .link("geo:52.5,13.4"),
      recipes(manifest: schemes, desktop: "Exec=recipes %u"), "start recipes geo:52.5,13.4"),
    LaunchCase(
      "a place, for an app that gives directions", .link("geo:52.5,13.4"),
      recipes(
        manifest: #", "MKDirectionsApplicationSupportedModes": ["MKDirectionsModeBike"]"#,
        desktop: "Exec=maps %u"), "start maps geo:52.5,13.4"),
    // Files
    LaunchCase(
      "a document", .link("file:///home/p/a.pdf", app: nil),
      desktop(opener: true, file: FileFacts(.document, at: "/home/p/a.pdf")),
      "start /usr/bin/xdg-open file:///home/p/a.pdf"),
    LaunchCase(
      "a document of an app", .link("file:///home/p/a.pdf"),
      recipes(desktop: onBus, receivers: [all]) {
        $0.file = FileFacts(.document, at: "/home/p/a.pdf")
        $0.opener = ["/usr/bin/xdg-open"]
      }, "start /usr/bin/xdg-open file:///home/p/a.pdf"),
    LaunchCase(
      "a folder", .link("file:///home/p/", app: nil),
      desktop("Exec=files %U", file: FileFacts(.folder, at: "/home/p")),
      "start files file:///home/p/"),
    LaunchCase(
      "the root", .link("file:///", app: nil),
      desktop("Exec=files %U", file: FileFacts(.folder, at: "/")), "start files file:///"),
    LaunchCase(
      "a folder, by its path", .link("file:///home/p%20q/", app: nil),
      desktop("Exec=files %f", file: FileFacts(.folder, at: "/home/p q")),
      "start files /home/p q"),
    LaunchCase(
      "a program is shown, not run", .link("file:///home/p/run%2Esh", app: nil),
      desktop(
        "Exec=files %U", opener: true, file: FileFacts(.program, at: "/home/p/run.sh")),
      "show file:///home/p/run.sh, start files file:///home/p/, "
        + "start /usr/bin/xdg-open file:///home/p/"),
    LaunchCase(
      "a file that is gone", .link("file:///home/p/gone", app: nil),
      desktop(nil, file: FileFacts(.missing, at: "/home/p/gone")), "show file:///home/p/gone"),
    LaunchCase(
      "a file that is gone, without anything", .link("file:///home/p/gone", app: nil),
      desktop(nil, bus: false, file: FileFacts(.missing, at: "/home/p/gone")),
      "fails: noHandler"),
    LaunchCase(
      "a file whose directory is gone", .link("file:///home/p/gone", app: nil),
      desktop(opener: true), "fails: missingFile"),
    LaunchCase(
      "what is chosen is not handed on, but what was looked at",
      .link("file:///home/p/a.pdf?/../b.desktop", app: nil),
      desktop(opener: true, file: FileFacts(.document, at: "/home/p/a.pdf")),
      "start /usr/bin/xdg-open file:///home/p/a.pdf"),
    LaunchCase(
      "a file of another machine", .link("file://server/share", app: nil),
      desktop(opener: true, file: FileFacts(.document, at: "/share")), "fails: noHandler"),
  ]

  @Test("Apps are reached in the documented order", arguments: appCases)
  func apps(_ one: LaunchCase) {
    #expect(one.outcome == one.expected)
  }

  @Test("Links go where they belong, and run nothing", arguments: linkCases)
  func links(_ one: LaunchCase) {
    #expect(one.outcome == one.expected)
  }

  @Test("The app gets the identifier, what was typed, and the action")
  func itemContent() throws {
    let target = WireTarget.item(
      scope: IndexScope(app: "org.example.Recipes", index: "main"), identifier: "soup",
      action: "cook")
    let plan = try LaunchPlan.make(target, query: "so", recipes(program: ["/opt/recipes"]))
    guard case .activity(let activity) = plan.content else {
      Issue.record("Nothing is delivered.")
      return
    }
    #expect(activity.type == "com.apple.corespotlightitem")
    #expect(activity.userInfo["kCSSearchableItemActivityIdentifier"] == .text("soup"))
    #expect(activity.userInfo["kCSSearchQueryString"] == .text("so"))
    #expect(activity.userInfo["kCSActionIdentifier"] == .text("cook"))
    #expect(DeliveredActivity.item("soup").userInfo.entries.count == 1)
  }

  @Test("An activity is cut to what the app needs of it")
  func activityContent() {
    var activity = WireActivity(
      type: "org.example.view",
      userInfo: ActivityDictionary([
        (.text("id"), .integer(1)), (.text("scroll"), .double(0.5)),
      ]))
    #expect(DeliveredActivity.donated(activity).userInfo.entries.count == 2)
    activity.requiredKeys = ["id"]
    #expect(DeliveredActivity.donated(activity).userInfo.entries.map(\.key) == [.text("id")])
    activity.webpage = "https://example.org/1"
    #expect(DeliveredActivity.donated(activity).userInfo.entries.map(\.key) == [.text("id")])
    activity.requiredKeys = nil
    #expect(DeliveredActivity.donated(activity).userInfo.entries.isEmpty)
    #expect(DeliveredActivity.donated(activity).webpage == "https://example.org/1")
  }

  @Test("A search goes on with its words, a page with its address")
  func otherContent() {
    #expect(DeliveredActivity.search("so").userInfo["kCSSearchQueryString"] == .text("so"))
    #expect(DeliveredActivity.page("https://example.org").webpage == "https://example.org")
  }
}

@Suite("What launching reads")
struct LaunchFactsTests {
  @Test("A desktop file that says no way to start an app, or that there is none, is none")
  func desktopFiles() {
    #expect(desktopFile("") == nil)
    #expect(desktopFile("Exec=a\nHidden=true") == nil)
    #expect(desktopFile("Exec=\"a") == nil)
    #expect(desktopFile("DBusActivatable=true", identifier: "recipes") == nil)
    #expect(desktopFile("Exec=a %F")?.needsTerminal == false)
    let folder = LaunchableDesktopFile(
      DesktopEntry(parsing: Array("[Desktop Entry]\nType=Directory\nExec=a\n".utf8)),
      identifier: "a", path: "/a.desktop")
    #expect(folder == nil)
  }

  @Test("The object on the bus follows from the name")
  func paths() {
    let activation = BusActivation(name: "org.example-x.Recipes", method: .activate)
    #expect(activation.path == "/org/example_x/Recipes")
    for name in ["a", "a..b", "a.1b", "a.b/c", "", ".a.b", "ä.b"] {
      #expect(!BusActivation.isName(name), "\(name)")
    }
  }

  @Test("A file's path is found, but not of what is no local file")
  func filePaths() {
    #expect(LinkURL.path(of: "file:///a%20b/%C3%A4?x#y") == "/a b/ä")
    #expect(LinkURL.path(of: "FILE://localhost/a") == "/a")
    #expect(LinkURL.path(of: "file:/a") == "/a")
    for url in ["file:a", "file://host/a", "file:///%00", "file:///%2", "file:///%ff", "http:/a"] {
      #expect(LinkURL.path(of: url) == nil, "\(url)")
    }
    #expect(LinkURL.scheme(of: "1a:b") == nil)
    #expect(LinkURL.scheme(of: "ä:b") == nil)
    #expect(LinkURL.scheme(of: "a+1.x-y:") == "a+1.x-y")
  }
}

@Suite("ContinuationOrder")
struct ContinuationOrderTests {
  private static let month = 30.0 * 24 * 60 * 60

  private func candidate(
    _ name: String, _ count: UInt64 = 0, monthsAgo: Double? = nil, hasIndex: Bool = false
  ) -> ContinuationOrder.Candidate {
    ContinuationOrder.Candidate(
      app: ContinuationApp(app: "org.example.\(name)", name: name), choiceCount: count,
      lastChoice: monthsAgo.map { 100 * Self.month - $0 * Self.month }, hasIndex: hasIndex)
  }

  @Test("Choices count half after a month; without any, apps with items come first")
  func order() {
    let ordered = ContinuationOrder.ordered(
      [
        candidate("Zebra"), candidate("Apple"), candidate("Mail", hasIndex: true),
        candidate("Old", 7, monthsAgo: 3), candidate("New", 1, monthsAgo: 0.1),
        candidate("Future", 1, monthsAgo: -5), candidate("Ancient", 1_000, monthsAgo: 99_999),
      ], now: 100 * Self.month)
    #expect(
      ordered.map(\.name) == ["Future", "New", "Old", "Mail", "Ancient", "Apple", "Zebra"])
  }
}
