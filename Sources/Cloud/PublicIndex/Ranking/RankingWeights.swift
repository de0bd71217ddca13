extension RankingFeatures {
  /// What each feature counts for, unless an operator says otherwise.
  ///
  /// Texts decide; all else together can make up for half of what the best text is worth, and a question for a site by
  /// its name for a third.
  package static let weights: RankingFeatures = {
    var weights = RankingFeatures()
    weights[.text] = 1
    weights[.rating] = 0.05
    weights[.interactions] = 0.05
    weights[.pageReputation] = 0.12
    weights[.siteReputation] = 0.08
    weights[.completeness] = 0.05
    weights[.verifiedLink] = 0.05
    weights[.keywordSpam] = -0.3
    weights[.searchLanding] = 0.3
    return weights
  }()
}
