import FresnelProtection
import FresnelStorage
import Synchronization

/// Keeps secrets in memory, and fails as a test wants.
final class TestKeySource: KeySource {
  let method: WrapMethod
  private struct State {
    var secrets: [SecretPurpose: EncryptionKey] = [:]
    var failure: ProtectionError?
    var waits = 0
    var asked = 0
    var changesAfter: Int?
    var loses = false
  }
  private let state = Mutex(State())

  init(_ method: WrapMethod, failing failure: ProtectionError.Code? = nil) {
    self.method = method
    setFailure(failure)
  }

  func setFailure(_ code: ProtectionError.Code?) {
    state.withLock { $0.failure = code.map { ProtectionError($0, "It fails.") } }
  }

  /// Has it give out new secrets that it doesn't keep.
  func setLosing(_ loses: Bool) { state.withLock { $0.loses = loses } }

  /// Has the failure end when somebody waited so often.
  func recover(afterWaits count: Int) { state.withLock { $0.changesAfter = count } }

  var waits: Int { state.withLock(\.waits) }
  var secretCount: Int { state.withLock { $0.secrets.count } }

  func secret(
    for purpose: SecretPurpose, create: Bool
  ) throws(ProtectionError) -> EncryptionKey? {
    try state.withLock { (state) throws(ProtectionError) in
      state.asked += 1
      if let failure = state.failure { throw failure }
      if state.loses, create { return EncryptionKey.random() }
      if state.secrets[purpose] == nil, create {
        state.secrets[purpose] = EncryptionKey.random()
      }
      return state.secrets[purpose]
    }
  }

  func waitForChange(atMost duration: Duration) {
    state.withLock { state in
      state.waits += 1
      if state.waits == state.changesAfter { state.failure = nil }
    }
  }

  func forget(_ purpose: SecretPurpose) {
    state.withLock { $0.secrets[purpose] = nil }
  }
}
