internal import CHandoffCrypto

/// HMAC (RFC 2104) with BLAKE2b-512, and the key derivation that Noise builds on it.
///
/// BLAKE2b has a keyed mode, which needs no HMAC; Noise wants HMAC with every hash alike.
enum HashMAC {
  /// The bytes of a hash.
  static let hashByteCount = 64
  private static let blockByteCount = 128

  /// The code of a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - key: At most 128 bytes.
  /// - Returns: 64 bytes.
  static func code(_ message: SecretBytes, key: SecretBytes) -> SecretBytes {
    precondition(key.byteCount <= blockByteCount, "Longer keys of HMAC are not used.")
    let inner = hash(key: key, mask: 0x36, message)
    return hash(key: key, mask: 0x5c, inner)
  }

  /// Noise's HKDF.
  ///
  /// - Parameters:
  ///   - input: The key material that comes in, maybe none.
  ///   - chainingKey: The key that went before.
  ///   - count: How many outputs there are to be, 2 or 3.
  /// - Returns: The outputs, 64 bytes each.
  static func derive(_ input: SecretBytes, chainingKey: SecretBytes, count: Int) -> [SecretBytes] {
    let key = code(input, key: chainingKey)
    var outputs: [SecretBytes] = []
    for number in 1...count {
      let last = outputs.last
      let lastCount = last?.byteCount ?? 0
      let message = SecretBytes(byteCount: lastCount + 1) { message in
        last?.withBytes { message.copyMemory(from: $0) }
        message[lastCount] = UInt8(number)
      }
      outputs.append(code(message, key: key))
    }
    return outputs
  }

  /// The hash of the key, filled up to a block and masked, and of a message.
  private static func hash(key: SecretBytes, mask: UInt8, _ message: SecretBytes) -> SecretBytes {
    let whole = SecretBytes(byteCount: blockByteCount + message.byteCount) { whole in
      key.withBytes { whole.copyMemory(from: $0) }
      for index in 0..<blockByteCount { whole[index] ^= mask }
      message.withBytes {
        UnsafeMutableRawBufferPointer(rebasing: whole[blockByteCount...]).copyMemory(from: $0)
      }
    }
    return SecretBytes(byteCount: hashByteCount) { hash in
      whole.withBytes { whole in
        _ = fresnel_handoff_blake2b(
          whole.baseAddress, whole.count, nil, 0, hash.baseAddress, hash.count)
      }
    }
  }
}
