package import FresnelModel

/// What a person chose to open.
package enum WireTarget: Hashable, Sendable {
  /// An item; with the identifier of an action, that action of its app.
  case item(scope: IndexScope, identifier: String, action: String?)
  /// An activity, with the key under which history has it.
  case activity(app: String, key: String, WireActivity)
  /// A search, which the app is to go on with.
  case continuedSearch(app: String)
  /// A URL; the app, if it is named, comes before the one that usually opens such URLs.
  case url(String, app: String?)
}

extension WireTarget: WireValue {
  /// Appends a number for the case, and its parts.
  package func write(to writer: inout WireWriter) {
    switch self {
    case .item(let scope, let identifier, let action):
      writer.append(UInt8(0))
      writer.append(string: scope.app)
      writer.append(string: scope.index)
      writer.append(string: identifier)
      writer.append(optional: action)
    case .activity(let app, let key, let activity):
      writer.append(UInt8(1))
      writer.append(string: app)
      writer.append(string: key)
      writer.append(activity)
    case .continuedSearch(let app):
      writer.append(UInt8(2))
      writer.append(string: app)
    case .url(let url, let app):
      writer.append(UInt8(3))
      writer.append(string: url)
      writer.append(optional: app)
    }
  }

  /// Reads a target.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.position
    switch try reader.integer(UInt8.self) {
    case 0:
      let scope = IndexScope(app: try reader.string(), index: try reader.string())
      self = .item(
        scope: scope, identifier: try reader.string(), action: try reader.optional())
    case 1:
      self = .activity(
        app: try reader.string(), key: try reader.string(), try reader.value())
    case 2: self = .continuedSearch(app: try reader.string())
    case 3: self = .url(try reader.string(), app: try reader.optional())
    default: throw .malformed("an unknown target", at: start)
    }
  }
}

extension WireTarget {
  /// The app that it is about; `nil` for a URL of nobody.
  package var app: AppIdentity? {
    switch self {
    case .item(let scope, _, _): AppIdentity(identifier: scope.app)
    case .activity(let app, _, _), .continuedSearch(let app): AppIdentity(identifier: app)
    case .url(_, let app): app.map { AppIdentity(identifier: $0) }
    }
  }
}
