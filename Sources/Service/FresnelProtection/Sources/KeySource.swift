package import FresnelStorage
package import SpotlightWire

/// Keeps a secret for each class, which opens the key of that class.
///
/// Separate secrets keep a process that has one of them from opening another class.
package protocol KeySource: Sendable {
  /// What the wraps are marked with that its secrets open.
  var method: WrapMethod { get }

  /// Finds the secret of a class. May wait for the person.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - create: Whether one is made and kept where there is none.
  /// - Returns: The secret; `nil` when there is none and none was to be made.
  /// - Throws: ``ProtectionError``: ``ProtectionError/Code/absent`` where the method cannot be used on
  ///   this machine, ``ProtectionError/Code/notThereYet``, ``ProtectionError/Code/dismissed``.
  func secret(
    of protection: ProtectionClass, create: Bool
  ) throws(ProtectionError) -> EncryptionKey?

  /// Waits until it may be worth asking again, or the time is over.
  ///
  /// - Parameter duration: How long to wait at most.
  func waitForChange(atMost duration: Duration)

  /// Forgets the secret of a class, when nothing is opened by it any more.
  func forget(_ protection: ProtectionClass)
}
