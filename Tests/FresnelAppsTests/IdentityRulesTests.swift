import FresnelApps
import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing

@Suite("Who a process is")
struct IdentityRulesTests {
  private static let mail = ExecutableFile(device: 1, inode: 10, path: "/usr/bin/mail")
  private static let notes = ExecutableFile(device: 1, inode: 11, path: "/home/p/bin/notes")
  private static let script = ExecutableFile(device: 1, inode: 12, path: "/usr/bin/tasks")
  private static let python = ExecutableFile(device: 1, inode: 13, path: "/usr/bin/python3.11")
  private static let window = ExecutableFile(device: 1, inode: 14, path: "/usr/bin/fresnel-window")
  private static let tool = ExecutableFile(device: 1, inode: 15, path: "/usr/bin/fresnel")
  private static let image = ExecutableFile(
    device: 1, inode: 16, path: "/home/p/Apps/Paint.AppImage")
  private static let stranger = ExecutableFile(device: 1, inode: 99, path: "/home/p/bin/stranger")

  private static func manifest(
    _ identifier: String, _ executables: [ExecutableFile], isPersonal: Bool = false,
    isProtected: Bool = true, _ more: [String: PropertyList] = [:]
  ) -> ManifestFile {
    var keys: [String: PropertyList] = [
      "CFBundleIdentifier": .string(identifier),
      "FresnelExecutable": .array(executables.map { .string($0.path) }),
    ]
    keys.merge(more) { _, new in new }
    let path = isPersonal ? "/home/p/.local/share" : "/usr/share"
    return ManifestFile(
      path: "\(path)/fresnel/apps/\(identifier).plist", isPersonal: isPersonal,
      isProtected: isProtected && !isPersonal,
      manifest: AppManifest.read(.dictionary(keys), at: "/x").manifest)
  }

  private static func flatpak(_ identifier: String, _ filesystems: String = "") -> FlatpakInfo? {
    FlatpakInfo(
      Array("[Application]\nname=\(identifier)\n[Context]\nfilesystems=\(filesystems)\n".utf8))
  }

  /// Where the scripts and AppImages are that there are.
  private static let links = [
    script.path: script.path, "/home/p/bin/tasks": script.path, mail.path: mail.path,
    "/home/p/backup.py": "/home/p/backup.py", "/srv/backup.py": "/srv/backup.py",
    image.path: image.path, "/home/p/Draw.AppImage": "/home/p/Draw.AppImage",
  ]

  /// An interpreter that was told to run something.
  private static func run(
    _ arguments: String..., from directories: [String] = ["/home/p"],
    in evidence: inout PeerEvidence
  ) {
    evidence.executable = python
    evidence.invocation = Invocation(
      arguments: ["python3"] + arguments, directories: directories)
  }

  private static func look(_ path: String) -> RegisteredExecutable {
    let known = [mail, notes, script, python, window, tool, image].first { $0.path == path }
    return RegisteredExecutable(
      path: path, file: known,
      kind: path == script.path ? .script : path == image.path ? .appImage : .native,
      isProtected: path.hasPrefix("/usr/"))
  }

  private static let usual = [
    manifest("com.example.notes", [notes], isPersonal: true),
    manifest("com.example.mail", [mail], ["FresnelSnapName": "mail"]),
    manifest("com.example.tasks", [script], ["FresnelDesktopFile": "com.example.tasks"]),
    manifest("com.example.python", [python]),
    manifest("com.example.paint", [image], isPersonal: true),
    manifest("com.example.window", [window], ["FresnelSystemSurface": true]),
  ]

  private func decide(
    _ change: (inout PeerEvidence) -> Void, launchedFor launcher: String? = nil,
    claiming claim: String = "",
    files: [ManifestFile] = IdentityRulesTests.usual
  ) throws(IdentityRefusal) -> IdentityDecision {
    var evidence = PeerEvidence(
      processIdentifier: 100, userIdentifier: 1000, executable: Self.stranger)
    change(&evidence)
    let rules = IdentityRules(
      AppCatalog(files, look: Self.look), userIdentifier: 1000, systemSurfaces: [Self.tool],
      lookup: { ($0 as String?).flatMap { Self.links[$0] } })
    return try rules.decide(evidence, launchedFor: launcher, claiming: claim)
  }

  private struct Case: CustomTestStringConvertible {
    let testDescription: String
    let app: String
    let trust: Trust
    var maySeeSystem = false
    var launcher: String?
    let change: @Sendable (inout PeerEvidence) -> Void
  }

  private static let cases: [Case] = [
    Case(
      testDescription: "a stranger", app: "unregistered:/home/p/bin/stranger", trust: .unregistered
    ) { _ in },
    Case(testDescription: "a registered program", app: "com.example.mail", trust: .executable) {
      $0.executable = mail
    },
    Case(
      testDescription: "a registered program by another path", app: "com.example.mail",
      trust: .executable
    ) {
      $0.executable = ExecutableFile(device: 1, inode: 10, path: "/proc/self/root/usr/bin/mail")
    },
    Case(
      testDescription: "another file at a registered path", app: "unregistered:/usr/bin/mail",
      trust: .unregistered
    ) { $0.executable = ExecutableFile(device: 1, inode: 50, path: "/usr/bin/mail") },
    Case(
      testDescription: "a registered program on another device",
      app: "unregistered:/usr/bin/mail", trust: .unregistered
    ) { $0.executable = ExecutableFile(device: 2, inode: 10, path: "/usr/bin/mail") },
    Case(
      testDescription: "a registered program that was upgraded while it runs",
      app: "com.example.mail", trust: .executable
    ) {
      $0.executable = ExecutableFile(device: 1, inode: 9, path: "/usr/bin/mail")
      $0.executable.isDeleted = true
    },
    Case(
      testDescription: "a registered program in namespaces of its own",
      app: "unregistered:elsewhere:/usr/bin/mail", trust: .unregistered
    ) {
      $0.executable = mail
      $0.isInOurNamespaces = false
    },
    Case(
      testDescription: "a Flatpak", app: "org.example.Paint", trust: .confined
    ) {
      $0.flatpak = flatpak("org.example.Paint")
      $0.isInOurNamespaces = false
    },
    Case(
      testDescription: "a Flatpak that runs a registered program's file", app: "org.example.Paint",
      trust: .confined
    ) {
      $0.executable = mail
      $0.flatpak = flatpak("org.example.Paint")
    },
    Case(
      testDescription: "a Flatpak that sees the home", app: "org.example.Paint", trust: .launcher
    ) { $0.flatpak = flatpak("org.example.Paint", "home") },
    Case(
      testDescription: "a Flatpak that calls itself what nobody may",
      app: "unregistered:elsewhere:/app/bin/x", trust: .unregistered
    ) {
      $0.executable = ExecutableFile(device: 3, inode: 1, path: "/app/bin/x")
      $0.flatpak = flatpak("org.fresnel.manuals")
      $0.isInOurNamespaces = false
    },
    Case(
      testDescription: "a Flatpak that carries our own program", app: "org.example.Paint",
      trust: .confined
    ) {
      $0.executable = tool
      $0.flatpak = flatpak("org.example.Paint")
    },
    Case(testDescription: "a snap with a manifest", app: "com.example.mail", trust: .confined) {
      $0.appArmorLabel = "snap.mail.mail (enforce)"
    },
    Case(testDescription: "a snap without a manifest", app: "snap.paint", trust: .confined) {
      $0.appArmorLabel = "snap.paint.paint (enforce)"
    },
    Case(
      testDescription: "a snap that wrote itself a Flatpak's file", app: "snap.paint",
      trust: .confined
    ) {
      $0.appArmorLabel = "snap.paint.paint (enforce)"
      $0.flatpak = flatpak("org.example.Paint")
    },
    Case(
      testDescription: "a deleted file at a registered path among mounts of its own",
      app: "unregistered:elsewhere:/usr/bin/mail", trust: .unregistered
    ) {
      $0.executable = ExecutableFile(device: 9, inode: 9, path: "/usr/bin/mail", isDeleted: true)
      $0.isInOurMounts = false
    },
    Case(
      testDescription: "a registered program among mounts of its own", app: "com.example.mail",
      trust: .executable
    ) {
      $0.executable = mail
      $0.isInOurMounts = false
    },
    Case(
      testDescription: "a snap that nothing confines", app: "unregistered:/home/p/bin/stranger",
      trust: .unregistered
    ) { $0.appArmorLabel = "snap.mail.mail (complain)" },
    Case(
      testDescription: "a profile that only looks like a snap's",
      app: "unregistered:/home/p/bin/stranger", trust: .unregistered
    ) { $0.appArmorLabel = "xsnap.mail.mail (enforce)" },
    Case(
      testDescription: "an extension of ours", app: "com.example.notes", trust: .launched,
      launcher: "com.example.notes"
    ) { _ in },
    Case(
      testDescription: "a sandbox that holds another app's extension socket",
      app: "org.example.Paint", trust: .confined, launcher: "com.example.notes"
    ) {
      $0.flatpak = flatpak("org.example.Paint")
    },
    Case(testDescription: "a script under its launcher", app: "com.example.tasks", trust: .launcher)
    {
      $0.executable = python
      $0.unit = "app-gnome-com.example.tasks-4711.scope"
    },
    Case(testDescription: "a script by its word", app: "com.example.tasks", trust: .script) {
      run(script.path, in: &$0)
    },
    Case(testDescription: "a script by a link to it", app: "com.example.tasks", trust: .script) {
      run("-u", "bin/tasks", "--all", in: &$0)
    },
    Case(
      testDescription: "a script without a manifest",
      app: "unregistered:script:/home/p/backup.py", trust: .unregistered
    ) { run("/home/p/backup.py", in: &$0) },
    Case(
      testDescription: "a script of the same name in another directory",
      app: "unregistered:script:/srv/backup.py", trust: .unregistered
    ) { run("backup.py", from: ["/srv", "/home/p"], in: &$0) },
    Case(
      testDescription: "a script whose process went elsewhere",
      app: "unregistered:script:/home/p/backup.py", trust: .unregistered
    ) { run("backup.py", from: ["/", "/home/p"], in: &$0) },
    Case(
      testDescription: "a script that is gone", app: "unregistered:script:python gone.py",
      trust: .unregistered
    ) { run("gone.py", in: &$0) },
    Case(
      testDescription: "a module", app: "unregistered:script:python -m tasks", trust: .unregistered
    ) { run("-m", "tasks", in: &$0) },
    Case(
      testDescription: "a text on the command line", app: "unregistered:/usr/bin/python3.11",
      trust: .unregistered
    ) { run("-c", "import fresnel", script.path, in: &$0) },
    Case(
      testDescription: "an interpreter that names a registered compiled program",
      app: "unregistered:script:/usr/bin/mail", trust: .unregistered
    ) { run(mail.path, in: &$0) },
    Case(
      testDescription: "a script whose name is too long", app: "unregistered:/usr/bin/python3.11",
      trust: .unregistered
    ) { run(String(repeating: "x", count: 5000), in: &$0) },
    Case(testDescription: "a registered AppImage", app: "com.example.paint", trust: .script) {
      $0.executable = ExecutableFile(device: 7, inode: 3, path: "/tmp/.mount_PaintX/usr/bin/paint")
      $0.invocation.appImage = image.path
    },
    Case(
      testDescription: "an interpreter in a registered AppImage", app: "com.example.paint",
      trust: .script
    ) {
      run("/home/p/backup.py", in: &$0)
      $0.invocation.appImage = image.path
    },
    Case(
      testDescription: "an AppImage without a manifest",
      app: "unregistered:appimage:/home/p/Draw.AppImage", trust: .unregistered
    ) {
      $0.executable = ExecutableFile(device: 7, inode: 3, path: "/tmp/.mount_DrawXY/usr/bin/draw")
      $0.invocation.appImage = "/home/p/Draw.AppImage"
    },
    Case(
      testDescription: "a mounted image that names a registered compiled program",
      app: "unregistered:appimage:/usr/bin/mail", trust: .unregistered
    ) {
      $0.executable = ExecutableFile(device: 7, inode: 3, path: "/tmp/.mount_DrawXY/usr/bin/draw")
      $0.invocation.appImage = mail.path
    },
    Case(
      testDescription: "a mounted image that names a registered script",
      app: "unregistered:appimage:/usr/bin/tasks", trust: .unregistered
    ) {
      $0.executable = ExecutableFile(device: 7, inode: 3, path: "/tmp/.mount_DrawXY/usr/bin/draw")
      $0.invocation.appImage = script.path
    },
    Case(
      testDescription: "a snap that nothing confines, in one of its revisions",
      app: "unregistered:/snap/code/current/bin/code", trust: .unregistered
    ) { $0.executable = ExecutableFile(device: 8, inode: 3, path: "/snap/code/214/bin/code") },
    Case(
      testDescription: "an interpreter, which a manifest claims as a whole",
      app: "unregistered:/usr/bin/python3.11", trust: .unregistered
    ) { $0.executable = python },
    Case(
      testDescription: "a compiled program under the launcher of a script",
      app: "unregistered:/home/p/bin/stranger", trust: .unregistered
    ) { $0.unit = "app-gnome-com.example.tasks-4711.scope" },
    Case(
      testDescription: "a compiled program that names a script as its argument",
      app: "unregistered:/home/p/bin/stranger", trust: .unregistered
    ) { $0.invocation.arguments = ["stranger", script.path] },
    Case(
      testDescription: "an interpreter in namespaces of its own under a launcher's name",
      app: "unregistered:elsewhere:script:/usr/bin/tasks", trust: .unregistered
    ) {
      run(script.path, in: &$0)
      $0.unit = "app-com.example.tasks-1.scope"
      $0.isInOurNamespaces = false
    },
    Case(
      testDescription: "our own tool", app: "unregistered:/usr/bin/fresnel", trust: .unregistered,
      maySeeSystem: true
    ) { $0.executable = tool },
    Case(
      testDescription: "our own tool in namespaces of its own",
      app: "unregistered:elsewhere:/usr/bin/fresnel", trust: .unregistered
    ) {
      $0.executable = tool
      $0.isInOurNamespaces = false
    },
    Case(
      testDescription: "a deleted file where our own tool was",
      app: "unregistered:/usr/bin/fresnel", trust: .unregistered
    ) {
      $0.executable = tool
      $0.executable.isDeleted = true
    },
    Case(
      testDescription: "a part of the desktop", app: "com.example.window", trust: .executable,
      maySeeSystem: true
    ) { $0.executable = window },
  ]

  @Test("the first rule that applies decides", arguments: cases.indices)
  func table(number: Int) throws {
    let expected = Self.cases[number]
    let decision = try decide(expected.change, launchedFor: expected.launcher)
    #expect(decision.app == expected.app, "\(expected.testDescription)")
    #expect(decision.trust == expected.trust, "\(expected.testDescription)")
    #expect(decision.maySeeSystem == expected.maySeeSystem, "\(expected.testDescription)")
  }

  @Test("no case becomes another app by claiming to be it")
  func claims() throws {
    for expected in Self.cases {
      let decision = try decide(
        expected.change, launchedFor: expected.launcher, claiming: "com.example.mail")
      #expect(decision.app == expected.app, "\(expected.testDescription)")
      #expect((decision.notice == nil) == (expected.app == "com.example.mail"))
    }
  }

  @Test("a developer is told which program is registered, and how to register another")
  func notices() throws {
    let known = try decide({ _ in }, claiming: "com.example.mail").notice
    #expect(
      known == "com.example.mail is registered for /usr/bin/mail by "
        + "/usr/share/fresnel/apps/com.example.mail.plist, and this program is /home/p/bin/stranger, so "
        + "it works as unregistered:/home/p/bin/stranger; for a build in development run fresnel app "
        + "install Info.plist --develop --executable /home/p/bin/stranger")
    let unknown = try decide({ _ in }, claiming: "com.example.new").notice
    #expect(
      unknown == "No manifest registers com.example.new, so this program works as "
        + "unregistered:/home/p/bin/stranger; run fresnel app install Info.plist --executable "
        + "/home/p/bin/stranger")
  }

  @Test("a program that a manifest registers is told nothing when it names no app itself")
  func recognised() throws {
    for (claim, executable) in [("mail", Self.mail), ("notes", Self.notes), ("", Self.mail)] {
      #expect(try decide({ $0.executable = executable }, claiming: claim).notice == nil)
    }
    #expect(
      try decide({ Self.run(Self.script.path, in: &$0) }, claiming: "python3.11").notice == nil)
    #expect(
      try decide({ $0.appArmorLabel = "snap.paint.x (enforce)" }, claiming: "stranger").notice
        == nil)
    let other = try decide({ $0.executable = Self.mail }, claiming: "com.example.post").notice
    #expect(
      other == "This program calls itself com.example.post, and "
        + "/usr/share/fresnel/apps/com.example.mail.plist says that it is com.example.mail, so it works "
        + "as com.example.mail; use the same identifier in both")
  }

  @Test("a script that no manifest registers is told the command that registers it")
  func scriptNotices() throws {
    let start = "No manifest registers this program, so this program works as "
    let plain = try decide { Self.run("/home/p/backup.py", in: &$0) }.notice
    #expect(
      plain == start + "unregistered:script:/home/p/backup.py; run fresnel app init "
        + "/home/p/backup.py --install")
    let claiming = try decide(
      { Self.run("/home/p/backup.py", in: &$0) }, claiming: "com.example.backup"
    ).notice
    #expect(
      claiming?.hasSuffix("/home/p/backup.py --install --identifier com.example.backup") == true)
    let undeclared = try decide({ _ in }, claiming: "stranger").notice
    #expect(undeclared?.hasSuffix("fresnel app init /home/p/bin/stranger --install") == true)
    let module = try decide { Self.run("-m", "tasks", in: &$0) }.notice
    #expect(
      module?.hasSuffix("put it into a file of its own, and run fresnel app init FILE --install")
        == true)
    #expect(try decide { _ in }.notice == nil)
  }

  @Test("another person's process is not spoken to, not even root's")
  func refusals() {
    for user: UInt32 in [0, 1001] {
      #expect(throws: IdentityRefusal.self) { try decide { $0.userIdentifier = user } }
    }
  }

  @Test("a personal manifest takes nothing from the system's, but two personal ones cancel out")
  func conflicts() throws {
    func app(_ more: [ManifestFile], _ executable: ExecutableFile) throws -> String {
      try decide({ $0.executable = executable }, files: more + Self.usual).app
    }
    // The same identifier with a program of its own.
    let fake = Self.manifest("com.example.mail", [Self.stranger], isPersonal: true)
    #expect(try app([fake], Self.mail) == "com.example.mail")
    #expect(try app([fake], Self.stranger) == "unregistered:/home/p/bin/stranger")
    // Another identifier with the system's program.
    let thief = Self.manifest("aaa.thief", [Self.mail], isPersonal: true)
    #expect(try app([thief], Self.mail) == "com.example.mail")
    // Another identifier with a program that is registered in the home too.
    let rival = Self.manifest("aaa.rival", [Self.notes], isPersonal: true)
    #expect(try app([rival], Self.notes) == "unregistered:/home/p/bin/notes")
    // A manifest below the system's directories that others may write to counts like a personal one.
    let loose = Self.manifest("aaa.loose", [Self.mail], isProtected: false)
    #expect(try app([loose], Self.mail) == "com.example.mail")
  }

  @Test("a build in development comes beside the installed program, and sees no more than it")
  func development() throws {
    let build = Self.manifest(
      "com.example.window", [Self.notes], isPersonal: true,
      ["FresnelDevelopment": true, "FresnelSystemSurface": true])
    let files = [build] + Self.usual.filter { $0.manifest?.identifier != "com.example.notes" }
    for executable in [Self.notes, Self.window] {
      let decision = try decide({ $0.executable = executable }, files: files)
      #expect(decision.app == "com.example.window" && decision.trust == .executable)
      #expect(!decision.maySeeSystem)
    }
  }

  @Test("a part of the desktop has to be the system's through and through")
  func systemSurfaces() throws {
    let key: [String: PropertyList] = ["FresnelSystemSurface": true]
    for file in [
      Self.manifest("a.window", [Self.window], isPersonal: true, key),
      Self.manifest("a.window", [Self.window], isProtected: false, key),
      Self.manifest("a.window", [Self.notes], key),
      Self.manifest("a.window", [Self.window]),
    ] {
      let executable = file.manifest?.executables == [Self.notes.path] ? Self.notes : Self.window
      let decision = try decide({ $0.executable = executable }, files: [file])
      #expect(decision.app == "a.window" && !decision.maySeeSystem)
    }
  }
}

@Suite("Names that sandboxes and launchers give")
struct SandboxNameTests {
  @Test("the desktop file in the name of a unit")
  func units() {
    #expect(UnitName.desktopFile(of: "app-org.example.Notes-4711.scope") == "org.example.Notes")
    #expect(
      UnitName.desktopFile(of: "app-gnome-org.example.Notes-4711.scope") == "org.example.Notes")
    #expect(UnitName.desktopFile(of: #"app-gnome-my\x2dnotes-1.scope"#) == "my-notes")
    #expect(UnitName.desktopFile(of: "app-org.example.Notes@12.service") == "org.example.Notes")
    #expect(UnitName.desktopFile(of: "app-kde-org.example.Notes.service") == "org.example.Notes")
    for other in [
      "session-2.scope", "app-x.scope", "app--1.scope", #"app-a\x2-1.scope"#, "app-a-.scope",
      "app.service",
      #"app-..\x2f..-1.scope"#, #"app-\xff-1.scope"#, "app-a-b-c-1.scope", "",
    ] {
      #expect(UnitName.desktopFile(of: other) == nil, "\(other)")
    }
  }

  @Test("what counts as an interpreter")
  func interpreters() {
    for path in [
      "/bin/sh", "/usr/bin/python3.11", "/usr/bin/env", "/opt/ruby3.1",
      "/lib64/ld-linux-x86-64.so.2", "/usr/bin/qemu-aarch64-static", "/bin/bsd-csh", "/bin/tcsh",
      "/usr/bin/mksh", "/opt/microsoft/powershell/7/pwsh", "/usr/bin/elvish", "/usr/bin/nu",
      "/usr/bin/qjs", "/usr/bin/micropython", "/usr/bin/expect", "/usr/bin/rakudo-m",
      "/usr/lib/erlang/erts-13.1.5/bin/beam.smp", "/usr/lib/dart/bin/dart",
      "/usr/lib/dart/bin/dartaotruntime", "/usr/bin/guile-3.0", "/usr/bin/clisp", "/usr/bin/csi",
      "/usr/bin/octave-cli-7.3.0", "/usr/bin/newlisp", "/usr/bin/yash",
    ] {
      #expect(ExecutableFile.isInterpreter(path: path), "\(path)")
    }
    for path in [
      "/usr/bin/notes", "/usr/bin/shotwell", "/usr/bin/envoy", "/usr/bin/node-red",
      "/usr/bin/es2gears_x11", "/usr/bin/beam", "/usr/bin/emacs", "/usr/bin/vim", "/usr/bin/gdb",
      "/usr/bin/xterm", "/usr/bin/rclone", "/usr/bin/nim", "/usr/bin/ssh",
    ] {
      #expect(!ExecutableFile.isInterpreter(path: path), "\(path)")
    }
  }
}
