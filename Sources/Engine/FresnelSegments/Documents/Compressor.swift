import CZstd

/// Compresses blocks with zstd, each on its own. For one thread at a time.
final class Compressor {
  /// How much time compressing may take; `Documentation/formats/documents.md` has the figures.
  enum Effort: Int32 {
    /// For a file that is written while more items come, so that others like it follow and are merged with it.
    case least = 1
    /// For segments of which nothing is known.
    case small = 3
    /// For segments that will last.
    case great = 6
  }

  /// `nil` when there was not enough memory: then nothing is compressed.
  private let compressor: OpaquePointer?

  /// - Parameters:
  ///   - effort: How much time compressing may take.
  ///   - dictionary: Text like that of the blocks, which readers have too; empty for none.
  init(_ effort: Effort, dictionary: [UInt8]) {
    compressor = dictionary.withUnsafeBytes {
      fresnel_zstd_compressor_create(effort.rawValue, $0.baseAddress, $0.count)
    }
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
