import FresnelStorage

/// Merges the posting lists that several segments have for a term, under new numbers.
struct PostingMerge: ~Copyable {
  /// What stands for a document that is left out.
  static let dropped = UInt32.max
  /// Up to so many postings are sorted where they are; more go through a set.
  private static let smallCount = 48

  private let cursors: UnsafeMutablePointer<PostingCursor>
  private let newNumbers: [[UInt32]]
  /// What the certainties of each part mean.
  private let rules: [CertaintyRules]
  private let planes: CertaintyPlanes
  /// What the parts that have the term say of it.
  private var entries: [TermEntry] = []
  /// Documents and certainties of a short list: the document above two bits.
  private var small: [UInt64] = []

  /// - Parameters:
  ///   - segments: The parts.
  ///   - newNumbers: For each part the new number of each document, ascending but for those
  ///     ``dropped``.
  ///   - documentCount: The number of documents of the whole.
  init(_ segments: [Segment], newNumbers: [[UInt32]], documentCount: Int) {
    cursors = .allocate(capacity: max(segments.count, 1))
    for (part, segment) in segments.enumerated() {
      (cursors + part).initialize(
        to: PostingCursor(segment.source, documentCount: segment.documentCount))
    }
    self.newNumbers = newNumbers
    rules = segments.map(\.footer.certainties)
    planes = .allocate(documentCount: documentCount)
    small.reserveCapacity(Self.smallCount)
  }

  deinit {
    (cursors).deinitialize(count: newNumbers.count)
    cursors.deallocate()
    planes.deallocate()
  }

  /// Writes the lists of the term that a walk is at.
  ///
  /// - Returns: The number of postings read.
  mutating func writeLists(
    of walk: borrowing TermWalk, to writer: inout TermListWriter, _ sink: inout ByteSink
  ) throws(StorageError) -> Int {
    var total = 0
    if walk.matchCount == 1 {
      let entry = walk.entry(ofMatch: 0)
      for group in PostingGroup.allCases where !entry[group].isEmpty {
        total += Int(entry[group].count)
        writer.beginList(group)
        try copy(entry[group], of: walk.part(ofMatch: 0), to: &writer)
        try writer.endList(group, to: &sink)
      }
      return total
    }
    entries.removeAll(keepingCapacity: true)
    var counts = InlineArray<6, Int>(repeating: 0)
    for place in 0..<walk.matchCount {
      let entry = walk.entry(ofMatch: place)
      entries.append(entry)
      for group in PostingGroup.allCases {
        counts[Int(group.rawValue)] += Int(entry[group].count)
      }
    }
    for group in PostingGroup.allCases where counts[Int(group.rawValue)] > 0 {
      let count = counts[Int(group.rawValue)]
      total += count
      writer.beginList(group)
      for place in 0..<walk.matchCount {
        try gather(
          entries[place][group], of: walk.part(ofMatch: place), isSmall: count <= Self.smallCount)
      }
      drain(isSmall: count <= Self.smallCount, to: &writer)
      try writer.endList(group, to: &sink)
    }
    return total
  }

  /// Writes a list that no other part has.
  private func copy(
    _ list: PostingListLocation, of part: Int, to writer: inout TermListWriter
  ) throws(StorageError) {
    try cursors[part].move(to: list)
    let rules = rules[part]
    while let block = try cursors[part].nextBlock() {
      newNumbers[part].withUnsafeBufferPointer { numbers in
        for place in 0..<block.documents.count {
          let number = numbers[Int(block.documents[place])]
          if number != Self.dropped {
            writer.append(number, certainty: rules.joined(block.certainties[place]))
          }
        }
      }
    }
  }

  private mutating func gather(
    _ list: PostingListLocation, of part: Int, isSmall: Bool
  ) throws(StorageError) {
    guard !list.isEmpty else { return }
    try cursors[part].move(to: list)
    let rules = rules[part]
    let planes = planes
    while let block = try cursors[part].nextBlock() {
      newNumbers[part].withUnsafeBufferPointer { numbers in
        for place in 0..<block.documents.count {
          let number = numbers[Int(block.documents[place])]
          guard number != Self.dropped else { continue }
          let certainty = rules.joined(block.certainties[place])
          if isSmall {
            small.append(UInt64(number) << 2 | UInt64(certainty))
          } else {
            planes.insert(number, certainty: certainty)
          }
        }
      }
    }
  }

  private mutating func drain(isSmall: Bool, to writer: inout TermListWriter) {
    guard isSmall else {
      planes.drain { writer.append($0, certainty: $1) }
      return
    }
    // Mostly the parts follow each other, so inserting moves little.
    for place in small.indices.dropFirst() {
      let posting = small[place]
      var free = place
      while free > 0, small[free - 1] > posting {
        small[free] = small[free - 1]
        free -= 1
      }
      small[free] = posting
    }
    for posting in small {
      writer.append(
        UInt32(truncatingIfNeeded: posting >> 2), certainty: UInt8(truncatingIfNeeded: posting & 3))
    }
    small.removeAll(keepingCapacity: true)
  }
}
