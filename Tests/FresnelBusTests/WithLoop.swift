import BusTestSupport
import FresnelBus
import FresnelPlatform

/// Runs a loop while the body runs.
func withLoop(_ body: (RunningLoop) async throws -> Void) async throws {
  let running = try RunningLoop()
  let result: Result<Void, any Error>
  do { result = .success(try await body(running)) } catch { result = .failure(error) }
  running.stop()
  try result.get()
}

extension BusConnection {
  /// Calls a method and waits for the reply without holding a thread.
  func call(_ call: BusCall, timeout: Duration = .seconds(600)) async -> BusReply {
    await withCheckedContinuation { continuation in
      self.call(call, timeout: timeout) { continuation.resume(returning: $0) }
    }
  }
}

/// A method of the object that tests serve.
func method(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
  BusCall(to: "org.fresnel.Test", "/object", "org.fresnel.Test", member, arguments)
}
