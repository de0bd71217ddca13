internal import FresnelApps
package import FresnelModel
package import FresnelPlatform
package import SpotlightWire

/// Finds out what can be done with an item besides opening it; each surface shows the same, in one order.
package struct ItemActions: Sendable {
  private let registry: AppRegistry

  /// Reads manifests, which name the actions of apps, when they are needed.
  ///
  /// - Parameter directories: Where the person's and the system's files are.
  package init(_ directories: BaseDirectories) {
    registry = AppRegistry(directories: AppRegistry.directories(of: directories))
  }

  /// The actions on an item of an index.
  ///
  /// - Parameters:
  ///   - item: The whole item.
  ///   - scope: Its index.
  /// - Returns: The actions, in the order in which they are shown.
  package func actions(on item: Item, in scope: IndexScope) -> [ResultAction] {
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
