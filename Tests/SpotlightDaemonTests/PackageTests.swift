import FresnelPlatform
import Testing
import WireTestSupport

@Suite("What goes into packages", .timeLimit(.minutes(30)))
struct PackageTests {
  /// The scripts that install, each with the files of its packages below a prefix.
  private static let scripts = ["install.sh", "install-cloud.sh", "install-sources.sh"]

  /// Makes a directory with small programs in the place of those that are packaged. The window is among them, as if
  /// it was built with GTK.
  private func withBuild(_ body: (_ directory: String) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.createDirectory(directory + "/build")
      let program = try FileSystem.contents(of: "/bin/true")
      for name in [
        "fresnel", "fresneld", "fresnel-desktop", "fresnel-window", "fresnel-window-gtk",
        "fresnel-cloud",
      ] {
        let library = name == "fresnel-window-gtk" ? Array("libgtk-4.so".utf8) : []
        try FileSystem.write(
          program + library, to: "\(directory)/build/\(name)", permissions: 0o700)
      }
      try body(directory)
    }
  }

  /// Runs an installing script as packages do.
  private func install(
    _ script: String, package: String? = nil, of directory: String, to destination: String
  ) throws -> Command.Ending {
    var command = Command("/bin/bash", ["\(Installation.top)/Scripts/\(script)", "/usr"])
    command.environment = [
      "PATH": "/usr/bin:/bin", "BUILD": directory + "/build", "DESTDIR": destination,
    ]
    command.environment?["FRESNEL_PACKAGE"] = package
    (command.output, command.error) = (.null, .null)
    return try command.run()
  }

  /// The files below a directory, by their paths in it.
  private func files(in directory: String) throws -> [String] {
    guard FileSystem.exists(directory) else { return [] }
    let command = Command("/usr/bin/find", [directory, "-not", "-type", "d", "-printf", "%P\\n"])
    return String(decoding: try command.capture().output, as: UTF8.self)
      .split(separator: "\n").map(String.init).sorted()
  }

  /// The packages that are described for Debian.
  private func describedPackages() throws -> [String] {
    let path = Installation.top + "/Support/debian/control"
    return String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("Package: ") }
      .map { String($0.dropFirst("Package: ".count)) }
  }

  @Test("Each file that is installed belongs to one package, and no package has any other")
  func partition() throws {
    try withBuild { (directory: String) throws in
      for script in ["install.sh", "install-sources.sh"] {
        let whole = "\(directory)/\(script)"
        #expect(try install(script, of: directory, to: whole) == .exited(0))
        var parts: [String] = []
        for package in try describedPackages() {
          let part = "\(whole)-\(package)"
          let ending = try install(script, package: package, of: directory, to: part)
          let found = try files(in: part)
          // What another script installs is no package of this one, or has no files here.
          #expect(ending == .exited(0) || found.isEmpty, "\(package)")
          parts += found
        }
        #expect(try parts.sorted() == files(in: whole), "\(script)")
      }
      let window = try files(in: directory + "/install.sh-fresnel-window")
      #expect(window.contains("usr/libexec/fresnel/fresnel-window-gtk"), "\(window)")
    }
  }

  @Test("A package that does not exist is refused")
  func unknownPackage() throws {
    try withBuild { (directory: String) throws in
      let ending = try install(
        "install.sh", package: "fresnel-none", of: directory, to: directory + "/none")
      #expect(ending == .exited(2))
      #expect(!FileSystem.exists(directory + "/none"))
    }
  }

  @Test("The three scripts install no file of one another, as packages must not")
  func apart() throws {
    try withBuild { (directory: String) throws in
      var owners: [String: String] = [:]
      for script in Self.scripts {
        let place = "\(directory)/\(script)"
        #expect(try install(script, of: directory, to: place) == .exited(0))
        for file in try files(in: place) {
          #expect(owners.updateValue(script, forKey: file) == nil, "\(file)")
        }
      }
      #expect(owners["usr/share/swift/fresnel/Package.swift"] == "install-sources.sh")
      #expect(owners["usr/lib/python3/dist-packages/fresnel/client.py"] == "install-sources.sh")
      #expect(!owners.keys.contains { $0.contains("__pycache__") })
    }
  }

  @Test("Removing the sources for apps leaves nothing, and all that others have beside them")
  func removingSources() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let prefix = directory + "/prefix"
      #expect(try Installation.ending("install-sources.sh", [prefix]) == .exited(0))
      #expect(FileSystem.exists(prefix + "/share/swift/fresnel/Package.swift"))
      #expect(FileSystem.exists(prefix + "/lib/python3/dist-packages/fresnel/client.py"))
      let others = ["/lib/python3/dist-packages/apt/cache.py", "/share/swift/other/Package.swift"]
      for path in others {
        try FileSystem.createDirectory(FileSystem.parent(of: prefix + path))
        try FileSystem.write(Array("theirs".utf8), to: prefix + path)
      }
      let told = try Installation.removing(prefix: prefix, script: "install-sources.sh")
      #expect(told.contains("Removed"), "\(told)")
      for path in others { #expect(FileSystem.exists(prefix + path), "\(path)") }
      #expect(try FileSystem.entries(of: prefix + "/lib/python3/dist-packages") == ["apt"])
      #expect(try FileSystem.entries(of: prefix + "/share/swift") == ["other"])
    }
  }

  @Test(
    "Debian's changelog has the version of the programs, in lines that fit",
    .enabled(if: FileSystem.isExecutable("/usr/bin/python3"), "python3 is not installed"))
  func changelog() throws {
    let (ending, output) = try Command(
      "/usr/bin/python3",
      ["\(Installation.top)/Scripts/debian_changelog.py", "A Person <person@example.org>", "86400"]
    ).capture()
    #expect(ending == .exited(0))
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    let version = SoftwareVersion.text
    let first = try #require(lines.first)
    // A release has the version alone; what is not released yet has the time besides.
    #expect(
      ["fresnel (\(version)) ", "fresnel (\(version)~19700102", "fresnel (\(version)+19700102"]
        .contains { first.hasPrefix($0) }, "\(first)")
    #expect(lines.contains { $0.hasPrefix(" -- A Person <person@example.org>  ") })
    #expect(lines.contains { $0.hasPrefix("  * ") })
    for line in lines {
      #expect(line.count <= 80 || !line.dropFirst(5).contains(" "), "\(line)")
    }
  }
}
