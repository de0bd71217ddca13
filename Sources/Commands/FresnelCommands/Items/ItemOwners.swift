internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

/// The apps that have items which the command line does not change: those of the daemon's other apps, and those of apps
/// that keep a store themselves.
struct ItemOwners {
  /// What the stores of apps hold that are files.
  private let embedded: [StoreSet.Member]

  /// Opens the stores of apps that keep them themselves; one that cannot be opened has no part.
  init(_ locations: StoreLocations) {
    embedded = StoreSet(opening: locations).members.filter { $0.location != locations.own }
  }

  /// Refuses to change the items of apps that keep them in stores of their own.
  ///
  /// - Parameters:
  ///   - apps: The apps as the person wrote them.
  ///   - library: The person's own store; `nil` where there is none.
  ///   - locations: Where the stores of apps are.
  /// - Throws: ``CommandError`` with status ``ExitStatus/store``, which says how such an app is forgotten.
  static func refuse(
    _ apps: [String], besides library: (any ItemLibrary)?, _ locations: StoreLocations
  ) throws {
    let own = Set(try library?.readableIndexes().indexes.map(\.scope.app) ?? [])
    let others = apps.filter { AppNames.app(named: $0, among: own) == nil }
    if others.isEmpty { return }
    let stores = ItemOwners(locations).embedded
    // A store that cannot be read is another app's, as far as is known.
    let known = Set(stores.flatMap { (try? $0.library.indexes().map(\.scope.app)) ?? [] })
    for app in others {
      if let owner = AppNames.app(named: app, among: known) { throw refusal(of: owner) }
    }
  }

  /// Says that an app alone changes its items.
  static func refusal(of app: String) -> CommandError {
    CommandError(
      .store, DaemonLibrary.foreignSentence(app).withoutFullStop + "; nothing was deleted",
      advice: "to forget an app with all its items: fresnel app remove \(withoutControls(app))")
  }

  /// Why an item was not deleted: there is none, or it belongs to apps.
  ///
  /// - Parameters:
  ///   - identifier: The item's identifier.
  ///   - library: Where it was looked for; `nil` where there is no store of the person's own.
  /// - Returns: A sentence without a full stop.
  /// - Throws: What reading a store throws.
  func reason(forMissing identifier: String, in library: (any ItemLibrary)?) throws -> String {
    var owners: Set<String> = []
    if let library {
      for scope in try library.indexes().map(\.scope) where !library.mayWrite(scope) {
        // An index that cannot be read now is passed over.
        if (try? library.item(identifier, in: scope)) != nil { owners.insert(scope.app) }
      }
    }
    for member in embedded {
      for scope in try member.library.indexes().map(\.scope)
      where try member.library.item(identifier, in: scope) != nil {
        owners.insert(scope.app)
      }
    }
    let name = withoutControls(identifier)
    guard !owners.isEmpty else { return "there is no item \"\(name)\"" }
    let names = owners.sorted().map(withoutControls).joined(separator: ", ")
    return owners.count == 1
      ? "\"\(name)\" belongs to \(names), which alone deletes its items"
      : "\"\(name)\" belongs to \(names), which alone delete their items"
  }
}
