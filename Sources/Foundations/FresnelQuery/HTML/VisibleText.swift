internal import CGumbo

/// Reads the text that a browser with scripts would show of an HTML document or fragment: the tree that browsers
/// make of it, without what they do not draw. White space is one space; elements that begin a line or a cell put a
/// line feed between words.
///
/// Any bytes are accepted. What is beyond 5 MiB, or nested in a way that takes too long to read, is left out.
///
/// - Parameter bytes: HTML in UTF-8; invalid sequences show as U+FFFD.
/// - Returns: The text, without white space at its ends.
/// - Complexity: O(*n*).
public func visibleText(ofHTML bytes: [UInt8]) -> String {
  let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  // What is cut within a character ends with U+FFFD.
  var html = String(decoding: bytes[start...].prefix(5 << 20), as: UTF8.self)
  return html.withUTF8 { html in
    var limits = fresnel_html_limits(
      depth: 512, attributes: 2_000, memory: 8 << 20 + 32 * html.count,
      work: UInt64(20_000_000 + 64 * html.count), may_abridge: true)
    var tree = fresnel_html_tree()
    let isRead = html.withMemoryRebound(to: CChar.self) {
      // An empty text may have no address.
      $0.isEmpty
        ? fresnel_html_parse("", 0, &limits, &tree)
        : fresnel_html_parse($0.baseAddress, $0.count, &limits, &tree)
    }
    guard isRead else { return "" }
    defer { fresnel_html_free(&tree) }
    var walk = VisibleTextWalk(tree)
    return walk.text()
  }
}

/// Collects the texts of a tree in document order.
private struct VisibleTextWalk {
  private let tree: fresnel_html_tree
  private var output: [UInt8] = []
  /// What must precede the next visible byte: nothing, a space or a line feed.
  private var gap: UInt8?
  /// Where the open elements that begin a line end, outermost first.
  private var ends: [UInt32] = []

  init(_ tree: fresnel_html_tree) {
    self.tree = tree
  }

  mutating func text() -> String {
    var index: UInt32 = 0
    while index < tree.node_count {
      while let end = ends.last, end <= index {
        ends.removeLast()
        gap = UInt8(ascii: "\n")
      }
      let node = tree.nodes[Int(index)]
      index += 1
      switch UInt32(node.kind) {
      case fresnel_html_element.rawValue:
        let name = String(decoding: bytes(node.text, node.text_count), as: UTF8.self)
        let isInline = Self.inlineTags.contains(UInt32(node.tag)) || Self.inlineNames.contains(name)
        if !isInline { gap = UInt8(ascii: "\n") }
        if isHidden(node, name) {
          index = node.end
        } else if !isInline {
          ends.append(node.end)
        }
      case fresnel_html_text.rawValue: append(bytes(node.text, node.text_count))
      default: break
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private func bytes(_ start: UInt32, _ count: UInt32) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: tree.bytes.map { $0 + Int(start) }, count: tree.bytes == nil ? 0 : Int(count))
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == 0x20 || 0x09...0x0d ~= byte {
        if gap == nil { gap = UInt8(ascii: " ") }
        continue
      }
      if byte == 0xc2, index < text.count, text[index] == 0xa0 || text[index] == 0xad {
        // A no-break space separates words as a space does; a soft hyphen is not seen.
        if text[index] == 0xa0, gap == nil { gap = UInt8(ascii: " ") }
        index += 1
        continue
      }
      if let gap, !output.isEmpty { output.append(gap) }
      gap = nil
      output.append(byte)
    }
  }

  // MARK: - What is not drawn

  private func isHidden(_ node: fresnel_html_node, _ name: String) -> Bool {
    Self.hiddenTags.contains(UInt32(node.tag)) || Self.hiddenNames.contains(name)
      || node.names & 1 << UInt64(fresnel_html_name_hidden.rawValue) != 0
      || node.names & 1 << UInt64(fresnel_html_name_style.rawValue) != 0 && hidesItself(node)
  }

  /// Whether the attribute `style` says `display: none`, as the lines of mails do that only lists show.
  private func hidesItself(_ node: fresnel_html_node) -> Bool {
    for place in node.attribute..<(node.attribute + node.attribute_count) {
      let attribute = tree.attributes[Int(place)]
      guard UInt32(attribute.known_name) == fresnel_html_name_style.rawValue else { continue }
      let style = String(
        decoding: bytes(attribute.name + attribute.name_count, attribute.value_count), as: UTF8.self
      )
      let letters = style.utf8.filter { $0 > 0x20 }.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
      // Of several declarations of one property the last counts.
      let last = letters.split(separator: UInt8(ascii: ";")).last {
        $0.starts(with: "display:".utf8)
      }
      return last?.dropFirst("display:".utf8.count).starts(with: "none".utf8) ?? false
    }
    return false
  }

  /// Elements that no browser draws, and those whose content stands in for what browsers draw.
  private static let hiddenTags: Set<UInt32> = Set(
    [
      fresnel_html_tag_head, fresnel_html_tag_title, fresnel_html_tag_script,
      fresnel_html_tag_style, fresnel_html_tag_noscript, fresnel_html_tag_template,
      fresnel_html_tag_noframes, fresnel_html_tag_iframe, fresnel_html_tag_audio,
      fresnel_html_tag_video,
    ].map(\.rawValue))
  /// Those of them that have no number; in drawings, what describes them.
  private static let hiddenNames: Set<String> = [
    "canvas", "datalist", "desc", "metadata", "noembed", "rp", "title",
  ]

  /// Elements inside a line of text: a word may go on across them.
  private static let inlineTags: Set<UInt32> = Set(
    [
      fresnel_html_tag_a, fresnel_html_tag_abbr, fresnel_html_tag_b, fresnel_html_tag_cite,
      fresnel_html_tag_code, fresnel_html_tag_data, fresnel_html_tag_del, fresnel_html_tag_dfn,
      fresnel_html_tag_em, fresnel_html_tag_i, fresnel_html_tag_ins, fresnel_html_tag_label,
      fresnel_html_tag_mark, fresnel_html_tag_q, fresnel_html_tag_s, fresnel_html_tag_small,
      fresnel_html_tag_span, fresnel_html_tag_strong, fresnel_html_tag_sub, fresnel_html_tag_sup,
      fresnel_html_tag_time, fresnel_html_tag_u,
    ].map(\.rawValue))
  private static let inlineNames: Set<String> = [
    "acronym", "bdi", "bdo", "big", "font", "kbd", "samp", "strike", "tt", "var", "wbr",
  ]
}
