internal import CSodium

/// The keys by which changes to a locked class are sealed: who has the public one seals, who has the
/// secret one opens.
///
/// The secret key lies in memory that is kept out of swap and crash dumps as far as the system lets
/// it, is overwritten when the last reference goes away, and is never printed.
package final class SealingKeyPair: Sendable, CustomStringConvertible, CustomReflectable {
  /// The number of bytes of each key.
  package static let byteCount = 32

  /// The key that everybody may know: X25519, 32 bytes.
  package let publicKey: [UInt8]
  // Written in init only, before another thread can refer to the object, and freed in deinit, when none
  // can any more.
  private nonisolated(unsafe) let secretKey: UnsafeMutableRawPointer

  private init(
    _ fill: (_ publicKey: UnsafeMutableRawPointer, _ secretKey: UnsafeMutableRawPointer) -> Void
  ) throws(WireError) {
    guard fresnel_sodium_prepare() == 0,
      let secretKey = fresnel_sodium_allocate(Self.byteCount)
    else { throw WireError(.system, "There is no memory that is fit for a secret key.") }
    self.secretKey = secretKey
    var publicKey = [UInt8](repeating: 0, count: Self.byteCount)
    publicKey.withUnsafeMutableBytes { publicKey in
      // There are as many bytes as were asked for above, so there is an address.
      if let start = publicKey.baseAddress { fill(start, secretKey) }
    }
    self.publicKey = publicKey
  }

  deinit {
    fresnel_sodium_free(secretKey)
  }

  /// Makes keys that nobody else has.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/system`` when there is no memory for them.
  package static func random() throws(WireError) -> SealingKeyPair {
    try SealingKeyPair { fresnel_sodium_box_key_pair($0, $1) }
  }

  /// Makes the pair of a secret key that was kept.
  ///
  /// - Precondition: There are ``byteCount`` bytes.
  /// - Throws: ``WireError`` with ``WireError/Code/system`` when there is no memory for them.
  package convenience init(secretKey bytes: RawSpan) throws(WireError) {
    precondition(bytes.byteCount == Self.byteCount, "A secret key has 32 bytes.")
    try self.init { publicKey, secretKey in
      bytes.withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(start: secretKey, count: Self.byteCount)
          .copyMemory(from: bytes)
      }
      fresnel_sodium_box_public_key(secretKey, publicKey)
    }
  }

  /// Calls the body with the secret key's bytes, which are not to be copied to ordinary memory.
  package func withSecretKey<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: secretKey, count: Self.byteCount))
  }

  /// Says that it is a key pair, not which.
  package var description: String { "SealingKeyPair" }

  /// An empty mirror, so that no dump shows the bytes.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
