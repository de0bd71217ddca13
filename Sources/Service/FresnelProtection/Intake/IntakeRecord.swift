package import SpotlightWire

/// Something that is to happen to a locked class once it is unlocked.
package struct IntakeRecord: Hashable, Sendable {
  /// What is to happen.
  package enum Content: Hashable, Sendable {
    /// A change, which only who has the class's secret key can open.
    case sealed([UInt8])
    /// All items of the app go.
    case removal
    /// An index of this name is private to the app.
    case privateIndex(String)
    /// All items of this other app become the app's.
    case adoption(of: String)
  }

  /// The app that it concerns.
  package var app: String
  /// What is to happen.
  package var content: Content

  /// Puts the parts together.
  package init(app: String, _ content: Content) {
    self.app = app
    self.content = content
  }

  /// The record's bytes: u8 0 for a change, 1 for a removal, 2 for a private index, 3 for an adoption; the app; the sealed
  /// bytes, or the name of the index or of the other app.
  package func encoded() -> [UInt8] {
    var writer = WireWriter()
    switch content {
    case .sealed(let bytes):
      writer.append(0 as UInt8)
      writer.append(string: app)
      writer.append(bytes: bytes)
    case .removal:
      writer.append(1 as UInt8)
      writer.append(string: app)
      writer.append(bytes: [])
    case .privateIndex(let name):
      writer.append(2 as UInt8)
      writer.append(string: app)
      writer.append(string: name)
    case .adoption(let former):
      writer.append(3 as UInt8)
      writer.append(string: app)
      writer.append(string: former)
    }
    return writer.finish()
  }

  /// The greatest number of a kind that is known.
  private static let lastKind: UInt8 = 3

  /// Whether bytes are a record of a kind that only a later version knows.
  static func isOfLaterKind(_ bytes: [UInt8]) -> Bool {
    bytes.first.map { $0 > lastKind } ?? false
  }

  /// Reads a record's bytes.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = WireReader(bytes)
    let kind: UInt8 = try reader.integer()
    app = try reader.string()
    switch kind {
    case 0: content = .sealed(try reader.byteRun())
    case 1 where try reader.byteRun().isEmpty: content = .removal
    case 2: content = .privateIndex(try reader.string())
    case 3: content = .adoption(of: try reader.string())
    default: throw WireError(.malformed, "A record of an intake has an unknown kind.")
    }
    try reader.finish()
  }

  /// How much of an app's room the record takes.
  var byteCount: Int {
    switch content {
    case .sealed(let bytes): bytes.count
    case .removal, .adoption: 0
    // What is around it counts too: an app may send any number of them.
    case .privateIndex(let name): app.utf8.count + name.utf8.count + 64
    }
  }
}
