/// From whom an entity is known, and by what: a hit carries it where that is more than the item shows.
///
/// `Documentation/formats/history.md` describes the bytes.
package struct EntityOrigin: Hashable, Sendable {
  /// From whom, each once; the first is that of the hit.
  package var sources: [ResultSource]
  /// By what it is known to be the same entity.
  package var keys: [EntityKey]

  /// Puts the parts together.
  package init(sources: [ResultSource], keys: [EntityKey]) {
    self.sources = sources
    self.keys = keys
  }

  /// The one encoding.
  package var encoded: [UInt8] {
    var writer = WireWriter()
    writer.append(list: sources)
    writer.append(list: keys)
    return writer.finish()
  }

  /// Reads bytes that may be anything.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``.
  package init(encoded: [UInt8]) throws(WireError) {
    var reader = WireReader(encoded)
    sources = try reader.list()
    keys = try reader.list()
    guard !sources.isEmpty else { throw .malformed("an entity that nobody knows", at: 0) }
    try reader.finish()
  }
}

extension ResultSource: WireValue {
  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(kind.rawValue)
    writer.append(string: app)
    writer.append(string: index)
    writer.append(string: identifier)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.position
    guard let kind = Kind(rawValue: try reader.integer()) else {
      throw .malformed("a source of an unknown kind", at: start)
    }
    self.kind = kind
    app = try reader.string()
    index = try reader.string()
    identifier = try reader.string()
  }
}

extension EntityKey: WireValue {
  /// Appends the kind and the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(kind.rawValue)
    switch self {
    case .item(let app, let identifier):
      writer.append(string: app)
      writer.append(string: identifier)
    case .file(let url), .page(let url): writer.append(string: url)
    }
  }

  /// Reads the kind and the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.position
    switch Kind(rawValue: try reader.integer()) {
    case .item: self = .item(app: try reader.string(), identifier: try reader.string())
    case .file: self = .file(try reader.string())
    case .page: self = .page(try reader.string())
    case nil: throw .malformed("a key of an unknown kind", at: start)
    }
  }
}
