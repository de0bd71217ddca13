/// The unit that block files are verified, encrypted and cached by.
enum Block {
  /// A page of the kernel's cache on most machines.
  static let byteCount = 4096
  static let byteCount64 = UInt64(byteCount)
  /// How many blocks are read at once by those who read in order: 256 KiB.
  static let countInStep = 64
}
