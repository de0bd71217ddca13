internal import SpotlightWire

/// How large and how many the things are that devices tell each other. What is beyond them is an error, not cut.
package enum HandoffLimits {
  /// The most bytes of a device's name.
  package static let deviceName = 64
  /// The most bytes of an app's identifier.
  package static let app = 255
  /// The most bytes of an app's name.
  package static let appName = 256
  /// The most bytes of an activity's type.
  package static let type = 1_024
  /// The most bytes of an activity's title.
  package static let title = 4_096
  /// The most bytes of an activity that is handed over.
  package static let activity = ActivityLimits.handedOverByteCount
  /// The most bytes of the sentence that comes with a refusal.
  package static let reason = 1_024
  /// The most bytes of a stream in one message.
  package static let streamData = 16 << 10
  /// The most devices that are paired.
  package static let devices = 64
  /// The most addresses of a device.
  package static let addresses = 8
  /// The most bytes of an address's host.
  package static let host = 255
  /// The most offers of a device.
  package static let offers = 16
  /// The most activities that are being picked up from or by a device at once.
  package static let picks = 16
  /// The most streams between two devices.
  package static let streams = 4
  /// The bytes that may be under way in one direction of a stream.
  package static let streamCredit: UInt32 = 64 << 10
}
