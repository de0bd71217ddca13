internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// An index that a client has opened.
final class OpenIndexHandle: Sendable {
  let scope: IndexScope
  let protection: ProtectionClass
  /// Where its items are; `nil` when its class is served elsewhere, or locked.
  let store: ClassStore?
  /// The answers to the requests of the index.
  let order = ReplyOrder()
  /// What the items are gathered for, where they are gathered aside.
  let replacement: Replacement?
  /// What the client said of the index; `nil` when it said nothing.
  let mark: IndexRecord?
  /// Whether the store says so itself, see ``IndexMark``.
  let isMarked = Atomic(false)
  private let takenMethods: Mutex<DelegateMethods>

  init(
    scope: IndexScope, protection: ProtectionClass, store: ClassStore?, methods: DelegateMethods,
    mark: IndexRecord? = nil, replacement: Replacement? = nil
  ) {
    self.scope = scope
    self.protection = protection
    self.store = store
    self.mark = mark
    self.replacement = replacement
    takenMethods = Mutex(methods)
  }

  /// What the client takes for the index.
  var methods: DelegateMethods {
    get { takenMethods.withLock { $0 } }
    set { takenMethods.withLock { $0 = newValue } }
  }
}
