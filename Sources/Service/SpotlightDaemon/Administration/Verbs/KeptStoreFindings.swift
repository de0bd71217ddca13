internal import FresnelApps
internal import FresnelModel
internal import SpotlightService
internal import SpotlightWire

/// What `doctor` says of the stores that programs keep themselves: those that are a registered app's under another
/// name, and those that an app has not handed over yet. Searches show what is in them beside what the daemon has of
/// the app.
enum KeptStoreFindings {
  /// Looks for them.
  ///
  /// - Parameters:
  ///   - app: The app in question; `nil` for all.
  ///   - mends: Whether an app gets what is certainly its own.
  ///   - context: The daemon.
  /// - Returns: The findings.
  /// - Throws: ``ServiceError`` when that could not be done.
  static func all(
    of app: AppIdentity?, mends: Bool, _ context: DaemonContext
  ) throws(ServiceError) -> [JSONValue] {
    let entries = context.apps.catalog.entries.filter {
      app == nil || app?.identifier == $0.manifest.identifier
    }
    var findings = waiting(for: entries, context)
    for entry in entries {
      for store in context.keptStores(of: entry) {
        findings.append(try finding(store, entry, mends: mends, context))
      }
    }
    return findings
  }

  /// The stores that apps hand over when they run with the daemon.
  private static func waiting(
    for entries: [AppCatalog.Entry], _ context: DaemonContext
  ) -> [JSONValue] {
    let names = Set(entries.map(\.manifest.identifier))
    return context.core.ownStores { names.contains($0.identifier) }.map { store in
      Doctor.finding(
        "ownStoreWaits", .note,
        "\(Doctor.items(store.itemCount)) \(store.itemCount == 1 ? "is" : "are") in the store that the app kept itself. "
          + "The daemon takes them over when the app next uses it.", app: store.name.identifier)
    }
  }

  private static func finding(
    _ store: KeptStore, _ entry: AppCatalog.Entry, mends: Bool, _ context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    let owner = AppIdentity(identifier: entry.manifest.identifier)
    let items =
      "\(Doctor.items(store.itemCount)) \(store.itemCount == 1 ? "is" : "are") in the store \(store.name)"
    guard store.isProven else {
      return Doctor.finding(
        "storeOfSameName", .note,
        "\(items), which a program of the app may have kept itself. If so, take over with fresnel app adopt "
          + "\(owner.identifier) --from \(store.name).", app: owner.identifier)
    }
    if mends { _ = try context.adopt(AppIdentity(identifier: store.name), by: owner) }
    return Doctor.finding(
      "itemsBeforeRegistration", .warning,
      "\(items), which the app kept itself before it was registered. Take over with fresnel app adopt "
        + "\(owner.identifier).", app: owner.identifier, isMended: mends, isMendable: true)
  }
}
