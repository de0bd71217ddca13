import CZstd

/// Compresses blocks with zstd, each on its own. For one thread at a time.
final class Compressor {
  /// The level that `Documentation/formats/documents.md` gives the reasons for.
  private static let level: Int32 = 3

  /// `nil` when there was not enough memory: then nothing is compressed.
  private let compressor: OpaquePointer?

  init() {
    compressor = fresnel_zstd_compressor_create(Self.level)
  }

  deinit { fresnel_zstd_compressor_destroy(compressor) }

  /// The block in fewer bytes; `nil` when that can't be.
  func compress(_ block: [UInt8]) -> [UInt8]? {
    guard let compressor else { return nil }
    let compressed = [UInt8](unsafeUninitializedCapacity: block.count) { output, count in
      // At most as many bytes as the block has are written; 0 says that it failed.
      count = block.withUnsafeBytes {
        fresnel_zstd_compress(
          compressor, output.baseAddress, output.count, $0.baseAddress, $0.count)
      }
    }
    return compressed.isEmpty || compressed.count >= block.count ? nil : compressed
  }
}
