internal import FresnelModel
package import SpotlightWire

/// An index that tests write and check: batches have numbers, the number is the client state, and what the index holds
/// follows from it. So any look at it tells whether batches were applied whole and in order.
package enum NumberedIndex {
  /// Its name.
  package static let name = "numbers"
  /// So many of the items that stay are kept.
  private static let window = 40

  /// What the index holds after a batch, and nothing before the first, which is number 0.
  package static func identifiers(after number: Int) -> [String] {
    guard number >= 0 else { return [] }
    return (max(0, number - window + 1)...number).flatMap { entry in
      entry > number - 3 ? ["\(entry).0", "\(entry).1"] : ["\(entry).1"]
    }.sorted()
  }

  /// The batch that follows another: it puts two items and deletes two older ones, and is done only if no
  /// other batch came in between.
  package static func batch(_ number: Int, of app: String, into handle: UInt32) throws -> ApplyBatch
  {
    let items = try (0...1).map { part in
      var item = Item(uniqueIdentifier: "\(number).\(part)")
      item.attributes[.title] = .string("\(app) \(number)")
      return try EncodedItem(opening: try ItemCodec.encode(item))
    }
    return ApplyBatch(
      handle: handle, expected: number == 0 ? .absent : .equal(state(number - 1)),
      clientState: state(number),
      operations: [
        .put(items), .deleteIdentifiers(["\(number - 3).0", "\(number - window).1"]),
      ])
  }

  /// The number of the last batch, as a client state tells; -1 for none.
  package static func number(in state: [UInt8]?) -> Int {
    state.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? -1
  }

  private static func state(_ number: Int) -> [UInt8] { Array("\(number)".utf8) }
}
