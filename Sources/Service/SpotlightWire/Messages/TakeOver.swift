/// A client hands over the store that the app kept for itself until now. Its directory comes as a descriptor.
package struct TakeOver: Hashable, Sendable, WireValue {
  /// The name of the directory.
  package var folderName: String

  /// Puts the parts together.
  package init(folderName: String) {
    self.folderName = folderName
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: folderName)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    folderName = try reader.string()
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
