/// A client hands over the store that the app kept for itself until now. Its directory comes as a descriptor.
package struct TakeOver: Hashable, Sendable, WireValue {
  /// The name of the directory.
  package var folderName: String
  /// Whether the daemon has taken the directory over from this process before, which could not empty it then.
  package var isKept: Bool

  /// Puts the parts together.
  package init(folderName: String, isKept: Bool = false) {
    self.folderName = folderName
    self.isKept = isKept
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: folderName)
    // As it was before a client said so.
    if isKept { writer.append(isKept) }
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    folderName = try reader.string()
    isKept = !reader.isAtEnd
    guard isKept else { return }
    guard try reader.flag() else {
      throw .malformed("a flag is left out where it is 0", at: reader.position - 1)
    }
  }
}

/// The daemon holds all that was handed over.
package struct TakenOver: Hashable, Sendable, WireValue {
  /// The items that were taken.
  package var itemCount: UInt64
  /// The indexes that they are in.
  package var indexCount: UInt64

  /// Puts the parts together.
  package init(itemCount: UInt64, indexCount: UInt64) {
    self.itemCount = itemCount
    self.indexCount = indexCount
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(varint: itemCount)
    writer.append(varint: indexCount)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    itemCount = try reader.varint()
    indexCount = try reader.varint()
  }
}
