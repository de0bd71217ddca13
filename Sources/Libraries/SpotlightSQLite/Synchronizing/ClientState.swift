/// How far the index has come, as it keeps it with the items: 41 bytes.
///
///     offset  bytes  field
///          0      1  1, the form
///          1     16  the identity of the database
///         17     16  the digest of the declaration
///         33      8  the sequence up to which all changes are in the index, little-endian
struct ClientState: Equatable {
  var identity: [UInt8]
  var declaration: [UInt8]
  var sequence: Int64

  private static let form: UInt8 = 1

  /// Makes a state.
  init(identity: [UInt8], declaration: [UInt8], sequence: Int64) {
    (self.identity, self.declaration, self.sequence) = (identity, declaration, sequence)
  }

  /// Reads a state; `nil` for bytes that are none.
  init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    let identityEnd = 1 + DatabaseState.identityByteCount
    let declarationEnd = identityEnd + Declaration.digestByteCount
    guard bytes.count == declarationEnd + 8, bytes[0] == Self.form else { return nil }
    identity = Array(bytes[1..<identityEnd])
    declaration = Array(bytes[identityEnd..<declarationEnd])
    let number = bytes[declarationEnd...].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    sequence = Int64(bitPattern: number)
  }

  /// The bytes.
  var bytes: [UInt8] {
    let number = UInt64(bitPattern: sequence)
    return [Self.form] + identity + declaration
      + (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
