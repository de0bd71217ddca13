package import FresnelHandoff
internal import FresnelPlatform

/// A socket of a ``DeviceNetwork``, and what is known of its other end.
struct DeviceLink {
  /// The socket.
  let socket: NetworkSocket
  /// What takes its bytes; empty until a caller's first bytes are whole.
  let channel: Box
  /// The device that this one calls.
  var target: DeviceID?
  /// How the loop knows it.
  var watch: EventLoop.Token?
  /// Until the call is whole, and after that until the device is known.
  var stranger: CallerLimits.Token?
  /// Who called; a stranger's name is not known.
  var caller: DeviceID?
  /// What it is once the device is known.
  var connection: ConnectionID?
  /// When it began, and from when on it counts as one.
  var since: UInt64
  /// What the socket did not take yet.
  var outgoing: [UInt8] = []
  /// Whether the loop tells when it takes more.
  var isWriting = false

  /// Holds what cannot be copied.
  final class Box {
    /// What is held.
    var channel: DeviceChannel?

    /// Holds a channel.
    init(_ channel: consuming DeviceChannel?) { self.channel = channel }
  }
}

/// What became of connections with paired devices.
package enum ConnectionChange: Hashable, Sendable {
  /// The device is connected, and was not.
  case connected(DeviceID)
  /// The device is no longer connected.
  case lost(DeviceID)
  /// A call came to nothing, and the device is not connected in another way.
  case unreachable(DeviceID)
}
