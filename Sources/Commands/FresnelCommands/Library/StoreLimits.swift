internal import CommandKit
internal import Dispatch
internal import FresnelApps
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// Refuses what commands would write to the person's own store without a daemon, where an app would have more there
/// than the person allows it. Use it from one thread.
///
/// What an app has is counted once, and again where a batch would not fit. In between what each batch may add comes to
/// it, so that what is believed is never less than what is there.
final class StoreLimits: Sendable {
  private struct Usage {
    var itemCount = 0
    var byteCount = 0

    static func + (left: Usage, right: Usage) -> Usage {
      Usage(
        itemCount: left.itemCount + right.itemCount, byteCount: left.byteCount + right.byteCount)
    }

    func fits(_ settings: AppSettings) -> Bool {
      itemCount <= settings.itemLimit ?? AppSettings.usualItemLimit
        && byteCount <= settings.byteLimit ?? AppSettings.usualByteLimit
    }
  }

  private let store: Store
  private let settings: [String: AppSettings]
  /// What each app has at most, batches that are under way included; none of those that were not counted yet.
  private let believed = Mutex<[String: Usage]>([:])
  /// The batches that are under way.
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
    guard batch.putsItems else { return {} }
    let snapshot = store.snapshot()
    let growth = BatchGrowth(of: batch, in: snapshot)
    let largest = Usage(itemCount: growth.itemCount, byteCount: growth.largestByteCount)
    // What is under way was counted as it came: no batch is, before the first one.
    var used = believed.withLock { $0[app] } ?? usage(of: app, in: snapshot)
    if !(used + largest).fits(settings) {
      used = try checkedUsage(with: batch, settings)
    }
    let most = used + largest
    believed.withLock { $0[app] = most }
    batches.enter()
    return { [batches] in batches.leave() }
  }

  /// What an app has, counted while no batch is under way.
  ///
  /// - Throws: ``CommandError`` when it would have more than it may with a batch.
  private func checkedUsage(
    with batch: Batch, _ settings: AppSettings
  ) throws(CommandError) -> Usage {
    batches.wait()
    let snapshot = store.snapshot()
    let used = usage(of: batch.scope.app, in: snapshot)
    let growth = BatchGrowth(of: batch, in: snapshot)
    let whole = used + Usage(itemCount: growth.itemCount, byteCount: growth.byteCount)
    if !whole.fits(settings) { throw Self.exceeded(batch.scope.app, used, whole, settings) }
    return used
  }

  private func usage(of app: String, in snapshot: Snapshot) -> Usage {
    snapshot.scopes().filter { $0.scope.app == app }.reduce(Usage()) {
      $0 + Usage(itemCount: $1.itemCount, byteCount: $1.itemByteCount)
    }
  }

  private static func exceeded(
    _ app: String, _ used: Usage, _ whole: Usage, _ settings: AppSettings
  ) -> CommandError {
    func text(_ usage: Usage) -> String {
      "\(counted(usage.itemCount, "item")) of \(formatted(byteCount: usage.byteCount))"
    }
    let items = settings.itemLimit ?? AppSettings.usualItemLimit
    let bytes = settings.byteLimit ?? AppSettings.usualByteLimit
    let raised =
      (whole.itemCount > items ? ["--items N"] : [])
      + (whole.byteCount > bytes ? ["--bytes N"] : [])
    return CommandError(
      .store,
      "\(withoutControls(app)) may store \(counted(items, "item")) and \(formatted(byteCount: bytes)) in all, has "
        + "\(text(used)), and would have \(text(whole))",
      advice: "delete some, or raise the limit: fresnel settings \(withoutControls(app)) "
        + raised.joined(separator: " "))
  }
}

extension Batch {
  /// Whether it puts any items.
  fileprivate var putsItems: Bool {
    operations.contains { operation in
      switch operation {
      case .put(let items): !items.isEmpty
      case .putEncoded(let items): !items.isEmpty
      case .deleteIdentifiers, .deleteDomains, .deleteAll: false
      }
    }
  }
}
