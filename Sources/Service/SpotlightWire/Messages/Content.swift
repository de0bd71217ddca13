/// An app asks for the data of another app's item.
package struct FetchData: Hashable, Sendable, WireValue {
  /// Whose item it is.
  package var app: String
  /// The unique identifier.
  package var item: String
  /// The type of content that is wanted.
  package var contentType: String

  /// Puts the parts together.
  package init(app: String, item: String, contentType: String) {
    self.app = app
    self.item = item
    self.contentType = contentType
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: app)
    writer.append(string: item)
    writer.append(string: contentType)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    app = try reader.string()
    item = try reader.string()
    contentType = try reader.string()
  }
}

/// A client asks for content that an app promised with an item.
package struct PromiseRequest: Hashable, Sendable, WireValue {
  /// Whose item it is.
  package var app: String
  /// The name of the index; empty for the default one.
  package var index: String
  /// The unique identifier.
  package var item: String
  /// The type of content that is wanted.
  package var contentType: String
  /// In which form it is wanted.
  package var wanted: WantedContent

  /// Puts the parts together.
  package init(
    app: String, index: String, item: String, contentType: String, wanted: WantedContent
  ) {
    self.app = app
    self.index = index
    self.item = item
    self.contentType = contentType
    self.wanted = wanted
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: app)
    writer.append(string: index)
    writer.append(string: item)
    writer.append(string: contentType)
    writer.append(wanted)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    app = try reader.string()
    index = try reader.string()
    item = try reader.string()
    contentType = try reader.string()
    wanted = try reader.value()
  }
}

/// A client has a file read for search; the file comes as a descriptor.
package struct FileImport: Hashable, Sendable, WireValue {
  /// The file's name, without directories.
  package var fileName: String
  /// Its type.
  package var contentType: String

  /// Puts the parts together.
  package init(fileName: String, contentType: String) {
    self.fileName = fileName
    self.contentType = contentType
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: fileName)
    writer.append(string: contentType)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    fileName = try reader.string()
    contentType = try reader.string()
  }
}

/// In which form content is wanted.
package enum WantedContent: UInt8, CaseIterable, Hashable, Sendable, WireValue {
  /// As bytes.
  case bytes = 0
  /// As a file that is the receiver's own.
  case copy = 1
  /// As the app's file itself.
  case inPlace = 2
}

/// Data that somebody provides.
package enum ProvidedData: Hashable, Sendable, WireValue {
  /// The bytes themselves.
  case bytes([UInt8])
  /// To be read from the descriptor that comes along, to its end.
  case descriptor

  /// Appends a number for the case, and the bytes.
  package func write(to writer: inout WireWriter) {
    switch self {
    case .bytes(let bytes):
      writer.append(UInt8(0))
      writer.append(bytes: bytes)
    case .descriptor: writer.append(UInt8(1))
    }
  }

  /// Reads the data, or that they come as a descriptor.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.position
    switch try reader.integer(UInt8.self) {
    case 0: self = .bytes(try reader.byteRun())
    case 1: self = .descriptor
    default: throw .malformed("an unknown form of data", at: start)
    }
  }
}

/// Content that an app promised, and gives now.
package struct PromisedContent: Hashable, Sendable, WireValue {
  /// The forms that content has.
  package enum Form: Hashable, Sendable {
    /// The bytes themselves.
    case bytes([UInt8])
    /// A file, open for reading, that comes as a descriptor.
    case descriptor
    /// The same, and where the file is, for who sees what the app sees.
    case path(String)
  }

  /// The form that it has.
  package var form: Form
  /// The name that a file of it is to have, without directories.
  package var fileName: String

  /// Puts the parts together.
  package init(_ form: Form, fileName: String) {
    self.form = form
    self.fileName = fileName
  }

  /// Appends a number for the form, what belongs to it, and the name.
  package func write(to writer: inout WireWriter) {
    switch form {
    case .bytes(let bytes):
      writer.append(UInt8(0))
      writer.append(bytes: bytes)
    case .descriptor: writer.append(UInt8(1))
    case .path(let path):
      writer.append(UInt8(2))
      writer.append(string: path)
    }
    writer.append(string: fileName)
  }

  /// Reads the form and the name.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.position
    switch try reader.integer(UInt8.self) {
    case 0: form = .bytes(try reader.byteRun())
    case 1: form = .descriptor
    case 2: form = .path(try reader.string())
    default: throw .malformed("an unknown form of content", at: start)
    }
    fileName = try reader.string()
  }
}
