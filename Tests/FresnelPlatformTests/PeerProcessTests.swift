import Testing

@testable import FresnelPlatform

@Suite("PeerProcess")
struct PeerProcessTests {
  /// Starts a Perl program that connects to a socket, there called `$s`, and gives the other end of it
  /// and what is known about the process. The program ends when the socket does.
  private func withPeer(
    _ program: String = "", launcher: [String] = [],
    _ body: (UnixSocket, PeerProcess) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/socket"
      let listener = try SocketListener(path: path)
      // The byte says that it has done what it was to do.
      let source = """
        use Socket; $^F = 100; socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die;
        connect($s, sockaddr_un($ARGV[0])) or die; \(program)
        syswrite($s, "x"); sysread($s, my $b, 1);
        """
      try FileSystem.write(Array(source.utf8), to: directory + "/script.pl", permissions: 0o644)
      let words = launcher + ["/usr/bin/perl", directory + "/script.pl", path]
      try Command(words[0], Array(words.dropFirst())).startDetached()
      _ = try waitForInput(on: [listener.descriptor.rawValue], timeout: .seconds(600))
      let socket = try #require(try listener.accept())
      defer { socket.shutdown() }
      _ = try waitForInput(on: [socket.descriptor.rawValue], timeout: .seconds(600))
      try body(socket, try PeerProcess(of: socket))
    }
  }

  @Test("The program, its script and its number are those of the process that connected")
  func evidence() throws {
    try withPeer { socket, peer in
      let received = try #require(try socket.receive())
      let evidence = peer.evidence
      #expect(received.credentials?.processIdentifier == evidence.processIdentifier)
      #expect(evidence.processIdentifier != CurrentProcess.identifier)
      #expect(evidence.executable.path.hasSuffix("/perl"))
      let file = try #require(try FileSystem.status(of: "/usr/bin/perl"))
      #expect(evidence.executable.device == file.device)
      #expect(evidence.executable.inode == file.inode)
      #expect(!evidence.executable.isDeleted)
      let arguments = evidence.invocation.arguments
      #expect(arguments.count == 3 && arguments[0] == "/usr/bin/perl")
      #expect(arguments.count == 3 && arguments[1].hasSuffix("/script.pl"))
      #expect(evidence.invocation.directories.first == CurrentProcess.workingDirectory)
      #expect(evidence.invocation.appImage == nil)
      #expect(evidence.flatpak == nil)
      #expect(evidence.isInOurNamespaces)
      #expect(peer.isAlive)
      #expect(try peer.rereadExecutable() == evidence.executable)
    }
  }

  @Test("The words of a process: a cut command line, where it was started, and its AppImage")
  func invocation() {
    func words(_ commandLine: String, _ environment: String, _ executable: String) -> Invocation {
      Invocation(
        commandLine: Array(commandLine.utf8), environment: Array(environment.utf8),
        workingDirectory: "/srv", executable: executable)
    }
    let mount = "/tmp/.mount_NotesAbC/usr/bin/notes"
    let whole = words("a\0b\0\0", "XAPPIMAGE=/x\0PWD=/home/p\0APPIMAGE=/home/p/N.AppImage\0", mount)
    #expect(whole.arguments == ["a", "b", ""])
    #expect(whole.directories == ["/srv", "/home/p"])
    #expect(whole.appImage == "/home/p/N.AppImage")
    #expect(words("a\0cut off", "", mount).arguments == ["a"])
    #expect(words("", "", mount).arguments == [])
    #expect(words("", "PWD=/srv\0", mount).directories == ["/srv"])
    #expect(words("", "PWD=relative\0", mount).directories == ["/srv"])
    #expect(words("", "APPIMAGE=N.AppImage\0", mount).appImage == nil)
    #expect(words("", "APPIMAGE=/home/p/N.AppImage\0", "/usr/bin/notes").appImage == nil)
    #expect(words("", "APPIMAGE=/home/p/N.AppImage\0", "/home/p/.mount_x").appImage == nil)
  }

  @Test("A process that turns into another program after it connected is found out")
  func turning() throws {
    let program = """
      syswrite($s, "x"); sysread($s, my $c, 1);
      open(STDIN, '<&', $s); open(STDOUT, '>&', $s); exec '/bin/cat';
      """
    try withPeer(program) { socket, peer in
      #expect(try socket.receive()?.bytes == [UInt8(ascii: "x")])
      #expect(peer.evidence.executable.path.hasSuffix("/perl"))
      try socket.send([1])
      // What comes back was written by the other program.
      try socket.send([2])
      _ = try waitForInput(on: [socket.descriptor.rawValue], timeout: .seconds(600))
      let echo = try #require(try socket.receive())
      #expect(echo.bytes == [2])
      #expect(echo.credentials?.processIdentifier == peer.evidence.processIdentifier)
      let now = try peer.rereadExecutable()
      #expect(now.path.hasSuffix("/cat"))
      #expect(!now.isSameFile(as: peer.evidence.executable))
      #expect(peer.isAlive)
    }
  }

  @Test("A process that ended is not alive, and nothing more is read of it")
  func ended() throws {
    try withPeer { socket, peer in
      socket.shutdown()
      for _ in 0..<1000 where peer.isAlive {
        _ = try waitForInput(on: [], timeout: .milliseconds(5))
      }
      #expect(!peer.isAlive)
      #expect(throws: SystemError.self) { try peer.rereadExecutable() }
    }
  }

  @Test("Words that cannot be read are no empty ones, by which a script would be another app")
  func unreadableWords() throws {
    try withPeer { socket, peer in
      let number = peer.evidence.processIdentifier
      let directory = try ProcessDirectory(of: number)
      #expect(try directory.invocation(of: "/usr/bin/perl") == peer.evidence.invocation)
      socket.shutdown()
      while FileSystem.exists("/proc/\(number)") {
        _ = try waitForInput(on: [], timeout: .milliseconds(1))
      }
      #expect(throws: SystemError.self) { try directory.invocation(of: "/usr/bin/perl") }
    }
  }

  @Test("A process in namespaces of its own is told apart, whatever its number says")
  func namespaces() throws {
    let launcher = ["/usr/bin/unshare", "--user", "--map-root-user"]
    // Not every machine lets everybody make namespaces.
    guard
      (try? Command("/usr/bin/unshare", ["--user", "--map-root-user", "/bin/true"]).run())?
        .isSuccess == true
    else { return }
    try withPeer(launcher: launcher) { _, peer in
      #expect(!peer.evidence.isInOurNamespaces)
      #expect(peer.evidence.flatpak == nil)
    }
  }

  @Test("The innermost unit is found in a list of control groups")
  func units() {
    func unit(_ text: String) -> String? {
      ProcessDirectory.unit(inControlGroups: Array(text.utf8))
    }
    let user = "/user.slice/user-1000.slice/user@1000.service"
    #expect(unit("0::\(user)/app.slice/app-notes-12.scope\n") == "app-notes-12.scope")
    #expect(unit("12:cpu:/x.scope\n0::\(user)/app.slice\n") == "user@1000.service")
    #expect(unit("0::/\n") == nil)
    #expect(unit("1:name=systemd:/x.scope\n") == nil)
    #expect(unit("") == nil)
  }
}

@Suite("FlatpakInfo")
struct FlatpakInfoTests {
  private func info(_ text: String) -> FlatpakInfo? { FlatpakInfo(Array(text.utf8)) }

  @Test("The app's name and what its sandbox shares are read")
  func reading() {
    let text = """
      [Application]
      name=org.example.Notes
      runtime=runtime/org.example.Platform/x86_64/1

      [Context]
      shared=network;ipc;
      filesystems=xdg-run/fresnel;xdg-download:ro;

      [Session Bus Policy]
      org.example.Other=talk
      """
    let found = info(text)
    #expect(found?.identifier == "org.example.Notes")
    #expect(found?.filesystems == ["xdg-run/fresnel", "xdg-download:ro"])
    #expect(found?.isOpen == false)
  }

  @Test(
    "A sandbox that shares everything, or has programs started outside, is open",
    arguments: [
      "[Context]\nfilesystems=home;", "[Context]\nfilesystems=xdg-run/a;host:ro;",
      "[Context]\nfilesystems=~/.local;", "[Context]\nfilesystems=xdg-data:ro;",
      "[Context]\nfilesystems=/home;", "[Context]\nfilesystems=/home/me/.var/app/org.b.C:ro;",
      "[Context]\nfilesystems=/var/home/me;", "[Context]\nfilesystems=xdg-run;",
      "[Context]\nfilesystems=/run/user/1000;", "[Context]\nfilesystems=xdg-config/autostart;",
      "[Context]\nfilesystems=/home/;", "[Context]\nfilesystems=/run/user/1000/;",
      "[Context]\nfilesystems=xdg-run/bus:ro;", "[Context]\nfilesystems=/run/user/1000/systemd;",
      "[Context]\nfilesystems=host-root:ro;",
      "[Context]\nfilesystems=xdg-data/fresnel/store:ro;", "[Context]\nsockets=x11;session-bus;",
      "[Session Bus Policy]\norg.freedesktop.Flatpak=talk",
      "[Session Bus Policy]\norg.freedesktop.systemd1=talk",
      "[Session Bus Policy]\norg.freedesktop.*=talk\norg.a.B=talk",
    ])
  func open(_ rest: String) {
    #expect(info("[Application]\nname=a.b.C\n" + rest)?.isOpen == true)
  }

  @Test(
    "A sandbox that shares what is nobody else's is closed",
    arguments: [
      "[Context]\nfilesystems=~/Music;xdg-music/a;/media;/run/media;",
      "[Context]\nfilesystems=xdg-run/fresnel:ro;/run/user/1000/pipewire-0;/homework;",
      "[Context]\nfilesystems=xdg-config/kdeglobals:ro;xdg-config:ro;",
      "[Context]\nfilesystems=xdg-data/notes;!home;/home/me/Pictures;",
      "[Context]\nsockets=x11;system-bus;",
      "[Session Bus Policy]\norg.freedesktop.Notifications=talk\norg.freedesktop.portal.*=talk",
      "[Session Bus Policy]\norg.freedesktop.systemd1=none",
    ])
  func closed(_ rest: String) {
    #expect(info("[Application]\nname=a.b.C\n" + rest)?.isOpen == false)
  }

  @Test(
    "What names no app is none's", arguments: ["", "name=a", "[Runtime]\nname=a", "[Application]"])
  func missing(_ text: String) {
    #expect(info(text) == nil)
  }
}
