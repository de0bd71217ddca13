import FresnelModel
import FresnelQuery
import FresnelText

/// Tells of most items that do not match a comparison, without folding their texts.
///
/// A pattern's literal ASCII texts stand in every element that it matches, each behind the one before;
/// in an element that is wholly ASCII they stand as they are, but for case. So where every element that a
/// comparison looks at is ASCII and none holds the texts in order, the comparison does not hold.
struct LiteralScreen: Sendable {
  /// What one pattern asks for.
  private struct Demand {
    let target: AttributeTarget
    /// ASCII in lower case: what must be in one element, in this order.
    let literals: [ByteSearch]
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
  private static func literal(_ piece: PatternSegment.Piece) -> ByteSearch? {
    guard case .bytes(let bytes) = piece, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    return ByteSearch(bytes.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 })
  }

  /// Whether an item may match.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - goesOn: Is told before a text is looked through for a pattern how many bytes it has; when it
  ///     returns false, the screening ends, and its result means nothing.
  /// - Returns: Whether it may.
  /// - Complexity: O(*n* + *m*) in the bytes of the texts and of the literals, for each pattern.
  func admits(_ item: EncodedItem, goesOn: (_ byteCount: Int) -> Bool) -> Bool {
    demands.allSatisfy { demand in
      var isOpen = false
      var isOver = false
      do throws(ModelError) {
        try item.forEachEncodedAttribute { attribute throws(ModelError) in
          guard !isOpen, !isOver, demand.target.looks(at: attribute.key) else { return }
          // What a browser would show is known to the evaluator alone.
          if attribute.key == .builtIn(.htmlContentData) {
            isOpen = true
            return
          }
          try attribute.forEachText { text in
            guard !isOpen, !isOver else { return }
            guard goesOn(text.count) else {
              isOver = true
              return
            }
            isOpen = Self.mayHold(demand.literals, text)
          }
        }
      } catch {
        // The evaluator knows what to make of damage.
        return true
      }
      return isOpen
    }
  }

  /// Whether an element is not ASCII, or holds all of some literals, each behind the one before.
  private static func mayHold(
    _ literals: [ByteSearch], _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard isASCII(text) else { return true }
    var end = 0
    for literal in literals {
      guard let range = literal.first(inAnyCaseOf: text, from: end) else { return false }
      end = range.upperBound
    }
    return true
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
