internal import CommandKit
internal import FresnelApps
internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

/// Finds out what can be done with an item besides opening it; each command shows the same, in one order.
struct ItemActions {
  private let registry: AppRegistry

  /// Reads manifests, which name the actions of apps, when they are needed.
  init(_ context: CommandContext) {
    registry = AppRegistry(directories: AppRegistry.directories(of: context.directories))
  }

  /// The actions on an item of an index.
  func actions(on item: Item, in scope: IndexScope) -> [ResultAction] {
    let isActivity = item.attributes[.stateRecord] != nil
    let source = ResultSource(
      app: scope.app, index: scope.index, identifier: item.uniqueIdentifier,
      kind: isActivity ? .activity : .item)
    return ResultActions.of(
      item, in: scope, sources: [source], declared: declaredActions(of: item, in: scope.app))
  }

  /// The actions that the manifest of the item's app declares. Of an item that names none, no manifest is read.
  private func declaredActions(of item: Item, in app: String) -> [ResultActions.Declared] {
    guard item.attributes[.actionIdentifiers] != nil else { return [] }
    return (registry.catalog.entry(app)?.manifest.searchActions ?? []).map {
      ResultActions.Declared(identifier: $0.identifier, title: $0.title)
    }
  }
}

extension ResultAction {
  /// The action as a program reads it.
  var json: JSONValue {
    var members = [
      JSONMember("kind", .string("\(kind)")), JSONMember("title", .string(title)),
    ]
    if let url { members.append(JSONMember("url", .string(url))) }
    if case .item(_, _, let identifier?) = target {
      members.append(JSONMember("identifier", .string(identifier)))
    }
    return .object(members)
  }
}
