package import SpotlightWire
internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import FresnelStorage
internal import Synchronization

/// The service inside an app's own process: one per store directory.
///
/// The store is opened when first needed, and again at the next need when that failed. While
/// another process writes to it, items can still be read.
package final class IndexService: Sendable {
  /// The directory of the store.
  package let directory: String

  private struct IndexKey: Hashable {
    let app: AppIdentity
    let name: String
  }

  private let indexes = Mutex<[IndexKey: AppIndex]>([:])
  private let writer = Mutex<Store?>(nil)
  private let reader = Mutex<Store?>(nil)
  /// Opens the store and hands it the changes, in the order in which they were made.
  private let submissions = DispatchQueue(label: "fresnel.index.submissions")

  private init(directory: String) {
    self.directory = directory
  }

  private static let services = Mutex<[String: IndexService]>([:])

  /// Gives the service of a store directory; the same object for the same directory.
  package static func service(at directory: String) -> IndexService {
    services.withLock { services in
      if let service = services[directory] { return service }
      let service = IndexService(directory: directory)
      services[directory] = service
      return service
    }
  }

  /// Gives an index of an app; the same object for the same name.
  ///
  /// - Parameters:
  ///   - name: The name; empty for the default index.
  ///   - app: The app.
  ///   - protectionClass: When the items may be read, by the name of a file protection class;
  ///     `nil` leaves the class that the index has.
  /// - Returns: The index.
  package func index(
    named name: String, of app: AppIdentity, protectionClass: String? = nil
  ) -> AppIndex {
    let index = indexes.withLock { indexes in
      let key = IndexKey(app: app, name: name)
      if let index = indexes[key] { return index }
      let index = AppIndex(service: self, app: app, name: name)
      indexes[key] = index
      return index
    }
    if let protectionClass { index.protectionClass = protectionClass }
    return index
  }

  /// Closes the store, after the changes submitted so far. The next need opens it again.
  package func close() {
    submissions.sync {
      writer.withLock { $0.take() }?.close()
      reader.withLock { $0.take() }?.close()
    }
  }

  // MARK: - The store

  /// Applies a batch after those submitted before.
  func submit(_ batch: Batch, completion: @escaping AppIndex.Completion) {
    submissions.async {
      do throws(ServiceError) {
        try self.openWriter().submit(batch) { error in
          completion(error.map { ServiceError($0) })
        }
      } catch {
        completion(error)
      }
    }
  }

  /// Notes durably that the owner of an index was asked to index everything again. When that
  /// fails, the owner is asked once more at its next start.
  func acknowledgeReindex(of scope: IndexScope, upTo lossCount: UInt64) {
    submissions.async {
      guard let store = try? self.openWriter() else { return }
      store.acknowledgeReindex(of: scope, upTo: lossCount) { _ in }
    }
  }

  /// Runs something after the changes submitted before were handed to the store.
  func perform(_ body: @escaping @Sendable () -> Void) {
    submissions.async(execute: body)
  }

  /// Reads from the present state.
  func read<Value>(_ body: (Snapshot) -> Value) -> Result<Value, ServiceError> {
    do throws(ServiceError) {
      return .success(body(try snapshot()))
    } catch {
      return .failure(error)
    }
  }

  /// The present state. Where another process writes to the store, it is the state of that
  /// process's last change seen.
  func snapshot() throws(ServiceError) -> Snapshot {
    do throws(ServiceError) {
      return try openWriter().snapshot()
    } catch {
      guard error.code == .unavailable else { throw error }
      return try openReader(insteadOf: error).snapshot()
    }
  }

  func openWriter() throws(ServiceError) -> Store {
    try writer.withLock { (store) throws(ServiceError) in
      if let store { return store }
      let opened = try Self.open(directory, mode: .readWrite)
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
        let opened = try Store.open(at: directory, mode: .readOnly)
        store = opened
        return opened
      } catch {
        // The reason why the store could not be written to explains more.
        throw failure
      }
    }
  }

  private static func open(_ directory: String, mode: Store.Mode) throws(ServiceError) -> Store {
    do throws(StoreError) {
      return try Store.open(at: directory, mode: mode)
    } catch {
      throw ServiceError(error)
    }
  }
}
