import Dispatch
import FresnelProtection
import FresnelStorage
import Synchronization

/// Keeps one secret in memory, and fails as a test wants.
final class PlayedKeys: KeySource {
  let method: WrapMethod
  private let state: Mutex<(secret: EncryptionKey?, failure: ProtectionError.Code?, asked: Int)>

  init(_ method: WrapMethod, failing failure: ProtectionError.Code? = nil) {
    self.method = method
    state = Mutex((nil, failure, 0))
  }

  func fail(_ code: ProtectionError.Code?) { state.withLock { $0.failure = code } }
  var isEmpty: Bool { state.withLock { $0.secret == nil } }
  var asked: Int { state.withLock(\.asked) }

  func secret(
    for purpose: SecretPurpose, create: Bool
  ) throws(ProtectionError) -> EncryptionKey? {
    try state.withLock { (state) throws(ProtectionError) in
      state.asked += 1
      if let failure = state.failure { throw ProtectionError(failure, "It fails.") }
      guard purpose == .handoff else { return nil }
      if create, state.secret == nil { state.secret = EncryptionKey.random() }
      return state.secret
    }
  }

  func waitForChange(atMost duration: Duration) {}
  func forget(_ purpose: SecretPurpose) { state.withLock { $0.secret = nil } }
}

/// A source of keys that waits for a person who does not come, until it is released.
final class HeldKeys: KeySource {
  let method = WrapMethod.localKeyFile
  private let gate = DispatchSemaphore(value: 0)
  private let answered = Atomic(0)

  /// How often somebody has gone on.
  var answeredCount: Int { answered.load(ordering: .relaxed) }

  /// Lets all go on that wait, and whoever asks later.
  func release() { gate.signal() }

  func secret(for purpose: SecretPurpose, create: Bool) -> EncryptionKey? {
    gate.wait()
    gate.signal()
    answered.add(1, ordering: .relaxed)
    return nil
  }

  func waitForChange(atMost duration: Duration) {}
  func forget(_ purpose: SecretPurpose) {}
}
