internal import CSodium

/// Changes to an index of a locked class, as they are before they are sealed and after they are opened.
///
/// Sealed, they are a sealed box of libsodium: a new key pair each time, X25519, XSalsa20-Poly1305.
/// Whoever sealed them cannot open them again.
package struct SealedBatch: Hashable, Sendable, WireValue {
  /// How many bytes longer the sealed bytes are.
  package static let overheadByteCount = 48

  /// The name of the index.
  package var index: String
  /// The new client state; `nil` leaves the stored one.
  package var clientState: [UInt8]?
  /// The changes, in their order.
  package var operations: [WireOperation]

  /// Puts the parts together.
  package init(index: String, clientState: [UInt8]? = nil, operations: [WireOperation]) {
    self.index = index
    self.clientState = clientState
    self.operations = operations
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: index)
    writer.append(optionalBytes: clientState)
    writer.append(list: operations)
  }

  /// Reads the parts; the items share the reader's bytes.
  package init(from reader: inout WireReader) throws(WireError) {
    index = try reader.string()
    clientState = try reader.optionalBytes()
    operations = try reader.list()
  }
}

extension SealedBatch {
  /// Encrypts the changes.
  ///
  /// - Parameter publicKey: That of the class, as the daemon told it.
  /// - Returns: Bytes that only the owner of the secret key can read.
  /// - Throws: ``WireError`` with ``WireError/Code/malformed`` when the public key is none, or with
  ///   ``WireError/Code/system`` when libsodium cannot be used.
  /// - Complexity: O(*n*) in the bytes of the changes.
  package func sealed(to publicKey: [UInt8]) throws(WireError) -> [UInt8] {
    guard fresnel_sodium_prepare() == 0 else {
      throw WireError(.system, "libsodium can't be used on this machine.")
    }
    var writer = WireWriter()
    write(to: &writer)
    let plain = writer.finish()
    let count = plain.count + Self.overheadByteCount
    var isSealed = false
    let sealed = [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
      guard publicKey.count == SealingKeyPair.byteCount else { return }
      isSealed = fresnel_sodium_box_seal(plain, plain.count, publicKey, bytes.baseAddress) == 0
      initialized = isSealed ? count : 0
    }
    guard isSealed else { throw WireError(.malformed, "The public key is none.") }
    return sealed
  }

  /// Decrypts changes.
  ///
  /// - Parameters:
  ///   - sealed: Bytes from anywhere.
  ///   - keys: The pair to whose public key they were encrypted.
  /// - Throws: ``WireError`` with ``WireError/Code/malformed`` when they were encrypted to another
  ///   key, are not what they were, or hold no changes.
  /// - Complexity: O(*n*) in the bytes.
  package init(opening sealed: [UInt8], with keys: SealingKeyPair) throws(WireError) {
    let count = sealed.count - Self.overheadByteCount
    var isOpen = false
    let plain = [UInt8](unsafeUninitializedCapacity: max(0, count)) { bytes, initialized in
      guard count >= 0 else { return }
      isOpen = keys.withSecretKey { secretKey in
        fresnel_sodium_box_open(
          sealed, sealed.count, keys.publicKey, secretKey.baseAddress, bytes.baseAddress) == 0
      }
      initialized = isOpen ? count : 0
    }
    guard isOpen else {
      throw WireError(.malformed, "Sealed changes are damaged, or meant for another key.")
    }
    var reader = WireReader(plain)
    try self.init(from: &reader)
    try reader.finish()
  }
}
