internal import WebDocuments

/// Reads blocks of JSON-LD one after the other into one graph.
struct JSONLDCollector {
  private let base: BaseIRI
  private var builder = ItemGraphBuilder(.jsonLD)
  private var findings = FindingList()
  /// What the document refers to by names of its own.
  private var references: [(name: String, property: String, at: SourceLocation)] = []

  init(base: BaseIRI) {
    self.base = base
  }

  mutating func report(
    _ rule: DiagnosticRule, _ message: @autoclosure () -> String, at location: SourceLocation,
    subject: String? = nil
  ) {
    findings.add(rule, message(), at: location, subject: subject)
  }

  /// Reads a block.
  ///
  /// - Parameters:
  ///   - bytes: Its text.
  ///   - location: Where a byte of it stands.
  mutating func read(_ bytes: [UInt8], location: @escaping (Int) -> SourceLocation) {
    guard bytes.count <= JSONLDReading.greatestBlock else {
      let limit = JSONLDReading.greatestBlock >> 20
      report(
        .jsonldTooLarge, "The block is larger than \(limit) MB and is not read.", at: location(0))
      return
    }
    guard bytes.contains(where: { $0 > 0x20 }) else {
      report(.jsonldEmpty, "The block is empty.", at: location(0))
      return
    }
    let block: LocatedJSON
    do {
      block = try LocatedJSON.parse(bytes, maximumDepth: JSONLDReading.greatestDepth)
    } catch {
      report(
        .jsonldSyntax, "The block is not JSON: \(error.reason).", at: location(error.offset))
      guard let repaired = Self.repaired(bytes) else { return }
      block = repaired
    }
    var context = JSONLDContext(base: base)
    if let place = Self.placeWithoutContext(block) {
      report(
        .jsonldContextMissing, "The block has no “@context”; it is read as if it named schema.org.",
        at: location(place))
      context = .schema(base: base)
    }
    expand(block, of: bytes.count, context, location)
  }

  /// What a block says that is JSON but for comments and commas too many: its owner is told, and search goes on.
  private static func repaired(_ bytes: [UInt8]) -> LocatedJSON? {
    JSONLDRepair.repaired(bytes).flatMap {
      try? LocatedJSON.parse($0, maximumDepth: JSONLDReading.greatestDepth)
    }
  }

  private mutating func expand(
    _ block: LocatedJSON, of length: Int, _ context: JSONLDContext,
    _ location: @escaping (Int) -> SourceLocation
  ) {
    var processor = JSONLDProcessor(documentLength: length, .lenient)
    var values: [ExpandedValue] = []
    do throws(JSONLDError) {
      values = try processor.expand(block, context)
    } catch {
      report(
        error.code == .tooLarge ? .jsonldTooLarge : .jsonldSyntax, error.reason,
        at: location(error.offset))
      return
    }
    for (address, offset) in processor.unknownContexts {
      report(
        .jsonldContextUnknown,
        "The context “\(Diagnostic.excerpt(address))” isn't schema.org's address and is not fetched.",
        at: location(offset), subject: "@context")
    }
    for mistake in processor.mistakes {
      report(.jsonldSyntax, mistake.reason, at: location(mistake.offset))
    }
    let before = builder.count
    var converter = ExpandedConverter(builder: builder, base: base.text, location: location)
    builder = ItemGraphBuilder(.jsonLD)
    converter.convert(values)
    builder = converter.builder
    references += converter.references
    builder.endBlankNames()
    if builder.count == before, processor.mistakes.isEmpty, processor.unknownContexts.isEmpty,
      values.isEmpty
    {
      report(.jsonldEmpty, "The block describes nothing.", at: location(block.offset))
    }
  }

  /// Where a block lacks a context, if it says something in words that need one.
  private static func placeWithoutContext(_ block: LocatedJSON) -> Int? {
    JSONLDProcessor.elements(of: block).first { element in
      guard case .object(let members) = element.value else { return false }
      return element["@context"] == nil && needsContext(members)
    }?.offset
  }

  private static func needsContext(_ members: [LocatedJSON.Member]) -> Bool {
    members.contains { member in
      switch member.name {
      case "@type": return isWord(member.value)
      case "@graph":
        return JSONLDProcessor.elements(of: member.value).contains { element in
          guard case .object(let members) = element.value else { return false }
          return element["@context"] == nil
            && members.contains { $0.name == "@type" ? isWord($0.value) : isWord($0.name) }
        }
      default: return isWord(member.name)
      }
    }
  }

  private static func isWord(_ name: String) -> Bool {
    !name.utf8.contains(UInt8(ascii: ":")) && name.utf8.first != UInt8(ascii: "@")
  }

  private static func isWord(_ value: LocatedJSON) -> Bool {
    JSONLDProcessor.elements(of: value).contains {
      if case .string(let name) = $0.value { isWord(name) } else { false }
    }
  }

  consuming func finish() -> (ItemGraph, [Diagnostic]) {
    for (name, property, location) in references where !builder.isTold(name) {
      report(
        .jsonldIdentifierUnresolved,
        "“\(Diagnostic.excerpt(name))” is referred to, but the page doesn't describe it.",
        at: location, subject: property)
    }
    return (builder.finish(), findings.all)
  }
}
