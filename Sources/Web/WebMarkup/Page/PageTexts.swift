internal import StructuredData

/// The texts of a page's content, block by block.
struct PageTexts {
  /// The first block that is long enough to describe the page, and is no heading.
  private(set) var firstLong: String?
  /// The text for search in UTF-8: the blocks one to a line, up to a bound.
  private var blocks: [UInt8] = []

  private var block: [UInt8] = []
  private var isHeading = false
  private var isParagraph = false
  private var paragraphCount = 0
  private var paragraph: String?

  /// How many characters describe a page.
  private static let describing = 60
  /// The most bytes of one block, and of all, that are kept.
  private static let blockLimit = 16 << 10
  private static let limit = 256 << 10

  /// The text for search: the blocks one to a line, up to a bound.
  var whole: String { String(decoding: blocks, as: UTF8.self) }

  /// The text of the only paragraph; `nil` where there are more, or none.
  var onlyParagraph: String? { paragraphCount == 1 ? paragraph : nil }

  /// Begins a block, which ends where the next one begins.
  mutating func beginBlock(isParagraph: Bool, isHeading: Bool) {
    self.isParagraph = isParagraph
    self.isHeading = isHeading
    if isParagraph { paragraphCount += 1 }
  }

  /// Adds text to the block.
  mutating func append(_ bytes: ArraySlice<UInt8>) {
    block += bytes.prefix(Self.blockLimit - block.count)
  }

  /// Ends the block.
  mutating func endBlock() {
    defer {
      block.removeAll(keepingCapacity: true)
      isHeading = false
      isParagraph = false
    }
    guard block.contains(where: { !HTMLText.isSpace($0) }) else { return }
    // What was cut may end within a character.
    if block.count == Self.blockLimit { block = Array(String(decoding: block, as: UTF8.self).utf8) }
    let before = blocks.count
    if before > 0 { blocks.append(UInt8(ascii: "\n")) }
    let start = blocks.count
    appendFoldingSpace(block, to: &blocks)
    let count = blocks.count - start
    let mayDescribe = firstLong == nil && !isHeading && count >= Self.describing
    if count > 0, isParagraph && paragraph == nil || mayDescribe {
      let text = String(decoding: blocks[start...], as: UTF8.self)
      if isParagraph, paragraph == nil { paragraph = text }
      if mayDescribe, text.count >= Self.describing { firstLong = text }
    }
    if count == 0 || before + count >= Self.limit { blocks.removeLast(blocks.count - before) }
  }
}
