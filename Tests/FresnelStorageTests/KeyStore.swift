import FresnelStorage
import FresnelTestSupport

/// A store of numbers by key on top of a journal: the smallest owner that can show what was lost.
///
/// A frame sets keys, one record of nine bytes each. A rotation writes the keys that are set as frames
/// or, like an engine that keeps its data in files of its own, into the manifest's content.
struct KeyStore {
  typealias Content = [UInt8: UInt64]

  let journal: JournalStore
  private(set) var content: Content

  static let set = FrameKind(rawValue: 16)
  static let directory = "/store"
  /// Small sizes, so that short tests meet growth of the file and edges of what is read at once.
  static let options = JournalOptions(
    firstAllocationByteCount: 1 << 13, largestAllocationByteCount: 1 << 12, readByteCount: 1 << 12)

  /// A key that is the same in every test.
  static let key = makeKey([UInt8](0..<32))

  static func makeKey(_ bytes: [UInt8]) -> EncryptionKey {
    bytes.withUnsafeBytes { EncryptionKey($0.bytes) }
  }

  /// The sizes above, and a key.
  static func options(key: EncryptionKey?) -> JournalOptions {
    var options = options
    options.encryptionKey = key
    return options
  }

  init(
    _ storage: any Storage, directory: String = KeyStore.directory,
    mode: JournalStore.Mode = .readWrite, key: EncryptionKey? = nil
  ) throws {
    var content: Content = [:]
    journal = try JournalStore.open(
      directory: directory, storage: storage, mode: mode, options: Self.options(key: key)
    ) { Self.apply($0, to: &content) }
    self.content = content
  }

  static func apply(_ event: JournalEvent, to content: inout Content) {
    switch event {
    case .start(let start): content = Self.decode(start.content)
    case .frame(let frame):
      for record in frame.records {
        guard let key = record.bytes.first, record.bytes.count >= 9 else { continue }
        content[key] = record.bytes.dropFirst().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      }
    }
  }

  /// A record that sets a key; `padding` makes it longer.
  static func record(_ key: UInt8, _ value: UInt64, padding: Int = 0) -> [UInt8] {
    [key] + (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
      + [UInt8](repeating: key, count: padding)
  }

  /// Keys and their values as the manifest's content holds them.
  static func encode(_ content: Content) -> [UInt8] {
    content.sorted { $0.key < $1.key }.flatMap { record($0.key, $0.value) }
  }

  private static func decode(_ bytes: [UInt8]) -> Content {
    var content: Content = [:]
    for start in stride(from: 0, to: bytes.count - 8, by: 9) {
      content[bytes[start]] = bytes[start + 1..<start + 9].reduce(0) { $0 << 8 | UInt64($1) }
    }
    return content
  }

  mutating func refresh() throws {
    var content = self.content
    try journal.refresh { Self.apply($0, to: &content) }
    self.content = content
  }

  /// Something to do to a store.
  enum Operation {
    /// Commits a group of frames.
    case commit([[(key: UInt8, value: UInt64, padding: Int)]])
    case rotate
    /// Rotates, with the keys in the manifest's content and no frame.
    case flush
    /// Puts all keys into the manifest's content; the frames stay.
    case replaceContent
    /// Closes the store in order and opens it again.
    case reopen
  }

  /// A sequence of operations that differs with each seed.
  static func operations(seed: UInt64, count: Int = 12) -> [Operation] {
    var random = SeededGenerator(seed: seed)
    var value: UInt64 = 0
    return (0..<count).map { _ in
      switch UInt8.random(in: 0..<12, using: &random) {
      case 0: return .rotate
      case 1: return .reopen
      case 2: return .flush
      case 3: return .replaceContent
      default:
        let frames = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          (0..<Int.random(in: 1...3, using: &random)).map { _ in
            value += 1
            let isLong = UInt8.random(in: 0..<4, using: &random) == 0
            let padding = Int.random(in: 0..<(isLong ? 1500 : 40), using: &random)
            return (UInt8.random(in: 0..<8, using: &random), value, padding)
          }
        }
        return .commit(frames)
      }
    }
  }

  /// Does an operation; the candidates are every state that may be found if it fails.
  mutating func perform(_ operation: Operation, candidates: inout [Content]) throws {
    candidates = [content]
    switch operation {
    case .commit(let frames):
      var next = content
      for frame in frames {
        for (key, value, _) in frame { next[key] = value }
        candidates.append(next)
      }
      for frame in frames {
        try journal.append(
          Self.set, records: frame.map { Self.record($0.key, $0.value, padding: $0.padding) })
      }
      try journal.commit()
      content = next
      candidates = [content]
    case .rotate:
      try journal.rotate { checkpoint in
        for (key, value) in content.sorted(by: { $0.key < $1.key }) {
          try checkpoint.append(Self.set) { $0.append(Self.record(key, value)) }
        }
      }
    case .flush: try journal.rotate(content: Self.encode(content)) { _ in }
    case .replaceContent: try journal.replaceContent(Self.encode(content))
    case .reopen: try journal.close()
    }
  }
}
