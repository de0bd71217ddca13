internal import CHandoffCrypto
internal import CSodium

/// Bytes that nobody else may know. They are overwritten when the last reference goes away, compared in
/// constant time, and never printed.
///
/// Those that are kept lie between pages that nobody can read, out of swap and of crash dumps as far as the
/// system lets them; those of a calculation lie in ordinary memory for as long as it takes.
package final class SecretBytes: Sendable, CustomStringConvertible, CustomReflectable {
  /// How long they are needed.
  package enum Life: Sendable {
    /// For one calculation.
    case short
    /// For a connection, or as long as the process lives.
    case kept
  }

  // Written in init only, before another thread can refer to the object, and freed in deinit, when none
  // can any more.
  private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
  private let isGuarded: Bool

  /// Makes so many bytes, zero first, and has the body fill them.
  package init(
    byteCount: Int, _ life: Life = .short, _ fill: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    if life == .kept, fresnel_sodium_prepare() == 0,
      let guarded = fresnel_sodium_allocate(byteCount)
    {
      bytes = UnsafeMutableRawBufferPointer(start: guarded, count: byteCount)
      isGuarded = true
    } else {
      // Where too many pages are locked, a secret in ordinary memory is better than none.
      bytes = .allocate(byteCount: byteCount, alignment: 16)
      isGuarded = false
    }
    fresnel_sodium_zero(bytes.baseAddress, byteCount)
    fill(bytes)
  }

  deinit {
    guard !isGuarded else { return fresnel_sodium_free(bytes.baseAddress) }
    fresnel_sodium_zero(bytes.baseAddress, bytes.count)
    bytes.deallocate()
  }

  /// Copies bytes.
  package convenience init(_ life: Life = .short, copying source: UnsafeRawBufferPointer) {
    self.init(byteCount: source.count, life) { $0.copyMemory(from: source) }
  }

  /// Copies bytes and overwrites those given, if nothing else refers to them.
  package convenience init(_ life: Life = .short, taking source: inout [UInt8]) {
    self.init(byteCount: source.count, life) { target in
      source.withUnsafeBytes { target.copyMemory(from: $0) }
    }
    source.overwrite()
  }

  /// Makes random bytes.
  package static func random(byteCount: Int, _ life: Life = .kept) -> SecretBytes {
    var generator = SystemRandomNumberGenerator()
    return SecretBytes(byteCount: byteCount, life) { bytes in
      for index in bytes.indices { bytes[index] = generator.next() }
    }
  }

  /// How many there are.
  package var byteCount: Int { bytes.count }

  /// Calls the body with the bytes, which are not to be copied to ordinary memory.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(bytes))
  }

  /// The first bytes, to be kept as long as is said.
  package func prefix(_ count: Int, _ life: Life = .short) -> SecretBytes {
    SecretBytes(life, copying: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
  }

  /// Whether the bytes are the same; how long it takes does not tell where they differ.
  package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && fresnel_handoff_equal(one, other, one.count) == 1
  }

  /// Says that they are a secret, not which.
  package var description: String { "SecretBytes" }

  /// An empty mirror, so that no dump shows the bytes.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension [UInt8] {
  /// Overwrites the bytes with zeros, where nothing else refers to them.
  mutating func overwrite() {
    withUnsafeMutableBytes { fresnel_sodium_zero($0.baseAddress, $0.count) }
  }
}
