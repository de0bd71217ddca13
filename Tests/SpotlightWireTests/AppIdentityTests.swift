import FresnelPlatform
import SpotlightWire
import Testing

@Suite("AppIdentity and StoreLocation")
struct AppIdentityTests {
  @Test("what the environment says comes before what the app declares", .timeLimit(.minutes(30)))
  func precedence() async throws {
    await #expect(processExitsWith: .success) {
      Environment.setValue("com.example.override", for: AppIdentity.environmentVariable)
      #expect(AppIdentity.current(declared: "com.example.app").identifier == "com.example.override")
      Environment.setValue(nil, for: AppIdentity.environmentVariable)
      #expect(AppIdentity.current(declared: "com.example.app").identifier == "com.example.app")
      #expect(AppIdentity.current(declared: "").identifier == CurrentProcess.name)
    }
  }

  @Test("an app's store lies in a folder of its own, whatever its name", .timeLimit(.minutes(30)))
  func folders() async throws {
    await #expect(processExitsWith: .success) {
      Environment.setValue(nil, for: StoreLocation.environmentVariable)
      Environment.setValue("/data", for: "XDG_DATA_HOME")
      func folder(_ identifier: String) -> String {
        StoreLocation.embedded(for: AppIdentity(identifier: identifier))
      }
      #expect(folder("com.example.mail") == "/data/fresnel/embedded/com.example.mail")
      #expect(folder("../../etc") == "/data/fresnel/embedded/%2E.%2F..%2Fetc")
      #expect(folder("Ä b") == "/data/fresnel/embedded/%C3%84%20b")
      #expect(folder("") == "/data/fresnel/embedded/unnamed")
      Environment.setValue("/elsewhere", for: StoreLocation.environmentVariable)
      #expect(folder("com.example.mail") == "/elsewhere")
    }
  }
}
