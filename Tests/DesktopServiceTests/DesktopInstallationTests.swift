import FresnelPlatform
import Testing
import WireTestSupport

@testable import DesktopService

@Suite("What the desktop lacks of an installation")
struct DesktopInstallationTests {
  /// An installation below a directory that stands for the root of a system.
  private struct Stage {
    let root: String
    let prefix: String
    var environment: [String: String]

    init(_ root: String, prefix: String, hasWindow: Bool = true) throws {
      self.root = root
      self.prefix = root + prefix
      environment = [
        "XDG_DATA_HOME": root + "/home/share", "XDG_CONFIG_HOME": root + "/home/config",
        "XDG_DATA_DIRS": "\(root)/usr/local/share:\(root)/usr/share/",
      ]
      let window = [
        "libexec/fresnel/fresnel-window-gtk", "share/dbus-1/services/org.fresnel.Fresnel.service",
        "lib/systemd/user/app-org.fresnel.Fresnel.service",
      ]
      let files = [
        "bin/fresnel", "bin/fresnel-window", "libexec/fresneld", "libexec/fresnel/fresnel-desktop",
        "lib/systemd/user/fresneld.socket", "lib/systemd/user/fresneld.service",
        "lib/systemd/user/fresnel-desktop.service",
        "share/applications/org.fresnel.Fresnel.desktop",
        "share/icons/hicolor/scalable/apps/org.fresnel.Fresnel.svg",
        "share/dbus-1/services/org.fresnel.Daemon.service",
        "share/dbus-1/services/org.fresnel.Fresnel.SearchProvider.service",
        "share/dbus-1/services/org.fresnel.Fresnel.KRunner.service",
        "share/gnome-shell/search-providers/org.fresnel.Fresnel.ini",
        "share/krunner/dbusplugins/org.fresnel.Fresnel.desktop",
      ]
      for file in files + (hasWindow ? window : []) { try put(self.prefix + "/" + file) }
      try put(root + "/usr/share/dbus-1/services/org.freedesktop.portal.Desktop.service")
    }

    func put(_ path: String, _ text: String = "") throws {
      try FileSystem.createDirectory(FileSystem.parent(of: path))
      if path.contains("/bin/") || path.contains("/libexec/") {
        try TestProgram.write(script: text, to: path)
      } else {
        try FileSystem.write(Array(text.utf8), to: path)
      }
    }

    func remove(_ path: String) throws { try FileSystem.removeFile(path) }

    var findings: [DesktopInstallation.Finding] {
      DesktopInstallation(
        besides: prefix + "/bin",
        BaseDirectories(environment: environment, home: root + "/home"),
        environment: environment, root: root
      ).findings
    }
    var codes: [String] { findings.map(\.code) }
  }

  private func with(
    prefix: String = "/usr/local", hasWindow: Bool = true, _ body: (inout Stage) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      var stage = try Stage(directory, prefix: prefix, hasWindow: hasWindow)
      try body(&stage)
      #expect(stage.codes.allSatisfy(DesktopInstallation.codes.contains))
    }
  }

  @Test("A whole installation lacks nothing, and of a build nothing is said")
  func whole() throws {
    try with { stage in
      #expect(stage.findings.isEmpty)
      try stage.remove(stage.prefix + "/libexec/fresneld")
      #expect(stage.findings.isEmpty)
    }
  }

  @Test("Files that are gone are named, with the command that brings them back")
  func files() throws {
    try with { stage in
      let file = "share/dbus-1/services/org.fresnel.Fresnel.service"
      try stage.remove("\(stage.prefix)/\(file)")
      let finding = try #require(stage.findings.first)
      #expect(finding.code == "desktopFilesMissing" && finding.isWarning)
      #expect(finding.message.contains(file) && stage.findings.count == 1)
      #expect(finding.message.contains("make install PREFIX=\(stage.prefix) "))
    }
    try with(prefix: "/usr") { stage in
      try stage.put(stage.root + "/var/lib/dpkg/info/fresnel.list")
      try stage.remove(stage.prefix + "/share/gnome-shell/search-providers/org.fresnel.Fresnel.ini")
      let message = stage.findings.first?.message
      #expect(message?.contains("apt install --reinstall fresnel-daemon.") == true)
    }
  }

  @Test("A window that is not there is told how to be had, from packages and from sources")
  func window() throws {
    try with(hasWindow: false) { stage in
      #expect(stage.codes == ["windowMissing"])
      #expect(stage.findings.first?.message.contains("make window") == true)
    }
    try with(prefix: "/usr", hasWindow: false) { stage in
      try stage.put(stage.root + "/var/lib/dpkg/info/fresnel.list")
      #expect(stage.findings.first?.message.contains("apt install fresnel-window.") == true)
    }
  }

  @Test("A prefix of one's own is one where neither bus, GNOME nor systemd look")
  func prefixes() throws {
    try with(prefix: "/home/software") { stage in
      #expect(stage.codes == ["dataDirectoryNotRead"])
      try FileSystem.createDirectory(stage.root + "/run/systemd/system")
      #expect(stage.codes == ["dataDirectoryNotRead", "unitsNotRead"])
      #expect(stage.findings[1].message.contains("\(stage.prefix)/lib/systemd/user/*fresnel*"))
      try stage.put(stage.root + "/home/config/systemd/user/fresneld.socket")
      stage.environment["XDG_DATA_DIRS"]? += ":\(stage.prefix)/share/"
      #expect(stage.codes == ["socketNotEnabled"])
    }
    try with { stage in
      try FileSystem.createDirectory(stage.root + "/run/systemd/system")
      #expect(stage.codes == ["socketNotEnabled"] && !stage.findings[0].isWarning)
    }
  }

  @Test("A file that comes first, for the bus or for the launcher, is named")
  func others() throws {
    try with { stage in
      let service = stage.root + "/home/share/dbus-1/services/org.fresnel.Fresnel.service"
      try stage.put(service, "[D-BUS Service]\n")
      #expect(stage.codes == ["serviceShadowed"])
      #expect(stage.findings[0].message.contains(service))
      try stage.remove(service)
      let launcher = stage.root + "/home/share/applications/org.fresnel.Fresnel.desktop"
      try stage.put(launcher, "[Desktop Entry]\nNoDisplay=true\n")
      #expect(stage.codes == ["launcherHidden"])
      try stage.put(launcher, "[Desktop Entry]\nName=Fresnel\n")
      #expect(stage.findings.isEmpty)
    }
  }

  @Test("What GNOME's settings turn off is said, in GNOME alone; a missing portal, too")
  func settings() throws {
    try with { stage in
      let script = """
        case "$2 $3" in
        "org.gnome.desktop.search-providers disabled") echo "['org.fresnel.Fresnel.desktop']";;
        *) echo false;;
        esac
        """
      try stage.put(stage.root + "/bin/gsettings", script)
      stage.environment["PATH"] = stage.root + "/bin:/usr/bin:/bin"
      #expect(stage.findings.isEmpty)
      stage.environment["XDG_CURRENT_DESKTOP"] = "ubuntu:GNOME"
      #expect(stage.codes == ["providerDisabled"])
      stage.environment["XDG_CURRENT_DESKTOP"] = "KDE"
      try stage.remove(
        stage.root + "/usr/share/dbus-1/services/org.freedesktop.portal.Desktop.service")
      #expect(stage.codes == ["portalMissing"])
    }
  }
}
