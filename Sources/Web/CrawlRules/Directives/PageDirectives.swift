public import FresnelModel
public import WebDocuments

/// What a page asks of search engines, in its meta elements and in the headers it comes with.
///
/// All that apply add up and the stricter wins: those for all crawlers and those for ours. What is for other
/// crawlers is ignored.
public struct PageDirectives: Hashable, Sendable {
  /// Whether the page may be shown: it doesn't say `noindex` or `none`, nor that it was to be taken down by now.
  public private(set) var isIndexed = true
  /// Whether its links may be followed.
  public private(set) var followsLinks = true
  /// Whether a description may be shown.
  public private(set) var allowsSnippet = true
  /// The most characters of a description; `nil` where the page sets no limit.
  public private(set) var maximumSnippetLength: Int?
  /// Whether an image may be shown.
  public private(set) var allowsImage = true
  /// When the page is to be taken down; `nil` where it says nothing. The earliest counts.
  public private(set) var unavailableAfter: WebDate?
  /// What was found, in the order in which it was added; a bounded number of one kind.
  public var diagnostics: [Diagnostic] { findings.all }

  private var findings = FindingList()

  private let agents: Set<String>
  private let now: Timestamp

  /// The names that a meta element or a header may have for us, `robots` aside. There is no falling back on the name of
  /// another crawler, as there is in robots.txt.
  public static let agents = ["fresnelbot", "applebot"]

  /// A page that asks for nothing.
  ///
  /// - Parameters:
  ///   - agents: The names of our crawler.
  ///   - now: The time, which decides whether a page was to be taken down.
  public init(agents: [String] = PageDirectives.agents, now: Timestamp) {
    self.agents = Set(agents.map { $0.lowercased() })
    self.now = now
  }

  /// Adds a meta element, whatever its name: one that isn't for us changes nothing.
  ///
  /// - Parameters:
  ///   - name: Its `name`.
  ///   - content: Its `content`.
  ///   - location: Where it stands.
  public mutating func addMeta(name: String, content: String, at location: SourceLocation? = nil) {
    let name = name.lowercased()
    guard name == "robots" || agents.contains(name) else { return }
    add(DirectiveList(content, agents: nil), at: location, subject: "meta \(name)")
  }

  /// Adds a header `X-Robots-Tag`; each of several is added for itself.
  ///
  /// - Parameter value: Its value. What stands behind the name of a crawler and a colon is for that crawler, to the end of
  ///   the value or to the next name.
  public mutating func addHeader(_ value: String) {
    add(
      DirectiveList(value, agents: agents.union(["robots", "*"])), at: nil, subject: "X-Robots-Tag")
  }

  private mutating func add(_ list: DirectiveList, at location: SourceLocation?, subject: String) {
    func report(_ rule: DiagnosticRule, _ message: String) {
      findings.add(rule, message, at: location, subject: subject)
    }
    for (directive, text) in list.directives {
      let text = Diagnostic.excerpt(text)
      switch directive {
      case .noindex, .none:
        isIndexed = false
        report(.noindex, "“\(text)” keeps the page from being shown.")
        if directive == .none {
          followsLinks = false
          allowsSnippet = false
        }
      case .nofollow:
        followsLinks = false
        report(.nofollow, "“\(text)” keeps the links of the page from being followed.")
      case .nosnippet:
        allowsSnippet = false
        report(.nosnippet, "“\(text)” keeps the description of the page from being shown.")
      case .noImage: allowsImage = false
      case .maximumSnippet(let count?):
        maximumSnippetLength = min(maximumSnippetLength ?? count, count)
      case .unavailableAfter(let date):
        if date.timestamp < unavailableAfter?.timestamp ?? .distantFuture {
          unavailableAfter = date
        }
        if date.timestamp <= now {
          isIndexed = false
          report(.unavailableAfterPast, "The page was to be taken down after \(date.text).")
        }
      case .maximumSnippet(nil), .neutral: continue
      }
    }
    for text in list.unknown {
      report(
        .directiveUnknown,
        "“\(Diagnostic.excerpt(text))” is no directive, or its value means nothing.")
    }
  }

  /// Says that nobody sees the directives, since robots.txt shuts the page out.
  ///
  /// - Parameter decision: What robots.txt says of the page.
  /// - Returns: A finding; `nil` when the page may be fetched, or asks for nothing.
  public func finding(behind decision: RobotsDecision) -> Diagnostic? {
    let asksForSomething =
      !isIndexed || !followsLinks || !allowsSnippet || !allowsImage || maximumSnippetLength != nil
      || unavailableAfter != nil
    guard !decision.isAllowed, asksForSomething else { return nil }
    return Diagnostic(
      .directiveNeverSeen,
      "robots.txt keeps the page from being fetched, so what it asks of crawlers is never seen.")
  }
}
