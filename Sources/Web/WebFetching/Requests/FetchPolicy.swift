package import FresnelPlatform

/// Where a fetcher may go and how it introduces itself.
package struct FetchPolicy: Sendable {
  /// What it calls itself: a product token and the address of a page about it.
  package var userAgent: String
  /// An address of mail for those who wonder; `nil` to send none.
  package var from: String?
  /// The kinds of addresses that may be connected to. It is decided by the address of each connection, not by what
  /// a name stood for earlier.
  package var addresses: Set<AddressKind> = [.global]
  /// The ports that may be connected to; `nil` for all.
  package var ports: Set<UInt16>? = [80, 443]
  /// Where to connect to instead of what names of hosts stand for; for tests, and for trying a site before its name
  /// leads to it.
  package var routes: [String: NetworkAddress] = [:]
  /// The proxy that every connection goes through, as a URL. Names are then resolved by the proxy, which has to guard
  /// its network itself; hosts that are addresses are still refused here. `nil` for none, whatever the environment
  /// says.
  package var proxy: String?
  /// A file of certificates to be trusted, in PEM; `nil` for those that the system trusts.
  package var certificates: String?
  /// The most connections at once; fetches beyond them wait, while their time runs.
  package var connections = 256
  /// The most connections that are kept open for the next fetch, and how long.
  package var idleConnections = 64
  /// How long an idle connection is kept at most.
  package var idleTime: Duration = .seconds(60)
  /// How bodies may be packed, as the field `Accept-Encoding` says it; `nil` for all that the library can unpack.
  package var encodings: String?
  /// The limits of fetches that do not bring their own.
  package var limits = FetchLimits()
  /// The program that fetches in a confined process of its own, such as ``FetchWorker/ownProgram``: what comes from
  /// the network is read there. `nil` to fetch in this process, as services do that are confined as a whole.
  package var worker: String?

  /// A policy for the public web.
  ///
  /// - Parameters:
  ///   - userAgent: What the fetcher calls itself.
  ///   - from: An address of mail.
  package init(userAgent: String, from: String? = nil) {
    self.userAgent = userAgent
    self.from = from
  }
}
