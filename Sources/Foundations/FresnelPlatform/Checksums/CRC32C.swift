private import CChecksum

/// A running CRC-32C: the checksum of everything this project writes to disk.
///
/// The polynomial is Castagnoli's (RFC 3720, appendix B.4), chosen because processors compute it:
/// about 8 bytes take three cycles.
public struct CRC32C: Sendable {
  /// The checksum of the bytes so far.
  public private(set) var value: UInt32

  /// Starts, or goes on from the checksum of bytes that came before.
  public init(continuing value: UInt32 = 0) {
    self.value = value
  }

  /// Takes in more bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    value = fresnel_crc32c(value, bytes.baseAddress, bytes.count)
  }

  /// Takes in more bytes.
  public mutating func update(_ bytes: RawSpan) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Takes in more bytes.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The checksum of some bytes.
  public static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    fresnel_crc32c(0, bytes.baseAddress, bytes.count)
  }

  /// The checksum of some bytes.
  public static func checksum(of bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { checksum(of: $0) }
  }

  /// The checksum of some bytes.
  public static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBytes { checksum(of: $0) }
  }

  /// The checksum of some bytes without the processor's instruction.
  static func portableChecksum(of bytes: [UInt8], continuing value: UInt32 = 0) -> UInt32 {
    bytes.withUnsafeBytes { fresnel_crc32c_portable(value, $0.baseAddress, $0.count) }
  }
}
