internal import StructuredData
internal import WebDocuments

/// One walk over a page's tree, in document order.
struct PageWalk {
  private let document: HTMLDocument
  private var page = PageElements()
  private var open: [OpenElement] = []
  private var texts = PageTexts()
  /// How many of the open elements keep what is in them from being read.
  private var unreadDepth = 0
  private var headEnd: HTMLNode?
  /// In which part of the page the walk is.
  private var placement = PageLink.Placement.content
  private var openAnchor: Int?
  private var anchorText: [UInt8] = []

  /// An open element whose end matters.
  private struct OpenElement {
    let end: HTMLNode
    let role: Role
  }

  private enum Role {
    case unread
    /// A part of the page, in another part of it.
    case region(in: PageLink.Placement)
    case block
    case anchor
  }

  private init(_ document: HTMLDocument) {
    self.document = document
  }

  /// Collects everything that is read from a page.
  ///
  /// - Complexity: O(*n*) in the size of the tree.
  static func elements(of document: HTMLDocument) -> PageElements {
    var walk = PageWalk(document)
    let end = document.allNodes.upperBound
    for index in 0..<end.index {
      let node = HTMLNode(index: index)
      walk.close(before: node)
      switch document.kind(of: node) {
      case .element: walk.visit(node)
      case .text: walk.visitText(node)
      case .document, .comment: break
      }
    }
    walk.close(before: end)
    walk.texts.endBlock()
    walk.page.firstLongText = walk.texts.firstLong
    walk.page.onlyParagraph = walk.texts.onlyParagraph
    walk.page.text = walk.texts.whole
    return walk.page
  }

  private mutating func close(before node: HTMLNode) {
    while let last = open.last, last.end.index <= node.index {
      open.removeLast()
      switch last.role {
      case .unread: unreadDepth -= 1
      case .region(let outer):
        texts.endBlock()
        placement = outer
      case .block: texts.endBlock()
      case .anchor: endAnchor()
      }
    }
  }

  private mutating func push(_ node: HTMLNode, _ role: Role) {
    open.append(OpenElement(end: document.descendants(of: node).upperBound, role: role))
  }

  // MARK: - Elements

  private mutating func visit(_ node: HTMLNode) {
    let tag = document.tag(of: node)
    switch tag {
    case .head: headEnd = headEnd ?? document.descendants(of: node).upperBound
    case .base: page.base = page.base ?? document.attribute(.href, of: node)
    case .meta:
      guard page.tags.count < LinkLimits.metas else { break }
      page.tags.append(PageTag(node, in: document, isInHead: isInHead(node)))
    case .link: visitLink(node)
    case .a, .area: visitAnchor(node)
    case .h1 where page.heading == nil && unreadDepth == 0:
      let text = foldingSpace(document.text(of: node))
      if !text.isEmpty { page.heading = Self.cut(text) }
    case .script: visitScript(node)
    default: break
    }
    if let region = region(node, tag) {
      texts.endBlock()
      push(node, .region(in: placement))
      placement = region
    } else if Self.unreadTags.contains(tag) {
      unreadDepth += 1
      push(node, .unread)
    } else if Self.blockTags.contains(tag) {
      texts.endBlock()
      let isMain = unreadDepth == 0 && placement == .content
      texts.beginBlock(isParagraph: tag == .p && isMain, isHeading: Self.headingTags.contains(tag))
      push(node, .block)
    }
  }

  private func isInHead(_ node: HTMLNode) -> Bool { headEnd.map { node < $0 } ?? false }

  private mutating func visitLink(_ node: HTMLNode) {
    guard page.links.count < LinkLimits.elements, let rel = document.attribute(.rel, of: node),
      let href = document.attribute(.href, of: node)
    else { return }
    let location = document.location(of: node)
    page.links.append(
      LinkElement(
        rel: HTMLText.tokens(rel).map(\.asciiLowercased), href: href,
        type: document.attribute(.type, of: node) ?? "",
        language: document.attribute(.hreflang, of: node) ?? "",
        title: document.attribute(.title, of: node) ?? "",
        place: isInHead(node) ? .head(location) : .body(location)))
  }

  private mutating func visitAnchor(_ node: HTMLNode) {
    guard let href = document.attribute(.href, of: node) else { return }
    guard page.anchors.count < LinkLimits.anchors else {
      page.hasMoreAnchors = true
      return
    }
    page.anchors.append(
      AnchorElement(
        href: href,
        rel: document.attribute(.rel, of: node).map(HTMLText.tokens)?.map(\.asciiLowercased) ?? [],
        text: document.attribute(.alt, of: node) ?? "", placement: placement,
        location: document.location(of: node)))
    openAnchor = page.anchors.count - 1
    anchorText.removeAll(keepingCapacity: true)
    push(node, .anchor)
  }

  private mutating func endAnchor() {
    if let openAnchor, !anchorText.isEmpty {
      let text = foldingSpace(String(decoding: anchorText, as: UTF8.self))
      if !text.isEmpty { page.anchors[openAnchor].text = Self.cut(text) }
    }
    openAnchor = nil
  }

  private mutating func visitScript(_ node: HTMLNode) {
    let type = HTMLText.trimmed(document.attribute(.type, of: node) ?? "").asciiLowercased
    guard type.isEmpty || type == "module" || type.hasSuffix("javascript") else { return }
    page.hasScript = true
    guard page.scriptLinks.count < 8,
      let link = ScriptDeepLink.first(in: Array(document.bytes(of: node)))
    else { return }
    page.scriptLinks.append(
      (link.url, document.location(ofByte: link.offset, inTextOf: node)))
  }

  private func region(_ node: HTMLNode, _ tag: HTMLTag) -> PageLink.Placement? {
    switch document.attribute(.role, of: node).map({ HTMLText.trimmed($0).asciiLowercased }) {
    case "navigation", "banner", "menu", "menubar": return .navigation
    case "contentinfo": return .footer
    case "complementary": return .aside
    default: break
    }
    switch tag {
    case .nav, .header: return .navigation
    case .footer: return .footer
    case .aside: return .aside
    default: return nil
    }
  }

  // MARK: - Texts

  private mutating func visitText(_ node: HTMLNode) {
    guard unreadDepth == 0, !isInHead(node) else { return }
    let bytes = document.bytes(of: node)
    if !page.hasText { page.hasText = bytes.contains { !HTMLText.isSpace($0) } }
    if openAnchor != nil {
      anchorText += bytes.prefix(4 * LinkLimits.text - anchorText.count)
    }
    if placement == .content { texts.append(bytes) }
  }

  /// As much of a text as is kept. What has few bytes has few characters.
  private static func cut(_ text: String) -> String {
    text.utf8.count <= LinkLimits.text ? text : String(text.prefix(LinkLimits.text))
  }

  // MARK: - Kinds of elements

  private static let unreadTags = HTMLTagSet([
    .script, .style, .noscript, .template, .textarea, .select, .button, .iframe, .object, .svg,
    .audio, .video, .noframes, .title,
  ])
  private static let headingTags = HTMLTagSet([.h1, .h2, .h3, .h4, .h5, .h6])
  private static let blockTags = HTMLTagSet([
    .address, .article, .blockquote, .body, .br, .caption, .dd, .details, .div, .dl, .dt,
    .figcaption, .figure, .form, .h1, .h2, .h3, .h4, .h5, .h6, .hr, .legend, .li, .main, .ol, .p,
    .pre, .section, .summary, .table, .tbody, .td, .tfoot, .th, .thead, .tr, .ul,
  ])
}
