import FresnelSegments
import FresnelStorage
import FresnelTestSupport

/// Random terms with random lists, sorted: what a dictionary must say, in its simplest form.
struct DictionarySample {
  struct Element {
    let term: [UInt8]
    let entry: TermEntry
  }

  let elements: [Element]
  let documentCount: Int

  /// Makes about `count` terms of different kinds: many begin alike, some are long, empty, beyond ASCII,
  /// or arbitrary bytes.
  init(count: Int, documentCount: Int = 100_000, _ random: inout SeededGenerator) {
    var terms: Set<[UInt8]> = []
    var last: [UInt8] = []
    for _ in 0..<count {
      let kind = Int.random(in: 0..<100, using: &random)
      var term: [UInt8] = []
      switch kind {
      case 0: term = []
      case 1..<5:
        term = Self.bytes(1...270, 0...255, &random)
      case 5..<10:
        term = Array(
          String(
            String.UnicodeScalarView(
              (0..<Int.random(in: 1...6, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0x3B1...0x3C9, using: &random))
              })
          ).utf8)
      case 10..<15: term = Self.bytes(1...270, 97...98, &random)
      case 15..<60:
        term = Array(last.prefix(Int.random(in: 0...last.count, using: &random)))
        term += Self.bytes(1...4, 97...104, &random)
      default: term = Self.bytes(1...8, 97...112, &random)
      }
      last = Array(term.prefix(TermDictionaryWriter.maximumTermLength))
      terms.insert(last)
    }
    let sorted = terms.sorted { $0.lexicographicallyPrecedes($1) }
    self.documentCount = documentCount
    var elements: [Element] = []
    var offset = UInt64.random(in: 0...(1 << 33), using: &random)
    for term in sorted {
      elements.append(
        Element(term: term, entry: Self.entry(&offset, documentCount: documentCount, &random)))
    }
    self.elements = elements
  }

  /// Terms without lists of any interest.
  init(terms: [String]) {
    documentCount = terms.count
    var entry = TermEntry()
    entry[.text] = .single(0, certainty: 3)
    elements = Set(terms.map { Array($0.utf8) }).sorted { $0.lexicographicallyPrecedes($1) }
      .map { Element(term: $0, entry: entry) }
  }

  private static func bytes(
    _ counts: ClosedRange<Int>, _ values: ClosedRange<UInt8>, _ random: inout SeededGenerator
  ) -> [UInt8] {
    (0..<Int.random(in: counts, using: &random)).map { _ in
      UInt8.random(in: values, using: &random)
    }
  }

  private static func entry(
    _ offset: inout UInt64, documentCount: Int, _ random: inout SeededGenerator
  ) -> TermEntry {
    var entry = TermEntry()
    let document = UInt32.random(in: 0..<UInt32(documentCount), using: &random)
    for group in PostingGroup.allCases where Int.random(in: 0..<3, using: &random) == 0 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6:
        entry[group] = .single(
          Bool.random(using: &random)
            ? document : UInt32.random(in: 0..<UInt32(documentCount), using: &random),
          certainty: UInt8.random(in: 0...3, using: &random))
      case 6:
        // A list anywhere, as long as lists get.
        entry[group] = PostingListLocation(
          offset: UInt64.random(in: 0...(.max), using: &random),
          byteCount: UInt32.random(in: 1...(.max), using: &random),
          count: UInt32.random(in: 2...(.max), using: &random))
      default:
        let count = UInt32.random(in: 2...300, using: &random)
        if count > 128 { offset = (offset + 7) / 8 * 8 }
        let byteCount = UInt32.random(in: 1...400, using: &random)
        entry[group] = PostingListLocation(offset: offset, byteCount: byteCount, count: count)
        offset += UInt64(byteCount)
      }
    }
    return entry
  }

  /// Writes the dictionary behind a few bytes of something else.
  func write(
    to sink: inout ByteSink, withInfixes: Bool
  ) throws(StorageError) -> TermDictionaryLocation {
    try sink.append([1, 2, 3])
    var writer = TermDictionaryWriter(documentCount: documentCount)
    for element in elements {
      element.term.withUnsafeBufferPointer { writer.add($0, element.entry) }
    }
    return try writer.finish(to: &sink, withInfixes: withInfixes)
  }

  /// The dictionary in memory.
  func encoded(
    withInfixes: Bool = false
  ) throws -> (source: ByteSource, location: TermDictionaryLocation) {
    var sink = ByteSink.memory()
    let location = try write(to: &sink, withInfixes: withInfixes)
    guard let source = try sink.finish() else {
      throw StorageError(.notFound, "A sink in memory gave no source.")
    }
    return (source, location)
  }

  /// The dictionary in memory, opened.
  func dictionary(withInfixes: Bool = false) throws -> TermDictionary {
    let (source, location) = try encoded(withInfixes: withInfixes)
    return try TermDictionary(source, location)
  }
}

extension TermDictionary {
  /// All terms that hold or end with a needle.
  func terms(containing needle: [UInt8], atEnd: Bool = false) throws -> [[UInt8]] {
    var found: [[UInt8]] = []
    try needle.withUnsafeBufferPointer { (needle) throws(StorageError) in
      try forEach(containing: needle, atEnd: atEnd) { (term, _) throws(StorageError) in
        found.append(Array(term))
        return true
      }
    }
    return found
  }

  /// The entry of a term.
  func find(_ term: [UInt8]) throws(StorageError) -> TermEntry? {
    try term.withUnsafeBufferPointer { (term) throws(StorageError) in try find(term) }
  }
}

extension TermDictionary {
  /// Calls the body with the lists of all terms that begin with some bytes.
  func forEachList(
    startingWith prefix: [UInt8], goesOn: (Int) -> Bool,
    _ body: (_ isEqual: Bool, _ group: Int, PostingListLocation) -> Void
  ) throws(StorageError) {
    try prefix.withUnsafeBufferPointer { (prefix) throws(StorageError) in
      try forEachList(startingWith: prefix, goesOn: goesOn, body)
    }
  }
}

extension TermCursor {
  /// Moves in front of the first term that is not less than a key.
  mutating func seek(_ key: [UInt8]) throws(StorageError) {
    try key.withUnsafeBufferPointer { (key) throws(StorageError) in try seek(key) }
  }
}
