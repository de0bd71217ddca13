internal import FresnelStorage
internal import SpotlightWire

// The frames of a ledger; `Documentation/formats/ledger.md` describes them.

extension FrameKind {
  /// Keys get values.
  static let ledgerSet = FrameKind(rawValue: FrameKind.firstOfOwner)
  /// Keys go.
  static let ledgerRemove = FrameKind(rawValue: FrameKind.firstOfOwner + 1)
}

extension LedgerEntry {
  var frameKind: FrameKind { value == nil ? .ledgerRemove : .ledgerSet }

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
    case .ledgerSet: value = try reader.byteRun()
    case .ledgerRemove: value = nil
    default: throw WireError(.malformed, "A ledger has no frames of this kind.")
    }
    try reader.finish()
    guard let table = LedgerTable(rawValue: number) else { return nil }
    self.table = table
  }
}
