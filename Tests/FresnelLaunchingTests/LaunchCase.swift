import FresnelApps
import FresnelLaunching
import FresnelModel
import SpotlightWire
import Testing

/// A choice, the facts in which it is made, and the plan in words.
struct LaunchCase: CustomTestStringConvertible, Sendable {
  let name: String
  let target: WireTarget
  let query: String
  let facts: LaunchFacts
  let expected: String

  init(
    _ name: String, _ target: WireTarget, query: String = "", _ facts: LaunchFacts,
    _ expected: String
  ) {
    self.name = name
    self.target = target
    self.query = query
    self.facts = facts
    self.expected = expected
  }

  var testDescription: String { name }

  /// The plan that is made.
  var outcome: String {
    do throws(LaunchFailure) {
      let plan = try LaunchPlan.make(target, query: query, facts)
      return plan.steps.map(\.inWords).joined(separator: ", ")
    } catch {
      return "fails: \(error.cause.rawValue)"
    }
  }
}

extension LaunchStep {
  /// The step in a few words; `+` says that the app asks for what it is to open.
  var inWords: String {
    switch self {
    case .deliver(let session): "deliver \(session)"
    case .activate(let activation):
      switch activation.method {
      case .activate: "activate \(activation.name)+"
      case .open(let urls): "open \(activation.name) \(urls.joined(separator: " "))"
      case .resume(let activity): "resume \(activation.name) \(activity.type)"
      }
    case .start(let program): "start \(program.inWords)"
    case .runInSurface(let program): "run \(program.inWords)"
    case .showInFolder(let url): "show \(url)"
    }
  }
}

extension StartedProgram {
  fileprivate var inWords: String {
    words.joined(separator: " ") + (isAwaited ? "+" : "") + (directory.map { " in \($0)" } ?? "")
  }
}

/// Facts about an app named Recipes.
func recipes(
  manifest: String? = "", desktop: String? = nil, program: [String]? = nil,
  receivers: [ReceiverFacts] = [], _ change: (inout LaunchFacts) -> Void = { _ in }
) -> LaunchFacts {
  var facts = LaunchFacts(appName: "Recipes")
  if let manifest {
    let text = "{\"CFBundleIdentifier\": \"org.example.Recipes\"\(manifest)}"
    facts.manifest = AppManifest.read(Array(text.utf8), at: "/apps/recipes.plist").manifest
  }
  facts.desktop = desktop.flatMap { desktopFile($0) }
  facts.program = program
  facts.receivers = receivers
  facts.hasSessionBus = true
  change(&facts)
  return facts
}

/// A desktop file with these lines.
func desktopFile(
  _ lines: String, identifier: String = "org.example.Recipes"
) -> LaunchableDesktopFile? {
  let text = "[Desktop Entry]\nType=Application\nName=Recipes\n\(lines)\n"
  return LaunchableDesktopFile(
    DesktopEntry(parsing: Array(text.utf8)), identifier: identifier,
    path: "/share/applications/\(identifier).desktop")
}

extension WireTarget {
  static let soup = WireTarget.item(
    scope: IndexScope(app: "org.example.Recipes", index: ""), identifier: "soup", action: nil)
  static let search = WireTarget.continuedSearch(app: "org.example.Recipes")

  static func activity(_ type: String) -> WireTarget {
    .activity(app: "org.example.Recipes", key: "i", WireActivity(type: type))
  }

  static func link(_ url: String, app: String? = "org.example.Recipes") -> WireTarget {
    .url(url, app: app)
  }
}
