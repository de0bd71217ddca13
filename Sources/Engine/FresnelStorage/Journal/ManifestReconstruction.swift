/// Finds the current journal of a directory whose manifest is missing or damaged.
///
/// Every generation starts with a checkpoint whose end mark repeats the manifest's content, and a frame
/// repeats it again when it is replaced. A
/// generation without the mark was never switched to, so the newest one that has it is current; only
/// if there is more than one, a crash between two steps of a rotation leaves it open which.
struct ManifestReconstruction {
  /// A manifest like the one that is gone, or `nil` when no journal is usable.
  private(set) var manifest: Manifest?
  /// The journal files found, by number.
  private(set) var journals: [UInt64] = []
  /// How much is lost, for all that can be known.
  private(set) var extent = LossReport.Extent.none
  /// Whether nothing was ever kept here, as when the creation of the store was cut short.
  private(set) var isUnfinishedCreation = true

  init(
    directory: String, storage: any Storage, options: JournalOptions
  ) throws(StorageError) {
    journals = try Self.journals(in: directory, storage: storage)
    for number in journals.reversed() {
      let file = try storage.open(
        directory + "/" + Generation.fileName(of: number), for: .reading)
      guard let locked = try JournalHeader.read(file), locked.number == number else {
        if try !Self.isBlank(file, options) { isUnfinishedCreation = false }
        continue
      }
      let generation = try locked.unlocked(with: options.encryptionKey, path: file.path)
      var reader = FrameReader(
        file: file, generation: generation, readByteCount: options.readByteCount)
      _ = try reader.skipToEnd()
      guard let content = reader.repeatedContent else {
        if try !Self.isBlank(file, options) { isUnfinishedCreation = false }
        continue
      }
      if reader.frameCount > 0 || !content.isEmpty { isUnfinishedCreation = false }
      if manifest == nil {
        manifest = Manifest(
          unacknowledgedLoss: .none, edition: 0, generation: generation,
          durableEnd: UInt64(JournalHeader.byteCount), content: content)
      }
    }
    if isUnfinishedCreation {
      manifest = nil
      return
    }
    extent = manifest == nil ? .complete : journals.count > 1 ? .partial : .none
  }

  /// The numbers of the journal files in a directory, lowest first.
  static func journals(
    in directory: String, storage: any Storage
  ) throws(StorageError) -> [UInt64] {
    try storage.entries(of: directory).compactMap(Generation.number(inFileName:)).sorted()
  }

  /// Whether a file can't have held more than the marks a new journal is made with.
  private static func isBlank(
    _ file: any StorageFile, _ options: JournalOptions
  ) throws(StorageError) -> Bool {
    let overhead = options.encryptionKey == nil ? 0 : FrameCipher.overhead
    var offset = UInt64(
      JournalHeader.byteCount + FrameHeader.byteCount + RecordFormat.headerByteCount + overhead)
    while true {
      let bytes = try file.read(at: offset, count: options.readByteCount)
      if bytes.isEmpty { return true }
      guard bytes.allSatisfy({ $0 == 0 }) else { return false }
      offset += UInt64(bytes.count)
    }
  }
}
