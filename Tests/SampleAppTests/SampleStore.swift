import CoreSpotlight

/// Keeps the sample app's items in a folder of their own, removed at the end of the process.
enum SampleStore {
  static let prepare: Void = {
    guard ProcessInfo.processInfo.environment["FRESNEL_STORE"] == nil else { return }
    setenv("FRESNEL_STORE", temporaryFolder(), 1)
    atexit {
      guard let path = ProcessInfo.processInfo.environment["FRESNEL_STORE"] else { return }
      try? FileManager.default.removeItem(atPath: path)
    }
  }()

  static func temporaryFolder() -> String {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("fresnel-sample-\(UUID().uuidString)").path
  }
}
