internal import CSodium
internal import FresnelPlatform

/// Encrypts and authenticates the frames of one generation, and the manifest that names it:
/// XChaCha20-Poly1305 with a random nonce, which is kept with the bytes.
///
/// The nonce isn't counted, for a frame's number is used again after an unfinished write, with other
/// content.
struct FrameCipher: Sendable {
  /// The generation's own key.
  private let key: EncryptionKey

  static let nonceByteCount = 24
  static let tagByteCount = 16
  /// How much longer sealed bytes are.
  static let overhead = nonceByteCount + tagByteCount

  init(key: EncryptionKey) {
    self.key = key
  }

  /// Encrypts bytes in place. What is encrypted lies between the room for the nonce at the start and
  /// the room for the tag at the end.
  func seal(_ bytes: UnsafeMutableRawBufferPointer, authenticating fields: [UInt8]) {
    for index in 0..<Self.nonceByteCount / 8 {
      bytes.storeBytes(of: SecureRandom.number(), toByteOffset: index * 8, as: UInt64.self)
    }
    let text = UnsafeMutableRawBufferPointer(
      rebasing: bytes[Self.nonceByteCount..<(bytes.count - Self.tagByteCount)])
    let tag = UnsafeMutableRawBufferPointer(rebasing: bytes[(bytes.count - Self.tagByteCount)...])
    key.withBytes { key in
      fresnel_sodium_seal(
        text.baseAddress, text.count, fields, fields.count, bytes.baseAddress, key.baseAddress,
        tag.baseAddress)
    }
  }

  /// Encrypts bytes.
  func sealed(_ text: [UInt8], authenticating fields: [UInt8]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.nonceByteCount)
    bytes += text
    bytes += [UInt8](repeating: 0, count: Self.tagByteCount)
    bytes.withUnsafeMutableBytes { seal($0, authenticating: fields) }
    return bytes
  }

  /// Decrypts what was sealed, or returns `nil` when the bytes or the fields are not what they were.
  func open(_ sealed: ArraySlice<UInt8>, authenticating fields: [UInt8]) -> [UInt8]? {
    guard sealed.count >= Self.overhead else { return nil }
    return sealed.withUnsafeBytes { sealed in
      let end = sealed.count - Self.tagByteCount
      var text = [UInt8](sealed[Self.nonceByteCount..<end])
      let isOpen = text.withUnsafeMutableBytes { text in
        key.withBytes { key in
          fresnel_sodium_open(
            text.baseAddress, text.count, fields, fields.count, sealed.baseAddress,
            key.baseAddress, UnsafeRawBufferPointer(rebasing: sealed[end...]).baseAddress) == 0
        }
      }
      return isOpen ? text : nil
    }
  }
}
