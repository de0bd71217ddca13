internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

/// What the person decided about suggestions.
struct SuggestionRules: Sendable {
  /// Whether parts of what is typed are offered as filters.
  var offersFilters = true
  /// Whether texts are suggested that the person searched for before.
  var suggestsSearches = true
  /// The apps of which nothing is suggested but to themselves.
  var hiddenApps: Set<String> = []
  /// Whether what was chosen before is suggested first.
  var heedsChoices = true
  /// Whether an app asks for its own items: it is told of all of these, and nothing of what was chosen.
  let isForApp: Bool

  /// What they decided, as the host knows it.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - visibility: What the client sees; the reach that it asked for does not tell.
  init(of host: any ServiceHost, for visibility: Visibility) {
    offersFilters = host.offersFilters
    suggestsSearches = host.keepsSearches
    hiddenApps = host.appsHiddenFromSuggestions()
    isForApp = visibility.ownApp != nil
    heedsChoices = !isForApp && host.ordersByChoices
  }

  /// What holds where nobody decided anything.
  ///
  /// - Parameter isForApp: Whether an app asks for its own items.
  init(isForApp: Bool) {
    self.isForApp = isForApp
    heedsChoices = !isForApp
  }
}

/// What of a row may be suggested to who sees the items of all apps. A message is private, whatever stands in its name,
/// and so is what the person did.
extension HitGrouping.Row {
  /// What only messages have.
  private static let attributesOfMessages: [AttributeID] = [
    .primaryRecipients, .additionalRecipients, .hiddenAdditionalRecipients, .recipientNames,
    .recipientEmailAddresses, .recipientAddresses, .mailboxIdentifiers, .emailHeaders,
    .accountIdentifier, .accountHandles,
  ]
  private static let messageType = "public.message"

  /// Whether the row says nothing against it: it is neither of history nor of a message by its content type.
  var mayBeSuggestedToOthers: Bool {
    guard hit.scope.index != ScopeName.activities else { return false }
    guard let type = hit.item.shownText(.contentType) else { return true }
    return !ContentTypeTree.builtIn.conforms(type, to: Self.messageType)
  }

  /// Whether the item is a message by what its row does not have; it is read whole. An item that cannot be read counts
  /// as one.
  var isOfMessage: Bool {
    guard let scope = store.ownScope(hit.scope),
      let item = store.snapshot.item(scope: scope, identifier: hit.item.uniqueIdentifier)
    else { return true }
    if Self.attributesOfMessages.contains(where: {
      (try? item.decodedValue(for: .builtIn($0))) != nil
    }) {
      return true
    }
    let types: [AttributeValue] =
      switch try? item.decodedValue(for: .builtIn(.contentTypeTree)) {
      case .array(let list)?: list
      case .some(let type): [type]
      case nil: []
      }
    return types.contains { type in
      guard case .string(let type) = type else { return false }
      return ContentTypeTree.builtIn.conforms(type, to: Self.messageType)
    }
  }

  /// How often the person chose the item in a search.
  var choiceCount: Int {
    let choice = Choice.item(index: hit.scope.index, identifier: hit.item.uniqueIdentifier)
    guard let key = choice.key,
      let record = store.engagement?[Engagement.Entity(app: hit.scope.app, key: key)]
    else { return 0 }
    return Int(clamping: record.choiceCount)
  }
}
