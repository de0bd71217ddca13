internal import Dispatch
package import FresnelModel
package import SpotlightService
package import SpotlightWire
internal import Synchronization

/// `compact`: writes the stores anew without what was deleted or has expired, or those that have something of an app.
package enum CompactStores: AskingVerb {
  /// The verb.
  package static let name = "compact"
  /// One compaction at a time: it reads and writes all that there is.
  private static let queue = DispatchQueue(label: "org.fresnel.compaction", qos: .utility)

  /// Begins it.
  package static func begin(
    _ arguments: JSONValue, of session: Session, in context: DaemonContext,
    _ done: @escaping @Sendable (Result<JSONValue, ServiceError>) -> Void
  ) throws(ServiceError) {
    var app: AppIdentity?
    if arguments["id"] != nil {
      app = AppIdentity(identifier: try arguments.requiredText("id"))
    }
    queue.async { [app] in
      var stores = context.core.compact(app)
      for condition in context.classConditions where condition.state != .empty {
        stores += compact(condition.protection, app, context)
      }
      done(.success(.members([("stores", .array(stores.map(report)))])))
    }
  }

  /// Has the process of a lockable class compact its store; it waits for that.
  private static func compact(
    _ protection: ProtectionClass, _ app: AppIdentity?, _ context: DaemonContext
  ) -> [CompactedStore] {
    let isDone = DispatchSemaphore(value: 0)
    let stores = Mutex<[CompactedStore]>([])
    context.workers.compact(app, in: protection) { result in
      stores.withLock { stores in
        do throws(ServiceError) {
          stores = try result.get()
        } catch {
          stores = [CompactedStore(protection, failure: error.message)]
        }
      }
      isDone.signal()
    }
    isDone.wait()
    return stores.withLock { $0 }
  }

  private static func report(_ store: CompactedStore) -> JSONValue {
    .members([
      ("class", .string(store.protection.name)),
      ("bytesBefore", store.byteCounts.map { .integer(Int64(clamping: $0.before)) }),
      ("bytesAfter", store.byteCounts.map { .integer(Int64(clamping: $0.after)) }),
      ("failure", store.byteCounts == nil ? .string(store.failure) : nil),
    ])
  }
}
