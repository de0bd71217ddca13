internal import CSodium

/// The BLAKE2b hash (RFC 7693) of 32 bytes, without a key.
enum ContentHash {
  /// The hash of some bytes in 64 hexadecimal digits.
  static func hexadecimal(of bytes: [UInt8]) -> String {
    var hash = [UInt8](repeating: 0, count: 32)
    bytes.withUnsafeBytes { bytes in
      hash.withUnsafeMutableBytes { hash in
        fresnel_sodium_hash(bytes.baseAddress, bytes.count, hash.baseAddress)
      }
    }
    let digits = Array("0123456789abcdef".utf8)
    let text = hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
