import FresnelPlatform
import WebAddresses
import WebDocuments

/// Reads a sitemap or a feed: unpacks it, finds out what it is, and checks every entry.
struct SitemapReader {
  var sitemap = Sitemap()
  var findings = FindingList()
  let url: WebURL
  let scope: SitemapScope
  let indexes: [WebURL]
  /// How many entries were read, wrong ones included.
  private(set) var entryCount = 0
  /// How many images, videos and other languages were kept.
  private var extraCount = 0
  /// The addresses of the entries.
  private var seen: Set<WebURL> = []

  init(at url: WebURL, scope: SitemapScope, indexes: [WebURL]) {
    self.url = url
    self.scope = scope
    self.indexes = indexes
  }

  /// Reads a document.
  mutating func read(_ body: [UInt8], contentType: String?) {
    var bytes = body
    var isCut = false
    if Gunzip.isPacked(body) {
      let (unpacked, error) = Gunzip.unpack(body, limits: .sitemap)
      bytes = unpacked
      if let error {
        isCut = true
        let isTooLarge = if case .tooLarge = error { true } else { false }
        findings.add(isTooLarge ? .tooLarge : .xmlMalformed, error.description)
        if bytes.isEmpty { return }
      }
    } else if bytes.count > Sitemap.maximumLength {
      isCut = true
      bytes = Array(bytes.prefix(Sitemap.maximumLength))
      findings.add(.tooLarge, "The sitemap has more than \(Sitemap.maximumLength) bytes.")
    }
    let text = XMLText(bytes, contentType: contentType)
    guard let first = text.bytes.first(where: { !Self.isSpace($0) }) else {
      findings.add(.sitemapEmpty, "There is nothing in the document.")
      return
    }
    if text.encoding != .utf8 {
      findings.add(.encodingNotUTF8, "The document is in another encoding than UTF-8.")
    }
    if first == UInt8(ascii: "<") {
      var reader = SitemapXMLReader(self)
      reader.read(text, isCut: isCut)
      self = reader.reader
    } else {
      readLines(text.bytes)
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 9...13 ~= byte }

  /// Reads one address on each line.
  private mutating func readLines(_ bytes: [UInt8]) {
    sitemap.kind = .text
    var line = 0
    var isText = false
    var rest = bytes[...]
    while !rest.isEmpty {
      line += 1
      let end = rest.firstIndex { $0 == 0x0a || $0 == 0x0d } ?? rest.endIndex
      let next = rest[end...].starts(with: [0x0d, 0x0a]) ? end + 2 : min(end + 1, rest.endIndex)
      let text = Self.trimmed(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[next...]
      if text.isEmpty { continue }
      var draft = SitemapDraft(location: SourceLocation(line: line, column: 1))
      draft.texts[.address] = text
      // A text is a sitemap if there is an address in it; one that never had one is not read to its end.
      if !isText { isText = WebURL(text)?.isHTTP == true }
      if !isText, line > 1000 { break }
      if !add(draft) { break }
    }
    if !isText {
      sitemap = Sitemap()
      findings = FindingList()
      findings.add(.notASitemap, "There is no address in the text.")
    }
  }

  /// A text without white space around it.
  static func trimmed(_ text: String) -> String {
    var bytes = text.utf8[...]
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(Substring(bytes))
  }

  /// Checks an entry, and keeps it if it is right.
  ///
  /// - Parameter draft: What stands in it.
  /// - Returns: Whether a further one may be read.
  mutating func add(_ draft: SitemapDraft) -> Bool {
    entryCount += 1
    guard entryCount <= Sitemap.maximumEntryCount else {
      findings.add(
        .tooManyEntries,
        "There are more than \(Sitemap.maximumEntryCount) entries; the rest isn't read.",
        at: draft.location)
      return false
    }
    guard let (text, address) = address(of: draft) else { return true }
    var entry = SitemapEntry(url: address, text: text, location: draft.location)
    entry.lastModified = date(of: draft)
    entry.changeFrequency = frequency(of: draft)
    entry.priority = priority(of: draft)
    addExtras(of: draft, to: &entry)
    sitemap.entries.append(entry)
    return true
  }

  /// Adds images, videos and other languages, of which a sitemap may name many more than pages.
  private mutating func addExtras(of draft: SitemapDraft, to entry: inout SitemapEntry) {
    let count = draft.images.count + draft.videos.count + draft.alternates.count
    guard count > 0 else { return }
    extraCount += count
    guard extraCount <= Sitemap.maximumExtraCount else {
      if extraCount - count <= Sitemap.maximumExtraCount {
        findings.add(
          .tooLarge,
          "The sitemap names more than \(Sitemap.maximumExtraCount) images, videos and other languages; those from here on are left out.",
          at: draft.location, severity: .notice)
      }
      return
    }
    entry.images = draft.images.compactMap { WebURL($0) }.filter(\.isHTTP)
    entry.videos = draft.videos.compactMap { WebURL($0) }.filter(\.isHTTP)
    entry.alternates = draft.alternates.compactMap { language, address in
      guard !language.isEmpty, let url = WebURL(address), url.isHTTP else { return nil }
      return SitemapAlternate(language: language, url: url)
    }
  }

  /// The address of an entry, as it is written and read; `nil` when it is wrong or may not be listed.
  private mutating func address(of draft: SitemapDraft) -> (text: String, url: WebURL)? {
    let place = draft.location
    let texts = [draft.texts[.address], draft.texts[.identifier]].compactMap(\.self)
    guard let text = texts.first(where: { !$0.isEmpty }) else {
      findings.add(.locMissing, "The entry has no address.", at: place)
      return nil
    }
    // Only where there is something to say.
    var quoted: String { Diagnostic.excerpt(text) }
    guard text.unicodeScalars.count < Sitemap.maximumAddressLength else {
      findings.add(
        .locTooLong, "“\(quoted)” has \(Sitemap.maximumAddressLength) characters or more.",
        at: place)
      return nil
    }
    guard let address = WebURL(text, base: draft.isRelativeAllowed ? url : nil) else {
      if WebURL(text, base: url) != nil {
        findings.add(.locRelative, "“\(quoted)” is relative.", at: place)
      } else {
        findings.add(.locInvalid, "“\(quoted)” is no address.", at: place)
      }
      return nil
    }
    guard address.isHTTP else {
      findings.add(.locInvalid, "“\(quoted)” is no address of http or https.", at: place)
      return nil
    }
    let isFeed = sitemap.kind == .rss || sitemap.kind == .atom
    guard scope.contains(address, isFeed: isFeed) else {
      findings.add(
        .locOutOfScope, "\(quoted) is not for a sitemap at \(Diagnostic.excerpt(url.href)).",
        at: place)
      return nil
    }
    if sitemap.kind == .index, address == url || indexes.contains(address) {
      findings.add(.indexLoop, "\(quoted) leads back to an index.", at: place)
      return nil
    }
    guard seen.insert(address).inserted else {
      findings.add(.locDuplicate, "\(quoted) is listed more than once.", at: place)
      return nil
    }
    return (text, address)
  }

  private mutating func date(of draft: SitemapDraft) -> WebDate? {
    let isChanged = draft.texts[.changed] != nil
    let isMail = sitemap.kind == .rss && isChanged
    guard let text = draft.texts[.changed] ?? draft.texts[.w3cDate] else { return nil }
    // Feeds often have empty ones.
    if text.isEmpty, sitemap.kind == .rss || sitemap.kind == .atom { return nil }
    let date = isMail ? WebDate(mail: text) ?? WebDate(w3c: text) : WebDate(w3c: text)
    if date == nil {
      findings.add(
        .lastmodInvalid,
        "“\(Diagnostic.excerpt(text))” is no date, or a time without its time zone.",
        at: draft.places[isChanged ? .changed : .w3cDate] ?? draft.location)
    }
    return date
  }

  private mutating func frequency(of draft: SitemapDraft) -> SitemapChangeFrequency? {
    guard let text = draft.texts[.frequency] else { return nil }
    let frequency = SitemapChangeFrequency(rawValue: text.lowercased())
    if frequency == nil {
      findings.add(
        .changefreqInvalid,
        "“\(Diagnostic.excerpt(text))” is no word for how often a page changes.",
        at: draft.places[.frequency] ?? draft.location)
    }
    return frequency
  }

  private mutating func priority(of draft: SitemapDraft) -> Double? {
    guard let text = draft.texts[.priority] else { return nil }
    let isDecimal = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
    guard isDecimal, let priority = Double(text), 0...1 ~= priority else {
      findings.add(
        .priorityInvalid, "“\(Diagnostic.excerpt(text))” is no number from 0.0 to 1.0.",
        at: draft.places[.priority] ?? draft.location)
      return nil
    }
    return priority
  }
}
