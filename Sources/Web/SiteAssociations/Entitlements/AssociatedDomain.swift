/// An entry of an app's `com.apple.developer.associated-domains`: `service:host[:port][?mode=…]`.
public struct AssociatedDomain: Hashable, Sendable, CustomStringConvertible {
  /// How the site's file is fetched.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// From the site itself, in development.
    case developer
    /// From the site itself, on devices that an organisation manages.
    case managed
  }

  /// The entry as it is written.
  public let description: String
  /// What the site vouches for.
  public let service: AssociationService
  /// The host as it is written, perhaps with `*.` before it.
  public let host: String
  /// The port of the site's file, where one is named.
  public let port: UInt16?
  /// How the file is fetched, where that is said.
  public let mode: Mode?
  let hosts: AssociatedHost

  /// Reads an entry; `nil` when it is of another form.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let service = AssociationService(rawValue: String(parts[0])) else {
      return nil
    }
    let rest = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    mode = rest.count == 2 ? Mode.allCases.first { rest[1] == "mode=\($0.rawValue)" } : nil
    if rest.count == 2, mode == nil { return nil }
    let place = rest[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    port = place.count == 2 ? UInt16(place[1]) : nil
    // Nothing listens at port 0.
    if place.count == 2, port ?? 0 == 0 || place[1].utf8.first == UInt8(ascii: "+") { return nil }
    guard let first = place.first, let hosts = AssociatedHost(String(first)) else { return nil }
    description = text
    self.service = service
    host = String(first)
    self.hosts = hosts
  }

  /// Whether a text is an entry of a service that means nothing here, and of the right form.
  static func isOfOtherService(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"),
      AssociationService.others.contains(String(text[..<colon]))
    else { return false }
    return AssociatedDomain(AssociationService.applinks.rawValue + text[colon...]) != nil
  }

  /// Whether it is about a host.
  ///
  /// - Parameter host: In ASCII; its case doesn't matter.
  /// - Returns: Whether it is.
  public func covers(_ host: String) -> Bool { hosts.covers(host) }

  /// The host whose file speaks for the hosts of this entry: for `*.example.com` that of `example.com`.
  public var fileHost: String { hosts.name }
}
