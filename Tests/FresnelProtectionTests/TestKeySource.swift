import FresnelProtection
import FresnelStorage
import SpotlightWire
import Synchronization

/// Keeps secrets in memory, and fails as a test wants.
final class TestKeySource: KeySource {
  let method: WrapMethod
  private struct State {
    var secrets: [ProtectionClass: EncryptionKey] = [:]
    var failure: ProtectionError?
    var waits = 0
    var asked = 0
    var changesAfter: Int?
  }
  private let state = Mutex(State())

  init(_ method: WrapMethod, failing failure: ProtectionError.Code? = nil) {
    self.method = method
    setFailure(failure)
  }

  func setFailure(_ code: ProtectionError.Code?) {
    state.withLock { $0.failure = code.map { ProtectionError($0, "It fails.") } }
  }

  /// Has the failure end when somebody waited so often.
  func recover(afterWaits count: Int) { state.withLock { $0.changesAfter = count } }

  var waits: Int { state.withLock(\.waits) }
  var secretCount: Int { state.withLock { $0.secrets.count } }

  func secret(
    of protection: ProtectionClass, create: Bool
  ) throws(ProtectionError) -> EncryptionKey? {
    try state.withLock { (state) throws(ProtectionError) in
      state.asked += 1
      if let failure = state.failure { throw failure }
      if state.secrets[protection] == nil, create {
        state.secrets[protection] = EncryptionKey.random()
      }
      return state.secrets[protection]
    }
  }

  func waitForChange(atMost duration: Duration) {
    state.withLock { state in
      state.waits += 1
      if state.waits == state.changesAfter { state.failure = nil }
    }
  }

  func forget(_ protection: ProtectionClass) {
    state.withLock { $0.secrets[protection] = nil }
  }
}
