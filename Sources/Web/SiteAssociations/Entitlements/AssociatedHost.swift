internal import WebAddresses

/// The hosts that an entry of an app or a file is about: one, or with `*.` before it those below one.
package struct AssociatedHost: Hashable, Sendable {
  /// The host in ASCII and lower case, without `*.`.
  package let name: String
  /// Whether it stands for the hosts below it, and not for itself.
  package let isWildcard: Bool

  /// Reads a host; `nil` when it is none, or has anything beside it.
  package init?(_ text: String) {
    isWildcard = text.utf8.starts(with: "*.".utf8)
    let host = isWildcard ? String(text.dropFirst(2)) : text
    let isPlain = host.utf8.allSatisfy { byte in
      byte > 0x20 && !"/?#@:\\*%".utf8.contains(byte)
    }
    guard isPlain, !host.isEmpty, let name = WebURL("https://\(host)/")?.host, !name.isEmpty else {
      return nil
    }
    self.name = name
  }

  /// Whether a host is among them.
  ///
  /// - Parameter host: In ASCII; its case doesn't matter.
  /// - Returns: Whether it is.
  package func covers(_ host: String) -> Bool {
    let host = host.lowercased()
    guard isWildcard else { return host == name }
    return host.utf8.count > name.utf8.count + 1 && host.hasSuffix(".\(name)")
  }
}
