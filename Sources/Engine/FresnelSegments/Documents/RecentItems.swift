internal import Synchronization

/// The items that lists showed last, by what they are asked for with: whole items by the document of a segment, or what
/// was read of them by their identifiers.
///
/// A person who types sees most rows of a list again at the next letter, and many questions lead to the same pages. An
/// item lies in a block with others, some thirty of them in blocks of the usual length, compressed together, and all
/// are decompressed to read one: without this that takes longer than the search.
///
/// What was kept last is in the newer of two generations. A full one becomes the older and what was that is
/// forgotten, so an item that is asked for again stays; nothing has to be ordered at each look.
package final class RecentItems<Key: Hashable & Sendable, Item: Sendable>: Sendable {
  private struct Generations {
    var newer: [Key: Item] = [:]
    var newerByteCount = 0
    var older: [Key: Item] = [:]
  }

  /// What both generations hold at most, in bytes of items and of what holds them.
  private let limit: Int
  private let size: @Sendable (Item) -> Int
  private let generations = Mutex(Generations())

  /// Keeps nothing yet.
  ///
  /// - Parameters:
  ///   - byteCount: The most that is kept, in bytes; the half of it that was asked for last is kept for certain.
  ///   - size: How many bytes an item takes.
  package init(byteCount: Int, size: @escaping @Sendable (Item) -> Int) {
    limit = byteCount
    self.size = size
  }

  /// The item that was kept for a key; `nil` when it is not kept any more.
  package func item(_ key: Key) -> Item? {
    generations.withLock { generations in
      if let item = generations.newer[key] { return item }
      guard let item = generations.older[key] else { return nil }
      keep(item, key, in: &generations)
      return item
    }
  }

  /// Keeps an item, unless it is longer than a sixteenth of what is kept: a few such would take the room of all others.
  package func keep(_ item: Item, _ key: Key) {
    if size(item) > limit / 16 { return }
    generations.withLock { keep(item, key, in: &$0) }
  }

  /// How many bytes are kept, for tests.
  var byteCount: Int {
    generations.withLock { generations in
      generations.older.values.reduce(generations.newerByteCount) { $0 + heldByteCount(of: $1) }
    }
  }

  private func keep(_ item: Item, _ key: Key, in generations: inout Generations) {
    let byteCount = heldByteCount(of: item)
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
  private func heldByteCount(of item: Item) -> Int { size(item) + 192 }
}
