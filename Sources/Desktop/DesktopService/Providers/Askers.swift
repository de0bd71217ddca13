package import FresnelPlatform
package import SearchSurface
package import SpotlightClient
internal import Synchronization

/// What is kept for each asker, a program that calls one object of a provider: its search, and the lists that it was given
/// last.
package final class Askers: Sendable {
  /// One of them.
  package final class Asker: Sendable {
    /// Its searches, of which a newer one calls the older off.
    package let search: OneSearch
    private let memory = Mutex(Memory())

    private struct Memory {
      var lists: [[SurfaceRow]] = []
      var text = ""
      /// How often it was all forgotten.
      var lockCount: UInt64 = 0
    }

    /// The most lists that are kept; what a shell asks about belongs to one of its last.
    private static let listCount = 4

    fileprivate init(_ search: OneSearch) { self.search = search }

    /// How often all was forgotten; taken before a search, and told to ``keep(_:since:)``.
    package var lockCount: UInt64 { memory.withLock(\.lockCount) }

    /// Keeps a list that the asker is given.
    ///
    /// - Parameters:
    ///   - rows: The list.
    ///   - lockCount: ``lockCount`` when the search began.
    /// - Returns: Whether nothing was forgotten since. Otherwise the list is not kept, nor is it to be given.
    package func keep(_ rows: [SurfaceRow], since lockCount: UInt64) -> Bool {
      memory.withLock { memory in
        guard memory.lockCount == lockCount else { return false }
        if rows.isEmpty { return true }
        memory.lists.append(rows)
        if memory.lists.count > Self.listCount { memory.lists.removeFirst() }
        return true
      }
    }

    /// The row of an identifier that the asker was given, in the newest list that has it.
    package func row(_ identifier: ResultIdentifier) -> SurfaceRow? {
      memory.withLock { memory in
        for list in memory.lists.reversed() {
          if let row = list.first(where: { $0.identifier == identifier }) { return row }
        }
        return nil
      }
    }

    /// What the asker searched for last.
    package var text: String {
      get { memory.withLock(\.text) }
      set { memory.withLock { $0.text = newValue } }
    }

    /// Forgets the lists and the text.
    package func forget() {
      memory.withLock { $0 = Memory(lockCount: $0.lockCount + 1) }
    }
  }

  private struct Key: Hashable {
    let sender: String
    let path: String
  }

  private struct State {
    var askers: [Key: Asker] = [:]
    var order: [Key] = []
  }

  private let connection: ServiceConnection
  private let loop: EventLoop
  private let patience: Duration
  private let state = Mutex(State())

  /// The most askers that are known; those that came first are forgotten first.
  private static let capacity = 64

  /// Knows nobody yet.
  ///
  /// - Parameters:
  ///   - connection: The way to the daemon.
  ///   - loop: Waits.
  ///   - patience: How long a search waits for the daemon.
  package init(_ connection: ServiceConnection, on loop: EventLoop, patience: Duration) {
    self.connection = connection
    self.loop = loop
    self.patience = patience
  }

  /// The asker that calls an object.
  ///
  /// - Parameters:
  ///   - sender: Its unique name on the bus.
  ///   - path: The object.
  package subscript(sender sender: String, path path: String) -> Asker {
    let key = Key(sender: sender, path: path)
    let (asker, forgotten) = state.withLock { state -> (Asker, Asker?) in
      if let asker = state.askers[key] { return (asker, nil) }
      let asker = Asker(OneSearch(connection, on: loop, patience: patience))
      state.askers[key] = asker
      state.order.append(key)
      guard state.order.count > Self.capacity else { return (asker, nil) }
      return (asker, state.askers.removeValue(forKey: state.order.removeFirst()))
    }
    forgotten?.search.cancel()
    return asker
  }

  /// Forgets a program that has left the bus, or one of its objects.
  ///
  /// - Parameters:
  ///   - sender: Its unique name.
  ///   - path: The object; `nil` for all.
  package func forget(_ sender: String, path: String? = nil) {
    let forgotten = state.withLock { state -> [Asker] in
      let keys = state.order.filter { $0.sender == sender && (path == nil || $0.path == path) }
      state.order.removeAll(where: keys.contains)
      return keys.compactMap { state.askers.removeValue(forKey: $0) }
    }
    for asker in forgotten { asker.search.cancel() }
  }

  /// Forgets all lists, and calls all searches off, as at a lock.
  package func forgetLists() {
    for asker in state.withLock({ Array($0.askers.values) }) {
      asker.search.cancel()
      asker.forget()
    }
  }
}
