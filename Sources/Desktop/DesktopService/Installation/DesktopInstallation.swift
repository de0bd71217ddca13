package import FresnelPlatform
internal import FresnelApps

/// What of an installation the desktop needs and has not, so that results, the window or its key are missing.
///
/// It looks at files and settings, asks no bus and changes nothing.
package struct DesktopInstallation: Sendable {
  /// Something that is missing, with what to do about it.
  package struct Finding: Equatable, Sendable {
    /// What it is, for programs.
    package let code: String
    /// Whether something does not work; otherwise it is as it may be wanted.
    package let isWarning: Bool
    /// What is missing and what to do, in sentences.
    package let message: String
  }

  /// The codes of all findings.
  package static let codes: Set<String> = [
    "desktopFilesMissing", "windowMissing", "dataDirectoryNotRead", "serviceShadowed",
    "launcherHidden", "providerDisabled", "unitsNotRead", "socketNotEnabled", "portalMissing",
  ]

  private let prefix: String
  private let base: BaseDirectories
  private let environment: [String: String]
  /// The root of the file system, another one in tests.
  private let root: String

  /// Looks at the installation of a prefix.
  ///
  /// - Parameters:
  ///   - bin: The directory of `fresnel`.
  ///   - base: The person's directories.
  ///   - environment: Names the desktop, and where programs are.
  ///   - root: What is put before paths of the system.
  package init(
    besides bin: String, _ base: BaseDirectories, environment: [String: String], root: String = ""
  ) {
    prefix = FileSystem.parent(of: bin)
    (self.base, self.environment, self.root) = (base, environment, root)
  }

  /// Whether this is an installation, and not a build.
  private var isInstalled: Bool {
    FileSystem.isExecutable(prefix + "/bin/fresnel") && has("libexec/fresneld")
  }
  private var hasWindow: Bool { has("libexec/fresnel/fresnel-window-gtk") }
  private var share: String { prefix + "/share" }
  private var isSystems: Bool { [root + "/usr", root + "/usr/local"].contains(prefix) }

  private func has(_ place: String) -> Bool { FileSystem.exists("\(prefix)/\(place)") }

  /// What there is to say; nothing of a build.
  package var findings: [Finding] {
    guard isInstalled else { return [] }
    return missingFiles + [directory, window, units, socket, portal].compactMap { $0 } + shadowed
      + provider
  }

  // MARK: - Files

  private static let daemonFiles = [
    "libexec/fresnel/fresnel-desktop", "lib/systemd/user/fresneld.socket",
    "lib/systemd/user/fresneld.service", "lib/systemd/user/fresnel-desktop.service",
    "share/dbus-1/services/org.fresnel.Daemon.service",
    "share/dbus-1/services/org.fresnel.Fresnel.SearchProvider.service",
    "share/dbus-1/services/org.fresnel.Fresnel.KRunner.service",
    "share/gnome-shell/search-providers/org.fresnel.Fresnel.ini",
    "share/krunner/dbusplugins/org.fresnel.Fresnel.desktop",
  ]
  private static let toolFiles = [
    "bin/fresnel-window", "share/applications/org.fresnel.Fresnel.desktop",
    "share/icons/hicolor/scalable/apps/org.fresnel.Fresnel.svg",
  ]
  private static let windowFiles = [
    "lib/systemd/user/app-org.fresnel.Fresnel.service",
    "share/dbus-1/services/org.fresnel.Fresnel.service",
  ]

  private var missingFiles: [Finding] {
    let packages =
      [("fresnel", Self.toolFiles), ("fresnel-daemon", Self.daemonFiles)]
      + (hasWindow ? [("fresnel-window", Self.windowFiles)] : [])
    return packages.compactMap { package, files in
      let missing = files.filter { !has($0) }
      guard !missing.isEmpty else { return nil }
      let list = missing.map { "\(prefix)/\($0)" }.joined(separator: ", ")
      return Finding(
        code: "desktopFilesMissing", isWarning: true,
        message: "Not installed: \(list). \(repair(package)).")
    }
  }

  /// How files of a package come back.
  private func repair(_ package: String) -> String {
    isPackaged
      ? "Run sudo apt install --reinstall \(package)"
      : "Run make install PREFIX=\(prefix) where Fresnel was built"
  }

  /// Whether the files are those of packages.
  private var isPackaged: Bool {
    prefix == root + "/usr" && FileSystem.exists(root + "/var/lib/dpkg/info/fresnel.list")
  }

  private var window: Finding? {
    guard !hasWindow else { return nil }
    let message =
      isPackaged
      ? "There is no search window: run sudo apt install fresnel-window"
      : "There is no search window, as it was built without GTK 4: run make window where Fresnel was built, then "
        + "make install PREFIX=\(prefix)"
    return Finding(code: "windowMissing", isWarning: false, message: message + ".")
  }

  // MARK: - Where the desktop looks

  private var directory: Finding? {
    let known = base.systemData.map(Self.plain)
    guard !known.contains(Self.plain(share)), Self.plain(share) != Self.plain(base.data) else {
      return nil
    }
    return Finding(
      code: "dataDirectoryNotRead", isWarning: true,
      message:
        "Neither the bus nor GNOME looks for what is in \(share), as that is none of XDG_DATA_DIRS. "
        + "Add it there before the session begins, or install below /usr/local.")
  }

  private static func plain(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Services that a file which comes first gives to another program.
  private var shadowed: [Finding] {
    let names = ["org.fresnel.Fresnel", "org.fresnel.Fresnel.SearchProvider", "org.fresnel.Daemon"]
    return names.compactMap { name in
      let file = "dbus-1/services/\(name).service"
      let own = "\(Self.plain(share))/\(file)"
      let places = ([base.data] + base.systemData).map { "\(Self.plain($0))/\(file)" }
      guard FileSystem.exists(own), places.contains(own),
        let first = places.first(where: { FileSystem.exists($0) }), first != own
      else { return nil }
      return Finding(
        code: "serviceShadowed", isWarning: true,
        message:
          "The bus starts \(name) by \(first), and not by \(own). Remove the first, or what installed it."
      )
    }
  }

  /// What keeps results out of GNOME's overview.
  private var provider: [Finding] {
    var findings: [Finding] = []
    let name = "org.fresnel.Fresnel.desktop"
    let shown = ([base.data] + base.systemData).map { "\(Self.plain($0))/applications/\(name)" }
      .first { FileSystem.exists($0) }
    if let shown, let file = try? FileSystem.regularFile(shown, maximumByteCount: 1 << 20) {
      let entry = DesktopEntry(parsing: file.bytes)
      if entry.flag("Hidden") || entry.flag("NoDisplay") {
        findings.append(
          Finding(
            code: "launcherHidden", isWarning: true,
            message:
              "\(shown) hides Fresnel, so GNOME shows no results of it. Remove that file, or its lines "
              + "Hidden and NoDisplay."))
      }
    }
    let schema = "org.gnome.desktop.search-providers"
    guard let settings = GSettings(environment) else { return findings }
    let isOff = settings.value(of: "disable-external", in: schema)?.contains("true") == true
    let disabled = settings.value(of: "disabled", in: schema).map(GSettings.strings) ?? []
    if isOff || disabled.contains(name) {
      findings.append(
        Finding(
          code: "providerDisabled", isWarning: false,
          message:
            "GNOME's overview shows no results of Fresnel, as its settings say so. Turn them on in "
            + "Settings, Search."))
    }
    return findings
  }

  // MARK: - systemd and portals

  private var hasSystemd: Bool { FileSystem.exists(root + "/run/systemd/system") }
  private var unitDirectories: [String] {
    [base.configuration + "/systemd/user", root + "/etc/systemd/user"]
  }

  private var units: Finding? {
    guard hasSystemd, !isSystems, has("lib/systemd/user/fresneld.socket"),
      !unitDirectories.contains(where: { FileSystem.exists($0 + "/fresneld.socket") })
    else { return nil }
    return Finding(
      code: "unitsNotRead", isWarning: true,
      message:
        "systemd does not look for units in \(prefix)/lib/systemd/user. Run systemctl --user link "
        + "\(prefix)/lib/systemd/user/*fresnel*.")
  }

  private var socket: Finding? {
    guard hasSystemd, units == nil, has("lib/systemd/user/fresneld.socket"),
      !unitDirectories.contains(where: {
        FileSystem.isSymbolicLink($0 + "/sockets.target.wants/fresneld.socket")
      })
    else { return nil }
    return Finding(
      code: "socketNotEnabled", isWarning: false,
      message:
        "systemd does not start the daemon with the session; programs start it when they need it. To change "
        + "that, run systemctl --user enable --now fresneld.socket.")
  }

  private var portal: Finding? {
    let file = "dbus-1/services/org.freedesktop.portal.Desktop.service"
    guard hasWindow, !base.systemData.contains(where: { FileSystem.exists("\($0)/\(file)") }) else {
      return nil
    }
    return Finding(
      code: "portalMissing", isWarning: false,
      message:
        "The search window does not learn whether it is to be dark, as xdg-desktop-portal is not installed. "
        + "Install it, with the portal of your desktop.")
  }
}
