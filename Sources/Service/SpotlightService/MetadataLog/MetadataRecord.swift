internal import FresnelStorage
internal import SpotlightWire

// The frames of a metadata log; `Documentation/formats/metadata-log.md` describes them.

extension FrameKind {
  /// Keys get values.
  static let metadataSet = FrameKind(rawValue: FrameKind.firstOfOwner)
  /// Keys go.
  static let metadataRemove = FrameKind(rawValue: FrameKind.firstOfOwner + 1)
}

extension MetadataEntry {
  var frameKind: FrameKind { value == nil ? .metadataRemove : .metadataSet }

  /// The bytes of the entry's record.
  func encode() -> [UInt8] {
    var writer = WireWriter()
    writer.append(table.rawValue)
    writer.append(string: key)
    if let value { writer.append(bytes: value) }
    return writer.finish()
  }

  /// Reads a record.
  ///
  /// - Returns: `nil` for a table that is of no more use.
  init?(_ kind: FrameKind, _ bytes: [UInt8]) throws(WireError) {
    var reader = WireReader(bytes)
    let number = try reader.integer(UInt8.self)
    key = try reader.string()
    switch kind {
    case .metadataSet: value = try reader.byteRun()
    case .metadataRemove: value = nil
    default: throw WireError(.malformed, "A metadata log has no frames of this kind.")
    }
    try reader.finish()
    guard let table = MetadataTable(rawValue: number) else { return nil }
    self.table = table
  }
}
