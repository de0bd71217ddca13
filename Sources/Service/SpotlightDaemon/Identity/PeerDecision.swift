package import SpotlightWire

/// How a client is taken in.
package struct PeerDecision: Equatable, Sendable {
  /// Who it is.
  package var peer: Peer
  /// One sentence for its developer; empty when there is nothing to say.
  package var notice: String

  /// Puts the parts together.
  package init(peer: Peer, notice: String = "") {
    self.peer = peer
    self.notice = notice
  }
}
