internal import CommandKit
internal import Dispatch
internal import FresnelApps
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// Sees to it that commands write no more of an app to the person's own files than the person allows: there is no
/// daemon that would. Use it from one thread.
final class StoreLimits: Sendable {
  private struct Usage {
    var itemCount = 0
    var byteCount = 0

    static func + (left: Usage, right: Usage) -> Usage {
      Usage(
        itemCount: left.itemCount + right.itemCount, byteCount: left.byteCount + right.byteCount)
    }

    static func - (left: Usage, right: Usage) -> Usage {
      Usage(
        itemCount: left.itemCount - right.itemCount, byteCount: left.byteCount - right.byteCount)
    }

    func fits(_ settings: AppSettings) -> Bool {
      itemCount <= settings.itemLimit ?? AppSettings.usualItemLimit
        && byteCount <= settings.byteLimit ?? AppSettings.usualByteLimit
    }
  }

  private let store: Store
  private let settings: [String: AppSettings]
  /// What is in batches that are not durable yet, by app.
  private let underWay = Mutex<[String: Usage]>([:])
  private let batches = DispatchGroup()

  /// The limits for a library; `nil` where it is not the person's own store: the daemon sees to its own, and what is
  /// in a store that somebody names is no app's part of the index.
  init?(for library: any ItemLibrary, _ context: CommandContext) {
    guard let store = library as? Store,
      store.directory == StoreLocation.personal(in: context.directories.data)
    else { return nil }
    self.store = store
    do throws(SettingsError) {
      settings = try SettingsFile(of: context.directories).all()
    } catch {
      // Commands that look for items tell of it, too; nothing that was decided is known.
      context.warn(error.message.withoutFullStop)
      settings = [:]
    }
  }

  /// Checks whether a batch may be written. When it returns, what it gives is to be called once the batch is durable,
  /// or has failed.
  ///
  /// - Throws: ``CommandError`` when the app would have more than it may.
  func admit(_ batch: Batch) throws(CommandError) -> @Sendable () -> Void {
    let app = batch.scope.app
    guard let settings = settings.decided(on: app),
      settings.itemLimit != nil || settings.byteLimit != nil
    else { return {} }
    let items = batch.items
    guard !items.isEmpty else { return {} }
    var (used, growth) = sizes(of: items, batch.scope)
    if !(used + growth).fits(settings) {
      // What is under way is counted twice where it is stored by now.
      batches.wait()
      (used, growth) = sizes(of: items, batch.scope)
      guard (used + growth).fits(settings) else { throw Self.exceeded(app, used, growth, settings) }
    }
    let added = growth
    underWay.withLock { $0[app] = ($0[app] ?? Usage()) + added }
    batches.enter()
    return { [self] in
      underWay.withLock { $0[app] = ($0[app] ?? Usage()) - added }
      batches.leave()
    }
  }

  /// What an app has, and what it would have more with items.
  private func sizes(of items: [EncodedItem], _ scope: IndexScope) -> (used: Usage, growth: Usage) {
    let pending = underWay.withLock { $0[scope.app] ?? Usage() }
    let snapshot = store.snapshot()
    let used = snapshot.scopes().filter { $0.scope.app == scope.app }.reduce(pending) {
      $0 + Usage(itemCount: $1.itemCount, byteCount: $1.itemByteCount)
    }
    var growth = Usage()
    for item in items {
      let stored = snapshot.item(scope: scope, identifier: item.uniqueIdentifier)
      if stored == nil { growth.itemCount += 1 }
      // A partial update adds to what is there.
      growth.byteCount += item.byteCount - (item.isUpdate ? 0 : stored?.byteCount ?? 0)
    }
    return (used, growth)
  }

  private static func exceeded(
    _ app: String, _ used: Usage, _ growth: Usage, _ settings: AppSettings
  ) -> CommandError {
    func text(_ usage: Usage) -> String {
      "\(counted(usage.itemCount, "item")) of \(formatted(byteCount: usage.byteCount))"
    }
    let items = settings.itemLimit ?? AppSettings.usualItemLimit
    let bytes = settings.byteLimit ?? AppSettings.usualByteLimit
    return CommandError(
      .store,
      "\(withoutControls(app)) may store \(counted(items, "item")) and \(formatted(byteCount: bytes)) in all, has "
        + "\(text(used)), and would have \(text(used + growth))",
      advice: "delete some, or raise the limit: fresnel settings \(withoutControls(app)) --items N")
  }
}

extension Batch {
  /// The items that it puts.
  fileprivate var items: [EncodedItem] {
    operations.flatMap { operation -> [EncodedItem] in
      switch operation {
      case .put(let items): items.compactMap { try? EncodedItem(opening: $0) }
      case .putEncoded(let items): items
      case .deleteIdentifiers, .deleteDomains, .deleteAll: []
      }
    }
  }
}
