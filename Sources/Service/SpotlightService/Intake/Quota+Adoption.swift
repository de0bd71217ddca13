internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

extension Quota {
  /// Checks whether an app may have all that another one stored, before any of it is copied: the client state of an
  /// index stands for all of its items, so that a part of them would be no use to the app.
  ///
  /// - Parameters:
  ///   - former: The app whose items are to be the heir's.
  ///   - heir: The app that is to get them.
  ///   - core: Whose stores are counted.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/quotaExceeded``, which tells how many items stay.
  func checkAdoption(
    of former: String, by heir: String, _ core: ServiceCore
  ) throws(ServiceError) {
    let allowance = try allowance(of: heir, core, evenIfPaused: true)
    guard allowance != .unlimited else { return }
    let (own, former) = (count(heir, core), (name: former, usage: count(former, core)))
    guard !(own + former.usage).fits(allowance) else { return }
    var growth = former.usage
    // What the heir has itself is not copied.
    let snapshots = core.stores.filter { $0.key.isKnown }.compactMap { try? $0.snapshot() }
    for snapshot in snapshots {
      snapshot.forEachItem(
        in: .apps(
          [former.name], except: [.activities(of: former.name), .engagement(of: former.name)])
      ) { scope, item in
        let scope = IndexScope(app: heir, index: scope.index)
        let isKept = snapshots.contains {
          $0.item(scope: scope, identifier: item.uniqueIdentifier) != nil
        }
        if isKept { growth = growth - Usage(itemCount: 1, byteCount: item.byteCount) }
        return true
      }
    }
    guard !(own + growth).fits(allowance) else { return }
    let stays =
      former.usage.itemCount == 1 ? "1 item stays" : "\(former.usage.itemCount) items stay"
    let error = error(own, growingBy: growth, allowance, heir, core)
    throw ServiceError(
      error.code, "\(stays) under the name \(former.name). \(error.message)",
      details: error.details)
  }
}
