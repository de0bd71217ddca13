import FresnelText

/// Cuts text into terms and collects their postings, document after document.
///
/// Terms are the runs of ``CharacterClass`` in text folded by case, width and marks under the root
/// locale. Where a lower-case letter is followed by an upper-case one the evaluator sees a word
/// boundary inside the run, so all contiguous parts between such places are terms as well
/// (`MyWindowClass` gives `mywindowclass`, `mywindow`, `my`, `windowclass`, …).
///
/// A run with more than ``maximumPartCount`` parts, or longer than ``TermScratch/maximumLength``,
/// gives only the run itself, cut, and marks its document with the empty term: a text clause takes
/// documents so marked as candidates, but for those whose runs lack a piece of its pattern. The same happens to runs of many parts when a document
/// has many of them, as encoded data does: their parts would take more room than the document.
package struct PostingCollector: ~Copyable {
  static let maximumPartCount = 24
  /// Runs of more parts than this are many-parted.
  static let commonPartCount = 8
  /// So many many-parted runs of a document are taken apart.
  static let maximumManyPartedRunCount = 16

  /// The distinct terms.
  package private(set) var terms = TermTable()
  /// The term number of each posting, documents ascending.
  package private(set) var postingTerms = GrowableBuffer<UInt32>(capacity: 4096)
  /// Where the term occurs in the document, for each posting.
  package private(set) var occurrences = GrowableBuffer<Occurrences>(capacity: 4096)
  /// The first posting of each document.
  package private(set) var documentStarts = GrowableBuffer<Int>(capacity: 256)

  /// What the occurrences leave open.
  private(set) var doubts = DoubtNotes()
  /// What the runs hold that were not taken apart.
  private(set) var pieces = RunPieces()
  /// The runs of the current stretch that is not all ASCII.
  private var originalRuns = OriginalRuns()

  /// The chains of the current document.
  private var chains = ChainCollector()
  /// What is told of the positions of each document that was ended.
  private(set) var positions = PositionRecordEncoder()

  private var scratch = TermScratch()
  private var partScratch = TermScratch()
  /// Offsets of the parts of the current run that follow the first.
  private var partStarts = GrowableBuffer<Int>(capacity: 64)
  /// Of the current run, the terms of those parts that begin it, and of those that end it.
  private var beginningParts = GrowableBuffer<Int32>(capacity: 32)
  private var endingParts = GrowableBuffer<Int32>(capacity: 32)
  private var folded: [UInt8] = []
  private var caseChanges: [Int] = []
  // Copies, for a global is looked up anew at each use.
  private let kinds = ByteKind.table
  private let joins = ByteKind.joins
  private let folder = TextFolder(
    options: [.caseInsensitive, .diacriticInsensitive], locale: .root)

  /// An end that no run is linked to: no offset less one.
  private static let nowhere = -2

  /// Makes a collector without documents.
  package init() {}

  /// The many-parted runs of the current document so far.
  private var manyPartedRunCount = 0

  /// Starts the next document.
  package mutating func beginDocument() {
    manyPartedRunCount = 0
    documentStarts.append(postingTerms.count)
    chains.begin()
  }

  /// Ends the document begun: what is known of its positions is written down.
  package mutating func endDocument() {
    chains.end()
    let start = documentStarts[documentStarts.count - 1]
    positions.append(
      chains, of: terms, numbers: postingTerms.base + start, occurrences: occurrences.base + start,
      count: postingTerms.count - start)
  }

  /// Notes that not all of the document's text was added.
  mutating func markIncomplete() {
    chains.markIncomplete()
  }

  /// Adds the terms of one element: a text that patterns are matched against.
  package mutating func addElement(_ text: UnsafeBufferPointer<UInt8>, in groups: ElementGroups) {
    guard let base = text.baseAddress else { return }
    let count = text.count
    var group = groups.first
    var offset = 0
    // Where the last run ended, if nothing else came before the separator that follows.
    var linkedEnd = Self.nowhere
    while true {
      while offset < count, kinds[base[offset]] == ByteKind.separator { offset &+= 1 }
      if offset == count { return }
      let start = offset
      let isLinked = start &- 1 == linkedEnd && base[linkedEnd] == UInt8(ascii: " ")
      partStarts.removeAll()
      offset = scratch.takeRun(of: base, from: start, count: count, caseChanges: &partStarts)
      if offset < count, kinds[base[offset]] == ByteKind.beyondASCII {
        while offset < count, kinds[base[offset]] != ByteKind.separator { offset &+= 1 }
        let endsWithRun = addFolding(
          start..<offset, of: text, base, group: &group, groups, isLinked: isLinked)
        linkedEnd = endsWithRun ? offset : Self.nowhere
        continue
      }
      var ends = RunEnds()
      if groups.tellsCertainty {
        ends = RunEnds(
          .before(start, text, base, kinds, joins), .after(offset, text, base, kinds, joins))
      }
      addRun(
        UnsafeBufferPointer(start: base + start, count: offset &- start), in: group,
        rest: groups.rest, ends, isLinked: isLinked)
      group = groups.rest
      linkedEnd = offset
    }
  }

  /// Adds the terms of a stretch that holds no ASCII separator and something beyond ASCII; `isLinked`
  /// tells whether only a space separates it from the run before.
  ///
  /// - Returns: Whether a run stands at its end.
  private mutating func addFolding(
    _ stretch: Range<Int>, of text: UnsafeBufferPointer<UInt8>, _ base: UnsafePointer<UInt8>,
    group: inout PostingGroup, _ groups: ElementGroups, isLinked: Bool
  ) -> Bool {
    folded.removeAll(keepingCapacity: true)
    caseChanges.removeAll(keepingCapacity: true)
    folder.appendFolded(
      utf8: UnsafeBufferPointer(start: base + stretch.lowerBound, count: stretch.count),
      to: &folded, caseChanges: &caseChanges)
    if groups.tellsCertainty { originalRuns.find(in: text, stretch) }
    var number = 0
    // The buffers are put back below, so that no copy is made of them.
    let bytes = folded
    let changes = caseChanges
    var change = 0
    // Nothing but the start of the stretch is in front of it, until a run is.
    var linkedEnd = isLinked ? 0 : Self.nowhere
    var gapByteCount = 0
    return bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return false }
      var runs = FoldedRuns(bytes)
      while let run = runs.next() {
        scratch.assign(base + run.range.lowerBound, count: run.range.count)
        partStarts.removeAll()
        while change < changes.count, changes[change] < run.range.upperBound {
          if changes[change] > run.range.lowerBound, run.characterClass == .plain {
            partStarts.append(changes[change] - run.range.lowerBound)
          }
          change += 1
        }
        let start = run.range.lowerBound
        let follows =
          linkedEnd >= 0 && start - linkedEnd == gapByteCount
          && (gapByteCount == 0 || base[linkedEnd] == UInt8(ascii: " "))
        addRun(
          UnsafeBufferPointer(start: base + start, count: run.range.count), in: group,
          rest: groups.rest, foreignEnds(number, text, groups), isLinked: follows)
        number += 1
        group = groups.rest
        linkedEnd = run.range.upperBound
        gapByteCount = 1
      }
      return linkedEnd == bytes.count && gapByteCount == 1
    }
  }

  /// The ends of a run of the current stretch by its number.
  private func foreignEnds(
    _ number: Int, _ text: UnsafeBufferPointer<UInt8>, _ groups: ElementGroups
  ) -> RunEnds {
    guard groups.tellsCertainty else { return RunEnds() }
    guard number < originalRuns.count else { return .unknown }
    let run = originalRuns[number]
    var ends = RunEnds(.before(run.start, text), .after(run.end, text), isForeign: true)
    if run.isForeign { ends.doubts.insert(.varying) }
    return ends
  }

  /// What is known of the ends of a run.
  private struct RunEnds {
    /// Whether the run is in an element whose words have positions, and that matches may be told of.
    let tellsPosition: Bool
    let start: WordEdge
    let end: WordEdge
    /// Whether the run is in a stretch that is not all ASCII.
    let isForeign: Bool
    /// Whether a change of case inside the run surely is a boundary.
    var tellsParts = true
    /// What is open of the run and of its parts.
    var doubts: Doubts = []

    /// A run of which nothing is told.
    init() {
      tellsPosition = false
      start = .open
      end = .open
      isForeign = false
      tellsParts = false
    }

    /// A run in a stretch with characters of which nothing is known.
    static var unknown: RunEnds {
      var ends = RunEnds(.open, .open, isForeign: true)
      ends.doubts.insert(.varying)
      ends.tellsParts = false
      return ends
    }

    @inline(__always)
    init(_ start: WordEdge, _ end: WordEdge, isForeign: Bool = false) {
      tellsPosition = true
      self.start = start
      self.end = end
      self.isForeign = isForeign
      if (start.rawValue | end.rawValue) & WordEdge.doubted != 0 { noteDoubts() }
    }

    @inline(never)
    private mutating func noteDoubts() {
      if start == .open || end == .open { doubts.insert(.open) }
      if start == .colon || end == .colon { doubts.insert(.varying) }
    }

    /// What positions tell of the outer edge of a word that begins or ends its chain.
    var outerEdge: WordEdge {
      let edge = start == .boundary ? end : start
      return isForeign || edge == .colon ? .open : edge
    }
  }

  /// Adds the run in the scratch, of which `run` is the whole, and its parts; `isLinked` tells whether the run
  /// before is of the same element, and exactly one space separates them.
  private mutating func addRun(
    _ run: UnsafeBufferPointer<UInt8>, in group: PostingGroup, rest: PostingGroup, _ ends: RunEnds,
    isLinked: Bool
  ) {
    let partCount = partStarts.count + 1
    if partCount > Self.commonPartCount { manyPartedRunCount += 1 }
    let isTakenApart =
      !scratch.isCut && partCount <= Self.maximumPartCount
      && (partCount <= Self.commonPartCount
        || manyPartedRunCount <= Self.maximumManyPartedRunCount)
    if !isTakenApart {
      partScratch.clear()
      add(partScratch.term(), in: group, .inside, [])
      pieces.note(run, in: group, document: document)
      if ends.tellsPosition { chains.markIncomplete() }
    }
    let certainty = Certainty(
      starts: ends.start.isBoundary, ends: ends.end.isBoundary && !scratch.isCut)
    let posting = add(scratch.term(), in: group, certainty, ends.doubts)
    if ends.tellsPosition {
      chains.append(
        ChainCollector.Word(
          term: posting &- documentStarts[documentStarts.count &- 1],
          edge: ends.outerEdge, isForeign: ends.isForeign,
          hasParts: partCount > 1 && isTakenApart),
        isText: group == .text, isLinked: isLinked)
    }
    guard partCount > 1, isTakenApart else { return }
    addParts(in: group, rest: rest, ends)
    if ends.tellsPosition {
      chains.append(partsOfLast: beginningParts, endingParts, isText: group == .text)
    }
  }

  /// Adds the parts of the run in the scratch, but for the whole of it.
  private mutating func addParts(
    in group: PostingGroup, rest: PostingGroup, _ ends: RunEnds
  ) {
    let length = scratch.runLength
    let partCount = partStarts.count + 1
    beginningParts.removeAll()
    endingParts.removeAll()
    let whole = scratch.term()
    for first in 0..<partCount {
      let start = first == 0 ? 0 : partStarts[first - 1]
      for last in first..<partCount where !(first == 0 && last == partCount - 1) {
        let end = last == partCount - 1 ? length : partStarts[last]
        partScratch.assign(whole.base + start, count: end - start)
        // A change of case is a boundary by definition.
        let certainty =
          ends.tellsParts
          ? Certainty(
            starts: first > 0 || ends.start.isBoundary,
            ends: last < partCount - 1 || ends.end.isBoundary) : .inside
        let posting = add(
          partScratch.term(), in: first == 0 ? group : rest, certainty, ends.doubts)
        let term = Int32(
          truncatingIfNeeded: posting &- documentStarts[documentStarts.count &- 1])
        if first == 0 { beginningParts.append(term) }
        if last == partCount - 1 { endingParts.append(term) }
      }
    }
  }

  /// Adds a posting, or an occurrence to the posting that the document already has.
  ///
  /// - Returns: The posting.
  @inline(__always)
  @discardableResult
  private mutating func add(
    _ term: TermBytes, in group: PostingGroup, _ certainty: Certainty, _ doubts: Doubts
  ) -> Int {
    if !doubts.isEmpty { self.doubts.note(doubts, of: term, in: group, document: document) }
    let slot = terms.slot(of: term)
    let last = Int(slot.pointee.lastPosting)
    if last >= documentStarts[documentStarts.count - 1] {
      if !occurrences[last].insert(in: group, certainty) {
        self.doubts.noteEnd(of: term, in: group, document: document)
      }
      return last
    } else {
      slot.pointee.lastPosting = Int32(truncatingIfNeeded: postingTerms.count)
      postingTerms.append(slot.pointee.number &- 1)
      occurrences.append(Occurrences(in: group, certainty))
      return postingTerms.count &- 1
    }
  }

  /// The current document.
  private var document: UInt32 { UInt32(truncatingIfNeeded: documentStarts.count &- 1) }
}
