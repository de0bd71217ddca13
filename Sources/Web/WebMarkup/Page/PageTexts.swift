internal import StructuredData

/// The texts of a page's content, block by block.
struct PageTexts {
  /// The first block that is long enough to describe the page, and is no heading.
  private(set) var firstLong: String?
  /// The text for search: the blocks one to a line, up to a bound.
  private(set) var whole = ""

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
    let text = foldingSpace(String(decoding: block, as: UTF8.self))
    guard !text.isEmpty else { return }
    if isParagraph, paragraph == nil { paragraph = text }
    if firstLong == nil, !isHeading, text.count >= Self.describing { firstLong = text }
    guard whole.utf8.count + text.utf8.count < Self.limit else { return }
    if !whole.isEmpty { whole += "\n" }
    whole += text
  }
}
