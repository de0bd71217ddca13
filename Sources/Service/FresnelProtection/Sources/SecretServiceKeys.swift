internal import Dispatch
package import FresnelBus
package import FresnelStorage

/// Secrets that the session's Secret Service keeps: GNOME Keyring, KWallet, KeePassXC.
///
/// A locked screen does not lock that service, so whoever runs programs as the person meanwhile can ask
/// for the secrets.
package final class SecretServiceKeys: KeySource {
  /// What the wraps are marked with.
  package var method: WrapMethod { .secretService }

  private let service: SecretService
  private let appeared = DispatchSemaphore(value: 0)
  private let watch: BusSubscription?

  /// Uses the service on a bus.
  ///
  /// - Parameters:
  ///   - bus: The session's.
  ///   - promptTimeout: How long the person may take when asked to unlock the keyring.
  package init(_ bus: BusConnection, promptTimeout: Duration = .seconds(60)) {
    service = SecretService(bus: bus, promptTimeout: promptTimeout)
    let appeared = appeared
    // Without the watch nobody is told that the service came; it is asked again later all the same.
    watch = try? bus.watchOwner(of: SecretService.name) { owner in
      if owner != nil { appeared.signal() }
    }
  }

  /// Finds the secret, or makes it. Waits for the person where the service asks them. Not for the thread
  /// of the bus's loop.
  ///
  /// - Parameters:
  ///   - purpose: What it is for.
  ///   - create: Whether one is made where there is none.
  /// - Returns: The secret; `nil` when there is none.
  /// - Throws: ``ProtectionError``; with ``ProtectionError/Code/absent`` when no such service is
  ///   installed.
  package func secret(
    for purpose: SecretPurpose, create: Bool
  ) throws(ProtectionError) -> EncryptionKey? {
    guard try service.isInstalled() else {
      throw ProtectionError(.absent, "This session has no Secret Service.")
    }
    let session = try service.openSession()
    if let item = try service.item(for: purpose) {
      return try service.secret(of: item, in: session)
    }
    guard create else { return nil }
    try service.create(EncryptionKey.random(), for: purpose, in: session)
    // What the service gives back is what counts.
    guard let item = try service.item(for: purpose) else {
      throw ProtectionError(.system, "The Secret Service did not keep a secret.")
    }
    return try service.secret(of: item, in: session)
  }

  /// Waits until a service comes to the bus.
  package func waitForChange(atMost duration: Duration) {
    _ = appeared.wait(timeout: .now() + max(0, duration.inSeconds))
  }

  /// Removes the secret, if the service lets it be removed without asking anybody.
  package func forget(_ purpose: SecretPurpose) {
    try? service.remove(purpose)
  }
}
