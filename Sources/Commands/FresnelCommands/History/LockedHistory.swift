internal import CommandKit
internal import FresnelApps
internal import SpotlightWire

/// The apps whose history could not be looked at, as it lies in a class that is locked.
struct LockedHistory {
  private let apps: [String]
  private let isAnyClassLocked: Bool
  /// Whether the class that apps have unless they name another one is among those.
  private let lacksMostApps: Bool

  /// Whether an app that matters may have places that could not be looked at.
  var isPartial: Bool { lacksMostApps || !apps.isEmpty }

  /// Finds them by their manifests.
  ///
  /// - Parameters:
  ///   - classes: The classes that could not be looked at.
  ///   - app: The only app that matters; `nil` when all do.
  ///   - context: Where the manifests are.
  init(in classes: [ProtectionClass], app: String?, _ context: CommandContext) {
    isAnyClassLocked = !classes.isEmpty
    lacksMostApps = classes.contains(.firstUnlock)
    guard isAnyClassLocked else {
      apps = []
      return
    }
    apps = AppWorld(context).registry.catalog.entries.map(\.manifest).filter { manifest in
      let protection = manifest.defaultProtection.flatMap(ProtectionClass.init(fileProtection:))
      return protection.map(classes.contains) ?? false
    }
    .map(\.identifier).filter { $0 == app || app == nil }
  }

  /// Tells that nothing is known of an app that has no place in what could be looked at. An app that is known needs no
  /// place, and one whose manifest is gone may have left places in a class that is locked.
  ///
  /// - Throws: ``CommandError`` where no class is locked, so that there is no such app.
  func refuse(_ match: AppWorld.Match, _ context: CommandContext) throws {
    guard !match.isKnown else { return }
    guard isAnyClassLocked else { throw AppWorld(context).unknown(match) }
    let name = withoutControls(match.identifier)
    context.warn(
      "no app \"\(name)\" is known among those that can be read: unlock the session, or run fresnel unlock"
    )
  }

  /// Tells of them.
  ///
  /// - Returns: Whether there are none.
  func warn(in context: CommandContext) -> Bool {
    if lacksMostApps {
      context.warn("the history of most apps is locked: unlock the session, or run fresnel unlock")
      return false
    }
    if apps.isEmpty { return true }
    let names = withoutControls(apps.joined(separator: ", "))
    context.warn("the history of \(names) is locked: unlock the session, or run fresnel unlock")
    return false
  }
}
