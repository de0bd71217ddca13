import FresnelModel
import FresnelStorage

/// Some documents of a segment that is going to be written, from which its coding is learnt.
struct DocumentSample {
  /// A segment of so many documents lasts, and is worth more time.
  private static let largeDocumentCount = 1 << 16
  /// Smaller segments would gain little more than a table of symbols takes.
  private static let leastDocumentCount = 256
  private static let greatestSampleCount = 1024
  /// Neighbours lie in one item block, which is decompressed once.
  private static let runCount = 4
  private static let dictionaryByteCount = 112 << 10
  /// What one item gives to the dictionary at most.
  private static let pieceByteCount = 640
  /// zstd would take a dictionary that begins with its own mark for one of another form.
  private static let emptyDictionary: [UInt8] = [0]

  /// The documents to add, ascending by their numbers in the segment.
  let documents: [Int]
  /// Whether whole items are wanted; else their rows are enough.
  let wantsItems: Bool
  private var count = 0
  private var training = SymbolTraining()
  private var dictionary: [UInt8] = []
  private var selected: [UInt8] = []
  private var rest: [UInt8] = []

  /// Takes any documents for those of a large segment.
  init() {
    documents = []
    wantsItems = true
    dictionary = Self.emptyDictionary
  }

  /// Chooses documents of a file that will have so many.
  init(documentCount: Int) {
    wantsItems = documentCount >= Self.largeDocumentCount
    guard documentCount >= Self.leastDocumentCount else {
      documents = []
      return
    }
    let runs = min(documentCount, Self.greatestSampleCount) / Self.runCount
    documents = (0..<runs).flatMap { run in
      let start = run * documentCount / runs
      return start..<start + Self.runCount
    }
    if wantsItems { dictionary = Self.emptyDictionary }
  }

  /// Adds one of the documents.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`.
  mutating func add(_ item: EncodedItem) throws(StorageError) {
    selected.removeAll(keepingCapacity: true)
    rest.removeAll(keepingCapacity: true)
    selected.append(contentsOf: item.uniqueIdentifierBytes)
    do throws(ModelError) {
      try item.split(into: &selected, and: &rest, where: RowAttributes.isSelected)
    } catch {
      throw StorageError(.corrupted, error.message)
    }
    training.add(selected)
    if wantsItems, count % Self.runCount == 0 {
      let room = min(Self.pieceByteCount, Self.dictionaryByteCount - dictionary.count)
      dictionary.append(contentsOf: rest.prefix(room))
    }
    count += 1
  }

  /// What was learnt: how to code the documents of the segment.
  consuming func finish() -> DocumentCoding {
    DocumentCoding(
      symbols: count > 0 ? training.finish() : nil, dictionary: dictionary,
      effort: wantsItems ? .great : .small)
  }
}
