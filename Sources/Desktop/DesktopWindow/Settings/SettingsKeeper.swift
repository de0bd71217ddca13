internal import DesktopService
internal import Dispatch
internal import FresnelApps
internal import FresnelPlatform

/// Reads the person's settings, and has `fresnel` change them, which may: the window's own process has not the right to
/// have the daemon heed a change, or forget searches.
struct SettingsKeeper: Sendable {
  private let file: SettingsFile
  private let program: String
  private let environment: [String: String]
  private let queue = DispatchQueue(label: "org.fresnel.settings", qos: .userInitiated)

  /// Keeps the settings of a person.
  ///
  /// - Parameters:
  ///   - directories: Where settings are.
  ///   - program: The path of `fresnel`.
  ///   - environment: What that is to have for its environment.
  init(_ directories: BaseDirectories, program: String, environment: [String: String]) {
    file = SettingsFile(of: directories)
    self.program = program
    self.environment = environment
  }

  /// Reads the settings, on a thread of its own.
  ///
  /// - Parameter done: Told them, or why they cannot be read, in a sentence.
  func read(_ done: @escaping @Sendable (WindowSettings?, _ failure: String?) -> Void) {
    queue.async { [self] in
      do throws(SettingsError) {
        done(try settings(), nil)
      } catch {
        done(nil, error.message)
      }
    }
  }

  /// Turns something on or off, on a thread of its own.
  ///
  /// - Parameters:
  ///   - setting: What.
  ///   - isOn: Whether it is to be on.
  ///   - done: Told what holds then, and why it was not changed, in a sentence.
  func set(
    _ setting: WindowSettings.Switch, to isOn: Bool,
    _ done: @escaping @Sendable (WindowSettings?, _ failure: String?) -> Void
  ) {
    queue.async { [self] in
      let words = setting.arguments(isOn: isOn)
      var command = Command(program, words)
      command.environment = environment
      (command.input, command.output, command.error) = (.null, .null, .null)
      let isDone = (try? command.run())?.isSuccess == true
      let line = (["fresnel"] + words).joined(separator: " ")
      done(try? settings(), isDone ? nil : "It was not changed; run \(line) to see why")
    }
  }

  private func settings() throws(SettingsError) -> WindowSettings {
    let decisions = try file.decisions()
    var states: [WindowSettings.Switch: Bool] = [
      .learning: decisions.ranking == .learned, .filters: decisions.offersFilters,
      .searches: decisions.keepsSearches,
    ]
    let web = try file.webSearch()
    // Without a server there is nobody to ask.
    if web.server != nil { states[.web] = web.isOn }
    switch WindowKey(besides: FileSystem.parent(of: program), environment) {
    case .bound(let key): return WindowSettings(states: states, key: key)
    case .unbound(let program), .unknown(let program):
      return WindowSettings(states: states, command: program + " --toggle")
    case .noWindow: return WindowSettings(states: states)
    }
  }
}
