/// Both directions of a connection between two paired devices.
package struct SecureChannel: ~Copyable {
  /// What this device says.
  package var sealer: FrameSealer
  /// What the other one says.
  package var opener: FrameOpener

  /// Takes the keys of the two directions, 32 bytes each.
  init(sealing: SecretBytes, opening: SecretBytes) {
    sealer = FrameSealer(key: sealing)
    opener = FrameOpener(key: opening)
  }
}
