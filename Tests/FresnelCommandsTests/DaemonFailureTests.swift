import CommandKit
import SpotlightWire
import Testing

@testable import FresnelCommands

/// What a person is told when the daemon did not do something.
@Suite("What the daemon did not do")
struct DaemonFailureTests {
  @Test("a daemon of another installation that does not name itself has advice of the client's")
  func older() {
    let error = CommandError(ServiceError(.refused, "Only the command line may do this."))
    #expect(error.message == "Only the command line may do this")
    #expect(error.advice == "use the fresnel that was installed with the daemon, beside fresneld")
  }

  @Test(
    "a sentence that says what to do has no other advice",
    arguments: [
      ServiceError(
        .refused, Welcome.otherInstallation + " than the daemon that runs, /d; use /bin/fresnel."),
      ServiceError(.refused, "The passphrase is wrong."),
      ServiceError(.unavailable, "The class is locked; run fresnel unlock."),
    ])
  func complete(error: ServiceError) {
    #expect(CommandError(error).advice == nil)
  }

  @Test("what comes and goes may be tried again, also while a key is awaited")
  func temporary() {
    let error = CommandError(
      ServiceError(.unavailable, "The key of the class first-unlock has not come yet."))
    #expect(error.advice == "try again, or see what the daemon wrote: fresnel logs")
  }

  @Test("what would steer a terminal is left out of a daemon's words")
  func controls() {
    let error = CommandError(ServiceError(.refused, "No\u{1B}[2J, never\u{7}."))
    #expect(!error.message.unicodeScalars.contains { $0.value < 0x20 }, "\(error.message)")
  }
}
