internal import Synchronization

/// A value behind a mutex, for the properties of framework classes, which apps may touch from any
/// thread.
struct Lock<Value: Sendable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) {
    mutex = Mutex(value)
  }

  /// The whole value; reading and writing are atomic each, not together.
  var value: Value {
    get { mutex.withLock { $0 } }
    nonmutating set { mutex.withLock { $0 = newValue } }
  }

  /// Changes the value in one step.
  func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    mutex.withLock { body(&$0) }
  }
}
