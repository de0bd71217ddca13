import Foundation
import Testing

@testable import WebDocuments

/// Whole pages, and what html5lib saw in them.
struct RealPagesTests {
  private struct Row: Decodable {
    let id: String
    let html_text: String
    let expect: Expectation
  }

  private struct Expectation: Decodable, Equatable {
    var title: String?
    var lang: String?
    var meta: [[String]]
    var links: [[String]]
    var base_href: String?
    var anchor_count: Int
  }

  private static func rows() throws -> [Row] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../WebTestData/pages/real-pages.jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Row.self, from: Data($0.utf8))
    }
  }

  /// The same facts from our tree.
  private func facts(_ document: HTMLDocument) -> Expectation {
    var facts = Expectation(meta: [], links: [], anchor_count: 0)
    for node in document.allNodes {
      switch document.tag(of: node) {
      case .html: facts.lang = facts.lang ?? document.attribute(.lang, of: node)
      case .title where facts.title == nil: facts.title = document.text(of: node)
      case .base where document.attribute(.href, of: node) != "":
        facts.base_href = facts.base_href ?? document.attribute(.href, of: node)
      case .meta: facts.meta += meta(document, node)
      case .link: facts.links += link(document, node)
      case .a where document.hasAttribute(.href, of: node): facts.anchor_count += 1
      default: break
      }
    }
    return facts
  }

  /// The links that the table lists.
  private static let relations: Set = [
    "alternate", "canonical", "icon", "image_src", "apple-touch-icon",
    "apple-touch-icon-precomposed",
  ]

  private func link(_ document: HTMLDocument, _ node: HTMLNode) -> [[String]] {
    guard let relation = document.attribute(.rel, of: node),
      let address = document.attribute(.href, of: node),
      relation.lowercased().split(separator: " ").contains(where: {
        Self.relations.contains(String($0))
      })
    else { return [] }
    return [[relation, address]]
  }

  private func meta(_ document: HTMLDocument, _ node: HTMLNode) -> [[String]] {
    guard let content = document.attribute(.content, of: node) else { return [] }
    for (name, attribute) in [
      ("name", HTMLAttributeName.name), ("property", .property), ("http-equiv", .httpEquiv),
    ] {
      if let value = document.attribute(attribute, of: node) { return [[name, value, content]] }
    }
    return []
  }

  @Test func theTreesAreThoseOfAnotherParser() throws {
    for row in try Self.rows() {
      let facts = facts(HTMLDocument.parse(DecodedPage(row.html_text)))
      #expect(facts.title == row.expect.title, "\(row.id)")
      #expect(facts.lang == row.expect.lang, "\(row.id)")
      #expect(facts.meta == row.expect.meta, "\(row.id)")
      // The table has them resolved.
      #expect(facts.links.map(\.[0]) == row.expect.links.map(\.[0]), "\(row.id)")
      for (ours, theirs) in zip(facts.links, row.expect.links) {
        #expect(theirs[1].hasSuffix(ours[1]), "\(row.id)")
      }
      #expect(facts.base_href == row.expect.base_href, "\(row.id)")
      #expect(facts.anchor_count == row.expect.anchor_count, "\(row.id)")
    }
  }
}
