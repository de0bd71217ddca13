import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Encrypted store")
struct StoreEncryptionTests {
  private static func key(_ byte: UInt8) -> EncryptionKey {
    [UInt8](repeating: byte, count: EncryptionKey.byteCount).withUnsafeBytes {
      EncryptionKey($0.bytes)
    }
  }

  private static func open(
    _ storage: FaultyStorage, key: EncryptionKey?, mode: Store.Mode = .readWrite
  ) throws(StoreError) -> Store {
    try Store.open(
      at: "/store", mode: mode, storage: storage,
      options: StoreOptions(
        mergesInBackground: false, flushByteCount: 1 << 14, garbageByteCount: 2000,
        encryptionKey: key))
  }

  private static let scope = IndexScope(app: "org.example.confidential", index: "hidden index")

  /// The paths of files that hold one of the texts.
  private static func paths(of storage: FaultyStorage, holding texts: [String]) -> [String] {
    storage.paths.filter { path in
      let bytes = storage.contents(of: path) ?? []
      return texts.contains { text in
        let text = Array(text.utf8)
        return bytes.indices.contains { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }
      }
    }
  }

  @Test("no file holds a text, a name or a client state, and everything is found again")
  func noPlainText() async throws {
    let storage = FaultyStorage()
    let store = try Self.open(storage, key: Self.key(1))
    for number in 0..<60 {
      let item = Item(
        "identifier \(number % 7)", title: "Wedding plans", text: "to be kept from everybody",
        domain: "family.secret")
      let batch = Batch(
        scope: Self.scope,
        operations: [
          .put([try ItemCodec.encode(item)]), .deleteIdentifiers(["unknown identifier"]),
        ], clientState: Array("a client state \(number)".utf8))
      #expect(await store.apply(batch) == nil)
    }
    try store.compact()
    let texts = [
      "identifier", "Wedding", "wedding", "everybody", "family", "a client", "confidential",
      "hidden",
    ]
    #expect(Self.paths(of: storage, holding: texts) == [])
    #expect(storage.paths.contains { $0.contains("/segment-") })
    #expect(store.check().isSound)
    let reader = try Self.open(storage, key: Self.key(1), mode: .readOnly)
    #expect(try reader.snapshot().matches("title == \"wedding*\"cd").count == 7)
    reader.close()
    store.close()
    #expect(Self.paths(of: storage, holding: texts) == [])
    let found = try Self.open(storage.afterPowerLoss(), key: Self.key(1))
    #expect(try found.snapshot().matches("title == \"wedding*\"cd").count == 7)
    #expect(found.snapshot().clientState(of: Self.scope) == Array("a client state 59".utf8))
    #expect(found.check().isSound)
    found.close()
  }

  @Test("another key, no key, or a key for a plain store is refused by name")
  func wrongKey() async throws {
    for (made, given) in [(1, 2), (1, nil), (nil, 1)] as [(UInt8?, UInt8?)] {
      let storage = FaultyStorage()
      let store = try Self.open(storage, key: made.map(Self.key))
      try await store.put([Item("a", title: "A")])
      store.close()
      for mode in [Store.Mode.readWrite, .readOnly] {
        #expect {
          try Self.open(storage, key: given.map(Self.key), mode: mode)
        } throws: {
          ($0 as? StoreError)?.code == .wrongKey
        }
      }
      let found = try Self.open(storage, key: made.map(Self.key))
      #expect(found.snapshot().identifiers() == ["a"])
      #expect(found.loss == LossReport())
      found.close()
    }
  }
}
