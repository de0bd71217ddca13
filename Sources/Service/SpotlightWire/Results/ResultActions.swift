package import FresnelModel

/// Finds out what can be done with a result; every surface shows the same.
package enum ResultActions {
  /// An action that an app's manifest declares.
  package struct Declared: Hashable, Sendable {
    /// What the app is told when it is chosen.
    package var identifier: String
    /// What a person reads.
    package var title: String

    /// Puts the parts together.
    package init(identifier: String, title: String) {
      self.identifier = identifier
      self.title = title
    }
  }

  /// The most numbers of a result that can be called.
  package static let callCount = 5

  /// The actions on a result: calls, directions, play, open the URL, open the folder, the app's own. A flag that
  /// is not set means no: not every number is there to be called.
  ///
  /// - Parameters:
  ///   - item: The whole item that the result shows.
  ///   - scope: The index that has it.
  ///   - sources: From whom the entity is known; the first is that of the item.
  ///   - declared: The actions that the app's manifest declares; others that the item names are left out.
  ///   - types: The content types that are known.
  /// - Returns: In that order; empty when there are none.
  package static func of(
    _ item: Item, in scope: IndexScope, sources: [ResultSource], declared: [Declared] = [],
    types: ContentTypeTree = .builtIn
  ) -> [ResultAction] {
    let attributes = item.attributes
    var actions = calls(attributes)
    if let directions = directions(attributes) { actions.append(directions) }
    if let play = play(attributes, app: scope.app, types) { actions.append(play) }
    if let link = link(attributes, app: scope.app, sources) { actions.append(link) }
    if let folder = folder(attributes) { actions.append(folder) }
    // An activity is not opened by its identifier.
    if sources.first?.kind == .item {
      actions += ownActions(attributes, declared).map { action in
        ResultAction(
          kind: .app, title: action.title,
          target: .item(
            scope: scope, identifier: item.uniqueIdentifier, action: action.identifier))
      }
    }
    return actions
  }

  private static func calls(_ attributes: Attributes) -> [ResultAction] {
    guard attributes.isSet(.supportsPhoneCall) else { return [] }
    var seen: Set<String> = []
    var actions: [ResultAction] = []
    for number in attributes.texts(.phoneNumbers) {
      guard actions.count < callCount, let url = ActionURL.telephone(number),
        seen.insert(url).inserted
      else { continue }
      actions.append(
        ResultAction(kind: .call, title: "Call \(number)", url: url, target: .url(url, app: nil)))
    }
    return actions
  }

  private static func directions(_ attributes: Attributes) -> ResultAction? {
    guard attributes.isSet(.supportsNavigation), let latitude = attributes.number(.latitude),
      let longitude = attributes.number(.longitude)
    else { return nil }
    let name = [AttributeID.namedLocation, .displayName, .title].lazy
      .compactMap { attributes.texts($0).first }.first
    guard let url = ActionURL.place(latitude: latitude, longitude: longitude, name: name) else {
      return nil
    }
    return ResultAction(
      kind: .directions, title: name.map { "Directions to \($0)" } ?? "Directions", url: url,
      target: .url(url, app: nil))
  }

  private static func play(
    _ attributes: Attributes, app: String, _ types: ContentTypeTree
  ) -> ResultAction? {
    let known = attributes.texts(.contentType) + attributes.texts(.contentTypeTree)
    guard known.contains(where: { types.conforms($0, to: "public.audiovisual-content") }),
      let url = attributes.texts(.contentURL).first ?? attributes.texts(.url).first
    else { return nil }
    return ResultAction(kind: .play, title: "Play", url: url, target: .url(url, app: app))
  }

  private static func link(
    _ attributes: Attributes, app owner: String, _ sources: [ResultSource]
  ) -> ResultAction? {
    let page = sources.first { $0.kind == .page && !$0.identifier.isEmpty }
    let url: String
    let app: String
    if let own = attributes.texts(.url).first {
      (url, app) = (own, owner)
    } else if let page {
      (url, app) = (page.identifier, page.app)
    } else {
      return nil
    }
    let host = WebAddress.isWeb(url) ? WebAddress.host(of: url) : nil
    return ResultAction(
      kind: .openURL, title: "Open \(host ?? "Link")", url: url,
      target: .url(url, app: app.isEmpty ? nil : app))
  }

  private static func folder(_ attributes: Attributes) -> ResultAction? {
    guard let file = attributes.texts(.contentURL).first, let folder = ActionURL.folder(of: file)
    else { return nil }
    return ResultAction(
      kind: .openFolder, title: "Show in Folder", url: file, target: .url(folder, app: nil))
  }

  private static func ownActions(
    _ attributes: Attributes, _ declared: [Declared]
  ) -> [Declared] {
    var seen: Set<String> = []
    return attributes.texts(.actionIdentifiers).compactMap { identifier in
      guard seen.insert(identifier).inserted else { return nil }
      return declared.first { $0.identifier == identifier }
    }
  }
}

extension Attributes {
  /// Whether an attribute is true, or a number other than 0.
  fileprivate func isSet(_ id: AttributeID) -> Bool {
    switch self[id] {
    case .boolean(let value): value
    case .integer(let value): value != 0
    case .double(let value): value != 0
    default: false
    }
  }

  /// A number, whole or not.
  fileprivate func number(_ id: AttributeID) -> Double? {
    switch self[id] {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The texts and URLs of an attribute, in a list or alone, without empty ones.
  fileprivate func texts(_ id: AttributeID) -> [String] {
    let values: [AttributeValue] =
      switch self[id] {
      case .array(let values): values
      case .some(let value): [value]
      case nil: []
      }
    return values.compactMap { value in
      switch value {
      case .string(let text) where !text.isEmpty, .url(let text) where !text.isEmpty: text
      default: nil
      }
    }
  }
}
