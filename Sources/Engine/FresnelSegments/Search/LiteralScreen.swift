import FresnelModel
import FresnelQuery

/// Tells of most items that do not match a comparison, without folding their texts.
///
/// A pattern's literal ASCII text stands in every element that it matches; in an element that is
/// wholly ASCII it stands as it is, but for case. So where every element that a comparison looks at is
/// ASCII and none holds the text, the comparison does not hold.
struct LiteralScreen: Sendable {
  /// What one pattern asks for.
  private struct Demand {
    let target: AttributeTarget
    /// ASCII in lower case: what must be in one element.
    let literals: [[UInt8]]
  }

  private let demands: [Demand]

  /// The screen of a comparison that is not negated.
  init(_ comparison: CompiledComparison) {
    var demands: [Demand] = []
    if case .text(let test) = comparison.test {
      switch comparison.target {
      case .metadata, .metadataAndText, .builtIn:
        for pattern in test.patterns {
          let literals = pattern.segments.flatMap { $0.pieces.compactMap(Self.literal) }
          if !literals.isEmpty {
            demands.append(Demand(target: comparison.target, literals: literals))
          }
        }
      case .custom, .uniqueIdentifier, .domainIdentifier, .expirationDate: break
      }
    }
    self.demands = demands
  }

  /// A piece in lower case; `nil` unless it is ASCII.
  private static func literal(_ piece: PatternSegment.Piece) -> [UInt8]? {
    guard case .bytes(let bytes) = piece, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    return bytes.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
  }

  /// Whether an item may match.
  func admits(_ item: EncodedItem) -> Bool {
    demands.allSatisfy { demand in
      var isOpen = false
      do throws(ModelError) {
        try item.forEachEncodedAttribute { attribute throws(ModelError) in
          guard !isOpen, demand.target.looks(at: attribute.key) else { return }
          // What a browser would show is known to the evaluator alone.
          if attribute.key == .builtIn(.htmlContentData) {
            isOpen = true
            return
          }
          try attribute.forEachText { text in
            isOpen = isOpen || Self.mayHold(demand.literals, text)
          }
        }
      } catch {
        // The evaluator knows what to make of damage.
        return true
      }
      return isOpen
    }
  }

  /// Whether an element is not ASCII, or holds all of some literals.
  private static func mayHold(_ literals: [[UInt8]], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isASCII(text) else { return true }
    return literals.allSatisfy { holds($0, text) }
  }

  private static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(text)
    var united: UInt64 = 0
    var offset = 0
    // Every load ends at or before the end of the buffer.
    while offset + 8 <= bytes.count {
      united |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    while offset < bytes.count {
      united |= UInt64(bytes[offset])
      offset += 1
    }
    return united & 0x8080_8080_8080_8080 == 0
  }

  /// Whether ASCII text holds a literal, in any case.
  private static func holds(_ literal: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    literal.withUnsafeBufferPointer { literal in
      guard let first = literal.first else { return true }
      var offset = 0
      let last = text.count - literal.count
      while offset <= last {
        if lowercased(text[offset]) == first {
          var length = 1
          while length < literal.count, lowercased(text[offset + length]) == literal[length] {
            length += 1
          }
          if length == literal.count { return true }
        }
        offset += 1
      }
      return false
    }
  }

  @inline(__always)
  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}

extension AttributeTarget {
  /// Whether comparisons of the target look at the attribute of a key.
  fileprivate func looks(at key: AttributeKey) -> Bool {
    switch self {
    case .metadata, .metadataAndText: covers(key)
    case .builtIn(let id): key == .builtIn(id)
    case .custom, .uniqueIdentifier, .domainIdentifier, .expirationDate: true
    }
  }
}
