import FresnelLaunching
import SpotlightWire
import Testing

@Suite("Failures to open something")
struct LaunchFailureTests {
  @Test("Clients get the sentence and the cause", arguments: LaunchFailure.Cause.allCases)
  func details(cause: LaunchFailure.Cause) {
    let error = LaunchFailure(cause, "Recipes did not open it.").serviceError
    #expect(error.message == "Recipes did not open it.")
    #expect(error.details == [ServiceError.Detail(key: "launch.cause", value: cause.rawValue)])
  }

  @Test("What the app did wrong differs from what is not there")
  func codes() {
    #expect(LaunchFailure(.declined, "").serviceError.code == .providerFailed)
    #expect(LaunchFailure(.notInstalled, "").serviceError.code == .unavailable)
    #expect(LaunchFailure(.unknownItem, "").serviceError.code == .refused)
    #expect(LaunchFailure(.noHandler, "").serviceError.code == .unsupported)
  }
}
