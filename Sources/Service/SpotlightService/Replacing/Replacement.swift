internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// Items that are gathered aside, in an index of the core's own, until they take the place of others.
final class Replacement: Sendable {
  /// The index whose items will be replaced.
  let target: OpenIndexHandle
  /// The domain whose items will be replaced, with those below it; `nil` for the whole index.
  let domain: String?
  private let charge: (any PayloadCharge)?
  private let byteCount = Mutex(0)
  private let isDropped = Atomic(false)

  /// The most bytes of items that may be gathered: they are put in their place with one batch.
  static let byteLimit = 256 << 20

  init(target: OpenIndexHandle, domain: String?, _ charge: (any PayloadCharge)?) {
    self.target = target
    self.domain = domain
    self.charge = charge
  }

  /// Whether what was gathered is to be dropped now: it is once, as its name may be another's afterwards.
  func beginsToDrop() -> Bool { !isDropped.exchange(true, ordering: .relaxed) }

  /// Checks a batch of items to be gathered.
  ///
  /// - Throws: ``ServiceError``, when it has a client state, which the end of the replacement sets; when an
  ///   item lies outside of the domain; or when there are too many.
  func check(_ batch: ApplyBatch) throws(ServiceError) {
    guard batch.clientState == nil, batch.expected == .any else {
      throw ServiceError(
        .invalidClientState, "The client state is set when what was gathered takes its place.")
    }
    var size = 0
    for case .put(let items) in batch.operations {
      for item in items {
        size += item.byteCount
        guard domain.map({ item.isInDomain($0) }) ?? true else {
          let name = String(item.uniqueIdentifier.prefix(80))
          throw ServiceError(
            .invalidItem, "The item \"\(name)\" lies outside of the domain that is replaced.",
            itemIdentifier: name)
        }
      }
    }
    let total = byteCount.withLock { count in
      count += size
      return count
    }
    guard total <= Self.byteLimit else {
      throw ServiceError(
        .tooLarge, "What replaces other items may have \(Self.byteLimit) bytes, not \(total).")
    }
  }

  /// The batch that puts what was gathered in its place.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/unavailable`` when part of it cannot be read.
  func batch(
    _ request: CommitReplacement, from scope: IndexScope, _ snapshot: Snapshot
  ) throws(ServiceError) -> Batch {
    try ClientStateLimits.check(request.clientState, request.expected, for: target.scope)
    var items: [EncodedItem] = []
    snapshot.forEachItem(in: .scope(scope)) { _, item in
      items.append(item)
      return true
    }
    if snapshot.isPartial {
      throw ServiceError(.unavailable, "Part of what was gathered cannot be read; begin again.")
    }
    return Batch(
      scope: target.scope,
      operations: [domain.map { .deleteDomains([$0]) } ?? .deleteAll, .putEncoded(items)],
      clientState: request.clientState, expectedClientState: request.expected.condition)
  }
}

extension Replacement {
  /// The items and bytes that are replaced.
  func replacedSize(in snapshot: Snapshot) -> (items: Int, bytes: Int) {
    var (items, bytes) = (0, 0)
    snapshot.forEachItem(in: .scope(target.scope)) { _, item in
      if domain.map({ item.isInDomain($0) }) ?? true {
        items += 1
        bytes += item.byteCount
      }
      return true
    }
    return (items, bytes)
  }
}

extension EncodedItem {
  /// Whether the item's domain is another one or lies below it.
  fileprivate func isInDomain(_ ancestor: String) -> Bool {
    guard let domain = domainIdentifierBytes else { return false }
    let prefix = Array(ancestor.utf8)
    return domain.starts(with: prefix)
      && (domain.count == prefix.count
        || domain[domain.startIndex + prefix.count] == UInt8(ascii: "."))
  }
}
