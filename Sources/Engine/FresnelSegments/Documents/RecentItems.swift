package import FresnelModel
internal import Synchronization

/// The whole items that lists showed last, by what they are asked for with: a document of a segment, or an identifier.
///
/// A person who types sees most rows of a list again at the next letter, and many questions lead to the same pages. An
/// item lies in a block with some thirty others, compressed together, and all of them are decompressed to read one:
/// without this that takes longer than the search.
///
/// What was kept last is in the newer of two generations. A full one becomes the older and what was that is
/// forgotten, so an item that is asked for again stays; nothing has to be ordered at each look.
package final class RecentItems<Key: Hashable & Sendable>: Sendable {
  private struct Generations {
    var newer: [Key: EncodedItem] = [:]
    var newerByteCount = 0
    var older: [Key: EncodedItem] = [:]
  }

  /// What both generations hold at most, in bytes of items and of what holds them.
  private let limit: Int
  private let generations = Mutex(Generations())

  /// Keeps nothing yet.
  ///
  /// - Parameter byteCount: The most that is kept, in bytes; the half of it that was asked for last is kept for certain.
  package init(byteCount: Int) {
    limit = byteCount
  }

  /// The item that was kept for a key; `nil` when it is not kept any more.
  package func item(_ key: Key) -> EncodedItem? {
    generations.withLock { generations in
      if let item = generations.newer[key] { return item }
      guard let item = generations.older[key] else { return nil }
      keep(item, key, in: &generations)
      return item
    }
  }

  /// Keeps an item, unless it is longer than a sixteenth of what is kept: a few such would take the room of all others.
  package func keep(_ item: EncodedItem, _ key: Key) {
    if item.byteCount > limit / 16 { return }
    generations.withLock { keep(item, key, in: &$0) }
  }

  /// How many bytes are kept, for tests.
  var byteCount: Int {
    generations.withLock { generations in
      generations.older.values.reduce(generations.newerByteCount) { $0 + Self.byteCount(of: $1) }
    }
  }

  private func keep(_ item: EncodedItem, _ key: Key, in generations: inout Generations) {
    let byteCount = Self.byteCount(of: item)
    if generations.newerByteCount + byteCount > limit / 2 {
      generations.older = generations.newer
      generations.newer = [:]
      generations.newerByteCount = 0
    }
    if generations.newer.updateValue(item, forKey: key) == nil {
      generations.newerByteCount += byteCount
    }
  }

  /// The bytes of an item, and about what its key and its place in a table take.
  private static func byteCount(of item: EncodedItem) -> Int { item.byteCount + 192 }
}
