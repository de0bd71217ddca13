import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// Installs what was built for the tests.
enum Installation {
  private static let top = FileSystem.parent(
    of: FileSystem.parent(of: FileSystem.parent(of: #filePath)))

  /// Does what `make install` does.
  static func install(prefix: String, destination: String = "") throws {
    var command = Command("/bin/bash", [top + "/Scripts/install.sh", prefix])
    command.environment = [
      "PATH": "/usr/bin:/bin", "BUILD": FileSystem.parent(of: try TestProgram.path("x")),
      "DESTDIR": destination,
    ]
    command.output = .null
    let ending = try command.run()
    #expect(ending == .exited(0))
  }
}

@Suite("Installation", .serialized, .timeLimit(.minutes(2)))
struct InstallationTests {
  private static func text(_ path: String) throws -> String {
    String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
  }

  @Test("programs, units and pages are where systems look for them, with the paths of the prefix")
  func files() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try Installation.install(prefix: "/opt/fresnel", destination: directory)
      let root = directory + "/opt/fresnel"
      for program in ["bin/fresnel", "libexec/fresneld"] {
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
      for text in [service, socket, bus, links] { #expect(!text.contains("@")) }
    }
  }

  @Test("systemd finds nothing wrong with the units")
  func units() throws {
    // Not on a machine without systemd, and not where its tools cannot run.
    guard FileSystem.isExecutable("/usr/bin/systemd-analyze") else { return }
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
        ($0.hasPrefix("fresneld.") || $0.hasPrefix("Failed") || $0.contains(units))
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
      let listener = try SocketListener(path: path)
      // The shell tells its own number, which is the daemon's when it has become that.
      let command = LimitedCommand(
        "/bin/sh",
        [
          "-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$1\" --foreground 2>/dev/null", "sh",
          daemon.program,
        ],
        environment: daemon.environment)
      let process = try command.start(passing: listener.descriptor)
      process.openGate()
      let client = try RawClient(path: path)
      #expect(try client.shakeHands().role == .app)
      #expect(!FileSystem.exists(daemon.socketPath))
      Signal.terminate.send(to: process.identifier)
      #expect(try client.waitForEnd() == nil)
      #expect(FileSystem.exists(path))
    }
  }
}
