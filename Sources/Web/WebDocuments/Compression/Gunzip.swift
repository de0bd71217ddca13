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
    let stream = GunzipStream(limits: limits)
    var unpacked: [UInt8] = []
    do throws(GunzipError) {
      _ = try stream.unpack(packed[...]) { piece in
        unpacked.append(contentsOf: piece)
        return true
      }
      try stream.finish()
      return (unpacked, nil)
    } catch {
      return (unpacked, error)
    }
  }
}
