import FresnelPlatform
import Testing
import WireTestSupport

@Suite("What make builds and installs for the search window", .timeLimit(.minutes(30)))
struct MakefileTests {
  /// Runs make in a directory with this project's Makefile, a compiler that only notes what it is to build, and
  /// libraries that are only noted.
  private final class Stage {
    let directory: String

    init(in directory: String) throws {
      self.directory = directory
      for name in ["Sources", "Scripts"] {
        try FileSystem.createDirectory("\(directory)/\(name)")
      }
      let files = ["Makefile", "Package.swift", "Scripts/traits.sh"]
      for file in files {
        let words = ["-p", "\(Installation.top)/\(file)", "\(directory)/\(file)"]
        #expect(try Command("/bin/cp", words).run().isSuccess)
      }
      try TestProgram.write(
        script: "mkdir -p .build/release; echo \"built $*\" >>noted", to: directory + "/swift")
      for name in ["install-libraries", "install", "run"] {
        try TestProgram.write(
          script: "echo \"\(name) $*\" >>noted", to: "\(directory)/Scripts/\(name).sh")
      }
    }

    /// Makes a target.
    ///
    /// - Returns: What was built and installed for it, a line for each.
    func make(
      _ target: String, _ variables: [String: String], _ arguments: [String] = []
    ) throws -> [String] {
      try FileSystem.write([], to: directory + "/noted")
      var command = Command("make", ["-C", directory, target] + arguments)
      command.environment = [
        "PATH": "/usr/bin:/bin", "HOME": directory, "SWIFT": directory + "/swift",
      ].merging(variables) { $1 }
      let (ending, output) = try command.capture()
      #expect(ending.isSuccess, "\(String(decoding: output, as: UTF8.self))")
      let noted = try FileSystem.contents(of: directory + "/noted")
      return String(decoding: noted, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The programs that were built.
    func programs(_ target: String, _ variables: [String: String]) throws -> [String] {
      try make(target, variables).filter { $0.hasPrefix("built ") }.compactMap {
        $0.split(separator: " ").last.map(String.init)
      }
    }
  }

  private func with(_ body: (Stage) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try body(Stage(in: directory))
    }
  }

  private static let plain = ["FRESNEL_TRAITS": "default"]
  private static let window = ["FRESNEL_TRAITS": "default,Desktop"]

  @Test("Programs are built anew when GTK has come or gone, and not for anything else")
  func traits() throws {
    try with { (stage: Stage) throws in
      let all = ["fresnel", "fresneld", "fresnel-desktop", "fresnel-window", "fresnel-window-gtk"]
      #expect(try stage.programs("install", Self.plain) == all)
      #expect(try stage.programs("install", Self.plain) == [])
      #expect(try stage.programs("install", Self.window) == all)
      #expect(try stage.programs("install", Self.window) == [])
      #expect(try stage.programs("run", Self.window) == [])
      #expect(try stage.programs("install", Self.plain) == all)
    }
  }

  @Test("Installing as root takes what the person built, with the same traits")
  func installingAsRoot() throws {
    for variables in [Self.plain, Self.window] {
      try with { (stage: Stage) throws in
        #expect(try stage.programs("install", variables) != [])
        // sudo passes on no such variable.
        #expect(try stage.programs("install", ["SUDO_USER": "somebody"]) == [])
        #expect(try stage.make("install", ["SUDO_USER": "somebody"]).last == "install /usr/local")
      }
    }
  }

  @Test("Traits that are named as an argument count as much as those of the environment")
  func traitsAsArgument() throws {
    for traits in ["default", "default,Desktop"] {
      try with { (stage: Stage) throws in
        let built = try stage.make("install", [:], ["FRESNEL_TRAITS=\(traits)"])
          .filter { $0.hasPrefix("built ") }
        #expect(built.count == 5)
        #expect(built.allSatisfy { $0.contains("--traits \(traits) ") }, "\(built)")
      }
    }
  }

  @Test("The window is built for who runs the search where there is one and a display")
  func running() throws {
    let display = ["DISPLAY": ":0"]
    for (variables, isShown) in [
      (Self.plain, false), (Self.window, false),
      (Self.plain.merging(display) { $1 }, false), (Self.window.merging(display) { $1 }, true),
      (Self.window.merging(["WAYLAND_DISPLAY": "wayland-0"]) { $1 }, true),
    ] {
      try with { stage in
        let programs = ["fresnel", "fresneld", "fresnel-window", "fresnel-window-gtk"]
        let built = try stage.programs("run", variables)
        #expect(built == (isShown ? programs : ["fresnel"]), "\(variables)")
      }
    }
  }

  @Test("Nothing installs GTK but setting up on a display and asking for the window")
  func libraries() throws {
    try with { stage in
      for target in ["run", "bench", "growth", "install"] {
        let noted = try stage.make(target, ["DISPLAY": ":0"])
        #expect(!noted.contains { $0.contains("--window") }, "\(target): \(noted)")
      }
      let asked = "install-libraries --window"
      for (variables, isInstalled) in [
        ([:], false), (["DISPLAY": ":0"], true),
        (["DISPLAY": ":0", "FRESNEL_TRAITS": "default"], false),
      ] {
        let noted = try stage.make("setup", variables)
        #expect(noted.contains(asked) == isInstalled, "\(variables)")
      }
    }
  }

  @Test("Installing a build without GTK over one with it leaves nothing of the window there")
  func installingOver() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let prefix = directory + "/prefix"
      let ofWindow = [
        "libexec/fresnel/fresnel-window-gtk", "lib/systemd/user/app-org.fresnel.Fresnel.service",
        "share/dbus-1/services/org.fresnel.Fresnel.service",
      ]
      for hasWindow in [true, false, true] {
        let build = "\(directory)/build-\(hasWindow)"
        try FileSystem.createDirectory(build)
        let names = [
          "fresnel", "fresneld", "fresnel-desktop", "fresnel-window", "fresnel-window-gtk",
        ]
        for name in names {
          #expect(try Command("/bin/cp", ["/bin/true", "\(build)/\(name)"]).run().isSuccess)
        }
        if hasWindow {
          // What the script looks for, behind what the system runs.
          let words = ["-c", "echo libgtk-4.so >>\"$0\"", build + "/fresnel-window-gtk"]
          #expect(try Command("/bin/sh", words).run().isSuccess)
        }
        var command = Command("/bin/bash", ["\(Installation.top)/Scripts/install.sh", prefix])
        command.environment = ["PATH": "/usr/bin:/bin", "BUILD": build, "DESTDIR": directory]
        command.output = .null
        #expect(try command.run().isSuccess)
        let root = directory + prefix
        for file in ofWindow {
          #expect(FileSystem.exists("\(root)/\(file)") == hasWindow, "\(file)")
        }
        #expect(FileSystem.isExecutable(root + "/bin/fresnel-window"))
        let launcher = String(
          decoding: try FileSystem.contents(
            of: root + "/share/applications/org.fresnel.Fresnel.desktop"), as: UTF8.self)
        #expect(launcher.contains("Terminal=\(!hasWindow)\n"), "\(launcher)")
      }
    }
  }
}
