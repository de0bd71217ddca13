import FresnelStorage
import FresnelTestSupport

/// Writes and opens sources of each kind, with random content.
struct ByteFixture {
  enum Place: CaseIterable, Sendable {
    case memory, plainFile, encryptedFile
  }

  let place: Place
  let storage: FaultyStorage
  let cache: BlockCache
  let path = "store/segment"
  let key: EncryptionKey?

  init(_ place: Place, storage: FaultyStorage = FaultyStorage(), cacheByteCount: Int = 1 << 17) {
    self.place = place
    self.storage = storage
    cache = BlockCache(byteCount: cacheByteCount)
    key = place == .encryptedFile ? Self.key(1) : nil
  }

  static func key(_ byte: UInt8) -> EncryptionKey {
    let bytes = [UInt8](repeating: byte, count: EncryptionKey.byteCount)
    return EncryptionKey(bytes.span.bytes)
  }

  func sink() throws(StorageError) -> ByteSink {
    if place == .memory { return .memory() }
    try storage.createDirectory("store")
    return try .file(path, storage: storage, key: key)
  }

  func open() throws(StorageError) -> ByteSource {
    try ByteSource.open(path, storage: storage, cache: cache, key: key)
  }

  /// Ends a sink and opens what it wrote.
  func finish(_ sink: consuming ByteSink) throws(StorageError) -> ByteSource {
    if let image = try sink.finish() { return image }
    return try open()
  }

  /// Writes random bytes in random pieces; each of the pieces has at most one of the sizes.
  func write(seed: UInt64, sizes: [Int]) throws(StorageError) -> (ByteSource, model: [UInt8]) {
    var generator = SeededGenerator(seed: seed)
    var model: [UInt8] = []
    var sink = try sink()
    for _ in 0..<Int.random(in: 1...12, using: &generator) {
      let longest = sizes.randomElement(using: &generator) ?? 1
      let piece = Self.bytes(Int.random(in: 0...longest, using: &generator), &generator)
      try sink.append(piece)
      model += piece
      try sink.append(UInt8(seed & 0xff))
      model.append(UInt8(seed & 0xff))
      if Bool.random(using: &generator) {
        try sink.keepTogether(100)
        model += [UInt8](repeating: 0, count: Int(sink.offset) - model.count)
      }
    }
    return (try finish(sink), model)
  }

  /// Whether bytes are those of a part of the model; compares words, for debug builds are slow.
  static func isEqual(_ bytes: UnsafeRawBufferPointer, _ part: ArraySlice<UInt8>) -> Bool {
    part.withUnsafeBytes { part in
      guard part.count == bytes.count else { return false }
      let words = part.count / 8 * 8
      for index in stride(from: 0, to: words, by: 8)
      where bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        != part.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      {
        return false
      }
      return bytes[words...].elementsEqual(part[words...])
    }
  }

  static func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      for index in stride(from: 0, to: count / 8 * 8, by: 8) {
        bytes.storeBytes(of: generator.next(), toByteOffset: index, as: UInt64.self)
      }
      for index in (count / 8 * 8)..<count { bytes[index] = UInt8(index & 0xff) }
      initialized = count
    }
  }
}
