package import FresnelStorage
package import SpotlightWire

/// Keeps a secret for each purpose, which opens the key of a class, or what else it is for.
///
/// Separate secrets keep a process that has one of them from opening anything else.
package protocol KeySource: Sendable {
  /// What the wraps are marked with that its secrets open.
  var method: WrapMethod { get }

  /// Finds a secret. May wait for the person.
  ///
  /// - Parameters:
  ///   - purpose: What it is for.
  ///   - create: Whether one is made and kept where there is none.
  /// - Returns: The secret; `nil` when there is none and none was to be made.
  /// - Throws: ``ProtectionError``: ``ProtectionError/Code/absent`` where the method cannot be used on
  ///   this machine, ``ProtectionError/Code/notThereYet``, ``ProtectionError/Code/dismissed``.
  func secret(
    for purpose: SecretPurpose, create: Bool
  ) throws(ProtectionError) -> EncryptionKey?

  /// Waits until it may be worth asking again, or the time is over.
  ///
  /// - Parameter duration: How long to wait at most.
  func waitForChange(atMost duration: Duration)

  /// Forgets a secret, when nothing is opened by it any more.
  func forget(_ purpose: SecretPurpose)

  /// Sees to it that a secret is still kept that was given before, and keeps it again where it was deleted, as far as
  /// that can be told at once.
  ///
  /// - Parameters:
  ///   - secret: What was given.
  ///   - purpose: What it is for.
  /// - Returns: Whether it was gone.
  /// - Throws: ``ProtectionError`` when it is gone and cannot be kept again.
  func keep(
    _ secret: EncryptionKey, for purpose: SecretPurpose
  ) throws(ProtectionError) -> Bool

  /// The file that has a secret; `nil` where no file of its own does.
  func path(of purpose: SecretPurpose) -> String?
}

extension KeySource {
  /// Leaves it to what keeps the secret: asking may take a person.
  package func keep(
    _ secret: EncryptionKey, for purpose: SecretPurpose
  ) throws(ProtectionError) -> Bool { false }

  /// Says that there is none.
  package func path(of purpose: SecretPurpose) -> String? { nil }

  /// Finds the secret of a class, as ``secret(for:create:)`` does.
  package func secret(
    of protection: ProtectionClass, create: Bool
  ) throws(ProtectionError) -> EncryptionKey? {
    try secret(for: .protection(protection), create: create)
  }

  /// Forgets the secret of a class, when nothing is opened by it any more.
  package func forget(_ protection: ProtectionClass) {
    forget(.protection(protection))
  }
}
