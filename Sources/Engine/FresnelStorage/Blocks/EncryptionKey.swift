/// The key of an encrypted store: 32 bytes.
///
/// The bytes are overwritten when the last copy goes away, and never printed.
public struct EncryptionKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The number of bytes of a key.
  public static let byteCount = 32

  private let storage: Storage

  /// Copies a key.
  ///
  /// - Precondition: There are ``byteCount`` bytes.
  public init(_ bytes: RawSpan) {
    storage = Storage(bytes)
  }

  /// Calls the body with the key's bytes.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(storage.bytes))
  }

  /// Says that it is a key, not which.
  public var description: String { "EncryptionKey" }

  /// An empty mirror.
  public var customMirror: Mirror { Mirror(self, children: []) }

  private final class Storage: Sendable {
    // Written only in init and deinit, when no other thread can refer to the object.
    nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

    init(_ bytes: RawSpan) {
      precondition(bytes.byteCount == EncryptionKey.byteCount, "A key has 32 bytes.")
      let copy = UnsafeMutableRawBufferPointer.allocate(
        byteCount: EncryptionKey.byteCount, alignment: 16)
      bytes.withUnsafeBytes { copy.copyMemory(from: $0) }
      self.bytes = copy
    }

    deinit {
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      bytes.deallocate()
    }
  }
}
