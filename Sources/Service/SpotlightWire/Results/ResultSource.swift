/// One of those from whom an entity is known.
package struct ResultSource: Hashable, Sendable {
  /// What a source is.
  package enum Kind: UInt8, CaseIterable, Hashable, Sendable {
    /// An item that an app put into its index.
    case item = 0
    /// What the person did in an app.
    case activity = 1
    /// A file.
    case file = 2
    /// A page of the web; its identifier is the URL.
    case page = 3
    /// What was published for everybody.
    case published = 4
  }

  /// The identity of the app.
  package var app: String
  /// The name of the index; empty for the default one.
  package var index: String
  /// The unique identifier there; of an activity the key of its state.
  package var identifier: String
  /// What the source is.
  package var kind: Kind

  /// Puts the parts together.
  package init(app: String, index: String = "", identifier: String, kind: Kind) {
    self.app = app
    self.index = index
    self.identifier = identifier
    self.kind = kind
  }
}
