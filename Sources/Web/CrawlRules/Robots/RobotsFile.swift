public import WebAddresses
public import WebDocuments

/// A robots.txt file: which crawlers its site lets in, and where.
///
/// Read by RFC 9309, with the leniencies of Google's parser: forgotten colons, common misspellings, and
/// `allow: …/index.html` also for the folder.
public struct RobotsFile: Sendable {
  /// The groups as they stand in the file; several may name one crawler.
  public internal(set) var groups: [RobotsGroup] = []
  /// The sitemaps that the file names, each once.
  public internal(set) var sitemaps: [WebURL] = []
  /// What is wrong with the file, in the order of its lines; a bounded number of one kind.
  public internal(set) var diagnostics: [Diagnostic] = []

  /// A file without rules, which lets every crawler in everywhere.
  public static let empty = RobotsFile()

  /// How many bytes are read; what follows is ignored, and so is a line that goes on until there. RFC 9309 wants
  /// 500 KiB at least.
  public static let maximumLength = 512 << 10
  /// How many bytes of an answer are kept by whoever fetches a file: one more than is read, so that what was cut is
  /// told from what ends there.
  public static let fetchedLength = maximumLength + 1
  /// How many bytes of a line are read; what follows on the line is ignored.
  public static let maximumLineLength = 2083 * 8 - 1
  /// How many sitemaps are taken from a file.
  public static let maximumSitemapCount = 1000

  init() {}

  /// Reads a file, which never fails: lines that mean nothing are left out.
  ///
  /// - Parameter bytes: The body of the answer. Bytes that aren't UTF-8 are read as they are.
  /// - Complexity: O(*b*) in the number of bytes.
  public init(_ bytes: [UInt8]) {
    var parser = RobotsParser()
    parser.read(bytes)
    self = parser.file
  }

  /// The rules for a crawler: those of all groups that name it together.
  ///
  /// - Parameter agents: Names of the crawler, the first choice first: the groups of the first that the file
  ///   names apply. Where it names none, those for `*` do; for our own crawler also where they shut everybody out and
  ///   the file doesn't name it: whoever else is let in was let in by name.
  /// - Returns: The rules; none where no group applies, which lets the crawler in everywhere.
  public func rules(for agents: [String] = RobotsFile.agents) -> RobotsRules {
    let isOurs = agents.first == Self.agents.first
    for agent in agents + ["*"] {
      let named = groups.filter { $0.names(agent) }
      if isOurs, agent != agents.first, agent != "*", shutsEverybodyOut { continue }
      if !named.isEmpty {
        return RobotsRules(of: named, for: agent, isFallback: agent != agents.first)
      }
    }
    return RobotsRules(of: [], for: nil, isFallback: false)
  }

  /// Whether a rule for `*` forbids everything, exceptions aside.
  private var shutsEverybodyOut: Bool {
    groups.contains { group in
      group.names("*")
        && group.rules.contains { !$0.isAllowing && Self.fitsEveryPath($0.pattern) }
    }
  }

  /// Whether a pattern fits every path, such as `/`, `/*` and `/*$`: each path begins with a slash.
  private static func fitsEveryPath(_ pattern: String) -> Bool {
    let body = pattern.hasSuffix("*$") ? pattern.dropLast() : pattern[...]
    return body == "/" || body.contains("*") && ["", "/"].contains(body.filter { $0 != "*" })
  }

  /// The names that our crawler obeys, the first choice first.
  ///
  /// A site that names us means us. One that doesn't and shuts everybody out means us too. Any other that names
  /// Apple's crawler gets what it has settled with that, since its results serve the same purpose; and Apple's crawler
  /// obeys the rules for Google's where a file names that alone.
  public static let agents = ["Fresnelbot", "Applebot", "Googlebot"]
}
