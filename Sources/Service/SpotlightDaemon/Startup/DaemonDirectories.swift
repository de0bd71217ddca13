package import FresnelPlatform
package import SpotlightWire

/// Where the daemon's files are. Directories are made with mode 0700, files with 0600.
package struct DaemonDirectories: Equatable, Sendable {
  /// The directories of a person below which those of the daemon are.
  package struct Base: Equatable, Sendable {
    /// Where sockets are; `nil` when nobody said.
    package var runtime: String?
    /// Where data are.
    package var data: String
    /// Where state is that is not worth carrying to another machine.
    package var state: String
    /// Where settings are.
    package var configuration: String
    /// Where all users' data are, the most important first.
    package var systemData: [String]
    /// Where the person's Flatpaks are; `nil` for the usual place below the data.
    package var personalFlatpaks: String?
    /// Where the Flatpaks of all users are.
    package var systemFlatpaks: String

    /// The directories of an environment.
    package init(_ base: BaseDirectories) {
      runtime = base.runtime
      data = base.data
      state = base.state
      configuration = base.configuration
      systemData = base.systemData
      personalFlatpaks = base.personalFlatpaks
      systemFlatpaks = base.systemFlatpaks
    }
  }

  /// Where the socket is; `nil` when nobody said where sockets are.
  package let runtime: String?
  /// `fresnel` in the data directory.
  package let data: String
  /// `fresnel` in the state directory.
  package let state: String
  /// `fresnel` in the configuration directory.
  package let configuration: String
  /// The system's data directories, the most important first.
  package let systemData: [String]
  /// The usual installations of Flatpaks, the person's own first.
  package let flatpaks: [String]

  /// The daemon's directories below a person's.
  package init(_ base: Base) {
    runtime = base.runtime.map { $0 + "/fresnel" }
    data = base.data + "/fresnel"
    state = base.state + "/fresnel"
    configuration = base.configuration + "/fresnel"
    systemData = base.systemData
    flatpaks = [base.personalFlatpaks ?? base.data + "/flatpak", base.systemFlatpaks]
  }

  /// The store of the class without protection, which is the command line's too.
  package var plainStore: String { data + "/store" }
  /// The directory below which each class has one of its own.
  package var classes: String { data + "/classes" }
  /// The wrapped keys of the classes.
  package var keys: String { data + "/keys" }
  /// The secrets of encrypted classes, where nothing else keeps them.
  package var localKeys: String { state + "/local-keys" }
  /// How far each store had come, kept outside of the stores.
  package var positions: String { state + "/positions" }
  /// How far the store of a class had come that a process of its own serves.
  package func positions(of protection: ProtectionClass) -> String {
    "\(positions)-\(protection.name)"
  }
  /// Which extensions back off, and when apps were last asked for what is new.
  package var extensionRecords: String { state + "/extensions.json" }
  /// Which apps were seen to be installed, and since when they are not.
  package var installedApps: String { state + "/apps.json" }
  /// The data directories in which desktop files are, those of Flatpak among them.
  package var applicationData: [String] {
    let usual = [FileSystem.parent(of: data)] + systemData
    let exports = flatpaks.reversed().map { $0 + "/exports/share" }
    return usual + exports.filter { !usual.contains($0) }
  }
  /// The stores that apps keep themselves, one folder for each.
  package var embedded: String { data + "/embedded" }
  /// Copies of promised files, for a while. On the disk, as they may be long; and not beside the socket,
  /// where confined apps see what is.
  package var drags: String { state + "/drags" }
  /// The devices that are paired with this one; there once one was.
  package var devices: String { state + "/devices" }
  /// The person's settings of apps.
  package var settings: String { configuration + "/settings.json" }
}
