internal import FresnelModel
import Synchronization

/// The whole items of a segment that lists showed last.
///
/// A person who types sees most rows of a list again at the next letter, and the second line of each is chosen from its
/// whole item: without this each of them decompresses a block of items again, which takes longer than the search.
///
/// What was kept last is in the newer of two generations. A full one becomes the older and what was that is
/// forgotten, so an item that is asked for again stays; nothing has to be ordered at each look.
final class RecentItems: Sendable {
  private struct Generations {
    var newer: [UInt32: EncodedItem] = [:]
    var newerByteCount = 0
    var older: [UInt32: EncodedItem] = [:]
  }

  /// What a generation holds at most, in bytes of items.
  private let generationByteCount: Int
  /// Longer items are not kept: a few of them would take the room of all others.
  private var longestItem: Int { generationByteCount / 16 }
  /// About what an entry takes besides the item's bytes.
  private static let entryByteCount = 128
  private let generations = Mutex(Generations())

  /// Keeps nothing yet.
  ///
  /// - Parameter generationByteCount: What each of the two generations holds at most.
  init(generationByteCount: Int = 256 << 10) {
    self.generationByteCount = generationByteCount
  }

  /// The item of a document as its segment has it; `nil` when it is not kept.
  func item(_ document: UInt32) -> EncodedItem? {
    generations.withLock { generations in
      if let item = generations.newer[document] { return item }
      guard let item = generations.older[document] else { return nil }
      keep(item, document, in: &generations)
      return item
    }
  }

  /// Keeps the item of a document.
  func keep(_ item: EncodedItem, _ document: UInt32) {
    if item.byteCount > longestItem { return }
    generations.withLock { keep(item, document, in: &$0) }
  }

  private func keep(
    _ item: EncodedItem, _ document: UInt32, in generations: inout Generations
  ) {
    let byteCount = item.byteCount + Self.entryByteCount
    if generations.newerByteCount + byteCount > generationByteCount {
      generations.older = generations.newer
      generations.newer = [:]
      generations.newerByteCount = 0
    }
    if generations.newer.updateValue(item, forKey: document) == nil {
      generations.newerByteCount += byteCount
    }
  }
}
