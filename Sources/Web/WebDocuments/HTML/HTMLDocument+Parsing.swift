internal import CGumbo

extension HTMLDocument {
  /// Reads a page, which never fails: what is too large or too deep is left out, and said.
  ///
  /// - Parameters:
  ///   - page: The text of the page.
  ///   - limits: What bounds the reading.
  ///   - mayAbridge: Whether the parser may be spared what makes no difference to the tree, which takes half the time.
  /// - Returns: The tree.
  /// - Complexity: O(*b*) in the number of bytes.
  package static func parse(
    _ page: DecodedPage, limits: HTMLLimits = .standard, mayAbridge: Bool = true
  ) -> HTMLDocument {
    let text = page.bytes
    let count = text.count(upTo: limits.byteCount)
    var parserLimits = fresnel_html_limits()
    parserLimits.depth = UInt32(clamping: max(1, limits.depth))
    parserLimits.attributes = UInt32(clamping: max(0, limits.attributeCount))
    parserLimits.memory = limits.memory + limits.memoryPerByte * count
    parserLimits.work = UInt64(limits.work + limits.workPerByte * count)
    parserLimits.may_abridge = mayAbridge
    var tree = fresnel_html_tree()
    let isRead = text.withUnsafeBytes { bytes in
      // An empty array may have no address.
      guard let start = bytes.baseAddress, count > 0 else {
        return fresnel_html_parse("", 0, &parserLimits, &tree)
      }
      return fresnel_html_parse(
        start.assumingMemoryBound(to: CChar.self), count, &parserLimits, &tree)
    }
    defer { if isRead { fresnel_html_free(&tree) } }
    return HTMLDocument(
      page: text, tree: isRead ? tree : nil,
      diagnostics: page.diagnostics + findings(isRead ? tree : nil, text, count, limits))
  }

  private static func findings(
    _ tree: fresnel_html_tree?, _ text: [UInt8], _ count: Int, _ limits: HTMLLimits
  ) -> [Diagnostic] {
    guard let tree else {
      return [
        Diagnostic(.tooLarge, "There was not enough memory to read the page.", severity: .error)
      ]
    }
    var findings: [Diagnostic] = []
    if tree.was_crowded {
      findings.append(
        Diagnostic(
          .tooLarge,
          "A tag has more than \(limits.attributeCount) attributes; it and what follows are left out.",
          at: LineIndex(text).location(of: tree.read_count)))
    } else if tree.read_count < count {
      findings.append(
        Diagnostic(
          .tooLarge,
          "The page is nested in a way that takes too long to read, or cannot be; what follows is left out.",
          at: LineIndex(text).location(of: tree.read_count)))
    } else if count < text.count {
      findings.append(
        Diagnostic(
          .tooLarge, "The page has more than \(limits.byteCount) bytes; what follows is left out.",
          at: LineIndex(text).location(of: count)))
    }
    if tree.was_flattened {
      findings.append(
        Diagnostic(
          .tooLarge,
          "Elements nest deeper than \(limits.depth) levels; what is deeper is read as if it stood beside."
        ))
    }
    return findings
  }
}

extension [UInt8] {
  /// How many bytes there are up to a limit, without a part of a character at its end.
  fileprivate func count(upTo limit: Int) -> Int {
    guard count > limit else { return count }
    var end = Swift.max(0, limit)
    while end > 0, self[end] & 0xc0 == 0x80 { end -= 1 }
    return end
  }
}
