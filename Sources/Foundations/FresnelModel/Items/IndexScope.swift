/// The owner of items in a store: an app and one of its named indexes.
public struct IndexScope: Hashable, Sendable {
  /// The app's identity.
  public var app: String
  /// The name of the index; empty for the app's default index.
  public var index: String

  /// Names an index of an app.
  public init(app: String, index: String = "") {
    self.app = app
    self.index = index
  }
}

extension IndexScope: Comparable {
  /// Orders by app, then by index.
  public static func < (left: IndexScope, right: IndexScope) -> Bool {
    (left.app, left.index) < (right.app, right.index)
  }
}
