internal import SpotlightWire

/// An index whose class is locked: what may be done to it without reading it.
///
/// Changes are encrypted to the public key of the class, and applied when it is unlocked.
struct LockedIndex: Sendable {
  /// The number by which the connection knows the index.
  var handle: UInt32
  /// The name of the index.
  var name: String
  /// Its class.
  var protection: ProtectionClass
  /// The key to which changes are sealed; `nil` when none can be.
  var publicKey: [UInt8]?

  /// The message that carries a request sealed.
  ///
  /// - Throws: ``ServiceError`` with ``ServiceError/Code/classLocked`` when the request has to wait
  ///   until the class is unlocked.
  func message(for content: IndexRequest.Content) throws(ServiceError) -> ClientMessage {
    guard let publicKey, case .apply(let batch) = content, batch.expected == .any,
      protection == .completeUnlessOpen || batch.onlyDeletes
    else { throw locked }
    let sealed = SealedBatch(
      index: name, clientState: batch.clientState, operations: batch.operations)
    do throws(WireError) {
      return .applySealed(
        SealedChanges(handle: handle, bytes: try sealed.sealed(to: publicKey)))
    } catch {
      throw ServiceError(.unavailable, error.message)
    }
  }

  private var locked: ServiceError {
    let name = name.isEmpty ? "The default index" : "The index \"\(name)\""
    return ServiceError(
      .classLocked, "\(name) is locked until the session is unlocked.")
  }
}

extension ApplyBatch {
  /// Whether the batch adds nothing.
  fileprivate var onlyDeletes: Bool {
    operations.contains { if case .put = $0 { false } else { true } }
      && operations.allSatisfy { if case .put = $0 { false } else { true } }
  }
}
