import FresnelSegments

/// Which neighbouring segments to merge, so that their number stays logarithmic in the number of items
/// and each item is merged a logarithmic number of times.
///
/// Segments are sized by live documents into tiers, each ``factor`` times the one before. When ``factor`` neighbours
/// lie in one tier or below it, they are merged. A segment of which half is deleted is rewritten alone, and one
/// without a document left is dropped. Segments whose items are being analysed again are left alone until they are
/// empty.
struct MergePolicy {
  var factor = 8
  /// Segments below this size all count as equals.
  var smallestTier = 64
  /// Whether segments that lack forms are analysed again as well. Merged with others, each would make another one that
  /// lacks some, and there would be no end of it.
  var leavesFormless = false

  /// The positions of segments to merge next; `nil` when all is well.
  func merge(of segments: ArraySlice<IndexSegment>) -> Range<Int>? {
    if let position = segments.firstIndex(where: isMostlyDeleted) { return position..<position + 1 }
    // The newest segments are the smallest: look from the end for a run of equals.
    var end = segments.endIndex
    while end - segments.startIndex >= factor {
      let tier = tier(of: segments[end - 1])
      var start = end
      while start > segments.startIndex, !isOutdated(segments[start - 1]),
        self.tier(of: segments[start - 1]) <= tier
      {
        start -= 1
      }
      if end - start >= factor { return start..<end }
      end = min(start, end - 1)
    }
    return nil
  }

  /// The positions of neighbours that have no document left: dropping them takes no room.
  func emptySegments(in segments: ArraySlice<IndexSegment>) -> Range<Int>? {
    let isEmpty = { (segment: IndexSegment) in segment.view.live.count == 0 }
    guard let start = segments.firstIndex(where: isEmpty) else { return nil }
    return start..<(segments[start...].firstIndex { !isEmpty($0) } ?? segments.endIndex)
  }

  /// The position of the segment to rewrite alone next where there is little room: the smallest of those of which half
  /// is deleted. A segment of few documents counts too: these may be long, and it is merged with no others meanwhile.
  func smallestRewrite(of segments: ArraySlice<IndexSegment>) -> Range<Int>? {
    segments.indices.filter { isHalfDeleted(segments[$0]) }
      .min { segments[$0].view.live.count < segments[$1].view.live.count }
      .map { $0..<$0 + 1 }
  }

  /// Whether the items of a segment are analysed again, sooner or later.
  func isOutdated(_ segment: IndexSegment) -> Bool {
    !segment.segment.hasCurrentTerms || leavesFormless && !segment.segment.hasKnownForms
  }

  private func isMostlyDeleted(_ segment: IndexSegment) -> Bool {
    isHalfDeleted(segment)
      && (segment.view.live.count == 0 || segment.segment.documentCount >= smallestTier)
  }

  private func isHalfDeleted(_ segment: IndexSegment) -> Bool {
    let liveCount = segment.view.live.count
    return liveCount == 0
      || !isOutdated(segment) && liveCount * 2 <= segment.segment.documentCount
  }

  private func tier(of segment: IndexSegment) -> Int {
    var tier = 0
    var size = smallestTier
    while size < segment.view.live.count {
      size *= factor
      tier += 1
    }
    return tier
  }
}
