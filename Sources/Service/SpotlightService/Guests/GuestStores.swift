internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// The stores of apps that have not run since the daemon came, open as long as somebody searches.
///
/// They are opened for reading at the first search of the system, looked at anew at most once a second, and
/// closed a minute after the last search.
final class GuestStores: Sendable {
  private struct State {
    var stores: [GuestDirectory: Store] = [:]
    var listedAt: UInt64?
    var refreshedAt: UInt64 = 0
    var usedAt: UInt64 = 0
    var isTimed = false
  }
  private let state = Mutex(State())
  private let directories: @Sendable () -> [GuestDirectory]
  private let clock: @Sendable () -> UInt64

  private static let second: UInt64 = 1_000_000_000
  private static let idleSeconds: UInt64 = 60

  init(
    directories: @escaping @Sendable () -> [GuestDirectory], clock: @escaping @Sendable () -> UInt64
  ) {
    self.directories = directories
    self.clock = clock
  }

  /// What the guests hold now. One that cannot be read is left out: it may be on its way to be taken over.
  func snapshots() -> [(app: AppIdentity, snapshot: Snapshot)] {
    let now = clock()
    let snapshots = state.withLock { state in
      state.usedAt = now
      if state.listedAt.map({ now &- $0 >= Self.idleSeconds * Self.second }) ?? true {
        list(&state, now)
      } else if now &- state.refreshedAt >= Self.second {
        refresh(&state, now)
      }
      return state.stores.map { ($0.key.app, $0.value.snapshot()) }
    }
    closeLater()
    return snapshots
  }

  private func list(_ state: inout State, _ now: UInt64) {
    let found = Set(directories())
    for (directory, store) in state.stores where !found.contains(directory) {
      store.close()
      state.stores[directory] = nil
    }
    refresh(&state, now)
    for directory in found where state.stores[directory] == nil {
      state.stores[directory] = try? Store.open(at: directory.path, mode: .readOnly)
    }
    state.listedAt = now
  }

  private func refresh(_ state: inout State, _ now: UInt64) {
    for (directory, store) in state.stores where (try? store.refresh()) == nil {
      store.close()
      state.stores[directory] = nil
    }
    state.refreshedAt = now
  }

  private func closeLater() {
    let isFirst = state.withLock { state in
      defer { state.isTimed = true }
      return !state.isTimed && !state.stores.isEmpty
    }
    guard isFirst else { return }
    DispatchQueue.global(qos: .utility).asyncAfter(
      deadline: .now() + .seconds(Int(Self.idleSeconds))
    ) { [weak self] in self?.closeIfIdle() }
  }

  private func closeIfIdle() {
    let now = clock()
    let isIdle = state.withLock { state in
      state.isTimed = false
      return now &- state.usedAt >= Self.idleSeconds * Self.second
    }
    if isIdle { close() } else { closeLater() }
  }

  /// Closes all of them; the next search opens them again.
  func close() {
    state.withLock { state in
      for store in state.stores.values { store.close() }
      state.stores = [:]
      state.listedAt = nil
    }
  }
}
