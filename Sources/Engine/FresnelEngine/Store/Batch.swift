public import FresnelModel

/// Changes to one index that are applied together or not at all.
public struct Batch: Sendable {
  /// The index that changes.
  public var scope: IndexScope
  /// The changes, in the order in which they apply.
  public var operations: [Operation]
  /// The client state that the index has once the batch is applied; `nil` leaves it as it is.
  public var clientState: [UInt8]?
  /// What the client state must be for the batch to apply.
  public var expectedClientState: ExpectedClientState
  /// Whether items that the index has when the batch's turn comes stay as they are: only those are put whose
  /// identifiers it does not have, or whose items have expired.
  public var keepsStoredItems: Bool
  /// What share of the processors indexing the batch may take.
  public var priority: Priority
  /// Which losses of the store the batch makes good for its index.
  package var lossAcknowledgement = LossAcknowledgement.none

  /// What share of the processors indexing a batch may take.
  public enum Priority: Sendable {
    /// That of the process: while its writers wait for indexing, segments are built by threads of
    /// ordinary priority.
    case foreground
    /// What other threads leave: segments are built by threads of low priority, whoever waits.
    case background
  }

  /// Makes a batch.
  public init(
    scope: IndexScope, operations: [Operation], clientState: [UInt8]? = nil,
    expectedClientState: ExpectedClientState = .any, keepsStoredItems: Bool = false,
    priority: Priority = .foreground
  ) {
    self.scope = scope
    self.operations = operations
    self.clientState = clientState
    self.expectedClientState = expectedClientState
    self.keepsStoredItems = keepsStoredItems
    self.priority = priority
  }
}

/// Which losses of a store a batch makes good for its index, besides those that the index's owner was asked for.
package enum LossAcknowledgement: Hashable, Sendable {
  /// None.
  case none
  /// All so far, as the batch replaces all that the index had.
  case all
  /// All up to the one of this number, if the store does not know the index when the batch's turn comes and has lost
  /// nothing since: an index that is made after a loss lacks nothing by it. Whoever says so knows that the store does
  /// not miss an index of that name.
  case ofNewIndex(UInt64)
}

/// One change of a batch.
public enum Operation: Sendable {
  /// Adds or replaces items, given in the bytes of `ItemCodec`; an item marked as an update merges
  /// into the stored one, or becomes a whole item when none is stored.
  case put([[UInt8]])
  /// The same with items that are in place already, whose bytes are not copied. They may share a buffer,
  /// which is kept for as long as one of them is in memory.
  case putEncoded([EncodedItem])
  /// Deletes the items of these unique identifiers; unknown ones do not matter.
  case deleteIdentifiers([String])
  /// Deletes the items whose domain is one of these or lies below one: `a` covers `a` and `a.b`, not
  /// `ab`.
  case deleteDomains([String])
  /// Deletes every item of the index; its client state stays.
  case deleteAll
}

/// The condition that a batch puts on the client state of its index.
public enum ExpectedClientState: Hashable, Sendable {
  /// No condition.
  case any
  /// The state equals these bytes; `nil` stands for an index that never had one.
  case exactly([UInt8]?)
}
