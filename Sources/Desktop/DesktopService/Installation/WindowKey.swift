internal import FresnelPlatform
internal import SearchSurface

/// The key of the desktop that shows the search window.
package enum WindowKey: Equatable, Sendable {
  /// No window was installed with this program.
  case noWindow
  /// Who keeps the desktop's keys cannot be asked here; the program that is to be bound.
  case unknown(String)
  /// No key shows the window; the program that is to be bound.
  case unbound(String)
  /// A key does, as the desktop writes it, such as `<Super>slash`.
  case bound(String)

  /// The desktops that keep keys where GNOME does.
  private static let desktops: Set<String> = ["GNOME", "Budgie", "Unity", "Pantheon"]
  private static let schema = "org.gnome.settings-daemon.plugins.media-keys"
  /// So many keys of a person's own are looked at.
  private static let mostKeys = 64

  /// Looks at the desktop's settings, and changes nothing.
  ///
  /// - Parameters:
  ///   - bin: The directory of the programs that were installed with this one.
  ///   - environment: Names the desktop, and where programs are.
  package init(besides bin: String, _ environment: [String: String]) {
    let program = bin + "/fresnel-window"
    let window = FileSystem.parent(of: bin) + "/libexec/fresnel/fresnel-window-gtk"
    guard FileSystem.isExecutable(program), FileSystem.isExecutable(window) else {
      self = .noWindow
      return
    }
    let names = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map(String.init)
    guard !Self.desktops.isDisjoint(with: names),
      let gsettings = Command.path(of: "gsettings", in: environment["PATH"]),
      let list = Self.value(of: "custom-keybindings", in: Self.schema, gsettings, environment)
    else {
      self = .unknown(program)
      return
    }
    for path in Self.strings(in: list).prefix(Self.mostKeys) {
      let schema = "\(Self.schema).custom-keybinding:\(path)"
      guard let command = Self.value(of: "command", in: schema, gsettings, environment),
        Self.isWindow(Self.strings(in: command).first ?? ""),
        let binding = Self.value(of: "binding", in: schema, gsettings, environment),
        let key = Self.strings(in: binding).first, !key.isEmpty
      else { continue }
      self = .bound(key)
      return
    }
    self = .unbound(program)
  }

  /// What there is to say of it; `nil` for nothing.
  package var sentence: String? {
    switch self {
    case .noWindow: nil
    case .unknown(let program): "the search window: bind a key of the desktop to \(program)"
    case .unbound(let program):
      "the search window: no key shows it; bind one to \(program), in Settings, Keyboard, Custom Shortcuts"
    case .bound(let key): "the search window: \(RowText.line(key)) shows it"
    }
  }

  /// Whether a command line calls for the window, by whatever path.
  private static func isWindow(_ command: String) -> Bool {
    let word = command.split(separator: " ").first.map(String.init) ?? ""
    return FileSystem.lastComponent(of: word) == "fresnel-window"
  }

  private static func value(
    of key: String, in schema: String, _ gsettings: String, _ environment: [String: String]
  ) -> String? {
    var command = Command(gsettings, ["get", schema, key])
    command.environment = environment
    (command.input, command.error) = (.null, .null)
    guard let (ending, output) = try? command.capture(maximumByteCount: 1 << 16), ending.isSuccess
    else { return nil }
    return String(decoding: output, as: UTF8.self)
  }

  /// The strings of a value as GVariant writes it, such as `['a', "it's"]`.
  static func strings(in text: String) -> [String] {
    var strings: [String] = []
    var (current, quote, isEscaped) = ("", Character?.none, false)
    for character in text {
      guard let end = quote else {
        if character == "'" || character == "\"" { (quote, current) = (character, "") }
        continue
      }
      if isEscaped {
        current.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == end {
        strings.append(current)
        quote = nil
      } else {
        current.append(character)
      }
    }
    return strings
  }
}
