internal import CommandKit
internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelStorage
internal import Synchronization

/// What a store lost, in sentences for people.
extension Store {
  /// Whether items of a filter were lost, or may be, that were not indexed again: now, or when the store was opened
  /// before.
  func lacksItems(in filter: ScopeFilter) -> Bool {
    if lostEverything || lackingScopes.contains(where: filter.contains) { return true }
    guard case .named(let scopes) = lossScopes else { return true }
    // A loss that names no index may be one of any.
    return scopes.isEmpty
      ? loss.damages.contains { $0.lostItemCount != 0 } : scopes.contains(where: filter.contains)
  }

  /// Whether what was lost was all, so that not even the names of indexes are left.
  private var lostEverything: Bool {
    let snapshot = snapshot()
    return snapshot.lossCount > 0 && snapshot.knownScopes.isEmpty
  }

  /// The indexes of which items were lost, as the store has noted.
  private var lackingScopes: [IndexScope] {
    let snapshot = snapshot()
    guard snapshot.lossCount > 0 else { return [] }
    return snapshot.scopes().filter(\.needsReindex).map(\.scope)
  }

  /// What an earlier opening noted as lost of a filter, in one sentence; `nil` where that is nothing, or is told of
  /// otherwise.
  func earlierLoss(at location: StoreLocations.Location, in filter: ScopeFilter) -> String? {
    guard loss.damages.isEmpty, lossScopes == .named([]) else { return nil }
    let place = withoutControls(location.directory)
    if lostEverything {
      return "all items in \(place) were lost before: index or import them again"
    }
    let apps = Set(lackingScopes.filter(filter.contains).map(\.app)).sorted()
    guard !apps.isEmpty else { return nil }
    let remedy =
      location.app == nil
      ? "index or import them again; then fresnel check --acknowledge --store \(shellWord(location.directory)) takes it that nothing is missing"
      : "open the app, which indexes them again"
    return
      "items of \(withoutControls(apps.joined(separator: ", "))) in \(place) were lost before and may be "
      + "missing: \(remedy)"
  }

  /// Notes durably that what was lost before of a filter was indexed again. What is found to be lost meanwhile stays
  /// noted.
  ///
  /// - Returns: The apps whose items were lost, in order.
  /// - Throws: ``CommandError`` when that cannot be written.
  func acknowledgeLosses(in filter: ScopeFilter) throws(CommandError) -> [String] {
    let before = snapshot()
    let lossCount = before.lossCount
    let scopes =
      lossCount == 0
      ? [] : before.scopes().filter(\.needsReindex).map(\.scope).filter(filter.contains)
    let done = DispatchSemaphore(value: 0)
    let failure = Mutex<StoreError?>(nil)
    for scope in scopes {
      acknowledgeReindex(of: scope, upTo: lossCount) { error in
        if let error { failure.withLock { $0 = error } }
        done.signal()
      }
    }
    for _ in scopes { done.wait() }
    if let failure = failure.withLock({ $0 }) {
      throw CommandError(.store, failure.message.withoutFullStop)
    }
    return Set(scopes.map(\.app)).sorted()
  }

  /// What was damaged of a store: one sentence for each place, and one for the indexes that lost items.
  func lossSentences(at location: StoreLocations.Location) -> [String] {
    sentences(of: loss.damages, at: location)
  }

  /// The same without the damages that lost no item.
  func lostItemSentences(at location: StoreLocations.Location) -> [String] {
    guard !loss.damages.isEmpty else { return [] }
    return sentences(of: loss.damages.filter { $0.lostItemCount != 0 }, at: location)
  }

  private func sentences(
    of damages: [LossReport.Damage], at location: StoreLocations.Location
  ) -> [String] {
    var sentences = damages.map { damage in
      let explanation = damage.explanation.withoutFullStop
      let reason = explanation.prefix(1).lowercased() + explanation.dropFirst()
      let aside = damage.setAsidePath.map { "; the damaged file is kept as \($0)" } ?? ""
      let effect = damage.lostItemCount == 0 ? "nothing is missing" : "items may be missing"
      return "The store in \(location.directory) is damaged, \(effect): \(reason)\(aside)."
    }
    if case .named(let scopes) = lossScopes, !scopes.isEmpty {
      let names = scopes.sorted().map { $0.index.isEmpty ? $0.app : "\($0.app)/\($0.index)" }
      sentences.append("The items that may be missing are of \(names.joined(separator: ", ")).")
    }
    return sentences
  }
}
