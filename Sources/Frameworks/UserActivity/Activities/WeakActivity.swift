/// An activity, known wherever it is used and not kept alive.
final class WeakActivity: @unchecked Sendable {
  // Sendable: the reference is set once, and read only on the queue of delegates, on which the app promised
  // not to use the activity elsewhere. Reading a weak reference while its object goes away is safe.
  private weak var object: NSUserActivity?

  init(_ activity: NSUserActivity) {
    object = activity
  }

  /// The activity, to be used on the queue of delegates only; `nil` when it is gone.
  var activity: NSUserActivity? { object }

  /// Whether the activity is not gone; may be asked anywhere.
  var exists: Bool { object != nil }
}
