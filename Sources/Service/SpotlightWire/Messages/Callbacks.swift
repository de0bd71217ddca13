/// The daemon asks an app to index everything again.
package struct ReindexAll: Hashable, Sendable, WireValue {
  /// The name of the index; empty for the default one.
  package var index: String
  /// Why, in English, for developers.
  package var reason: String

  /// Puts the parts together.
  package init(index: String, reason: String) {
    self.index = index
    self.reason = reason
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: index)
    writer.append(string: reason)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    index = try reader.string()
    reason = try reader.string()
  }
}

/// The daemon asks an app for some items: to index them again, or to hand them over.
package struct WantedItems: Hashable, Sendable, WireValue {
  /// The name of the index; empty for the default one.
  package var index: String
  /// The unique identifiers.
  package var identifiers: [String]

  /// Puts the parts together.
  package init(index: String, identifiers: [String]) {
    self.index = index
    self.identifiers = identifiers
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: index)
    writer.append(list: identifiers)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    index = try reader.string()
    identifiers = try reader.list()
  }
}

/// The daemon asks an app for an item's data.
package struct ProvideData: Hashable, Sendable, WireValue {
  /// The name of the index; empty for the default one.
  package var index: String
  /// The unique identifier.
  package var item: String
  /// The type of the data.
  package var contentType: String
  /// How long the daemon waits.
  package var deadlineMilliseconds: UInt32

  /// Puts the parts together.
  package init(index: String, item: String, contentType: String, deadlineMilliseconds: UInt32) {
    self.index = index
    self.item = item
    self.contentType = contentType
    self.deadlineMilliseconds = deadlineMilliseconds
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: index)
    writer.append(string: item)
    writer.append(string: contentType)
    writer.append(deadlineMilliseconds)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    index = try reader.string()
    item = try reader.string()
    contentType = try reader.string()
    deadlineMilliseconds = try reader.integer()
  }
}

/// The daemon asks an app for an item's file.
package struct ProvideFile: Hashable, Sendable, WireValue {
  /// The name of the index; empty for the default one.
  package var index: String
  /// The unique identifier.
  package var item: String
  /// The type of the file.
  package var contentType: String
  /// Whether the app's own file is wanted rather than a copy.
  package var isInPlace: Bool
  /// How long the daemon waits.
  package var deadlineMilliseconds: UInt32

  /// Puts the parts together.
  package init(
    index: String, item: String, contentType: String, isInPlace: Bool, deadlineMilliseconds: UInt32
  ) {
    self.index = index
    self.item = item
    self.contentType = contentType
    self.isInPlace = isInPlace
    self.deadlineMilliseconds = deadlineMilliseconds
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: index)
    writer.append(string: item)
    writer.append(string: contentType)
    writer.append(isInPlace)
    writer.append(deadlineMilliseconds)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    index = try reader.string()
    item = try reader.string()
    contentType = try reader.string()
    isInPlace = try reader.flag()
    deadlineMilliseconds = try reader.integer()
  }
}

/// An app gives a file, which comes as a descriptor that the app opened.
package struct ProvidedFile: Hashable, Sendable, WireValue {
  /// Where the app sees the file; others may see something else there, or nothing.
  package var path: String
  /// The name that a copy is to have, without directories.
  package var fileName: String

  /// Puts the parts together.
  package init(path: String, fileName: String) {
    self.path = path
    self.fileName = fileName
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: path)
    writer.append(string: fileName)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    path = try reader.string()
    fileName = try reader.string()
  }
}

/// The daemon has an app read a file for search; the file comes as a descriptor.
package struct ImportRequest: Hashable, Sendable, WireValue {
  /// The file's name, without directories.
  package var fileName: String
  /// Its type.
  package var contentType: String
  /// How long the daemon waits.
  package var deadlineMilliseconds: UInt32

  /// Puts the parts together.
  package init(fileName: String, contentType: String, deadlineMilliseconds: UInt32) {
    self.fileName = fileName
    self.contentType = contentType
    self.deadlineMilliseconds = deadlineMilliseconds
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: fileName)
    writer.append(string: contentType)
    writer.append(deadlineMilliseconds)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    fileName = try reader.string()
    contentType = try reader.string()
    deadlineMilliseconds = try reader.integer()
  }
}
