/// Both directions of a connection between two paired devices.
package struct SecureChannel: ~Copyable {
  /// What this device says.
  package var sealer: FrameSealer
  /// What the other one says.
  package var opener: FrameOpener
}
