import CZstd
import Synchronization

/// Decompresses blocks of zstd. For one thread at a time.
///
/// What decompressing needs room for is kept and used again, since a reader is made for each search.
struct Decompressor: ~Copyable {
  /// `nil` when there was not enough memory.
  private let context: OpaquePointer?

  init() {
    let kept = Self.kept.withLock { $0.popLast()?.pointer }
    context = kept ?? fresnel_zstd_decompressor_create()
  }

  deinit {
    guard let context else { return }
    let isKept = Self.kept.withLock { kept in
      guard kept.count < Self.greatestKeptCount else { return false }
      kept.append(Context(pointer: context))
      return true
    }
    if !isKept { fresnel_zstd_decompressor_destroy(context) }
  }

  /// Decompresses a block that fills the output exactly; `false` when it is damaged or does not.
  borrowing func decompress(
    _ bytes: UnsafeRawBufferPointer, with dictionary: ItemDictionary?,
    into output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard let context else { return false }
    let count = fresnel_zstd_decompress(
      context, dictionary?.pointer, output.baseAddress, output.count, bytes.baseAddress,
      bytes.count)
    return count == output.count
  }

  /// About as many as there are threads that search at a time; each takes 160 KB.
  private static let greatestKeptCount = 4

  // A context may move from thread to thread: it is used by one at a time, since only the reader that
  // took it from the list, under the lock, refers to it.
  private struct Context: @unchecked Sendable { let pointer: OpaquePointer }
  private static let kept = Mutex<[Context]>([])
}
