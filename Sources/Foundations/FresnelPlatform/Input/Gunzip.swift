private import CZlib

/// Unpacks gzip data that comes in pieces: all members one after the other, and no zeros behind them.
package struct Gunzip: ~Copyable {
  /// The first two bytes of every gzip member (RFC 1952, section 2.3.1).
  static let magic: [UInt8] = [0x1f, 0x8b]

  private let unpacker: OpaquePointer
  private let limits: GunzipLimits?
  /// Whether a member has begun and not ended.
  private var isInMember = false
  /// Whether a member has ended.
  private var hasMember = false
  /// Whether the last piece was as large as it could be, so that more may come without more bytes.
  private var isFull = false
  private var packedCount = 0
  private var unpackedCount = 0
  /// What ends the unpacking once everything before it was given.
  private var failure: GunzipError?

  /// Makes an unpacker.
  ///
  /// - Parameter limits: What bounds the unpacking, of all pieces together; `nil` where whoever asks does that.
  /// - Throws: ``GunzipError/noMemory``.
  package init(limits: GunzipLimits? = nil) throws(GunzipError) {
    guard let unpacker = fresnel_gunzip_create() else { throw .noMemory }
    self.unpacker = unpacker
    self.limits = limits
  }

  deinit {
    fresnel_gunzip_destroy(unpacker)
  }

  /// Whether bytes begin as gzip data does, whatever their name says.
  package static func isPacked(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic) }

  /// Unpacks gzip data within limits.
  ///
  /// - Parameters:
  ///   - packed: The data.
  ///   - limits: What bounds the unpacking.
  /// - Returns: What came out, and why that is not all.
  /// - Complexity: O(*b*) in the number of bytes that go in and come out.
  package static func unpack(
    _ packed: [UInt8], limits: GunzipLimits
  ) -> (bytes: [UInt8], error: GunzipError?) {
    var unpacked: [UInt8] = []
    var rest = packed[...]
    do throws(GunzipError) {
      var unpacker = try Gunzip(limits: limits)
      while let piece = try unpacker.next(from: &rest) { unpacked.append(contentsOf: piece) }
      try unpacker.finish()
      return (unpacked, nil)
    } catch {
      return (unpacked, error)
    }
  }

  /// Unpacks the next piece.
  ///
  /// - Parameters:
  ///   - packed: What comes next of the data; those bytes that were used are removed.
  ///   - limit: The most bytes to unpack, at least 1.
  /// - Returns: What came out, at least one byte; `nil` when more data is wanted.
  /// - Throws: ``GunzipError``, after everything before the fault was given.
  /// - Complexity: O(*b*) in the number of bytes that go in and come out.
  package mutating func next(
    from packed: inout ArraySlice<UInt8>, atMost limit: Int = 65_536
  ) throws(GunzipError) -> [UInt8]? {
    while true {
      if let failure { throw failure }
      if !isInMember {
        // Behind a member there may be zeros.
        if hasMember {
          let count = packed.count
          packed = packed.drop { $0 == 0 }
          packedCount += count - packed.count
        }
        if packed.isEmpty { return nil }
        isInMember = true
      } else if packed.isEmpty, !isFull {
        return nil
      }
      let piece = step(&packed, limit)
      if !piece.isEmpty { return piece }
    }
  }

  /// Says that the data has ended.
  ///
  /// - Throws: ``GunzipError/endsEarly`` where more had to come.
  package func finish() throws(GunzipError) {
    if isInMember { throw .endsEarly }
  }

  private mutating func step(_ packed: inout ArraySlice<UInt8>, _ limit: Int) -> [UInt8] {
    var consumed = 0
    var result = fresnel_gunzip_progress
    var piece = [UInt8](unsafeUninitializedCapacity: limit) { buffer, produced in
      packed.withUnsafeBufferPointer { packed in
        result = fresnel_gunzip_step(
          unpacker, packed.baseAddress, packed.count, &consumed, buffer.baseAddress, buffer.count,
          &produced)
      }
    }
    packed = packed.dropFirst(consumed)
    packedCount += consumed
    isFull = piece.count == limit
    switch result {
    case fresnel_gunzip_member_end:
      (isInMember, hasMember, isFull) = (false, true, false)
      fresnel_gunzip_reset(unpacker)
    case fresnel_gunzip_progress:
      if consumed == 0, piece.isEmpty, !packed.isEmpty { failure = .damaged }
    case fresnel_gunzip_no_memory: failure = .noMemory
    default: failure = .damaged
    }
    guard let limits else { return piece }
    let room = limits.byteCount - unpackedCount
    let isTooLarge = piece.count > room
    if isTooLarge { piece.removeLast(piece.count - room) }
    unpackedCount += piece.count
    if isTooLarge {
      failure = .tooLarge(byteCount: limits.byteCount)
    } else if unpackedCount > 1 << 20, unpackedCount / max(1, packedCount) >= limits.ratio {
      // How many bytes went in for those that came out, at least as many as the members before had.
      failure = .tooDense(ratio: limits.ratio)
    }
    return piece
  }
}
