import FresnelText

/// A text that forms are taken from: folded, and cut into runs.
struct FormText {
  /// Runs without white space between them.
  struct Chunk {
    /// Which of the runs.
    let runs: Range<Int>
    /// The signs of `- . _ / '` that stand alone between two of them.
    let joinerCount: Int
    /// Whether other signs are between some of them.
    let hasOtherSigns: Bool
  }

  /// The most bytes of a code.
  static let mostCodeBytes = 40
  /// The most signs that are left away from a code.
  private static let mostJoiners = 5
  private static let initialCounts = 3...8

  private(set) var runs: [FoldedRuns.Run] = []
  /// The runs without what is between them.
  var joinedRuns: [UInt8] { runs.flatMap { folded[$0.range] } }
  /// The folded text, which the runs are places in.
  var bytes: [UInt8] { folded }
  private var folded: [UInt8] = []
  private let folder: TextFolder

  /// Makes a text without anything, to be folded as a language folds.
  init(locale: TextLocale = .root) {
    folder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: locale)
  }

  /// Whether the language keeps apart no letters that the index takes for one.
  var foldsAsRoot: Bool { folder.foldsAsRoot }

  /// Takes another text.
  mutating func read(_ text: UnsafeBufferPointer<UInt8>) {
    folded.removeAll(keepingCapacity: true)
    folder.appendFolded(utf8: text, to: &folded)
    runs.removeAll(keepingCapacity: true)
    Self.append(runsOf: folded, to: &runs)
  }

  private static func append(runsOf folded: [UInt8], to runs: inout [FoldedRuns.Run]) {
    folded.withUnsafeBufferPointer { bytes in
      var cutter = FoldedRuns(bytes)
      while let run = cutter.next() { runs.append(run) }
    }
  }

  /// Whether a text may have a form besides its names: it has one of the signs, or what may fold to one.
  static func mayHoldCodes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.contains { byte in
      switch byte {
      case UInt8(ascii: "+"), UInt8(ascii: "#"): true
      default: byte >= 0x80 || isJoiner(byte)
      }
    }
  }

  // MARK: - Names

  /// Whether some runs begin with a character of a script that has spellings, by the first byte of it: those of Latin
  /// letters precede all of them.
  func mayHaveReadings(runCount count: Int) -> Bool {
    runs[..<count].contains { folded[$0.range.lowerBound] >= 0xCD }
  }

  /// How many runs are in front of the extension of a file's name; all where it has none.
  var runCountOfStem: Int {
    guard runs.count > 1, let last = runs.last, last.range.upperBound == folded.count,
      last.range.count <= 8, last.range.lowerBound - runs[runs.count - 2].range.upperBound == 1,
      folded[last.range.lowerBound - 1] == UInt8(ascii: ".")
    else { return runs.count }
    return runs.count - 1
  }

  /// Appends runs with one space where anything is between them, and the signs of `c++` and `.net`.
  func appendName(ofRuns count: Int, to output: inout [UInt8]) {
    var end = 0
    for index in 0..<count {
      let range = runs[index].range
      if index > 0, range.lowerBound > end { output.append(UInt8(ascii: " ")) }
      if isPointed(index) { output.append(UInt8(ascii: ".")) }
      let signs = signCount(behind: index)
      output += folded[range.lowerBound..<range.upperBound + signs]
      end = range.upperBound + signs
    }
  }

  /// Appends the first letters of the words, of which there have to be three; what is behind an apostrophe is none.
  func appendInitials(ofRuns count: Int, to output: inout [UInt8]) {
    guard count >= Self.initialCounts.lowerBound else { return }
    let start = output.count
    var letters = 0
    for index in 0..<count where letters < Self.initialCounts.upperBound {
      let run = runs[index]
      guard run.characterClass == .plain else { continue }
      var end = run.range.lowerBound + 1
      while end < run.range.upperBound, folded[end] & 0xC0 == 0x80 { end += 1 }
      guard Self.areInitials(folded[run.range.lowerBound..<end]) else { continue }
      if index > 0, isApostrophe(runs[index - 1].range.upperBound..<run.range.lowerBound) {
        continue
      }
      output += folded[run.range.lowerBound..<end]
      letters += 1
    }
    if !Self.initialCounts.contains(letters) { output.removeSubrange(start...) }
  }

  /// Whether folded characters may all be initials: numbers are none, of whatever script.
  static func areInitials(_ characters: ArraySlice<UInt8>) -> Bool {
    if characters.allSatisfy({ $0 < 0x80 }) {
      return characters.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    }
    return String(decoding: characters, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        ? UInt8(ascii: "a")...UInt8(ascii: "z") ~= UInt8(ascii: scalar)
        : scalar.properties.numericType != .decimal
    }
  }

  // MARK: - Codes

  /// What belongs together from a run on.
  func chunk(from first: Int) -> Chunk {
    var last = first
    var joinerCount = 0
    var hasOtherSigns = false
    while last + 1 < runs.count {
      let gap = runs[last].range.upperBound..<runs[last + 1].range.lowerBound
      if !gap.isEmpty {
        if isJoiner(gap) {
          joinerCount += 1
        } else if hasSpace(gap) {
          break
        } else {
          hasOtherSigns = true
        }
      }
      last += 1
    }
    return Chunk(runs: first..<last + 1, joinerCount: joinerCount, hasOtherSigns: hasOtherSigns)
  }

  /// Appends the code that a chunk is; nothing where it is none.
  func appendCode(of chunk: Chunk, to output: inout [UInt8]) {
    let (first, last) = (chunk.runs.lowerBound, chunk.runs.upperBound - 1)
    let length = runs[last].range.upperBound - runs[first].range.lowerBound
    guard !chunk.hasOtherSigns, chunk.joinerCount <= Self.mostJoiners,
      length <= Self.mostCodeBytes + chunk.joinerCount * 3
    else { return }
    let start = output.count
    if chunk.joinerCount == 0 {
      let range = runs[first].range.lowerBound..<runs[last].range.upperBound
      let signs = signCount(behind: last)
      guard isLetter(folded[range.lowerBound]), signs > 0 || isPointed(first) else { return }
      if isPointed(first) { output.append(UInt8(ascii: ".")) }
      output += folded[range.lowerBound..<range.upperBound + signs]
    } else {
      let isVersion = isVersion(chunk.runs)
      for index in chunk.runs {
        var range = runs[index].range
        if isVersion, index > first { output.append(UInt8(ascii: ".")) }
        if isVersion, folded[range.lowerBound] == UInt8(ascii: "v") {
          range = range.dropFirst(1)
        }
        output += folded[range]
      }
    }
    if output.count - start > Self.mostCodeBytes { output.removeSubrange(start...) }
  }

  /// Whether runs are numbers with points between them, the first perhaps behind a `v`.
  private func isVersion(_ chunk: Range<Int>) -> Bool {
    for index in chunk {
      var range = runs[index].range
      if index == chunk.lowerBound {
        if folded[range.lowerBound] == UInt8(ascii: "v") { range = range.dropFirst(1) }
      } else if folded[range.lowerBound - 1] != UInt8(ascii: ".") {
        return false
      }
      guard !range.isEmpty, range.allSatisfy({ 0x30...0x39 ~= folded[$0] }) else { return false }
    }
    return true
  }

  // MARK: - Signs

  /// How many signs of `c++` and `c#` are behind a run: none where there are more than two, or a word goes on there.
  private func signCount(behind index: Int) -> Int {
    let start = runs[index].range.upperBound
    var end = start
    while end < folded.count, end - start < 3, SignedChunks.isTrailing(folded[end]) { end += 1 }
    let isFollowed = index + 1 < runs.count && runs[index + 1].range.lowerBound == end
    return isFollowed || end - start > 2 ? 0 : end - start
  }

  /// Whether the point of `.net` is in front of a run: not one that follows a run or another point.
  private func isPointed(_ index: Int) -> Bool {
    let point = runs[index].range.lowerBound - 1
    guard point >= 0, folded[point] == UInt8(ascii: "."), isLetter(folded[point + 1]) else {
      return false
    }
    if index > 0, runs[index - 1].range.upperBound == point { return false }
    return point == 0 || folded[point - 1] != UInt8(ascii: ".")
  }

  private func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || byte &- 0x61 < 26 }

  private static func isJoiner(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }

  private func isJoiner(_ gap: Range<Int>) -> Bool {
    gap.count == 1 ? Self.isJoiner(folded[gap.lowerBound]) : isApostrophe(gap)
  }

  private func isApostrophe(_ gap: Range<Int>) -> Bool {
    gap.count == 1
      ? folded[gap.lowerBound] == UInt8(ascii: "'")
      : folded[gap].elementsEqual([0xE2, 0x80, 0x99])
  }

  /// Whether white space is in a gap, which begins and ends between characters.
  private func hasSpace(_ gap: Range<Int>) -> Bool {
    var isASCII = true
    for byte in folded[gap] {
      if byte == 0x20 || 0x09...0x0D ~= byte { return true }
      isASCII = isASCII && byte < 0x80
    }
    return !isASCII
      && String(decoding: folded[gap], as: UTF8.self).unicodeScalars.contains {
        $0.properties.isWhitespace
      }
  }
}
