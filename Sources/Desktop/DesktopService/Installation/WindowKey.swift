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
    guard let settings = GSettings(environment),
      let list = settings.value(of: "custom-keybindings", in: Self.schema)
    else {
      self = .unknown(program)
      return
    }
    for path in GSettings.strings(in: list).prefix(Self.mostKeys) {
      let schema = "\(Self.schema).custom-keybinding:\(path)"
      guard let command = settings.value(of: "command", in: schema),
        Self.isWindow(GSettings.strings(in: command).first ?? ""),
        let binding = settings.value(of: "binding", in: schema),
        let key = GSettings.strings(in: binding).first, !key.isEmpty
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
}
