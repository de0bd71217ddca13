internal import FresnelPlatform
package import SpotlightWire

/// What an app is handed when it is there.
package enum LaunchContent: Hashable, Sendable {
  /// Something to go on with.
  case activity(WireActivity)
  /// Something to open.
  case urls([String])

  /// What a client has to take to be handed it.
  package var kind: ReceiveActivities.Kinds {
    switch self {
    case .activity: .activities
    case .urls: .urls
    }
  }
}

/// One way to open something, or a part of it.
package enum LaunchStep: Hashable, Sendable {
  /// A client of the app that runs is handed it.
  case deliver(session: UInt64)
  /// The app is called over the session's bus, which starts it.
  case activate(BusActivation)
  /// A program is started.
  case start(StartedProgram)
  /// Who asked runs a program in its terminal.
  case runInSurface(StartedProgram)
  /// The file manager shows a file, which is not opened.
  case showInFolder(url: String)

  /// Whether the app gets it over the connection that it opens when it is started; otherwise the step itself
  /// hands it over.
  package var isAwaited: Bool {
    switch self {
    case .deliver, .showInFolder: false
    case .activate(let activation): activation.method == .activate
    case .start(let program), .runInSurface(let program): program.isAwaited
    }
  }
}

/// A program to start.
package struct StartedProgram: Hashable, Sendable {
  /// The command line.
  package var words: [String]
  /// The directory that it starts in; `nil` for the person's home.
  package var directory: String?
  /// The identifier of the desktop file, else of the app: the name of its unit.
  package var identifier: String
  /// Whether it opens a connection to be handed something.
  package var isAwaited: Bool
  /// Whether it hands what it opens to another program, and tells by its exit status whether it could.
  package var isOpener: Bool

  /// How long an opener is waited for: one that has not ended by then may be the program that it opens things in.
  /// `FRESNEL_OPENER_PATIENCE` says another number of seconds, for desktops and machines that take longer to say no.
  package static let openerPatience: Duration = .seconds(
    Environment["FRESNEL_OPENER_PATIENCE"].flatMap(Int.init).map { max(0, min($0, 3600)) } ?? 2)

  /// Puts the parts together.
  package init(
    words: [String], directory: String? = nil, identifier: String, isAwaited: Bool,
    isOpener: Bool = false
  ) {
    self.isOpener = isOpener
    self.words = words
    self.directory = directory
    self.identifier = identifier
    self.isAwaited = isAwaited
  }

  /// The command line for a terminal that is in another directory: `env` changes to the program's own, where there is
  /// such a directory.
  package var wordsWithDirectory: [String] {
    guard let directory, FileSystem.isDirectory(directory) else { return words }
    return ["env", "--chdir=\(directory)"] + words
  }
}

/// A call of `org.freedesktop.Application` (Desktop Entry Specification 1.5, "D-Bus Activation").
package struct BusActivation: Hashable, Sendable {
  /// What is called.
  package enum Method: Hashable, Sendable {
    /// The app comes to the front.
    case activate
    /// The app opens URLs.
    case open([String])
    /// The app goes on with an activity, by the action `fresnel-continue-activity`.
    case resume(WireActivity)
  }

  /// The action by which toolkit programs go on with an activity.
  package static let resumingAction = "fresnel-continue-activity"
  /// The interface.
  package static let interface = "org.freedesktop.Application"

  /// The name on the bus, which is the desktop file's identifier.
  package var name: String
  /// What is called.
  package var method: Method

  /// Puts the parts together.
  package init(name: String, method: Method) {
    self.name = name
    self.method = method
  }

  /// The object that is called: the name with `/` for `.` and `_` for `-`.
  package var path: String {
    "/"
      + String(
        name.map { character in
          switch character {
          case ".": "/"
          case "-": "_"
          default: character
          }
        })
  }

  /// Whether a desktop file's identifier can be a name on the bus (D-Bus specification, "Bus names").
  package static func isName(_ identifier: String) -> Bool {
    let elements = identifier.split(separator: ".", omittingEmptySubsequences: false)
    return elements.count > 1 && identifier.utf8.count <= 255
      && elements.allSatisfy { element in
        guard let first = element.utf8.first else { return false }
        return !isDigit(first)
          && element.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
              UInt8(ascii: "_"), UInt8(ascii: "-"):
              true
            default: isDigit(byte)
            }
          }
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
