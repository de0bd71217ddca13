package import SiteAssociations
internal import WebDocuments

extension AssociationMatch.Misfit {
  /// Why the rule does not fit, in a few words.
  package var words: String {
    let name =
      switch part {
      case .path: "path"
      case .query: "query"
      case .queryItem(let name): "query item \(name)"
      case .fragment: "fragment"
      }
    let against = pattern.map { "“\(Diagnostic.excerpt($0))”" } ?? "no text"
    let why = reason.map { " (\($0.hasSuffix(".") ? String($0.dropLast()) : $0))" } ?? ""
    return "\(name) “\(Diagnostic.excerpt(text))” against \(against)\(why)"
  }
}

extension AssociationMatch.Obstacle {
  /// Why no rule was looked at, in a few words.
  package var words: String {
    switch self {
    case .scheme(let scheme): "\(Diagnostic.excerpt(scheme)) addresses don't open in apps"
    case .host(let host): "the address is of \(Diagnostic.excerpt(host))"
    case .appNotListed: "the file does not name the app for links"
    case .tooCostly: "the comparison costs too much"
    case .notTried: "not tried: the comparisons before it cost all that they may"
    }
  }
}
