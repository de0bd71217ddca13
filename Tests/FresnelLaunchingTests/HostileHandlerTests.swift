import FresnelApps
import FresnelLaunching
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

/// The programs for links that a person may have, against all hostile addresses.
@Suite("Hostile addresses and the desktop's programs")
struct HostileHandlerTests {
  /// Whether programs for pages are the ones to open it.
  private static let pages = HostileAddress.all.filter { $0.words?.first == "browser" }.map(\.url)

  private func facts(_ exec: String, opener: Bool = true) throws -> LaunchFacts {
    var facts = LaunchFacts(appName: "")
    facts.handlers = [try #require(desktopFile("Exec=" + exec, identifier: "b"))]
    facts.opener = opener ? ["/usr/bin/xdg-open"] : nil
    return facts
  }

  @Test("The table is as long as it says")
  func count() {
    #expect(HostileAddress.all.count >= 150)
    #expect(Self.pages.count >= 30)
  }

  @Test("Whatever the program, the address is a whole argument of it")
  func whole() throws {
    let lines: [(String, (String) -> [String])] = [
      ("browser %u", { ["browser", $0] }), ("browser -a %U -b", { ["browser", "-a", $0, "-b"] }),
      ("browser --open=%u --", { ["browser", "--open=" + $0, "--"] }),
      ("sh /opt/browser.sh %u", { ["sh", "/opt/browser.sh", $0] }),
    ]
    for (exec, words) in lines {
      for url in Self.pages {
        let plan = try LaunchPlan.make(.url(url, app: nil), query: "", facts(exec, opener: false))
        #expect(
          plan.steps == [
            .start(StartedProgram(words: words(url), identifier: "b", isAwaited: false))
          ], "\(exec)")
      }
    }
  }

  @Test(
    "A program that would read it as part of a command gets none, and nobody else is tried",
    arguments: [
      "sh -c \"browser %u\"", "sh -c 'browser \"$1\"' sh %u", "bash -c %u", "%u", "env %u",
      "python3 -c x %u", "perl -e x %U", "env -S 'browser' %u", "busybox sh -c x %u",
      "xterm -e sh -c \"lynx %u\"", "ssh host browser %u", "browser \"%c\" %u",
      "capsh -- -c %u", "tar -cf /dev/null --checkpoint-action=exec=%u x",
      "git -c core.pager=%u log", "start-stop-daemon --start --exec %u", "env PAGER=%u man ls",
    ])
  func refused(exec: String) throws {
    let facts = try facts(exec)
    for url in Self.pages {
      do throws(LaunchFailure) {
        let plan = try LaunchPlan.make(.url(url, app: nil), query: "", facts)
        Issue.record("\(plan.steps)")
      } catch {
        #expect(error.cause == .unsafeCommand)
        #expect(error.message.contains("/share/applications/b.desktop"))
      }
    }
  }

  @Test("An app's own command line is held to the same, and a client that runs still gets the link")
  func ownApp() throws {
    let manifest = #", "CFBundleURLTypes": [{"CFBundleURLSchemes": ["recipes"]}]"#
    let url = "recipes:$(touch${IFS}x)"
    let unsafe = recipes(manifest: manifest, desktop: "Exec=sh -c \"recipes %u\"")
    #expect(throws: LaunchFailure.self) {
      try LaunchPlan.make(.url(url, app: "org.example.Recipes"), query: "", unsafe)
    }
    let running = recipes(
      manifest: manifest, desktop: "Exec=sh -c \"recipes %u\"",
      receivers: [ReceiverFacts(session: 1, kinds: .all)])
    let plan = try LaunchPlan.make(.url(url, app: "org.example.Recipes"), query: "", running)
    #expect(plan.steps == [.deliver(session: 1)])
    #expect(plan.content == .urls([url]))
    let safe = recipes(manifest: manifest, desktop: "Exec=recipes --open=%u")
    #expect(
      try LaunchPlan.make(.url(url, app: "org.example.Recipes"), query: "", safe).steps == [
        .start(
          StartedProgram(
            words: ["recipes", "--open=" + url], identifier: "org.example.Recipes",
            isAwaited: false))
      ])
  }

  @Test("A program that a link leads to is known by its file")
  func linkedProgram() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.createDirectory(directory + "/bin")
      try FileSystem.createDirectory(directory + "/share/applications")
      for (name, target) in [("mysh", "/bin/sh"), ("again", "mysh")] {
        let ending = try Command("/bin/ln", ["-s", target, "\(directory)/bin/\(name)"]).run()
        #expect(ending.isSuccess)
      }
      try FileSystem.write(
        Array("[Default Applications]\nx-scheme-handler/https=b.desktop\n".utf8),
        to: directory + "/mimeapps.list")
      let reader = LaunchFactReader(
        apps: AppRegistry(directories: []), dataDirectories: [directory + "/share"],
        environment: ["PATH": directory + "/bin:/bin", "XDG_CONFIG_HOME": directory],
        home: directory)
      let file = directory + "/share/applications/b.desktop"
      for exec in ["mysh -c x %u", "\(directory)/bin/again -c x %u", "env again -c x sh %u"] {
        try FileSystem.write(
          Array("[Desktop Entry]\nType=Application\nName=b\nExec=\(exec)\n".utf8), to: file)
        let target = WireTarget.link("https://a.example/", app: nil)
        let facts = reader.facts(of: target)
        #expect(facts.handlers.count == 1)
        do throws(LaunchFailure) {
          let plan = try LaunchPlan.make(target, query: "", facts)
          Issue.record("\(plan.steps)")
        } catch {
          #expect(error.message.hasPrefix(file + " is not run: "), "\(error.message)")
        }
      }
    }
  }
}
