/// Finds what encoding a page says it is in, as browsers do: the prescan of the HTML Standard (section 13.2.3.2).
struct EncodingSniffer {
  /// How many bytes of a page are looked at first.
  static let byteCount = 1_024
  /// How many are looked at where those say nothing. Browsers come upon what stands later while they build the
  /// tree, and begin again.
  static let lateByteCount = 65_536

  /// What a page says.
  struct Finding: Equatable {
    /// The encoding; `nil` when nothing known is said.
    var encoding: TextEncoding?
    /// The first label that stands for no encoding.
    var unknownLabel: String?
  }

  /// Valid while the sniffer runs: it is made and used within one call for the page's bytes.
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  /// Whether what looks like a tag in a script or a title is none, as in the tree; the prescan takes it for one.
  private let knowsText: Bool
  private var finding = Finding()

  /// Looks at the start of a page.
  static func sniff(_ page: [UInt8]) -> Finding {
    page.withUnsafeBufferPointer { page in
      var sniffer = EncodingSniffer(page.prefix(byteCount), knowsText: false)
      sniffer.run()
      guard sniffer.finding.encoding == nil, page.count > byteCount else { return sniffer.finding }
      var later = EncodingSniffer(page.prefix(lateByteCount), knowsText: true)
      later.run()
      return later.finding
    }
  }

  /// Looks at the declaration at the start of an XML text.
  static func declaredInXML(_ document: [UInt8]) -> TextEncoding? {
    document.withUnsafeBufferPointer { document in
      var sniffer = EncodingSniffer(document.prefix(byteCount), knowsText: false)
      return sniffer.declared()
    }
  }

  private init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, knowsText: Bool) {
    self.bytes = UnsafeBufferPointer(rebasing: bytes)
    self.knowsText = knowsText
    position = 0
  }

  private mutating func run() {
    if bytes.starts(with: [0x3c, 0, 0x3f, 0, 0x78, 0]) {
      finding.encoding = .utf16LittleEndian
    } else if bytes.starts(with: [0, 0x3c, 0, 0x3f, 0, 0x78]) {
      finding.encoding = .utf16BigEndian
    } else if let encoding = scan() ?? declared() {
      finding.encoding = encoding
    }
  }

  // MARK: - Tags

  /// Steps from tag to tag; `nil` at the end of what is looked at.
  private mutating func scan() -> TextEncoding? {
    guard namesCharset, mayHaveDeclaration else { return nil }
    while position < bytes.endIndex {
      guard let start = bytes.first(lessThan, lessThan, in: position..<bytes.count) else {
        position = bytes.count
        break
      }
      position = start
      let next = byte(position + 1).map(Self.lower)
      if next == UInt8(ascii: "!"), comes("<!--") {
        guard skipComment() else { return nil }
      } else if next == UInt8(ascii: "m"), comes("<meta"), let behind = byte(position + 5),
        Self.isSpace(behind) || behind == slash
      {
        position += 5
        switch meta() {
        case .found(let encoding): return encoding
        case .none: break
        case .cut: return nil
        }
      } else if startsTag {
        let mayHoldText = next == UInt8(ascii: "s") || next == UInt8(ascii: "t")
        let text = knowsText && mayHoldText ? Self.texts.first { comes($0) } : nil
        while let next = byte(position), !Self.isSpace(next), next != close { position += 1 }
        while true {
          guard let attribute = attribute(isKept: false) else { return nil }
          if attribute.isEnd { break }
        }
        if let text, !skip(text) { return nil }
      } else if comes("<!") || comes("</") || comes("<?") {
        while let next = byte(position), next != close { position += 1 }
      }
      position += 1
    }
    return nil
  }

  /// Whether `charset` stands anywhere, in any case: without it no tag says an encoding, as on most pages that get one
  /// in a header. The last letter is looked for first, and the others tell how far on it can be.
  private var namesCharset: Bool {
    var last = 6
    while last < bytes.count {
      switch bytes[last] | 0x20 {
      case UInt8(ascii: "t"):
        if bytes[(last - 6)..<last].elementsEqual("charse".utf8, by: { $0 | 0x20 == $1 }) {
          return true
        }
        last += 7
      case UInt8(ascii: "e"): last += 1
      case UInt8(ascii: "s"): last += 2
      case UInt8(ascii: "r"): last += 3
      case UInt8(ascii: "a"): last += 4
      case UInt8(ascii: "h"): last += 5
      case UInt8(ascii: "c"): last += 6
      default: last += 7
      }
    }
    return false
  }

  /// Whether a `meta` says an encoding, or a label of none, if it is no part of a comment, a script or a value. Most pages
  /// with the word have it in scripts; there are few such tags, so that the others need not be gone through. What is
  /// not known after twice the bytes, as tags may stand in each other's values, is taken for one.
  private var mayHaveDeclaration: Bool {
    var allowance = 2 * bytes.count
    var place = 0
    while let start = bytes.first(lessThan, lessThan, in: place..<bytes.count) {
      place = start + 1
      guard place < bytes.count, Self.lower(bytes[place]) == UInt8(ascii: "m") else { continue }
      var tag = self
      tag.position = start
      guard tag.comes("<meta"), let behind = byte(start + 5),
        Self.isSpace(behind) || behind == slash
      else { continue }
      tag.position += 5
      if case .found = tag.meta() { return true }
      allowance -= tag.position - start
      if tag.finding.unknownLabel != nil || allowance < 0 { return true }
    }
    return false
  }

  /// How elements begin whose contents are text.
  private static let texts: [StaticString] = ["<script", "<style", "<title", "<textarea"]

  /// Steps to the end of an element whose contents are text.
  private mutating func skip(_ start: StaticString) -> Bool {
    while position < bytes.endIndex {
      if byte(position) == UInt8(ascii: "<"), byte(position + 1) == slash,
        comes(start, endTag: true)
      {
        return true
      }
      position += 1
    }
    return false
  }

  private var startsTag: Bool {
    guard byte(position) == UInt8(ascii: "<") else { return false }
    let name = byte(position + 1) == slash ? position + 2 : position + 1
    return byte(name).map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 } ?? false
  }

  /// Steps to the end of a comment, whose hyphens may be those of its start.
  private mutating func skipComment() -> Bool {
    position += 2
    let hyphen = UInt8(ascii: "-")
    while let found = bytes.first(hyphen, hyphen, in: position..<bytes.count) {
      position = found
      if comes("-->") {
        position += 2
        return true
      }
      position += 1
    }
    position = bytes.count
    return false
  }

  private enum MetaResult {
    case found(TextEncoding)
    case none
    case cut
  }

  private mutating func meta() -> MetaResult {
    var names: Set<String> = []
    var isPragma = false
    var needsPragma: Bool?
    var label: String?
    while true {
      guard let attribute = attribute() else { return .cut }
      if attribute.isEnd { break }
      let name = String(decoding: attribute.name, as: UTF8.self)
      guard names.insert(name).inserted else { continue }
      switch name {
      case "http-equiv":
        isPragma = isPragma || attribute.value == Array("content-type".utf8)
      case "content":
        if label == nil, let found = ContentTypeCharset.find(in: attribute.value) {
          label = found
          needsPragma = true
        }
      case "charset":
        label = String(decoding: attribute.value, as: UTF8.self)
        needsPragma = false
      default: break
      }
    }
    guard let label, let needsPragma, isPragma || !needsPragma else { return .none }
    guard let encoding = TextEncoding(label: label) else {
      finding.unknownLabel = finding.unknownLabel ?? label
      return .none
    }
    return .found(encoding.asDeclaredInPage)
  }

  // MARK: - Attributes

  private struct Attribute {
    var name: [UInt8] = []
    var value: [UInt8] = []
    /// Whether the tag ended instead.
    var isEnd = false
  }

  /// Reads an attribute in lower case, or steps over one whose words nobody wants; `nil` at the end of what is
  /// looked at.
  private mutating func attribute(isKept: Bool = true) -> Attribute? {
    while let next = byte(position), Self.isSpace(next) || next == slash { position += 1 }
    guard let first = byte(position) else { return nil }
    var attribute = Attribute()
    if first == close {
      attribute.isEnd = true
      return attribute
    }
    let start = position
    while true {
      guard let next = byte(position) else { return nil }
      if next == UInt8(ascii: "="), position > start { break }
      if next == slash || next == close { return attribute }
      if Self.isSpace(next) {
        guard skipSpace() else { return nil }
        guard byte(position) == UInt8(ascii: "=") else { return attribute }
        break
      }
      if isKept { attribute.name.append(Self.lower(next)) }
      position += 1
    }
    position += 1
    guard skipSpace(), let quote = byte(position) else { return nil }
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let start = position + 1
      guard let end = bytes.first(quote, quote, in: start..<bytes.count) else { return nil }
      if isKept { attribute.value = bytes[start..<end].map(Self.lower) }
      position = end + 1
      return attribute
    }
    while let next = byte(position) {
      if Self.isSpace(next) || next == close { return attribute }
      if isKept { attribute.value.append(Self.lower(next)) }
      position += 1
    }
    return nil
  }

  private mutating func skipSpace() -> Bool {
    while let next = byte(position), Self.isSpace(next) { position += 1 }
    return position < bytes.endIndex
  }

  // MARK: - XML

  /// The encoding of an XML declaration at the start, which counts where no tag says one.
  private mutating func declared() -> TextEncoding? {
    guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: close) else {
      return nil
    }
    let declaration = Array(bytes[..<end])
    guard let name = declaration.firstRange(of: Array("encoding".utf8)) else { return nil }
    var rest = declaration[name.upperBound...].drop { $0 <= 0x20 }
    guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
    rest = rest.drop { $0 <= 0x20 }
    guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let closing = rest.firstIndex(of: quote)
    else { return nil }
    let label = rest[..<closing]
    guard !label.contains(where: { $0 <= 0x20 }) else { return nil }
    let text = String(decoding: label, as: UTF8.self)
    guard let encoding = TextEncoding(label: text) else {
      finding.unknownLabel = finding.unknownLabel ?? text
      return nil
    }
    return encoding.asDeclaredInPage
  }

  // MARK: - Bytes

  private let slash = UInt8(ascii: "/")
  private let close = UInt8(ascii: ">")
  private let lessThan = UInt8(ascii: "<")

  private func byte(_ index: Int) -> UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  /// Whether a lower-case text comes next, in any case; in an end tag, with a slash behind its first byte.
  private func comes(_ text: StaticString, endTag: Bool = false) -> Bool {
    let slashes = endTag ? 1 : 0
    return text.withUTF8Buffer { text in
      bytes.endIndex - position >= text.count + slashes
        && text.indices.allSatisfy {
          Self.lower(bytes[position + ($0 == 0 ? 0 : $0 + slashes)]) == text[$0]
        }
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0c || byte == 0x0d
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}

extension TextEncoding {
  /// The encoding that is meant where the page says this one in ASCII: it can't be UTF-16 then.
  fileprivate var asDeclaredInPage: TextEncoding {
    switch self {
    case .utf16BigEndian, .utf16LittleEndian: .utf8
    case .userDefined: .windows1252
    default: self
    }
  }
}
