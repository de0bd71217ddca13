#if canImport(Glibc)
  import Glibc
#endif

/// The directories where a person's and the system's files of each sort live.
///
/// As the XDG Base Directory Specification 0.8 says: a variable that is unset, empty or relative
/// counts as absent.
public struct BaseDirectories: Equatable, Sendable {
  /// The person's home directory.
  public let home: String
  /// Where the person's data live: `XDG_DATA_HOME`, or `~/.local/share`.
  public let data: String
  /// Where the person's settings live: `XDG_CONFIG_HOME`, or `~/.config`.
  public let configuration: String
  /// Where files live that can be made again: `XDG_CACHE_HOME`, or `~/.cache`.
  public let cache: String
  /// Where state lives that is not worth carrying to another machine: `XDG_STATE_HOME`, or
  /// `~/.local/state`.
  public let state: String
  /// Where sockets live while the person is logged in: `XDG_RUNTIME_DIR`; there is no default.
  public let runtime: String?
  /// The system's data directories, most important first: `XDG_DATA_DIRS`, or `/usr/local/share`
  /// and `/usr/share`.
  public let systemData: [String]
  /// Where the person's Flatpaks are, if not below ``data``: `FLATPAK_USER_DIR`, as Flatpak itself reads it.
  package let personalFlatpaks: String?
  /// Where the Flatpaks of all users are: `FLATPAK_SYSTEM_DIR`, or `/var/lib/flatpak`.
  package let systemFlatpaks: String

  /// Reads the directories from an environment.
  public init(environment: [String: String], home: String) {
    func directory(_ name: String) -> String? {
      guard let path = environment[name], path.hasPrefix("/") else { return nil }
      return path
    }
    self.home = home
    data = directory("XDG_DATA_HOME") ?? home + "/.local/share"
    configuration = directory("XDG_CONFIG_HOME") ?? home + "/.config"
    cache = directory("XDG_CACHE_HOME") ?? home + "/.cache"
    state = directory("XDG_STATE_HOME") ?? home + "/.local/state"
    runtime = directory("XDG_RUNTIME_DIR")
    personalFlatpaks = directory("FLATPAK_USER_DIR")
    systemFlatpaks = directory("FLATPAK_SYSTEM_DIR") ?? "/var/lib/flatpak"
    let named = (environment["XDG_DATA_DIRS"] ?? "").split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
    systemData = named.isEmpty ? ["/usr/local/share", "/usr/share"] : named
  }

  /// The usual installations of Flatpaks, the person's own first.
  package var flatpaks: [String] { [personalFlatpaks ?? data + "/flatpak", systemFlatpaks] }

  /// The directories of this process's environment.
  public static var current: BaseDirectories {
    BaseDirectories(environment: Environment.all, home: homeDirectory)
  }

  /// The home directory: `HOME`, or what the password database says.
  static var homeDirectory: String {
    if let home = Environment["HOME"], home.hasPrefix("/") { return home }
    var record = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16384)
    return buffer.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress,
        getpwuid_r(getuid(), &record, base, buffer.count, &found) == 0, found != nil,
        let directory = record.pw_dir
      else { return "/" }
      return String(cString: directory)
    }
  }
}
