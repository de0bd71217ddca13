internal import FresnelPlatform

/// What tells one journal file from all others: a rotation begins a new generation.
struct Generation: Sendable {
  /// Counts up by at least one with each rotation.
  let number: UInt64
  /// Random, so that two files that bear the same number by accident still differ.
  let salt: UInt64
  /// The sequence number of the generation's first frame.
  let firstSequence: UInt64
  /// The generation's own key, encrypted with the store's; `nil` in a plain store.
  let wrappedKey: [UInt8]?
  /// What the frames are encrypted with, once the key was decrypted.
  let cipher: FrameCipher?

  /// The byte count of a key that is encrypted: nonce, key and tag.
  static let wrappedKeyByteCount =
    EncryptionKey.byteCount + FrameCipher.nonceByteCount + FrameCipher.tagByteCount

  init(
    number: UInt64, salt: UInt64, firstSequence: UInt64, wrappedKey: [UInt8]? = nil,
    cipher: FrameCipher? = nil
  ) {
    self.number = number
    self.salt = salt
    self.firstSequence = firstSequence
    self.wrappedKey = wrappedKey
    self.cipher = cipher
  }

  /// What every checksum in the generation's frames starts from. A frame left over from another
  /// generation fails, for CRC-32C maps different starts to different ends over the same bytes.
  var seed: UInt32 {
    var bytes: [UInt8] = []
    bytes.appendLittleEndian(number)
    bytes.appendLittleEndian(salt)
    return CRC32C.checksum(of: bytes)
  }

  /// The name of the generation's file in the store's directory.
  var fileName: String { Self.fileName(of: number) }

  static func fileName(of number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return prefix + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The generation number in a file's name, or `nil` when it is no journal's.
  static func number(inFileName name: String) -> UInt64? {
    guard let number = UInt64(name.dropFirst(prefix.count), radix: 16), number <= largestNumber,
      name == fileName(of: number)
    else { return nil }
    return number
  }

  /// Whether the numbers are such as a store can come to; those beyond leave no room to count on.
  var isPlausible: Bool {
    number <= Self.largestNumber && firstSequence > 0 && firstSequence <= Self.largestNumber
  }

  private static let largestNumber: UInt64 = 1 << 62

  private static let prefix = "journal-"

  /// A generation to follow others, whose seed differs from those of its predecessors given.
  ///
  /// With a key it is encrypted, and gets a key of its own.
  static func following(
    _ number: UInt64, firstSequence: UInt64, seeds: [UInt32] = [], key: EncryptionKey?
  ) throws(StorageError) -> Generation {
    var next: Generation
    repeat {
      next = Generation(
        number: number &+ 1, salt: SecureRandom.number(), firstSequence: firstSequence)
    } while seeds.contains(next.seed)
    guard let key else { return next }
    try EncryptionKey.prepareCipher()
    let own = EncryptionKey.random()
    return Generation(
      number: next.number, salt: next.salt, firstSequence: firstSequence,
      wrappedKey: WrappedKey.wrap(own, with: key, binding: next.fields),
      cipher: FrameCipher(key: own))
  }

  /// The generation with its key decrypted, as far as it has one.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/wrongKey`` when the key is another, or
  ///   only one of the store and the caller has a key.
  func unlocked(with key: EncryptionKey?, path: String) throws(StorageError) -> Generation {
    switch (wrappedKey, key) {
    case (nil, nil): return self
    case (nil, _?):
      // Otherwise whoever can write to the directory could slip in content of their own.
      throw StorageError(.wrongKey, "\(path) isn't encrypted, though a key was given.", path: path)
    case (_?, nil):
      throw StorageError(.wrongKey, "\(path) is encrypted, and no key was given.", path: path)
    case (let wrapped?, let key?):
      try EncryptionKey.prepareCipher()
      guard let own = WrappedKey.unwrap(wrapped, with: key, binding: fields) else {
        throw StorageError(.wrongKey, "\(path) is encrypted with another key.", path: path)
      }
      return Generation(
        number: number, salt: salt, firstSequence: firstSequence, wrappedKey: wrapped,
        cipher: FrameCipher(key: own))
    }
  }

  /// What the encrypted key is bound to.
  private var fields: [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendLittleEndian(number)
    bytes.appendLittleEndian(salt)
    bytes.appendLittleEndian(firstSequence)
    return bytes
  }
}

extension Generation: Equatable {
  /// Compares what files say; whether the key is decrypted does not matter.
  static func == (left: Generation, right: Generation) -> Bool {
    left.number == right.number && left.salt == right.salt
      && left.firstSequence == right.firstSequence && left.wrappedKey == right.wrappedKey
  }
}
