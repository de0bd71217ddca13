internal import CSodium

/// The key of an encrypted store: 32 bytes.
///
/// The bytes lie in memory of their own between pages that nobody can read, kept out of swap and of crash
/// dumps as far as the system lets it. They are overwritten when the last copy goes away, and never
/// printed.
public struct EncryptionKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The number of bytes of a key.
  public static let byteCount = 32

  private let secret: Secret

  /// Copies a key.
  ///
  /// - Precondition: There are ``byteCount`` bytes.
  public init(_ bytes: RawSpan) {
    secret = Secret(bytes)
  }

  /// Makes a key that nobody else has.
  package static func random() -> EncryptionKey {
    var generator = SystemRandomNumberGenerator()
    var bytes = (
      generator.next() as UInt64, generator.next() as UInt64, generator.next() as UInt64,
      generator.next() as UInt64
    )
    return withUnsafeMutableBytes(of: &bytes) { bytes in
      defer { fresnel_sodium_zero(bytes.baseAddress, bytes.count) }
      return EncryptionKey(UnsafeRawBufferPointer(bytes).bytes)
    }
  }

  /// Calls the body with the key's bytes, which are not to be copied to ordinary memory.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(secret.bytes))
  }

  /// Makes the cipher ready; has to be called before it is used.
  package static func prepareCipher() throws(StorageError) {
    guard fresnel_sodium_prepare() == 0 else {
      throw StorageError(.denied, "libsodium can't be used on this machine.")
    }
  }

  /// Says that it is a key, not which.
  public var description: String { "EncryptionKey" }

  /// An empty mirror, so that no dump shows the bytes.
  public var customMirror: Mirror { Mirror(self, children: []) }

  private final class Secret: Sendable {
    // Written only in init and deinit, when no other thread can refer to the object.
    nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
    /// Whether libsodium had no memory to give, as where too many pages are locked, so that the bytes lie
    /// in ordinary memory.
    let isOrdinary: Bool

    init(_ bytes: RawSpan) {
      precondition(bytes.byteCount == EncryptionKey.byteCount, "A key has 32 bytes.")
      let count = EncryptionKey.byteCount
      if fresnel_sodium_prepare() == 0, let guarded = fresnel_sodium_allocate(count) {
        self.bytes = UnsafeMutableRawBufferPointer(start: guarded, count: count)
        isOrdinary = false
      } else {
        self.bytes = .allocate(byteCount: count, alignment: 16)
        isOrdinary = true
      }
      bytes.withUnsafeBytes { self.bytes.copyMemory(from: $0) }
    }

    deinit {
      guard isOrdinary else { return fresnel_sodium_free(bytes.baseAddress) }
      fresnel_sodium_zero(bytes.baseAddress, bytes.count)
      bytes.deallocate()
    }
  }
}
