@testable import SpotlightClient
import FresnelPlatform
import Testing

@Suite("ConnectionRule")
struct ConnectionRuleTests {
  private typealias Decision = ConnectionRule.Decision

  /// One row of the table: what holds, and what follows.
  struct Row: Sendable, CustomTestStringConvertible {
    var environment: [String: String] = [:]
    var executable = "/usr/bin/notes"
    var canEmbed = true
    var socketExists = false
    var runtimeIsPrivate = true
    var daemonProgram: String?
    var hasUnit = false
    var hasSystemd = false
    var decision: ConnectionRule.Decision

    var testDescription: String { "\(environment) \(executable): \(decision)" }
  }

  private static let runtime = ["XDG_RUNTIME_DIR": "/run/user/7"]
  private static let socket = "/run/user/7/fresnel/daemon"
  private static let own = Decision.embedded("/home/a/store")

  private static func with(_ more: [String: String]) -> [String: String] {
    runtime.merging(more) { $1 }
  }

  static let rows: [Row] = [
    // A store that is named goes before everything.
    Row(
      environment: with(["FRESNEL_STORE": "/s", "FRESNEL_CONNECTION": "daemon"]),
      socketExists: true, decision: own),
    // So does what the environment asks for.
    Row(
      environment: with(["FRESNEL_CONNECTION": "embedded"]), socketExists: true, decision: own),
    Row(
      environment: with(["FRESNEL_CONNECTION": "daemon"]),
      decision: .daemon(socket, .never)),
    Row(
      environment: with(["FRESNEL_CONNECTION": "daemon", "FRESNEL_DAEMON_SOCKET": "/d"]),
      daemonProgram: "/usr/libexec/fresneld", decision: .daemon("/d", .never)),
    Row(
      environment: with(["FRESNEL_CONNECTION": "codec"]),
      decision: .embedded("/home/a/store", throughCodec: true)),
    Row(
      environment: ["FRESNEL_CONNECTION": "daemon"],
      decision: .nothing("XDG_RUNTIME_DIR is not set, so the index daemon cannot be found.")),
    // Tests never fill the person's index.
    Row(
      environment: runtime, executable: "/b/.build/debug/appPackageTests.xctest",
      socketExists: true, decision: .forTests),
    Row(
      environment: with(["FRESNEL_DAEMON_SOCKET": "/d"]),
      executable: "/opt/swift/usr/libexec/swift/pm/swiftpm-testing-helper", decision: .forTests),
    // A daemon that is there, or can be started.
    Row(environment: with(["FRESNEL_DAEMON_SOCKET": "/d"]), decision: .daemon("/d", .never)),
    Row(environment: runtime, socketExists: true, decision: .daemon(socket, .never)),
    Row(
      environment: runtime, daemonProgram: "/usr/libexec/fresneld",
      decision: .daemon(socket, .program("/usr/libexec/fresneld"))),
    Row(
      environment: runtime, daemonProgram: "/usr/libexec/fresneld", hasUnit: true,
      hasSystemd: true, decision: .daemon(socket, .systemd)),
    Row(
      environment: runtime, daemonProgram: "/usr/libexec/fresneld", hasUnit: true,
      decision: .daemon(socket, .program("/usr/libexec/fresneld"))),
    Row(
      environment: runtime, runtimeIsPrivate: false, daemonProgram: "/usr/libexec/fresneld",
      decision: own),
    // Nothing of the kind: the app keeps its index itself.
    Row(environment: runtime, decision: own),
    Row(daemonProgram: "/usr/libexec/fresneld", decision: own),
    Row(environment: with(["FRESNEL_STORE": "", "FRESNEL_CONNECTION": ""]), decision: own),
    // A program without an index of its own has only the daemon.
    Row(environment: runtime, canEmbed: false, decision: .daemon(socket, .never)),
    Row(
      environment: with(["FRESNEL_STORE": "/s"]), canEmbed: false,
      decision: .nothing(
        "This program was built without an index of its own; it needs the daemon.")),
  ]

  @Test("the daemon beside a program counts, unless somebody else may have put it there")
  func besides() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      for name in ["bin", "libexec", "tools"] {
        try FileSystem.createDirectory("\(directory)/\(name)")
      }
      let daemon = directory + "/libexec/fresneld"
      try FileSystem.write(Array("#!/bin/sh\n".utf8), to: daemon)
      func mode(_ mode: String, _ path: String) throws {
        _ = try Command("/bin/chmod", [mode, path]).run()
      }
      func found(_ program: String = "bin/app") -> String? {
        ConnectionRule.program(besides: "\(directory)/\(program)")
      }
      try mode("755", directory + "/libexec")
      try mode("644", daemon)
      #expect(found() == nil)
      try mode("755", daemon)
      #expect(found() == daemon)
      #expect(found("tools/app") == nil)
      try mode("775", daemon)
      #expect(found() == nil)
      try mode("755", daemon)
      try mode("777", directory + "/libexec")
      #expect(found() == nil)
    }
  }

  @Test("each row of the table is decided as it says", arguments: rows)
  func table(row: Row) {
    let rule = ConnectionRule(
      environment: row.environment, executable: row.executable,
      embeddedDirectory: "/home/a/store", canEmbed: row.canEmbed,
      exists: { path in
        path == Self.socket
          ? row.socketExists : path == "/run/user/7/systemd/private" && row.hasSystemd
      },
      isPrivateDirectory: { $0 == "/run/user/7" && row.runtimeIsPrivate },
      daemonProgram: { row.daemonProgram }, hasSocketUnit: { row.hasUnit })
    #expect(rule.decide() == row.decision)
  }
}
