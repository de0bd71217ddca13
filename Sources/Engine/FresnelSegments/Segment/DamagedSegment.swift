package import FresnelModel
package import FresnelStorage

/// The documents of a segment of which a block is damaged: each block has a checksum of its own, so items can be read
/// that lie in others.
///
/// Terms, postings and columns are not needed for that. What is: the footer, the index of row pages, the symbols of
/// their texts, and of each item its row and, where it has more than that, its item block.
package struct DamagedSegment: Sendable {
  private let documents: DocumentStore
  private let putOrderOffset: UInt64
  /// The indexes that have documents here; their places are the segment's scope numbers.
  package let scopes: [SegmentScope]

  /// The number of documents, deleted ones included.
  package var documentCount: Int { documents.count }

  /// A device that fails may take seconds to say so: after this many failures no more is read.
  private static let mostDeviceFailures = 16

  /// A segment that was opened before it was found to be damaged.
  package init(_ segment: Segment) {
    documents = segment.documents
    putOrderOffset = segment.footer.putOrderOffset
    scopes = segment.scopes
  }

  /// Reads the footer and the small indexes that finding items takes.
  ///
  /// - Throws: ``StorageError`` when these are damaged: then nothing can be read.
  package init(_ source: ByteSource) throws(StorageError) {
    let footer = try SegmentFooter.read(source)
    documents = try DocumentStore(source, footer.documents)
    putOrderOffset = footer.putOrderOffset
    scopes = footer.scopes
  }

  /// What could be read of a segment.
  package struct Salvage: Sendable {
    /// The items in the order in which they were put, with the segment's own numbers of their indexes.
    package var items: [(scope: UInt32, item: EncodedItem)] = []
    /// How many items could not be read.
    package var lostCount = 0
    /// The segment's numbers of the indexes that these were in.
    package var lostScopes: Set<UInt32> = []
  }

  /// Reads all items that are not deleted and whose blocks are sound.
  ///
  /// - Parameters:
  ///   - changes: The documents that are not deleted, and their patches.
  ///   - largestByteCount: No more is read once the items take so many bytes; the rest is lost.
  /// - Returns: The items, and what is lost.
  /// - Throws: ``StorageError`` where reading fails for a reason that is neither damage nor the device, and may pass:
  ///   nothing is to be taken for lost then.
  /// - Complexity: O(*n*) in the number of documents.
  package func salvage(
    _ changes: SegmentChanges, largestByteCount: Int
  ) throws(StorageError) -> Salvage {
    var salvage = Salvage()
    var items = ItemReader(documents, changes.patches)
    var numbers = ScopeReader(documents)
    var byteCount = 0
    var failureCount = 0
    for document in order() where changes.live[Int(document)] {
      var read: (scope: UInt32, item: EncodedItem)?
      if byteCount < largestByteCount, failureCount < Self.mostDeviceFailures {
        do throws(StorageError) {
          let item = try items.item(document)
          read = (try documents.facts(document).scope, item)
        } catch {
          guard error.code == .corrupted || error.isDeviceFailure else { throw error }
          if error.isDeviceFailure { failureCount += 1 }
        }
      }
      if let read, read.scope < scopes.count {
        byteCount += read.item.byteCount
        salvage.items.append(read)
        continue
      }
      salvage.lostCount += 1
      guard salvage.lostScopes.count < scopes.count else { continue }
      if failureCount < Self.mostDeviceFailures, let scope = try? numbers.scope(document),
        scope < scopes.count
      {
        salvage.lostScopes.insert(scope)
      } else {
        // Any of them may lack it.
        salvage.lostScopes.formUnion(0..<UInt32(scopes.count))
      }
    }
    return salvage
  }

  /// The documents in the order in which their items were put, or by their numbers where that cannot be read.
  private func order() -> [UInt32] {
    var order = PutOrder(
      documents.source, offset: putOrderOffset, documentCount: documentCount)
    var isListed = [Bool](repeating: false, count: documentCount)
    var all: [UInt32] = []
    all.reserveCapacity(documentCount)
    while let document = (try? order.next()) ?? nil {
      guard !isListed[Int(document)] else { break }
      isListed[Int(document)] = true
      all.append(document)
    }
    all += (0..<UInt32(documentCount)).filter { !isListed[Int($0)] }
    return all
  }
}
