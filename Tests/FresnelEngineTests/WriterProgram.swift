import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelStorage
import Testing

/// The program `store-writer`, and the rules by which it writes, told once more.
struct WriterProgram {
  static let scope = IndexScope(app: "org.example.writer")

  /// The program; it is built next to the tests.
  static func path() throws -> String {
    let tests = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
    return FileSystem.parent(of: tests) + "/store-writer"
  }

  /// The key that the program takes a number for.
  static func key(_ byte: UInt8) -> EncryptionKey? {
    if byte == 0 { return nil }
    return [UInt8](repeating: byte, count: EncryptionKey.byteCount).withUnsafeBytes {
      EncryptionKey($0.bytes)
    }
  }

  /// The batch of a number: two items, the deletion of one of three batches before and one of forty
  /// before, and the number itself as that of an item that stays.
  static func batch(_ number: Int) throws -> Batch {
    var items = try (0...1).map {
      try ItemCodec.encode(Item("\(number).\($0)", title: "batch \(number)"))
    }
    var counter = Item("counter", title: "counter")
    counter.isUpdate = true
    counter.attributes[.pageCount] = .integer(Int64(number))
    items.append(try ItemCodec.encode(counter))
    return Batch(
      scope: scope,
      operations: [.put(items), .deleteIdentifiers(["\(number - 3).0", "\(number - 40).1"])],
      clientState: Array("\(number)".utf8))
  }

  /// What a store holds when a batch was the last one that was applied.
  static func items(after last: Int) -> [String: String] {
    var items: [String: String] = last < 0 ? [:] : ["counter": "counter \(last)"]
    for number in 0..<last + 1 {
      if number > last - 3 { items["\(number).0"] = "batch \(number)" }
      if number > last - 40 { items["\(number).1"] = "batch \(number)" }
    }
    return items
  }

  /// What a store holds: the number of the last batch by its client state, and its items.
  static func contents(of store: Store) throws -> (last: Int, items: [String: String]) {
    let snapshot = store.snapshot()
    let state = snapshot.clientState(of: scope).map { String(decoding: $0, as: UTF8.self) }
    var items: [String: String] = [:]
    try snapshot.forEachItem { _, item in
      if case .string(let title)? = try item.decodedValue(for: .builtIn(.title)) {
        let number = try item.decodedValue(for: .builtIn(.pageCount))
        if case .integer(let number)? = number {
          items[item.uniqueIdentifier] = "\(title) \(number)"
        } else {
          items[item.uniqueIdentifier] = title
        }
      }
      return true
    }
    return (state.flatMap { Int($0) } ?? -1, items)
  }

  /// The numbers that the program acknowledged on its output.
  static func acknowledgements(_ output: [UInt8]) -> [Int] {
    String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
  }
}
