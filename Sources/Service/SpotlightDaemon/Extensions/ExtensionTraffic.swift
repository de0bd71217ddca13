package import SpotlightWire

/// What passed between an extension and the process of a protection class: no more of it than tells whether
/// the extension has something to do, and takes too long for it.
package enum ExtensionTraffic: Hashable, Sendable {
  /// The process asked something.
  case sent(MessageKind, UInt64)
  /// The extension said something.
  case received(MessageKind, UInt64)
  /// The process has ended.
  case ended
}
