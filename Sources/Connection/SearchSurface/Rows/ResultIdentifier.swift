package import FresnelModel
package import SpotlightWire

/// What names a result to a shell: all that is needed to show and open it again, so that it outlives a new start of either
/// side.
///
/// As text it is `1`, the version, and then base64url without padding of: u8 1, u8 kind, string app, string index,
/// string identifier, with strings as in `Documentation/protocol.md`.
package struct ResultIdentifier: Hashable, Sendable {
  /// What the result stands for.
  package enum Kind: UInt8, CaseIterable, Hashable, Sendable {
    /// An item of an app.
    case item = 0
    /// A state of an app in the person's history.
    case activity = 1
    /// An answer that was computed.
    case computed = 2
    /// A page of the public index.
    case web = 3
  }

  /// The most characters of a text that is looked at: more than any that was given out.
  package static let maximumLength = 32_768
  private static let version: UInt8 = 1
  private static let prefix = UInt8(ascii: "1")

  /// What the result stands for.
  package var kind: Kind
  /// Whose it is, and in which index.
  package var scope: IndexScope
  /// Its identifier there.
  package var identifier: String

  /// Puts the parts together.
  package init(kind: Kind, scope: IndexScope, identifier: String) {
    (self.kind, self.scope, self.identifier) = (kind, scope, identifier)
  }

  /// Names a hit. Whether it is a state of history shows in the whole item, when that is looked up.
  package init(of hit: WireHit) {
    self.init(kind: .item, scope: hit.scope, identifier: hit.item.uniqueIdentifier)
  }

  /// The identifier as a shell has it. It never begins with `special:`, which means something to GNOME.
  package var text: String {
    var writer = WireWriter()
    writer.append(Self.version)
    writer.append(kind.rawValue)
    writer.append(string: scope.app)
    writer.append(string: scope.index)
    writer.append(string: identifier)
    return "1" + Base64.encode(writer.finish(), .forNames)
  }

  /// Reads an identifier; `nil` for any text that ``text`` never gives.
  ///
  /// - Complexity: O(*n*) in the characters; a text of more than ``maximumLength`` is not looked at.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength, text.utf8.first == Self.prefix,
      let bytes = Base64.decode(text.utf8.dropFirst(), .forNames)
    else { return nil }
    var reader = WireReader(bytes)
    do throws(WireError) {
      let version: UInt8 = try reader.integer()
      let number: UInt8 = try reader.integer()
      guard version == Self.version, let kind = Kind(rawValue: number) else { return nil }
      self.kind = kind
      scope = IndexScope(app: try reader.string(), index: try reader.string())
      identifier = try reader.string()
      try reader.finish()
    } catch {
      return nil
    }
  }
}
