/// Whether codes would change a list of the best matches by words.
///
/// What a piece of the text finds as a code, it mostly finds as a word as well, which is worth as much. The list itself
/// tells that, so that the far slower search for words or codes need not run.
extension SegmentsSearch {
  /// Whether the search for the same words, of which some may be codes, surely finds no other documents, and none that
  /// is worth more.
  ///
  /// - Parameters:
  ///   - matches: The best matches by words, of which none is left out.
  ///   - codes: By code, all documents that have it, with its points.
  ///   - otherPoints: The most points of all words but one.
  /// - Returns: Whether the list is that of words or codes.
  package func covers(
    _ matches: [RankedMatch], codes: [NamedDocuments], otherPoints: Int
  ) -> Bool {
    codes.allSatisfy { code in
      let known = matches.count { match in
        guard
          let points = code.points(of: match.document, in: views[match.segment].segment)
        else { return false }
        return MatchFacts.points(of: match.facts) - otherPoints >= points
      }
      return known == code.count
    }
  }
}
