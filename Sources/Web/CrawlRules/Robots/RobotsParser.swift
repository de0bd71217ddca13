import WebAddresses
import WebDocuments

/// Reads robots.txt line by line.
struct RobotsParser {
  var file = RobotsFile()
  /// The line that is read, from 1.
  private var line = 0
  /// Whether the current group has a rule, so that a further name begins a new one.
  private var isGroupClosed = true
  private var findings = FindingList()

  /// Reads a whole file.
  mutating func read(_ bytes: [UInt8]) {
    var rest = bytes.prefix(RobotsFile.maximumLength)
    let isCut = bytes.count > RobotsFile.maximumLength
    // A byte order mark, of which the beginning is enough.
    for byte: UInt8 in [0xef, 0xbb, 0xbf] {
      guard rest.first == byte else { break }
      rest.removeFirst()
    }
    while !rest.isEmpty {
      let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      if end == nil, isCut { break }
      line += 1
      read(line: rest[..<(end ?? rest.endIndex)])
      guard let end else { break }
      let isPair =
        rest[end] == UInt8(ascii: "\r") && end + 1 < rest.endIndex
        && rest[end + 1] == UInt8(ascii: "\n")
      rest = rest[(end + (isPair ? 2 : 1))...]
    }
    if isCut {
      report(
        .tooLarge,
        "The file has more than \(RobotsFile.maximumLength) bytes; what follows is ignored.")
    }
    file.diagnostics = findings.all
  }

  private mutating func read(line bytes: ArraySlice<UInt8>) {
    if bytes.count > RobotsFile.maximumLineLength {
      report(
        .robotsSyntax,
        "The line is longer than \(RobotsFile.maximumLineLength) bytes; the rest of it is ignored.")
    }
    let bytes = bytes.prefix(RobotsFile.maximumLineLength)
    guard let entry = RobotsLine(bytes) else {
      if !RobotsLine.isBlank(bytes) {
        report(.robotsSyntax, "“\(excerpt(bytes))” is no field with a value.")
      }
      return
    }
    if entry.field != .other, !entry.hasColon {
      report(
        .robotsTypo,
        "The colon behind “\(excerpt(entry.name))” is missing; it is read as if it were there.")
    } else if !entry.isNameExact {
      report(.robotsTypo, "“\(excerpt(entry.name))” is read as “\(entry.field.name)”.")
    }
    switch entry.field {
    case .userAgent: readAgent(entry.value)
    case .allow, .disallow: readRule(entry.value, isAllowing: entry.field == .allow)
    case .crawlDelay: readCrawlDelay(entry.value)
    case .sitemap: readSitemap(entry.value)
    case .other:
      if !entry.hasColon {
        report(.robotsSyntax, "“\(excerpt(bytes))” is no field with a value.")
      } else if let near = RobotsField.near(entry.name) {
        report(
          .robotsTypo,
          "“\(excerpt(entry.name))” means nothing to crawlers; perhaps “\(near.name)” is meant.")
      }
    }
  }

  private mutating func readAgent(_ value: ArraySlice<UInt8>) {
    if isGroupClosed {
      file.groups.append(RobotsGroup(line: line))
      isGroupClosed = false
    }
    let isForAll =
      value.first == UInt8(ascii: "*")
      && (value.count == 1 || value.dropFirst().first == UInt8(ascii: " ")
        || value.dropFirst().first == UInt8(ascii: "\t"))
    let token = isForAll ? value.prefix(1) : value.prefix(while: Self.isTokenByte)
    if token.count < value.count {
      report(
        .robotsSyntax,
        token.isEmpty
          ? "“\(excerpt(value))” is no name of a crawler."
          : "Of “\(excerpt(value))” only “\(excerpt(token))” is read as the name of a crawler.")
    } else if value.isEmpty {
      report(.robotsSyntax, "The name of a crawler is missing.")
    }
    if !token.isEmpty {
      file.groups[file.groups.count - 1].agents.append(String(decoding: token, as: UTF8.self))
    }
  }

  /// Whether a byte may stand in the name of a crawler.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  private mutating func readRule(_ value: ArraySlice<UInt8>, isAllowing: Bool) {
    guard !file.groups.isEmpty else {
      report(.robotsSyntax, "The rule stands before any user-agent line, so it is for no crawler.")
      return
    }
    isGroupClosed = true
    guard let first = value.first else { return }
    let pattern = String(decoding: value, as: UTF8.self)
    if first != UInt8(ascii: "/"), first != UInt8(ascii: "*") {
      report(
        .robotsSyntax,
        "The path “\(Diagnostic.excerpt(pattern))” doesn't begin with a slash, so it fits nothing.")
    }
    file.groups[file.groups.count - 1].rules.append(
      RobotsRule(isAllowing: isAllowing, pattern: pattern, line: line))
  }

  private mutating func readCrawlDelay(_ value: ArraySlice<UInt8>) {
    let text = String(decoding: value, as: UTF8.self)
    guard let seconds = Double(text), seconds.isFinite, seconds >= 0 else {
      report(.robotsSyntax, "The delay “\(Diagnostic.excerpt(text))” is no number of seconds.")
      return
    }
    guard !file.groups.isEmpty else {
      report(.robotsSyntax, "The delay stands before any user-agent line, so it is for no crawler.")
      return
    }
    let last = file.groups.count - 1
    file.groups[last].crawlDelay = max(seconds, file.groups[last].crawlDelay ?? 0)
  }

  private mutating func readSitemap(_ value: ArraySlice<UInt8>) {
    let text = String(decoding: value, as: UTF8.self)
    guard let url = WebURL(text), url.isHTTP else {
      report(
        .robotsSyntax,
        "The sitemap “\(Diagnostic.excerpt(text))” is no absolute http or https address.")
      return
    }
    guard file.sitemaps.count < RobotsFile.maximumSitemapCount else {
      report(
        .robotsSyntax,
        "The file names more than \(RobotsFile.maximumSitemapCount) sitemaps; this one is ignored.")
      return
    }
    if sitemapsSeen.insert(url).inserted { file.sitemaps.append(url) }
  }

  private var sitemapsSeen: Set<WebURL> = []

  private mutating func report(_ rule: DiagnosticRule, _ message: String) {
    findings.add(rule, message, at: SourceLocation(line: max(line, 1), column: 1))
  }

  private func excerpt(_ bytes: ArraySlice<UInt8>) -> String {
    Diagnostic.excerpt(String(decoding: bytes.prefix(1024), as: UTF8.self))
  }
}
