import FresnelApps
import FresnelPlatform
import SpotlightWire
import Testing

@testable import SpotlightDaemon

@Suite("ExtensionProgram")
struct ExtensionProgramTests {
  private func manifest(_ program: String?, point: ExtensionPoint = .index) throws -> AppManifest {
    let executable = program.map { ", \"FresnelExecutable\": \"\($0)\"" } ?? ""
    let types =
      point == .importer
      ? ", \"NSExtensionAttributes\": {\"CSSupportedContentTypes\": [\"public.text\"]}" : ""
    let text = """
      {"CFBundleIdentifier": "com.example.notes", "FresnelExecutable": "/opt/notes/notes",
       "NSExtension": {"NSExtensionPointIdentifier": "\(point.rawValue)"\(executable)\(types)}}
      """
    return try #require(
      AppManifest.read(Array(text.utf8), at: "/x/com.example.notes.plist").manifest)
  }

  @Test("The program is the one that the manifest names, in the person's home")
  func program() throws {
    let limits = ProcessLimits(dataByteCount: 1 << 20)
    let command = try #require(
      try manifest("/opt/notes/indexer").command(
        for: .index, environment: ["HOME": "/home/ann", "SECRET": "x"], limits: limits))
    #expect(command.program == "/opt/notes/indexer")
    #expect(command.arguments.isEmpty)
    #expect(command.directory == "/home/ann")
    #expect(command.limits == limits)
    #expect(
      command.environment == [
        "HOME": "/home/ann", "FRESNEL_EXTENSION_SOCKET": "3",
        "FRESNEL_EXTENSION_POINT": "com.apple.spotlight.index",
        "FRESNEL_APP_IDENTIFIER": "com.example.notes",
      ])
  }

  @Test("Without a program, or for another purpose, there is none")
  func absence() throws {
    let environment = ["HOME": "not a path"]
    let limits = ProcessLimits()
    #expect(try manifest(nil).command(for: .index, environment: environment, limits: limits) == nil)
    let index = try manifest("/opt/notes/indexer")
    #expect(index.command(for: .importer, environment: environment, limits: limits) == nil)
    #expect(index.command(for: .preview, environment: environment, limits: limits) == nil)
    #expect(
      try manifest("/opt/notes/reader", point: .importer).command(
        for: .importer, environment: environment, limits: limits)?.directory == "/")
  }

  @Test(
    "A program of a Flatpak's manifest is run in its sandbox, and no other, whatever is there outside"
  )
  func flatpak() throws {
    var declared = try manifest("/app/bin/indexer")
    let plain = declared.command(
      for: .index, environment: [:], limits: ProcessLimits(), isThere: { $0 == "/usr/bin/flatpak" })
    #expect(plain?.program == "/app/bin/indexer")
    declared.isOfFlatpak = true
    let command = try #require(
      declared.command(
        for: .index, environment: [:], limits: ProcessLimits(), isThere: { _ in true }))
    #expect(command.program == "/usr/bin/flatpak")
    #expect(
      command.arguments == [
        "run", "--command=/app/bin/indexer", "--env=FRESNEL_EXTENSION_SOCKET=3",
        "--env=FRESNEL_EXTENSION_POINT=com.apple.spotlight.index", "com.example.notes",
      ])
    // Where Flatpak is missing, starting it says so.
    let missing = declared.command(
      for: .index, environment: [:], limits: ProcessLimits(), isThere: { _ in false })
    #expect(missing?.program == "/usr/bin/flatpak")
  }

  @Test("Only what programs need is handed on from the daemon's environment")
  func environment() {
    let daemon = [
      "HOME": "/h", "LC_TIME": "de_DE.UTF-8", "LC_": "x", "XDG_RUNTIME_DIR": "/run/user/1",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1/bus", "LD_PRELOAD": "/x.so",
      "HOMEX": "x", "FRESNEL_STORE": "/x", "LISTEN_FDS": "1", "NOTIFY_SOCKET": "/x",
      "FRESNEL_APP_IDENTIFIER": "com.example.other",
    ]
    let variables = ExtensionEnvironment.variables(
      for: AppIdentity(identifier: "com.example.notes"), .importer, from: daemon)
    #expect(
      Set(variables.keys) == [
        "HOME", "LC_TIME", "LC_", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
        "FRESNEL_EXTENSION_SOCKET", "FRESNEL_EXTENSION_POINT", "FRESNEL_APP_IDENTIFIER",
      ])
    #expect(variables["FRESNEL_APP_IDENTIFIER"] == "com.example.notes")
  }
}
