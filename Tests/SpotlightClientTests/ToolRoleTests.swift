import FresnelPlatform
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

/// A command line that a daemon takes for an app, as it belongs to another installation.
@Suite("A command line that is taken for an app", .timeLimit(.minutes(30)))
struct ToolRoleTests {
  /// What a command line is told by a daemon that lets it be an app.
  private func failure(beside daemon: ScriptedDaemon) -> ServiceError? {
    var connecting = daemon.connection().connecting
    connecting.requiresRole = true
    let connection = ServiceConnection(connecting)
    defer { connection.close() }
    let order = ClientMessage.administer(
      Administration(verb: "status", arguments: [UInt8]("{}".utf8)))
    return #expect(throws: ServiceError.self) { _ = try connection.answer(to: order) }
  }

  @Test("hears what the daemon says of the installations")
  func named() throws {
    let daemon = try ScriptedDaemon()
    let notice = Welcome.otherInstallation + " than the daemon that runs, /usr/libexec/fresneld"
    daemon.setWelcome { $0.notice = notice }
    let failure = failure(beside: daemon)
    #expect(failure?.code == .refused)
    #expect(failure?.message == notice)
  }

  @Test(
    "hears nothing of manifests, as an older daemon tells an app",
    arguments: [
      "",
      "No manifest registers org.fresnel.tool; run fresnel app install Info.plist --executable x",
    ])
  func older(notice: String) throws {
    let daemon = try ScriptedDaemon()
    daemon.setWelcome { $0.notice = notice }
    let failure = failure(beside: daemon)
    #expect(failure?.code == .refused)
    #expect(failure?.message == "Only the command line may do this.")
  }
}
