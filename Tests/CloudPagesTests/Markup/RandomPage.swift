import FresnelTestSupport

@testable import CloudPages

/// A page of random elements and hostile texts.
struct RandomPage {
  /// The texts in order.
  private(set) var texts: [String] = []
  /// The page.
  private(set) var html = HTML()
  private var generator: SeededGenerator
  private let isPlain: Bool

  /// Makes a page; one that is plain has the same elements and a plain text in place of each hostile one.
  init(seed: UInt64, isPlain: Bool = false) {
    generator = SeededGenerator(seed: seed)
    self.isPlain = isPlain
    let content = content(depth: 0)
    html = element(.html) { element(.body) { element(.div) { content } } }
  }

  /// Elements that may stand in each other.
  private static let elements: [HTMLElement] = [
    .div, .section, .article, .span, .em, .ul, .details,
  ]

  private mutating func text() -> String {
    var text = ""
    for _ in 0...Int.random(in: 0..<3, using: &generator) {
      text += HTMLTests.hostile.randomElement(using: &generator) ?? ""
    }
    return isPlain ? "x" : text
  }

  private mutating func content(depth: Int) -> HTML {
    var pieces: [HTML] = []
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let name = Self.elements.randomElement(using: &generator) ?? .div
      let title = text()
      // A text between two tags is one text; two in a row would be read as one.
      if depth < 4, Bool.random(using: &generator) {
        pieces.append(element(name, .set(.title, title)) { content(depth: depth + 1) })
      } else {
        let text = text()
        texts.append(text)
        pieces.append(element(name, .set(.title, title)) { text })
      }
    }
    return .joined(pieces)
  }
}
