package import FresnelApps
package import SpotlightWire

/// A client of the app that takes what is opened in it.
package struct ReceiverFacts: Hashable, Sendable {
  /// The number of its session.
  package var session: UInt64
  /// What it takes.
  package var kinds: ReceiveActivities.Kinds

  /// Puts the parts together.
  package init(session: UInt64, kinds: ReceiveActivities.Kinds) {
    self.session = session
    self.kinds = kinds
  }
}

/// All that decides how something is opened. A plan is made of nothing else.
package struct LaunchFacts: Equatable, Sendable {
  /// What a person calls the app.
  package var appName: String
  /// What the app says about itself; `nil` for one that nobody registered.
  package var manifest: AppManifest?
  /// The app's desktop file.
  package var desktop: LaunchableDesktopFile?
  /// The command line of the app's own program, for an app without a desktop file.
  package var program: [String]?
  /// The app's clients, the one that did something last first.
  package var receivers: [ReceiverFacts] = []
  /// Whether programs can be started over the session's bus.
  package var hasSessionBus = false
  /// Whether who asks has a terminal in which a program can run.
  package var hasTerminal = false
  /// The command line before that of a program that is to run in a terminal; `nil` where none is installed.
  package var terminal: [String]?
  /// The programs for the URL, or for folders where it is a `file` URL, the one the person chose first.
  package var handlers: [LaunchableDesktopFile] = []
  /// The command line before a URL that the desktop opens by its own rules; `nil` where it has none.
  package var opener: [String]?
  /// What a `file` URL leads to; `nil` where not even the directory is there.
  package var file: FileFacts?

  /// Facts about an app of which only the name is known.
  package init(appName: String) {
    self.appName = appName
  }
}
