import FresnelQuery
import WebDocuments

/// Pages: their encoding, and the tree.
enum HTMLTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    let pages = [
      "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>é &amp; &#x41;</title></head><body><p a='b'>x</p>",
      "<p>1<b>2<i>3</b>4</i>5<table><a>x<tr><td>y<a>z</table><select><option>a<template><td>b</template>",
      "<svg viewbox=1><title>a</title><foreignObject><div></svg><math><annotation-xml encoding=text/html><p></math>",
      "<script><!--<script></script>--></script><noscript><meta name=a></noscript><frameset><frame></frameset>",
      "<table><b><tr><form><input type=hidden><caption><ruby><rt><rb><rtc><isindex><image><nobr><nobr>",
      "<textarea>\n<plaintext></textarea><![CDATA[x]]><!--a--!><?php?></br></p><a><div><a><button><button>",
      "<table><input name='a b' type='hidden' id=c type=text><title>a &amp; b</title>c &lt; d &copy; e<xmp>f &amp; g</xmp>",
      "<body><select><style><option a=\"</style><p class='some words'>\">x<title><input a=\"</title><p class='some words'>\">",
      "<body><table><select><xmp><input a=\"</xmp>\" <p type=\"hidden\" b=&>x<style><input b='</style>' <p id=c type='hidden'>",
      "<body><svg><style><p><plaintext></style>words &amp; words",
      "a\r\nb\u{0}c\u{FEFF}<div \u{0}=\u{0}/x=&notit;&\">",
    ].map { Array($0.utf8) }
    return pages + [
      [0xff, 0xfe, 0x3c, 0, 0x70, 0, 0x3e, 0], Array("<meta charset=euc-jp>".utf8) + [0x8f, 0xa1],
    ]
  }

  static func examine(_ input: [UInt8]) {
    var limits = HTMLLimits.standard
    limits.depth = 16
    let page = DecodedPage.decode(input, limits: limits)
    expect(String(validating: page.bytes, as: UTF8.self) != nil, "What was decoded is no UTF-8.")
    let document = HTMLDocument.parse(page, limits: limits)
    for node in document.allNodes { examine(node, in: document, depth: limits.depth) }
    // The parser is spared what makes no difference to the tree.
    compare(document, HTMLDocument.parse(page, limits: limits, mayAbridge: false))
    let text = visibleText(ofHTML: input)
    // The shortest that brings most is `<isindex>`, for which gumbo writes a sentence of 51 bytes.
    expect(text.utf8.count <= 8 * input.count, "A text is longer than its page.")
    expect(
      document.children(of: document.root).allSatisfy { document.parent(of: $0) == document.root },
      "A child has another parent.")
    for finding in document.diagnostics {
      expect(finding.message.hasSuffix("."), "A finding is no sentence.")
    }
  }

  /// Looks whether two readings of a page tell the same.
  private static func compare(_ first: HTMLDocument, _ second: HTMLDocument) {
    expect(first.diagnostics == second.diagnostics, "An abridged page has other findings.")
    expect(first.allNodes == second.allNodes, "An abridged page has more or fewer nodes.")
    for node in first.allNodes {
      expect(
        first.kind(of: node) == second.kind(of: node) && first.tag(of: node) == second.tag(of: node)
          && first.name(of: node) == second.name(of: node),
        "An abridged page has another node.")
      expect(
        first.descendants(of: node) == second.descendants(of: node)
          && first.parent(of: node) == second.parent(of: node),
        "A node of an abridged page is elsewhere in the tree.")
      expect(
        first.location(of: node) == second.location(of: node),
        "A node of an abridged page has another place.")
      expect(
        first.attributes(of: node).elementsEqual(second.attributes(of: node)) { $0 == $1 },
        "An element of an abridged page has other attributes.")
      if first.kind(of: node) != .element, first.kind(of: node) != .document {
        expect(
          first.bytes(of: node) == second.bytes(of: node), "An abridged page has another text.")
      }
    }
  }

  private static func examine(_ node: HTMLNode, in document: HTMLDocument, depth: Int) {
    let descendants = document.descendants(of: node)
    expect(descendants.upperBound <= document.allNodes.upperBound, "Descendants are missing.")
    if let parent = document.parent(of: node) {
      expect(parent < node, "A parent comes later.")
      expect(
        document.descendants(of: parent).contains(node)
          && descendants.upperBound <= document.descendants(of: parent).upperBound,
        "A node is not below its parent.")
    }
    var ancestors = 0
    var next = document.parent(of: node)
    while let ancestor = next {
      ancestors += 1
      next = document.parent(of: ancestor)
    }
    expect(ancestors <= depth, "A node is too deep.")
    expect(
      document.name(of: node).isEmpty == (document.kind(of: node) != .element),
      "An element has no name.")
    for attribute in document.attributes(of: node) {
      expect(
        document.attribute(attribute.name, of: node) == attribute.value, "An attribute is lost.")
      _ = document.location(ofAttribute: attribute.name, of: node)
    }
    if document.kind(of: node) == .text {
      expect(!document.text(of: node).isEmpty, "A text is empty.")
    }
    _ = document.location(of: node)
  }
}
