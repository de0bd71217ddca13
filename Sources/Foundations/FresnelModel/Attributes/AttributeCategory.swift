/// The subject of an attribute: the header of the original API that declares it.
public enum AttributeCategory: String, Hashable, Sendable, CaseIterable {
  /// Attributes of every item.
  case general
  /// What a result row offers to do.
  case actionExtras
  /// The set that an item belongs to.
  case containment
  /// The types that an item can be dragged out as.
  case itemProvider
  /// Documents.
  case documents
  /// Events and tasks.
  case events
  /// Pictures and cameras.
  case images
  /// Media of every sort.
  case media
  /// Music.
  case music
  /// Mail and messages.
  case messaging
  /// Places and positions.
  case places
}
