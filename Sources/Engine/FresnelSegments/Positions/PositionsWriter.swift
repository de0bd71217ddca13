import FresnelStorage

/// Writes the records of a segment's documents, in their order, and where to find them.
struct PositionsWriter: ~Copyable {
  /// The places of the groups so far, and where the open one is from.
  private var places: [UInt8] = []
  private let start: UInt64
  /// The lengths and the records of the open group.
  private var lengths: [UInt8] = []
  private var records: [UInt8] = []
  private var count = 0

  /// Begins where the sink is.
  init(at sink: borrowing ByteSink) {
    start = sink.offset
  }

  /// Adds the record of the next document.
  mutating func add(
    _ record: UnsafeRawBufferPointer, to sink: inout ByteSink
  ) throws(StorageError) {
    Varint.append(UInt64(record.count), to: &lengths)
    records.append(contentsOf: record)
    count += 1
    if count == PositionFormat.groupCapacity { try closeGroup(to: &sink) }
  }

  private mutating func closeGroup(to sink: inout ByteSink) throws(StorageError) {
    let place = sink.offset - start
    withUnsafeBytes(of: place.littleEndian) { places.append(contentsOf: $0) }
    try sink.append(lengths)
    try sink.append(records)
    lengths.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Ends the section.
  consuming func finish(to sink: inout ByteSink) throws(StorageError) -> PositionsLocation {
    if count > 0 { try closeGroup(to: &sink) }
    var location = PositionsLocation()
    location.offset = start
    location.byteCount = sink.offset - start
    try sink.append(places)
    return location
  }
}
