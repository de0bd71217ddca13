internal import Foundation

extension PageFacts {
  /// The rating of a page that nobody rated: what most that are rated come to.
  private static let meanRating = 0.7
  /// So many ratings of ``meanRating`` are taken to be there already.
  private static let assumedRatingCount = 10.0
  /// From so many interactions on, more say nothing.
  private static let manyInteractions = 1e7

  /// The rating, drawn towards the mean the fewer gave it: (*v n* + *m C*) / (*n* + *C*).
  package var shrunkRating: Double {
    guard let rating, ratingCount > 0 else { return Self.meanRating }
    let assumed = Self.assumedRatingCount
    return (rating * ratingCount + Self.meanRating * assumed) / (ratingCount + assumed)
  }

  /// The logarithm of the interactions, from 0 to 1.
  package var interactionShare: Double {
    min(1, log1p(interactionCount) / log1p(Self.manyInteractions))
  }
}
