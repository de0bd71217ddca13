package import FresnelModel
import FresnelSegments
import FresnelStorage
import Synchronization

/// An item that is looked for again and again, with the place where it was found last.
///
/// What is remembered is used only while it holds: an identifier has one live document in a state at most, so the
/// document is the item's as long as its segment is there and has it live. Merges and changes of the item make it
/// looked up anew.
package final class RememberedItem: Sendable {
  /// The index that holds it.
  package let scope: IndexScope
  /// Its identifier, in UTF-8.
  package let identifier: [UInt8]
  /// The serial number of a segment above the number of a document; 0 before it was found.
  private let lastPlace = Atomic<UInt64>(0)

  /// Remembers nothing yet.
  package init(scope: IndexScope, identifier: String) {
    self.scope = scope
    self.identifier = Array(identifier.utf8)
  }

  /// Where it was found last; the serial number 0 before.
  var remembered: (serial: UInt32, document: UInt32) {
    let place = lastPlace.load(ordering: .relaxed)
    return (UInt32(truncatingIfNeeded: place >> 32), UInt32(truncatingIfNeeded: place))
  }

  fileprivate func remember(_ document: UInt32, in segment: Segment) {
    lastPlace.store(UInt64(segment.serial) << 32 | UInt64(document), ordering: .relaxed)
  }
}

/// Finds remembered items in one state of a store.
struct RememberedPlaces {
  private let state: IndexState
  /// By the position of a segment, its serial number.
  private let serials: [UInt32]

  init(in state: IndexState) {
    self.state = state
    serials = state.segments.map(\.segment.serial)
  }

  /// The live document of an item; `nil` where there is none.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: A look at each segment's number; a probe in each segment where the item has moved or is gone.
  func place(of item: RememberedItem) throws(StorageError) -> DocumentPlace? {
    let (serial, document) = item.remembered
    if serial != 0, let position = serials.firstIndex(of: serial),
      state.segments[position].view.live[Int(document)]
    {
      return DocumentPlace(segment: position, document: document)
    }
    guard let number = state.scopes.number(of: item.scope) else { return nil }
    let key = PendingDocuments.DocumentKey(scope: number, identifier: item.identifier[...])
    guard let place = try state.find(key) else { return nil }
    item.remember(place.document, in: state.segments[place.segment].segment)
    return place
  }
}
