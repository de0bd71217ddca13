public import WebAddresses
public import WebDocuments

/// A link of a page to another one.
public struct PageLink: Hashable, Sendable {
  /// In which part of a page a link stands. What stands in the content says more about the page linked to.
  public enum Placement: String, Hashable, Sendable, CaseIterable {
    /// In the content.
    case content
    /// In `nav`, `header` or an element of such a role.
    case navigation
    /// In `aside`.
    case aside
    /// In `footer`.
    case footer
  }

  /// The address, without fragment.
  public let url: WebURL
  /// What people see of it, cut when it is long.
  public let text: String
  /// In which part of the page it stands.
  public let placement: Placement
  /// Whether the page stands for it: it is not marked `nofollow`, `ugc` or `sponsored`.
  public let isEndorsed: Bool
  /// The words of `rel`, in lower case.
  public let rel: [String]
  /// Where it stands.
  public let location: SourceLocation
}
