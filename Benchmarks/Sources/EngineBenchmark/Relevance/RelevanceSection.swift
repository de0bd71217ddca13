/// What one program found: a part of the page.
struct RelevanceSection {
  /// The headline.
  let title: String
  /// Paragraphs and tables, in their order.
  var blocks: [String] = []
  /// Aims that are not reached, each a sentence.
  var misses: [String] = []

  init(_ title: String, _ introduction: String) {
    self.title = title
    blocks.append(introduction)
  }

  /// Adds a paragraph.
  mutating func add(_ paragraph: String) { blocks.append(paragraph) }

  /// Adds a table with a line above it that says what it was measured on.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - what: What was measured.
  ///   - seed: What samples were drawn by; `nil` where nothing was drawn.
  mutating func add(_ table: TextTable, of what: String, seed: UInt64?) {
    let drawn = seed.map { "seed \($0)" } ?? "nothing drawn"
    blocks.append("*\(what); \(drawn); load \(Unit.fixed(MachineFacts.load, 1)).*")
    blocks.append(table.description)
  }

  /// Compares a figure with its aim, and notes where it is behind.
  ///
  /// - Parameters:
  ///   - figure: The figure; `nil` where there is none.
  ///   - aim: The aim.
  ///   - isLeast: Whether the figure is to be the aim at least, and not below it.
  ///   - name: What the figure is of.
  mutating func compare(_ figure: Double?, with aim: Double, isLeast: Bool = true, _ name: String) {
    guard let figure, isLeast ? figure < aim : figure >= aim else { return }
    misses.append(
      "\(name): \(Self.share(figure)), and \(isLeast ? "" : "below ")\(Self.share(aim)) is the aim."
    )
  }

  /// A share or a mean with three digits.
  static func share(_ value: Double?) -> String {
    value.map { Unit.fixed($0, 3) } ?? "–"
  }

  /// A count out of others as a share.
  static func share(_ count: Int, of all: Int) -> String {
    share(all > 0 ? Double(count) / Double(all) : nil)
  }

  /// The part of the page.
  var text: String {
    (["## \(title)"] + blocks).joined(separator: "\n\n") + "\n"
  }
}
