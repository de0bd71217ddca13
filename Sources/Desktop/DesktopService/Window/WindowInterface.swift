package import FresnelBus
internal import FresnelPlatform

/// How programs reach the search window on the session's bus.
package enum WindowInterface {
  /// The name on the bus, which the window's process has alone.
  package static let busName = "org.fresnel.Fresnel"
  /// The object.
  package static let path = "/org/fresnel/Fresnel"
  /// The interface. Its methods are `Toggle(a{sv})` and `Settings(a{sv})`, with a ``WindowCaller``.
  package static let interface = "org.fresnel.Fresnel1"

  /// Shows the window, or hides it where it is shown.
  package static func toggle(for caller: WindowCaller) -> BusCall {
    BusCall(to: busName, path, interface, "Toggle", [caller.options])
  }

  /// Shows the window's page of settings.
  package static func settings(for caller: WindowCaller) -> BusCall {
    BusCall(to: busName, path, interface, "Settings", [caller.options])
  }
}

/// Where the person sits who calls for the window.
package struct WindowCaller: Equatable, Sendable {
  /// What names a display, each with the option that it comes in.
  private static let variables: KeyValuePairs = [
    "DISPLAY": "display", "WAYLAND_DISPLAY": "wayland-display", "XAUTHORITY": "x-authority",
  ]

  /// The variables of the environment that name the display, those alone that are set.
  package var display: [String: String]
  /// What lets the window take the focus, good for once.
  package var token: String?

  /// Puts the parts together.
  package init(display: [String: String], token: String? = nil) {
    self.display = display
    self.token = token
  }

  /// Takes both from this process's environment.
  package static var current: WindowCaller {
    var caller = WindowCaller(display: [:])
    for (variable, _) in variables { caller.display[variable] = Environment[variable] }
    caller.token = Environment["XDG_ACTIVATION_TOKEN"] ?? Environment["DESKTOP_STARTUP_ID"]
    return caller
  }

  /// Reads the options of a call; what is missing or of another type counts as not set.
  package init(_ options: BusValue) {
    display = [:]
    for (variable, option) in Self.variables {
      if let value = options[option]?.text, !value.isEmpty { display[variable] = value }
    }
    token = options["token"]?.text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The options as a call has them.
  package var options: BusValue {
    var entries = Self.variables.compactMap { variable, option in
      display[variable].map { (option, $0) }
    }
    if let token { entries.append(("token", token)) }
    return .array(
      element: "{sv}", entries.map { .entry(.string($0.0), .variant(.string($0.1))) })
  }

  /// Whether a display is named.
  package var hasDisplay: Bool { display["DISPLAY"] != nil || display["WAYLAND_DISPLAY"] != nil }

  /// Whether the call came from another display than the one that this process is on. Who names none sits anywhere. A
  /// variable that only one of the two has tells nothing: programs of one desktop may know it by either.
  ///
  /// - Parameter own: The variables that name this process's display.
  /// - Returns: The answer.
  package func isElsewhere(than own: WindowCaller) -> Bool {
    let common = ["DISPLAY", "WAYLAND_DISPLAY"].filter {
      display[$0] != nil && own.display[$0] != nil
    }
    return hasDisplay && (common.isEmpty || common.contains { display[$0] != own.display[$0] })
  }
}

/// How the programs of the window end when they cannot do what they are for.
package enum WindowStatus: Int32, Sendable {
  /// The system or the bus does not let it run.
  case failed = 1
  /// The command line makes no sense.
  case usage = 2
  /// The window is not installed, or was built without GTK.
  case notBuilt = 3
  /// There is no display.
  case noDisplay = 4

  /// What there is to say of it, without the program's name.
  package var sentence: String {
    switch self {
    case .failed: "the window did not start"
    case .usage: "it takes no operands; see --help"
    case .notBuilt:
      "there is no search window here: it needs GTK 4, and this build has none. "
        + "Run fresnel for the search in a terminal"
    case .noDisplay: "there is no display. Run fresnel for the search in a terminal"
    }
  }

  /// Tells a person, and ends the process.
  ///
  /// - Parameters:
  ///   - program: The name of this program.
  ///   - reason: What to say; `nil` for the usual sentence.
  package func end(_ program: String, _ reason: String? = nil) -> Never {
    try? FileDescriptor.standardError.write("\(program): \(reason ?? sentence).\n")
    CurrentProcess.exitNow(rawValue)
  }
}
