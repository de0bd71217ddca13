/// Something that a person does with the whole session rather than with an app.
package enum SessionCommand: String, CaseIterable, Hashable, Sendable {
  /// The session is locked.
  case lock
  /// The machine sleeps until it is woken.
  case sleep
  /// The session ends, and with it all of its programs.
  case logOut = "log-out"

  /// What a person reads.
  package var title: String {
    switch self {
    case .lock: "Lock the Session"
    case .sleep: "Sleep"
    case .logOut: "Log Out"
    }
  }

  /// Whether it is asked for once more, since what is not saved is lost by it.
  package var isAskedTwice: Bool { self == .logOut }

  /// What it is called, in small letters.
  private var names: [String] {
    switch self {
    case .lock: ["lock", "lock screen", "lock the screen", "lock session", "lock the session"]
    case .sleep: ["sleep", "suspend", "go to sleep"]
    case .logOut: ["log out", "logout", "log off", "logoff", "sign out"]
    }
  }

  /// The command that a text names as a whole; `nil` for other texts.
  package init?(named text: String) {
    guard text.utf8.count <= LocalAnswer.maximumLength else { return nil }
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let found = Self.allCases.first(where: { $0.names.contains(words) }) else { return nil }
    self = found
  }
}
