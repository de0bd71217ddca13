import FresnelModel
import FresnelStorage
import FresnelTestSupport

@testable import FresnelSegments

/// Documents as they were added, and the bytes that were written of them.
struct DocumentFixture {
  struct Document {
    var item: EncodedItem
    var scope: UInt32
    var staticScore: UInt32

    var expiration: Double { item.expiration?.secondsSinceReferenceDate ?? .infinity }
  }

  /// Where the bytes are written to.
  enum Place: CaseIterable {
    case memory, file, encryptedFile
  }

  var documents: [Document]
  let source: ByteSource
  let location: DocumentStoreLocation

  /// Writes documents; those that are compressed are coded too, as those of a large segment are.
  init(_ documents: [Document], in place: Place, compresses: Bool) throws {
    self.documents = documents
    let disk = FaultyStorage()
    let key =
      place == .encryptedFile ? EncryptionKey([UInt8](repeating: 7, count: 32).span.bytes) : nil
    try disk.createDirectory("/store")
    var sink =
      switch place {
      case .memory: ByteSink.memory()
      default: try ByteSink.file("/store/segment", storage: disk, key: key)
      }
    // Something lies before the documents of a segment.
    try sink.append([UInt8](repeating: 0xaa, count: 21))
    var writer =
      compresses
      ? try DocumentStoreWriter(compresses: true, learningFrom: documents.map(\.item))
      : DocumentStoreWriter(compresses: false)
    for document in documents {
      try writer.add(
        document.item, scope: document.scope, staticScore: document.staticScore, to: &sink)
    }
    location = try writer.finish(to: &sink)
    try sink.append([UInt8](repeating: 0xaa, count: 9))
    source =
      try sink.finish()
      ?? ByteSource.open(
        "/store/segment", storage: disk, cache: BlockCache(byteCount: 64 << 10), key: key)
  }

  /// Documents of all shapes.
  static func random(count: Int, seed: UInt64) throws -> [Document] {
    var items = RandomItems(seed: seed)
    return try (0..<count).map { number in
      var item = items.item(isUpdate: items.generator.once(in: 20))
      item.uniqueIdentifier += "\(number)"
      if items.generator.once(in: 3) {
        item.attributes[.title] = .string(words(items.generator.below(12), &items.generator))
        item.attributes[.contentDescription] = .string(
          words(items.generator.below(40), &items.generator))
        item.attributes[.textContent] = .string(words(items.generator.below(400), &items.generator))
      }
      return try document(item, &items.generator)
    }
  }

  static func document(
    _ item: Item, _ generator: inout SeededGenerator
  ) throws -> Document {
    Document(
      item: try EncodedItem(validating: ItemCodec.encode(item)),
      scope: UInt32(generator.below(5) * generator.below(80)),
      staticScore: UInt32(truncatingIfNeeded: generator.next()))
  }

  static func words(_ count: Int, _ generator: inout SeededGenerator) -> String {
    let words = ["lens", "light", "house", "sea", "Küste", "the", "of", "1827", "prism", "wave"]
    return (0..<count).map { _ in words[generator.below(words.count)] }.joined(separator: " ")
  }
}
