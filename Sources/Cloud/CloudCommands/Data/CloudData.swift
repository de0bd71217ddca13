internal import CommandKit
internal import FresnelPlatform

/// Where everything of a public index is kept: one directory.
struct CloudData: Sendable {
  /// The directory.
  let directory: String

  /// Names the directory.
  static let option = Option.text(
    "data", "DIR",
    "Keep everything in DIR (default $STATE_DIRECTORY, else $XDG_DATA_HOME/fresnel-cloud)",
    completion: .files)

  /// The directory that a command line names, or the one that systemd gave, or a person's.
  init(_ named: String?, in context: CommandContext) {
    // systemd names several, where a unit asks for several.
    let given = context.environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
    directory = named ?? given ?? "\(context.directories.data)/fresnel-cloud"
  }

  /// What the crawl knows.
  var crawl: String { "\(directory)/crawl.sqlite" }
  /// Held by the process that changes the crawl.
  var crawlLock: String { "\(directory)/crawl.lock" }
  /// The directory of apps.
  var apps: String { "\(directory)/apps.sqlite" }
  /// The index of pages.
  var index: String { "\(directory)/index" }
}
