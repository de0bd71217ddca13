internal import CZlib

/// Unpacks gzip data that comes in pieces: all members one after the other, and no zeros behind them.
///
/// It is used by one thread at a time.
package final class GunzipStream {
  /// How many bytes come out at a time.
  private static let pieceByteCount = 65_536

  private let limits: GunzipLimits
  /// `nil` for want of memory.
  private let unpacker: OpaquePointer?
  /// Whether a member has begun and not ended.
  private var isInMember = false
  /// Whether a member has ended.
  private var hasMember = false
  private var packedCount = 0
  private var unpackedCount = 0

  /// Makes an unpacker.
  ///
  /// - Parameter limits: What bounds the unpacking, of all pieces together.
  package init(limits: GunzipLimits) {
    self.limits = limits
    unpacker = fresnel_gunzip_create()
  }

  deinit {
    if let unpacker { fresnel_gunzip_destroy(unpacker) }
  }

  /// Unpacks a piece.
  ///
  /// - Parameters:
  ///   - packed: What comes next of the data.
  ///   - take: Is given what comes out, and returns whether more is wanted.
  /// - Returns: Whether more is wanted.
  /// - Throws: ``GunzipError``, after everything before the fault was given.
  /// - Complexity: O(*b*) in the number of bytes that go in and come out.
  package func unpack(
    _ packed: ArraySlice<UInt8>, _ take: ([UInt8]) -> Bool
  ) throws(GunzipError) -> Bool {
    guard let unpacker else { throw .noMemory }
    var rest = packed
    while true {
      if !isInMember {
        // Behind a member there may be zeros.
        if hasMember {
          let count = rest.count
          rest = rest.drop { $0 == 0 }
          packedCount += count - rest.count
        }
        if rest.isEmpty { return true }
        isInMember = true
      }
      guard try unpackPiece(&rest, by: unpacker, take) else { return false }
      if isInMember, rest.isEmpty { return true }
    }
  }

  /// Says that the data has ended.
  ///
  /// - Throws: ``GunzipError/endsEarly`` where more had to come.
  package func finish() throws(GunzipError) {
    if isInMember { throw .endsEarly }
  }

  /// Unpacks until nothing more comes out of what is there, or the member ends.
  private func unpackPiece(
    _ rest: inout ArraySlice<UInt8>, by unpacker: OpaquePointer, _ take: ([UInt8]) -> Bool
  ) throws(GunzipError) -> Bool {
    while true {
      var consumed = 0
      var result = fresnel_gunzip_progress
      var piece = [UInt8](unsafeUninitializedCapacity: Self.pieceByteCount) { buffer, produced in
        rest.withUnsafeBufferPointer { rest in
          result = fresnel_gunzip_step(
            unpacker, rest.baseAddress, rest.count, &consumed, buffer.baseAddress, buffer.count,
            &produced)
        }
      }
      rest = rest.dropFirst(consumed)
      packedCount += consumed
      let isFull = piece.count == Self.pieceByteCount
      let isNothing = consumed == 0 && piece.isEmpty
      let room = limits.byteCount - unpackedCount
      let isTooLarge = piece.count > room
      if isTooLarge { piece.removeLast(piece.count - room) }
      unpackedCount += piece.count
      if !piece.isEmpty, !take(piece) { return false }
      if isTooLarge { throw .tooLarge(byteCount: limits.byteCount) }
      // How many bytes went in for those that came out, at least as many as the members before had.
      if unpackedCount > 1 << 20, unpackedCount / max(1, packedCount) >= limits.ratio {
        throw .tooDense(ratio: limits.ratio)
      }
      switch result {
      case fresnel_gunzip_member_end:
        (isInMember, hasMember) = (false, true)
        fresnel_gunzip_reset(unpacker)
        return true
      case fresnel_gunzip_progress:
        // What is full may have more behind it that went in already.
        if rest.isEmpty, !isFull { return true }
        if isNothing { throw .damaged }
      case fresnel_gunzip_no_memory: throw .noMemory
      default: throw .damaged
      }
    }
  }
}
