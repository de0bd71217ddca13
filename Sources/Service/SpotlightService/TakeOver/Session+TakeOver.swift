internal import Dispatch
internal import FresnelEngine
internal import FresnelPlatform
internal import SpotlightWire

extension Session {
  /// Takes over the store that the client's app kept itself, whose directory comes as a descriptor.
  func takeOver(_ request: TakeOver, _ descriptors: [SharedDescriptor], _ id: UInt64) {
    guard let directory = descriptors.first else {
      return fail(ServiceError(.refused, "A directory is to come with the request."), id)
    }
    core.home.key.whenKnown { [self] in
      // It may take minutes, and waits for the disk: no thread that others need is used.
      DispatchQueue.global(qos: .utility).async { [self] in
        do throws(ServiceError) {
          let taken = try directory.withPath { (path) throws(ServiceError) in
            try copyStore(at: path)
          }
          core.host.log(
            LogEvent(
              .takenOver, app: peer.app,
              message: "\(taken.itemCount) items of \(taken.indexCount) indexes were taken over."))
          send(.takenOver(taken), id)
        } catch {
          fail(error, id)
        }
      }
    }
  }

  private func copyStore(at path: String) throws(ServiceError) -> TakenOver {
    let store: Store
    do throws(StoreError) {
      store = try Store.open(at: path, mode: .readOnly)
    } catch {
      throw ServiceError(
        .unavailable, "The app's own store cannot be taken over: \(error.message)",
        isRetryable: false)
    }
    defer { store.close() }
    return try TakeOverCopy(core: core, app: peer.app).run(store.snapshot())
  }
}
