internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import FresnelStorage
internal import SpotlightWire
internal import Synchronization

/// The store of one or more protection classes.
///
/// It is opened when first needed, and again at the next need when that failed. While another process
/// writes to it, items can still be read. Opening blocks: call it from ``intake`` or the search pool.
final class ClassStore: Sendable {
  let classes: Set<ProtectionClass>
  /// The class that hits of the store have when nothing else is known.
  let protection: ProtectionClass
  let directory: String
  /// Where changes are handed to the store, in the order in which they were made.
  let intake: DispatchQueue
  private let options: StoreOptions
  private let storage: any Storage
  private let writer = Mutex<Store?>(nil)
  private let reader = Mutex<Store?>(nil)

  init(_ directory: CoreOptions.ClassDirectory, _ core: CoreOptions) {
    classes = directory.classes
    protection =
      directory.classes.contains(core.defaultClass)
      ? core.defaultClass : directory.classes.min { $0.rawValue < $1.rawValue } ?? .none
    self.directory = directory.store
    intake = DispatchQueue(label: "fresnel.intake")
    storage = core.storage
    var options = StoreOptions(clock: core.clock)
    if case .given(let key) = directory.key { options.encryptionKey = key }
    self.options = options
  }

  /// Hands over a batch; call it on ``intake``.
  func submit(_ batch: Batch, completion: @escaping @Sendable (StoreError?) -> Void) {
    do throws(ServiceError) {
      try openWriter().submit(batch, completion: completion)
    } catch {
      // The message says all; which of the store's codes it is makes no difference here.
      completion(StoreError(.unreadable, error.message))
    }
  }

  /// The present state. Where another process writes to the store, it is the state of that process's last
  /// change seen.
  func snapshot(_ freshness: Freshness = .acknowledged) throws(ServiceError) -> Snapshot {
    do throws(ServiceError) {
      return try openWriter().snapshot(freshness)
    } catch {
      guard error.code == .unavailable else { throw error }
      return try openReader(insteadOf: error).snapshot()
    }
  }

  /// The store, open for writing.
  func openWriter() throws(ServiceError) -> Store {
    try writer.withLock { (store) throws(ServiceError) in
      if let store { return store }
      let opened = try open(mode: .readWrite)
      store = opened
      return opened
    }
  }

  private func openReader(insteadOf failure: ServiceError) throws(ServiceError) -> Store {
    try reader.withLock { (store) throws(ServiceError) in
      do throws(StoreError) {
        if let store {
          try store.refresh()
          return store
        }
        let opened = try Store.open(
          at: directory, mode: .readOnly, storage: storage, options: options)
        store = opened
        return opened
      } catch {
        // The reason why the store could not be written to explains more.
        throw failure
      }
    }
  }

  private func open(mode: Store.Mode) throws(ServiceError) -> Store {
    do throws(StoreError) {
      return try Store.open(at: directory, mode: mode, storage: storage, options: options)
    } catch {
      throw ServiceError(error)
    }
  }

  /// Closes the store, after the changes submitted so far. The next need opens it again.
  func close() {
    intake.sync {
      writer.withLock { $0.take() }?.close()
      reader.withLock { $0.take() }?.close()
    }
  }
}
