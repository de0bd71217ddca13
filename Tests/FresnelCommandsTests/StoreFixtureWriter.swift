import CommandKit
import Dispatch
import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelStorage
import Synchronization

@testable import FresnelCommands

/// Writes a store that has every part of the format in it, for ``StoreFixtureTests`` to open for ever.
enum StoreFixtureWriter {
  /// The fixture that is to be written.
  static let name = Environment["FRESNEL_FIXTURE"]

  /// The key of the fixtures that are encrypted.
  static func key(of name: String) -> EncryptionKey? {
    guard name.hasPrefix("encrypted-") else { return nil }
    return [UInt8](repeating: 7, count: EncryptionKey.byteCount).withUnsafeBytes {
      EncryptionKey($0.bytes)
    }
  }

  /// The items of a store as lines of JSON.
  static func lines(of snapshot: Snapshot) -> Set<Substring> {
    var lines: Set<Substring> = []
    snapshot.forEachItem { scope, item in
      lines.insert(((try? item.item()).map { exportLine(of: $0, in: scope) } ?? "")[...])
      return true
    }
    return lines
  }

  /// Writes a store with two files, one of them with deletions and patches written beside it, and a
  /// journal with items, deletions, patches and a renewal since; and what is in it.
  static func write(to path: String) throws {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    try FileSystem.createDirectory(path)
    let options = { (flushByteCount: Int) in
      StoreOptions(
        mergesInBackground: false, flushByteCount: flushByteCount, encryptionKey: key(of: name))
    }
    // Every batch goes to a file of its own.
    var store = try Store.open(at: path + "/store", options: options(1))
    try apply(store, [.put(try many())], state: [1])
    try apply(store, [.put(try lines(described))], state: nil, app: "org.example.mail")
    try apply(store, [.deleteIdentifiers(["7", "700"]), .deleteDomains(["d.3"])], state: [2])
    try apply(store, [.put(try pageCounts(of: 100..<110, 3))], state: [2])
    try apply(store, [.put(try lines(described))], state: [3], app: "org.example.notes")
    store.close()
    store = try Store.open(at: path + "/store", options: options(1 << 24))
    try apply(store, [.put(try lines(later)), .deleteIdentifiers(["8"])], state: [4])
    try apply(store, [.put(try pageCounts(of: 105..<115, 4))], state: [4])
    try apply(store, [.put(try lines(renewed))], state: nil, app: "org.example.notes")
    let text = lines(of: store.snapshot()).sorted().joined(separator: "\n") + "\n"
    store.close()
    // It names the process.
    try FileSystem.removeFile(path + "/store/lock")
    try FileSystem.write(Array(text.utf8), to: path + "/items.jsonl")
  }

  /// Applies a batch, and then one that changes nothing, so that what follows the first is done.
  private static func apply(
    _ store: Store, _ operations: [FresnelEngine.Operation], state: [UInt8]?,
    app: String = "org.example.files"
  ) throws {
    let failure = Mutex<StoreError?>(nil)
    let done = DispatchGroup()
    for operations in [operations, []] {
      done.enter()
      store.submit(
        Batch(scope: IndexScope(app: app), operations: operations, clientState: state)
      ) { error in
        if let error { failure.withLock { $0 = error } }
        done.leave()
      }
    }
    done.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// Enough items for posting lists of several blocks and stored prefixes.
  private static func many() throws -> [[UInt8]] {
    try (0..<1_200).map { number in
      var attributes = Attributes([.builtIn(.title): .string("Number \(number) of the series")])
      attributes[.rankingHint] = .integer(Int64(number % 101))
      return try ItemCodec.encode(
        Item(
          uniqueIdentifier: "\(number)", domainIdentifier: "d.\(number % 5)",
          attributes: attributes))
    }
  }

  /// Partial updates that set the page count of some of the many.
  private static func pageCounts(of numbers: Range<Int>, _ count: Int64) throws -> [[UInt8]] {
    try numbers.map { number in
      var update = Item(uniqueIdentifier: "\(number)", isUpdate: true)
      update.attributes[.pageCount] = .integer(count)
      return try ItemCodec.encode(update)
    }
  }

  private static func lines(_ text: String) throws -> [[UInt8]] {
    let reader = ItemLine(names: [:], isStrict: true)
    return try text.split(separator: "\n").map { line in
      try ItemCodec.encode(reader.content(from: Array(line.utf8)[...]).item)
    }
  }

  private static let described = """
    {"id":"n1","domain":"home.kitchen","title":"Shopping list","keywords":["food","weekly"],"rankingHint":80,"textContent":"Milk, bread, butter"}
    {"id":"n2","domain":"travel","title":"Straße nach Zürich","textContent":"Ein Ausflug im Frühling","dueDate":"2025-03-04T10:00:00Z"}
    {"id":"m1","domain":"inbox","title":"東京への旅","textContent":"来週の会議について","authorNames":["田中"]}
    {"id":"é","expires":"2090-01-01T00:00:00Z","title":"Identifier beyond ASCII","$custom":{"priority":{"value":3},"project":{"value":"Fresnel","searchableByDefault":true}}}
    """
  private static let later = """
    {"id":"9","title":"Replaced since","textContent":"It was number 9 of the series"}
    {"id":"new","domain":"d.1","title":"New since","rankingHint":100}
    """
  private static let renewed = """
    {"id":"é","expires":"2095-01-01T00:00:00Z","title":"Identifier beyond ASCII","$custom":{"priority":{"value":3},"project":{"value":"Fresnel","searchableByDefault":true}}}
    """
}
