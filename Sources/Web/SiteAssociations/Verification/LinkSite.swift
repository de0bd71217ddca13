/// A site whose association file is fetched.
package struct LinkSite: Hashable, Sendable {
  /// The host whose file it is, in ASCII.
  package let host: String
  /// The port, where it is not that of https.
  package let port: UInt16?
  /// Whether the site is one under development: it may be on this machine.
  package let isDeveloper: Bool

  /// Names a site. To name the port of https says nothing, as in an address (RFC 6454, 4).
  package init(host: String, port: UInt16? = nil, isDeveloper: Bool = false) {
    self.host = host
    self.port = port == 443 ? nil : port
    self.isDeveloper = isDeveloper
  }

  /// The site as a person reads it.
  package var name: String { host + (port.map { ":\($0)" } ?? "") }

  /// The name of the file that its copy is kept in. A host has neither a slash nor a colon.
  var fileName: String {
    host + (port.map { ":\($0)" } ?? "") + (isDeveloper ? ".developer" : "") + ".json"
  }
}
