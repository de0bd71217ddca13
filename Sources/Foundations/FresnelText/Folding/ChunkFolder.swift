import CICU

/// Folds a chunk of text by the full rules: what stands between two places where normalization
/// cannot reach across, most often a letter with its marks.
struct ChunkFolder {
  let options: FoldOptions
  let letters: SeparateLetters
  let isTurkic: Bool

  private(set) var scalars = NormalizedScalars()
  private var result = NormalizedScalars()

  init(options: FoldOptions, letters: SeparateLetters, isTurkic: Bool) {
    self.options = options
    self.letters = letters
    self.isTurkic = isTurkic
  }

  /// Starts a new chunk.
  mutating func removeAll() {
    scalars.elements.removeAll(keepingCapacity: true)
  }

  /// Adds a code point of the original.
  mutating func append(_ scalar: UInt32) {
    scalars.appendDecomposed(scalar)
  }

  /// Folds the chunk in place.
  mutating func fold() {
    scalars.reorder()
    if options.contains(.caseInsensitive) {
      if isTurkic { foldTurkicI() }
      foldCaseAndWidth()
      scalars.reorder()
    }
    if options.contains(.diacriticInsensitive) { stripMarks() }
    if options.contains(.caseInsensitive) { foldIotaSubscript() }
    scalars.compose()
  }

  // MARK: - Case and width

  /// Folds what is no mark. The iota subscript waits: it folds to a letter, and marks that belong
  /// to the letter before must not end up on it.
  private mutating func foldCaseAndWidth() {
    result.elements.removeAll(keepingCapacity: true)
    let elements = scalars.elements
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Int(FRESNEL_MAX_EXPANSION)) { buffer in
      for element in elements {
        guard element.combiningClass == 0, ScalarTraits(of: element.scalar).contains(.folds) else {
          result.elements.append(element)
          continue
        }
        let scalar = fresnel_fold_width(element.scalar)
        let count = Int(fresnel_fold_case(scalar, isTurkic, buffer.baseAddress))
        for index in 0..<count { result.appendDecomposed(buffer[index]) }
      }
    }
    swap(&scalars, &result)
  }

  /// Takes the dot above from a capital I: the pair is the capital of `i`, while the bare letter is
  /// that of dotless `ı`.
  private mutating func foldTurkicI() {
    var removed: [Int] = []
    for index in scalars.elements.indices where scalars.elements[index].scalar == 0x49 {
      var next = index + 1
      while next < scalars.elements.count {
        let mark = scalars.elements[next]
        if mark.scalar == 0x307 {
          scalars.elements[index] = NormalizedScalars.Element(0x69)
          removed.append(next)
        }
        if mark.combiningClass == 0 || mark.combiningClass == 230 { break }
        next += 1
      }
    }
    for index in removed.reversed() { scalars.elements.remove(at: index) }
  }

  /// Makes a letter of the iota subscript under a letter or digit; elsewhere it stays the mark it
  /// is, since no word can start with it.
  private mutating func foldIotaSubscript() {
    var isAfterLetter = false
    for index in scalars.elements.indices {
      let scalar = scalars.elements[index].scalar
      if scalar == 0x345, isAfterLetter {
        scalars.elements[index] = NormalizedScalars.Element(0x3B9)
      }
      let traits = ScalarTraits(of: scalar)
      if !traits.contains(.mark) { isAfterLetter = !traits.isDisjoint(with: [.letter, .number]) }
    }
  }

  // MARK: - Marks

  private mutating func stripMarks() {
    let elements = scalars.elements
    result.elements.removeAll(keepingCapacity: true)
    var index = 0
    while index < elements.count {
      let base = elements[index]
      var end = index + 1
      while end < elements.count, ScalarTraits(of: elements[end].scalar).contains(.mark) {
        end += 1
      }
      // A mark that stands first in its chunk has no base here; it is no letter, so it stays.
      if ScalarTraits(of: base.scalar).contains(.strippedScript),
        !ScalarTraits(of: base.scalar).contains(.mark)
      {
        appendStripped(base, elements[(index + 1)..<end])
      } else {
        result.elements += elements[index..<end]
      }
      index = end
    }
    swap(&scalars, &result)
  }

  /// Appends a letter with those of its marks that stay.
  private mutating func appendStripped(
    _ base: NormalizedScalars.Element, _ marks: ArraySlice<NormalizedScalars.Element>
  ) {
    var kept = letters.marks[base.scalar]?.first { needed in
      needed.allSatisfy { mark in marks.contains { $0.scalar == mark } }
    }
    let bases =
      kept == nil && !letters.plain.contains(base.scalar)
      ? BaseLetters(of: base.scalar) : BaseLetters()
    result.elements.append(bases.first.map { NormalizedScalars.Element($0) } ?? base)
    if let second = bases.second { result.elements.append(NormalizedScalars.Element(second)) }
    for mark in marks {
      if let position = kept?.firstIndex(of: mark.scalar) {
        kept?.remove(at: position)
        result.elements.append(mark)
      } else if !ScalarTraits(of: mark.scalar).contains(.strippedMark) {
        result.elements.append(mark)
      }
    }
  }
}
