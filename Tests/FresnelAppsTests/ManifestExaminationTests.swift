import FresnelApps
import FresnelModel
import FresnelPlatform
import Testing

@Suite("What a look around shows about a manifest")
struct ManifestExaminationTests {
  /// The codes that the examination of a manifest gives, in a directory with some programs.
  private func codes(
    _ keys: String, isInstalled: Bool = false, others: [ManifestFile] = [], root: String
  ) throws -> [ManifestDiagnostic.Code] {
    let path = root + "/home/fresnel/apps/a.one.plist"
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    try FileSystem.write(Array(#"{"CFBundleIdentifier":"a.one"\#(keys)}"#.utf8), to: path)
    let file = ManifestFile(reading: path, isPersonal: true)
    let examination = ManifestExamination(
      AppCatalog([file] + others), desktopFiles: DesktopFiles(dataDirectories: [root + "/share"]))
    return examination.diagnostics(of: file, isInstalled: isInstalled).map(\.code)
  }

  private func withPrograms(_ body: (String) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (root: String) throws in
      func write(_ name: String, _ text: String, _ permissions: UInt32) throws {
        let path = root + "/" + name
        try FileSystem.createDirectory(FileSystem.parent(of: path))
        try FileSystem.write(Array(text.utf8), to: path, permissions: permissions)
      }
      try write("bin/one", "\u{7f}ELF", 0o755)
      try write("bin/plain", "\u{7f}ELF", 0o644)
      try write("bin/script", "#!/bin/sh\n", 0o755)
      try write("bin/python3", "\u{7f}ELF", 0o755)
      try write(
        "share/applications/a.one.desktop", "[Desktop Entry]\nName=One\nExec=one %U\n", 0o644)
      try write(
        "share/applications/kde/two.desktop", "[Desktop Entry]\nName=Two\nExec=two\n", 0o644)
      try body(root)
    }
  }

  @Test("programs that are missing, can't run, or say nothing about the app")
  func programs() throws {
    try withPrograms { (root: String) throws in
      func codes(_ program: String) throws -> [ManifestDiagnostic.Code] {
        try self.codes(#","FresnelExecutable":"\#(root)/bin/\#(program)""#, root: root)
      }
      #expect(try codes("one") == [])
      #expect(try codes("none") == [.executableNotFound])
      #expect(try codes("plain") == [.executableNotRunnable])
      #expect(try codes("script") == [.executableIsScript])
      try FileSystem.write(Array("import sys\n".utf8), to: root + "/bin/started-by-name")
      #expect(try codes("started-by-name") == [.executableNotStartable, .executableIsScript])
      #expect(try codes("python3") == [.executableIsInterpreter])
      #expect(try run("chmod", "0777", root + "/bin/one"))
      #expect(try codes("one") == [.executableWritableByOthers])
    }
  }

  @Test("a program that two apps claim is an error for both")
  func rivals() throws {
    try withPrograms { (root: String) throws in
      let keys = #","FresnelExecutable":"\#(root)/bin/one""#
      let rival = ManifestFile(
        path: "/x/a.two.plist", isPersonal: true, isProtected: false,
        manifest: AppManifest.read(
          ["CFBundleIdentifier": "a.two", "FresnelExecutable": .string(root + "/bin/one")], at: "/x"
        ).manifest)
      let found = try codes(keys, others: [rival], root: root)
      #expect(found == [.executableClaimedTwice])
    }
  }

  @Test("desktop files are found by their identifiers, in folders too, and have to start the app")
  func desktopFiles() throws {
    try withPrograms { (root: String) throws in
      let program = #","FresnelExecutable":"\#(root)/bin/one""#
      #expect(try codes(program + #","FresnelDesktopFile":"a.one""#, root: root) == [])
      #expect(
        try codes(program + #","FresnelDesktopFile":"a.none.desktop""#, root: root)
          == [.desktopFileNotFound])
      #expect(
        try codes(program + #","FresnelDesktopFile":"kde-two""#, root: root)
          == [.desktopFileRunsAnother])
      let files = DesktopFiles(dataDirectories: [root + "/share"])
      #expect(files.find("kde-two")?.name == "Two" && files.find("kde-two")?.program == "two")
      #expect(files.find("../applications/a.one") == nil)
    }
  }

  @Test("types that nobody declares, a system's surface in the home, and a file of another name")
  func others() throws {
    try withPrograms { (root: String) throws in
      let program = #","FresnelExecutable":"\#(root)/bin/one""#
      #expect(
        try codes(
          program + #","CFBundleDocumentTypes":[{"LSItemContentTypes":["public.jpeg","a.b.c"]}]"#,
          root: root) == [.unknownType])
      #expect(
        try codes(program + #","FresnelSystemSurface":true"#, isInstalled: true, root: root)
          == [.unprotectedSystemSurface])
      let other = ManifestFile(
        path: "/u/a.one.plist", isPersonal: false, isProtected: true,
        manifest: AppManifest.read(["CFBundleIdentifier": "a.one"], at: "/u").manifest)
      #expect(
        try codes(program, isInstalled: true, others: [other], root: root)
          == [.standsBehindAnother])
    }
  }
}
