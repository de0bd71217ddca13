import FresnelSegments
import FresnelStorage

/// Term dictionaries; see ``SectionInput``.
enum DictionaryTarget: FuzzTarget {
  static func seeds() throws -> [[UInt8]] {
    let words = ["apple", "apply", "banana", "band", "bandana", "zebra", "été"]
    let many = (0..<900).map { "word\(String($0 * 7919 % 100_003, radix: 36))" }
    return try [[], ["a"], words, Array(Set(many)).sorted()].map { terms in
      var sink = ByteSink.memory()
      var writer = TermDictionaryWriter(documentCount: 70_000)
      for (number, term) in terms.enumerated() {
        var entry = TermEntry()
        entry[.titleStart] = .single(UInt32(number * 31), certainty: 3)
        if number % 3 == 1 {
          entry[.text] = PostingListLocation(
            offset: UInt64(number * 40), byteCount: 40, count: UInt32(number + 2))
        }
        Array(term.utf8).withUnsafeBufferPointer { writer.add($0, entry) }
      }
      let location = try writer.finish(to: &sink, withInfixes: true)
      return try SectionInput.bytes(sink) { location.encode(to: &$0) }
    }
  }

  static func examine(_ input: [UInt8]) {
    guard let section = SectionInput(input),
      let location = section.decode({ (bytes, position) throws(StorageError) in
        try TermDictionaryLocation.decode(bytes, at: &position)
      }),
      let dictionary = try? TermDictionary(section.source, location)
    else { return }
    examine(dictionary)
  }

  /// Walks a dictionary and looks up some of what the walk found.
  ///
  /// A damaged one may answer the two differently: that its parts agree is what checksums are for.
  static func examine(_ dictionary: TermDictionary) {
    var terms: [[UInt8]] = []
    isReadable { () throws(StorageError) in
      var cursor = dictionary.cursor()
      while try cursor.next() {
        let term = Array(cursor.term)
        _ = cursor.entry
        terms.append(term)
      }
    }
    let sample = terms.enumerated().filter { $0.offset % (terms.count / 8 + 1) == 0 }
    for term in sample.map(\.element) + [[], [0x61], [0xff, 0xff]] {
      look(for: term, in: dictionary)
      infixes(of: term, in: dictionary)
    }
  }

  private static func look(for term: [UInt8], in dictionary: TermDictionary) {
    term.withUnsafeBufferPointer { bytes in
      isReadable { () throws(StorageError) in _ = try dictionary.find(bytes) }
      isReadable { () throws(StorageError) in
        var cursor = dictionary.cursor(bypassingCache: true)
        try cursor.seek(bytes)
        if try cursor.next() { _ = (cursor.term.count, cursor.entry) }
      }
      for asPrefix in [false, true] {
        isReadable { () throws(StorageError) in
          var budget = TermWalkBudget()
          try dictionary.forEach(
            near: bytes, distance: 2, exactPrefix: 1, asPrefix: asPrefix, &budget
          ) { _, distance, _ in
            expect(distance <= 2, "A near term is far.")
            return true
          }
        }
      }
    }
  }

  private static func infixes(of term: [UInt8], in dictionary: TermDictionary) {
    for count in [1, 3, 4] where term.count >= count {
      let needle = Array(term.suffix(count))
      needle.withUnsafeBufferPointer { bytes in
        for atEnd in [false, true] {
          isReadable { () throws(StorageError) in
            try dictionary.forEach(containing: bytes, atEnd: atEnd) { term, _ in
              let isRight =
                atEnd
                ? term.suffix(count).elementsEqual(needle)
                : (0...max(0, term.count - count)).contains {
                  term[$0...].prefix(count).elementsEqual(needle)
                }
              expect(isRight, "A term does not hold what was looked for.")
              return true
            }
          }
        }
      }
    }
  }
}
