internal import CZlib

/// Unpacks documents that are served packed by gzip.
package enum Gunzip {
  /// Whether bytes begin as gzip data does (RFC 1952, section 2.3.1), whatever their name says.
  package static func isPacked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b]) }

  /// Unpacks gzip data within limits: all members one after the other, and no zeros behind them.
  ///
  /// - Parameters:
  ///   - packed: The data.
  ///   - limits: What bounds the unpacking.
  /// - Returns: What came out, and why that is not all.
  /// - Complexity: O(*b*) in the number of bytes that go in and come out.
  package static func unpack(
    _ packed: [UInt8], limits: GunzipLimits
  ) -> (bytes: [UInt8], error: GunzipError?) {
    guard let unpacker = fresnel_gunzip_create() else { return ([], .noMemory) }
    defer { fresnel_gunzip_destroy(unpacker) }
    var unpacked: [UInt8] = []
    do throws(GunzipError) {
      var rest = packed[...]
      while !rest.isEmpty {
        rest = try unpackMember(rest, by: unpacker, into: &unpacked, limits)
        // Behind the last member there may be zeros.
        rest = rest.drop { $0 == 0 }
        fresnel_gunzip_reset(unpacker)
      }
      return (unpacked, nil)
    } catch {
      return (unpacked, error)
    }
  }

  /// How many bytes come out at a time.
  private static let pieceByteCount = 65_536

  private static func unpackMember(
    _ packed: ArraySlice<UInt8>, by unpacker: OpaquePointer, into unpacked: inout [UInt8],
    _ limits: GunzipLimits
  ) throws(GunzipError) -> ArraySlice<UInt8> {
    var rest = packed
    while true {
      var consumed = 0
      var result = fresnel_gunzip_progress
      let piece = [UInt8](unsafeUninitializedCapacity: pieceByteCount) { buffer, produced in
        rest.withUnsafeBufferPointer { rest in
          result = fresnel_gunzip_step(
            unpacker, rest.baseAddress, rest.count, &consumed, buffer.baseAddress, buffer.count,
            &produced)
        }
      }
      rest = rest.dropFirst(consumed)
      unpacked.append(contentsOf: piece.prefix(limits.byteCount - unpacked.count + 1))
      if unpacked.count > limits.byteCount {
        unpacked.removeLast()
        throw .tooLarge(byteCount: limits.byteCount)
      }
      // How many bytes went in for those that came out, at least as many as the members before had.
      let read = rest.startIndex
      if unpacked.count > 1 << 20, unpacked.count / max(1, read) >= limits.ratio {
        throw .tooDense(ratio: limits.ratio)
      }
      switch result {
      case fresnel_gunzip_member_end: return rest
      case fresnel_gunzip_progress:
        if consumed == 0 && piece.isEmpty { throw rest.isEmpty ? .endsEarly : .damaged }
      case fresnel_gunzip_no_memory: throw .noMemory
      default: throw .damaged
      }
    }
  }
}
