import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// Installs what was built for the tests.
enum Installation {
  static let top = FileSystem.parent(
    of: FileSystem.parent(of: FileSystem.parent(of: #filePath)))

  /// Does what `make install` does.
  static func install(prefix: String, destination: String = "") throws {
    try run([prefix], destination)
  }

  /// Does what `make uninstall` does.
  static func remove(prefix: String) throws {
    try run(["--remove", prefix], "")
  }

  /// Does what `make uninstall` does.
  ///
  /// - Returns: What was written.
  static func removing(prefix: String, script: String = "install.sh") throws -> String {
    var command = Command("/bin/bash", ["\(top)/Scripts/\(script)", "--remove", prefix])
    command.environment = ["PATH": "/usr/bin:/bin", "XDG_DATA_HOME": "/data"]
    let (ending, output) = try command.capture()
    #expect(ending == .exited(0))
    return String(decoding: output, as: UTF8.self)
  }

  private static func run(_ words: [String], _ destination: String) throws {
    #expect(try ending("install.sh", words, destination) == .exited(0))
  }

  /// Runs a script of a source tree.
  ///
  /// - Returns: How it ended.
  static func ending(
    _ script: String, _ words: [String], _ destination: String = "", of tree: String = top
  ) throws -> Command.Ending {
    var command = Command("/bin/bash", ["\(tree)/Scripts/\(script)"] + words)
    command.environment = [
      "PATH": "/usr/bin:/bin", "BUILD": FileSystem.parent(of: try TestProgram.path("x")),
      "DESTDIR": destination,
    ]
    command.output = .null
    return try command.run()
  }
}

@Suite("Installation", .serialized, .timeLimit(.minutes(30)))
struct InstallationTests {
  /// Whether the search window is built.
  private static var hasWindow: Bool {
    #if Desktop
      true
    #else
      false
    #endif
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
  }

  @Test("programs, units and pages are where systems look for them, with the paths of the prefix")
  func files() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try Installation.install(prefix: "/opt/fresnel", destination: directory)
      let root = directory + "/opt/fresnel"
      let window = "libexec/fresnel/fresnel-window-gtk"
      for program in [
        "bin/fresnel", "bin/fresnel-window", "libexec/fresneld", "libexec/fresnel/fresnel-desktop",
      ] + (Self.hasWindow ? [window] : []) {
        #expect(FileSystem.isExecutable("\(root)/\(program)"), "\(program)")
      }
      #expect(FileSystem.exists(root + "/share/man/man8/fresneld.8"))
      #expect(FileSystem.exists(root + "/share/man/man1/fresnel.1"))
      let service = try Self.text(root + "/lib/systemd/user/fresneld.service")
      #expect(service.contains("ExecStart=/opt/fresnel/libexec/fresneld\n"))
      let socket = try Self.text(root + "/lib/systemd/user/fresneld.socket")
      #expect(socket.contains("ListenStream=%t/fresnel/daemon\n"))
      let bus = try Self.text(root + "/share/dbus-1/services/org.fresnel.Daemon.service")
      #expect(bus.contains("SystemdService=fresneld.service\n"))
      let links = try Self.text(root + "/lib/systemd/user/fresnel-links.service")
      #expect(links.contains("ExecStart=/opt/fresnel/bin/fresnel links verify --due\n"))
      #expect(FileSystem.exists(root + "/lib/systemd/user/fresnel-links.timer"))
      #expect(FileSystem.exists(root + "/lib/systemd/user/fresnel-links.path"))
      let desktop = try Self.text(root + "/lib/systemd/user/fresnel-desktop.service")
      #expect(desktop.contains("ExecStart=/opt/fresnel/libexec/fresnel/fresnel-desktop\n"))
      let shown = try Self.text(root + "/share/applications/org.fresnel.Fresnel.desktop")
      #expect(FileSystem.exists("\(root)/\(window)") == Self.hasWindow)
      #expect(shown.contains("Exec=/opt/fresnel/bin/fresnel\(Self.hasWindow ? "-window" : "")\n"))
      #expect(shown.contains("Terminal=\(!Self.hasWindow)\n"))
      if Self.hasWindow {
        let call = try Self.text(root + "/share/dbus-1/services/org.fresnel.Fresnel.service")
        #expect(call.contains("Exec=/opt/fresnel/\(window)\n"))
        let unit = try Self.text(root + "/lib/systemd/user/app-org.fresnel.Fresnel.service")
        #expect(unit.contains("ExecStart=/opt/fresnel/\(window)\n"))
      }
      // GNOME leaves a provider out whose application is not there.
      let provider = try Self.text(
        root + "/share/gnome-shell/search-providers/org.fresnel.Fresnel.ini")
      #expect(provider.contains("DesktopId=org.fresnel.Fresnel.desktop\n"))
      let runner = try Self.text(root + "/share/krunner/dbusplugins/org.fresnel.Fresnel.desktop")
      for (text, key) in [
        (provider, "BusName="), (runner, "X-Plasma-DBusRunner-Service="),
      ] {
        let name = try #require(
          text.split(separator: "\n").first { $0.hasPrefix(key) }?.dropFirst(key.count))
        let activation = try Self.text(root + "/share/dbus-1/services/\(name).service")
        #expect(activation.contains("Name=\(name)\n"))
        // systemd finds no unit below this prefix, so the bus has to go by the path.
        #expect(!activation.contains("SystemdService="))
        #expect(activation.contains("Exec=/opt/fresnel/libexec/fresnel/fresnel-desktop\n"))
      }
      for text in [service, socket, bus, links, desktop, shown] { #expect(!text.contains("@")) }
    }
  }

  @Test(
    "below the prefixes that systemd knows, the bus has the unit started",
    arguments: ["/usr", "/usr/local/"])
  func activation(prefix: String) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try Installation.install(prefix: prefix, destination: directory)
      for name in ["SearchProvider", "KRunner"] {
        let text = try Self.text(
          "\(directory)/\(prefix)/share/dbus-1/services/org.fresnel.Fresnel.\(name).service")
        #expect(text.contains("SystemdService=fresnel-desktop.service\n"))
      }
    }
  }

  @Test(
    "a template that cannot be read fails the installation",
    arguments: [
      ("install.sh", "systemd/fresneld.service.in"),
      ("install-cloud.sh", "systemd/fresnel-cloud-serve.service.in"),
    ])
  func missingTemplate(script: String, template: String) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      for part in ["Scripts", "Support", "Manuals", "Completions"] {
        #expect(
          try Command("/bin/cp", ["-r", "\(Installation.top)/\(part)", directory]).run().isSuccess)
      }
      let prefix = directory + "/prefix"
      #expect(try Installation.ending(script, [prefix], of: directory) == .exited(0))
      // A link that leads nowhere is found by name, and cannot be read.
      let path = "\(directory)/Support/\(template)"
      #expect(try Command("/bin/ln", ["-sf", directory + "/none", path]).run().isSuccess)
      #expect(try Installation.ending(script, [prefix + "2"], of: directory) != .exited(0))
    }
  }

  @Test("installing what runs an index says what is left to do, but where a package is made")
  func whatIsLeftToDo() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let build = FileSystem.parent(of: try TestProgram.path("x"))
      for (destination, isTold) in [("", true), (directory + "/package", false)] {
        var command = Command(
          "/bin/bash",
          ["\(Installation.top)/Scripts/install-cloud.sh", directory + "/prefix"])
        command.environment = [
          "PATH": "/usr/bin:/bin", "BUILD": build, "DESTDIR": destination,
        ]
        let (ending, output) = try command.capture()
        let told = String(decoding: output, as: UTF8.self)
        #expect(ending == .exited(0))
        #expect(told.contains("/etc/fresnel-cloud/crawl.conf") == isTold, "\(told)")
      }
    }
  }

  @Test(
    "the installed program finds the daemon that was installed with it, and removing leaves nothing"
  )
  func installedDaemon() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let prefix = directory + "/prefix"
      try Installation.install(prefix: prefix)
      for name in ["run", "home"] { try FileSystem.createDirectory("\(directory)/\(name)") }
      _ = try Command("/bin/chmod", ["700", directory + "/run"]).run()
      let fresnel = FresnelProgram(
        directory: directory,
        environment: [
          "PATH": prefix + "/bin:/usr/bin:/bin", "HOME": directory + "/home",
          "XDG_RUNTIME_DIR": directory + "/run", "XDG_DATA_DIRS": directory + "/system",
          "FLATPAK_SYSTEM_DIR": directory + "/flatpak",
          "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + directory + "/run/no-bus",
        ], hasDaemon: true, path: prefix + "/bin/fresnel")
      let status = try fresnel("status", "--json")
      let process = try #require(try status.objects().first?["processIdentifier"]?.number)
      defer {
        Signal.terminate.send(to: Int32(process))
        _ = TestProgram.wait { !FileSystem.exists(directory + "/run/fresnel/daemon") }
      }
      #expect(
        FileSystem.resolved("/proc/\(process)/exe")
          == FileSystem.resolved(prefix + "/libexec/fresneld"))
      let doctor = try fresnel("doctor")
      #expect(doctor.status == 0, "\(doctor.errors)")
      let pages = try Command(
        "/usr/bin/find", [prefix + "/share/man", "-name", "fresnel*"]
      ).capture().output
      // The units name fresneld(8), fresnel(1) and fresnel-window(1).
      #expect(
        Set(String(decoding: pages, as: UTF8.self).split(separator: "\n").map(FileSystem.lastName))
          == ["fresnel.1", "fresnel-window.1", "fresneld.8"])
      let told = try Installation.removing(prefix: prefix)
      #expect(told.contains(" runs on until it is ended: kill \(process) "), "\(told)")
      // The processes that the daemon started end with it.
      #expect(told.split(separator: "\n").filter { $0.contains("runs on") }.count == 1, "\(told)")
      #expect(told.contains("What they indexed stays"), "\(told)")
      #expect(told.contains("rm -r /data/fresnel"), "\(told)")
      #expect(try FileSystem.entries(of: prefix) == [])
    }
  }

  @Test(
    "removing both installations leaves no directory, in either order",
    arguments: [["install.sh", "install-cloud.sh"], ["install-cloud.sh", "install.sh"]])
  func removingBoth(scripts: [String]) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let prefix = directory + "/prefix"
      for script in scripts { #expect(try Installation.ending(script, [prefix]) == .exited(0)) }
      for script in scripts {
        let told = try Installation.removing(prefix: prefix, script: script)
        #expect(!told.contains("runs on"), "\(told)")
      }
      #expect(try FileSystem.entries(of: prefix) == [])
    }
  }

  @Test(
    "removing keeps directories that are links, and does not fail at them",
    arguments: ["install.sh", "install-cloud.sh"])
  func removingBesideLinks(script: String) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let prefix = directory + "/prefix"
      for path in [prefix, prefix + "/share", directory + "/own", directory + "/man"] {
        try FileSystem.createDirectory(path)
      }
      let links = [("own", "bin"), ("man", "share/man")]
      for (target, link) in links {
        let words = ["-s", "\(directory)/\(target)", "\(prefix)/\(link)"]
        #expect(try Command("/bin/ln", words).run().isSuccess)
      }
      #expect(try Installation.ending(script, [prefix]) == .exited(0))
      let programs = script == "install.sh" ? ["fresnel", "fresnel-window"] : ["fresnel-cloud"]
      #expect(try FileSystem.entries(of: directory + "/own").sorted() == programs)
      let told = try Installation.removing(prefix: prefix, script: script)
      #expect(told.contains("Removed fresnel"), "\(told)")
      #expect(try FileSystem.entries(of: prefix).sorted() == ["bin", "share"])
      for (target, link) in links {
        #expect(FileSystem.isSymbolicLink("\(prefix)/\(link)"))
        #expect(FileSystem.isDirectory("\(directory)/\(target)"))
      }
    }
  }

  @Test("what is installed is built with the Swift run time in it")
  func staticLinking() throws {
    let (ending, output) = try Command(
      "make", ["-C", Installation.top, "--always-make", "--dry-run", "install", "PREFIX=/none"]
    ).capture()
    #expect(ending == .exited(0))
    let text = String(decoding: output, as: UTF8.self)
    for program in ["fresnel", "fresneld", "fresnel-desktop"] {
      #expect(text.contains("--static-swift-stdlib --product \(program)\n"), "\(text)")
    }
  }

  @Test(
    "a program loads neither Foundation nor what fetches when it starts",
    arguments: ["fresnel", "fresneld", "fresnel-desktop"])
  func loadedLibraries(program: String) throws {
    var command = Command(try TestProgram.path(program), ["--help"])
    // glibc's loader lists what it would load, and runs nothing.
    command.environment = ["LD_TRACE_LOADED_OBJECTS": "1"]
    let (ending, output) = try command.capture()
    let text = String(decoding: output, as: UTF8.self)
    #expect(ending == .exited(0) && text.contains("libc.so"), "\(text)")
    for library in ["libcurl", "libFoundation"] {
      #expect(!text.contains(library), "\(text)")
    }
  }

  @Test(
    "systemd finds nothing wrong with the units",
    .enabled(
      if: FileSystem.isExecutable("/usr/bin/systemd-analyze"), "systemd is not installed"))
  func units() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try Installation.install(prefix: directory)
      let units = directory + "/lib/systemd/user"
      var command = Command(
        "/bin/sh",
        ["-c", "/usr/bin/systemd-analyze --user verify \"$1\"/fresnel* 2>&1", "sh", units])
      command.environment = [
        "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": directory, "HOME": directory,
      ]
      let text = String(decoding: try command.capture().output, as: UTF8.self)
      // The manual page is not where this machine's manuals are; of other units nothing is to be told.
      let complaints = text.split(separator: "\n").filter {
        ($0.hasPrefix("fresneld.") || $0.hasPrefix("fresnel-desktop.") || $0.hasPrefix("Failed")
          || $0.contains(units))
          && !$0.contains("'man fresneld(8)'")
      }
      #expect(complaints.isEmpty, "\(text)")
    }
  }

  @Test("the daemon serves on a socket that systemd opened, and leaves it there")
  func activated() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(in: directory)
      let path = directory + "/activated"
      let process = try SystemSocket(at: path).start(daemon)
      let client = try RawClient(path: path)
      #expect(try client.shakeHands().role == .app)
      #expect(!FileSystem.exists(daemon.socketPath))
      Signal.terminate.send(to: process.identifier)
      #expect(try client.waitForEnd() == nil)
      #expect(FileSystem.exists(path))
    }
  }
}

extension JSONValue {
  fileprivate var number: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }
}

extension FileSystem {
  fileprivate static func lastName(_ path: Substring) -> String { lastComponent(of: String(path)) }
}
