/// Writes the frames that a fresh journal generation starts with.
///
/// Frames go to the file as they come, about a mebibyte at a time, so a checkpoint may be larger
/// than the memory.
public struct CheckpointWriter: ~Copyable {
  let file: any StorageFile
  let generation: Generation
  private let options: JournalOptions
  private var buffer: FrameBuffer
  private var offset = UInt64(JournalHeader.byteCount)
  private(set) var nextSequence: UInt64
  /// Whether the file is one of an earlier generation, of which bytes may follow the frames.
  let isRecycled: Bool
  /// The length of the file that is written over, if one is.
  private let recycledByteCount: UInt64
  /// Whether the file gets no more room than it needs, as there is little.
  private let growsSparingly: Bool

  init(
    creating generation: Generation, in directory: String, storage: any Storage,
    options: JournalOptions, recycling spare: SpareJournal? = nil, growsSparingly: Bool = false
  ) throws(StorageError) {
    self.growsSparingly = growsSparingly
    guard generation.isPlausible else {
      throw StorageError(
        .tooLarge, "The journal in \(directory) has numbers that leave no room to count on.",
        path: directory)
    }
    let recycled = spare?.become(generation, in: directory, storage: storage)
    let file: any StorageFile
    if let recycled {
      file = recycled
    } else {
      file = try storage.open(directory + "/" + generation.fileName, for: .creating)
    }
    try file.write(JournalHeader.encode(generation), at: 0)
    self.file = file
    self.generation = generation
    self.options = options
    isRecycled = recycled != nil
    recycledByteCount = recycled == nil ? 0 : spare?.byteCount ?? 0
    buffer = FrameBuffer(generation: generation)
    nextSequence = generation.firstSequence
  }

  /// Adds a frame of the owner's, whose records the body writes.
  public mutating func append(
    _ kind: FrameKind, _ body: (inout FrameWriter) -> Void
  ) throws(StorageError) {
    try buffer.append(kind, body)
    if buffer.bytes.count >= 1 << 20 { try flush() }
  }

  /// Copies a frame of another generation.
  mutating func copy(_ frame: Frame) throws(StorageError) {
    buffer.append(frame.kind, payload: frame.payload)
    if buffer.bytes.count >= 1 << 20 { try flush() }
  }

  /// Marks the end, keeping a copy of the owner's content there, and makes the file durable.
  ///
  /// - Returns: The end of the frames and the file's length.
  mutating func finish(
    content: [UInt8]
  ) throws(StorageError) -> (end: UInt64, allocated: UInt64) {
    try buffer.append(.checkpointEnd) { $0.append(content) }
    try flush()
    var allocation = Allocation(byteCount: max(offset, recycledByteCount), options: options)
    try allocation.makeRoom(for: offset + 1, in: file, sparingly: growsSparingly)
    try file.sync()
    return (offset, allocation.byteCount)
  }

  private mutating func flush() throws(StorageError) {
    buffer.seal(firstSequence: nextSequence, commitStart: generation.firstSequence)
    try file.write(buffer.bytes, at: offset)
    offset += UInt64(buffer.bytes.count)
    nextSequence += UInt64(buffer.count)
    buffer.removeAll()
  }
}
