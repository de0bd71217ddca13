internal import Crawler

extension PageRecord.State {
  /// The state in a word, for programs.
  var name: String {
    switch self {
    case .waiting: "waiting"
    case .underWay: "under_way"
    case .outside: "outside"
    case .tooDeep: "too_deep"
    case .overBudget: "over_budget"
    case .gone: "gone"
    case .refused: "refused"
    }
  }

  /// The state in words, for people.
  var words: String {
    switch self {
    case .waiting: "fetched from time to time"
    case .underWay: "under way"
    case .outside: "outside of the sites"
    case .tooDeep: "too deep"
    case .overBudget: "beyond the addresses of their site"
    case .gone: "gone"
    case .refused: "refused by the rules of fetching"
    }
  }
}
