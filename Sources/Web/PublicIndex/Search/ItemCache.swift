internal import FresnelModel
internal import Synchronization

/// Items of one state of the index that were shown lately, whole: the pages that many questions lead to.
///
/// An item lies in a block with some thirty others, compressed together, and all of them are unpacked to read one.
final class ItemCache: Sendable {
  /// Items that were added since the older ones were put aside, and those. When the younger ones fill half of the room,
  /// the older ones go.
  private struct Content {
    var young: [[UInt8]: EncodedItem] = [:]
    var old: [[UInt8]: EncodedItem] = [:]
    var youngByteCount = 0
  }

  /// About what an entry takes besides the bytes of its item: its key, its place in a table.
  private static let entryByteCount = 256

  private let byteCount: Int
  private let content = Mutex(Content())

  /// Makes an empty cache.
  ///
  /// - Parameter byteCount: The most bytes that it takes, about; half of them are kept for sure.
  init(byteCount: Int = 64 << 20) { self.byteCount = byteCount }

  /// The item of an identifier; made, and kept, where it is not there.
  ///
  /// - Parameters:
  ///   - identifier: The identifier, in UTF-8.
  ///   - read: Reads the item; two threads may read the same one.
  /// - Returns: The item; `nil` where there is none, which is not kept.
  func item(_ identifier: [UInt8], _ read: () -> EncodedItem?) -> EncodedItem? {
    let known: EncodedItem? = content.withLock { content in
      if let item = content.young[identifier] { return item }
      guard let item = content.old[identifier] else { return nil }
      add(item, identifier, to: &content)
      return item
    }
    if let known { return known }
    guard let item = read() else { return nil }
    content.withLock { add(item, identifier, to: &$0) }
    return item
  }

  /// About how many bytes the items of the cache take; for tests.
  var size: Int {
    content.withLock { content in
      content.old.values.reduce(content.youngByteCount) { $0 + Self.size($1) }
    }
  }

  private func add(_ item: EncodedItem, _ identifier: [UInt8], to content: inout Content) {
    let size = Self.size(item)
    // A few large items would drive out all others.
    guard size <= byteCount / 16 else { return }
    if content.youngByteCount + size > byteCount / 2 {
      content.old = content.young
      content.young = [:]
      content.youngByteCount = 0
    }
    if content.young.updateValue(item, forKey: identifier) == nil {
      content.youngByteCount += size
    }
  }

  private static func size(_ item: EncodedItem) -> Int { item.byteCount + entryByteCount }
}
