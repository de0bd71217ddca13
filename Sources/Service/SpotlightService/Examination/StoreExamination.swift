internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import FresnelStorage
internal import SpotlightWire
internal import Synchronization

/// Looks at one store with its metadata log for an app or for all, and mends what it may. It blocks.
struct StoreExamination {
  /// What was found so far.
  private(set) var findings: [ServiceFinding] = []
  private let store: ClassStore
  private let opened: Store
  private let app: String?
  private let mends: Bool

  init(_ store: ClassStore, _ opened: Store, of app: AppIdentity?, mends: Bool) {
    self.store = store
    self.opened = opened
    self.app = app?.identifier
    self.mends = mends
  }

  /// Looks at everything.
  ///
  /// - Throws: ``ServiceError`` when what is to be mended cannot be written.
  mutating func run() throws(ServiceError) {
    try examineRemovals()
    try examineRecords()
    let damaged = try examineItems()
    try examineFiles(besides: damaged)
    try examineDebts()
  }

  private mutating func add(_ finding: ServiceFinding, isMended: Bool) {
    var finding = finding
    finding.isMended = isMended
    findings.append(finding)
  }

  private func concerns(_ scope: IndexScope) -> Bool {
    !ScopeName.isInternal(scope) && (app == nil || scope.app == app)
  }

  private var scopes: [IndexScope] { opened.snapshot().knownScopes.filter(concerns).sorted() }

  // MARK: - Records

  /// Finishes the removal of apps: a failure kept it from being finished.
  private mutating func examineRemovals() throws(ServiceError) {
    for name in store.metadataLog.state[.appRemovals].keys.sorted() where app == nil || app == name
    {
      if mends {
        try wait { [store] done in
          store.perform { ServiceCore.remove(name, from: store, done) }
        }
      }
      add(
        ServiceFinding(
          .removalUnfinished, .error, app: name, in: store.protection,
          "The app was removed, and some of what it stored is still there."), isMended: mends)
    }
  }

  /// Takes out what cannot be understood of the metadata log. It has no effect while it is there either.
  private mutating func examineRecords() throws(ServiceError) {
    let state = store.metadataLog.state
    var strange: [(app: String, entry: MetadataEntry)] = []
    for (key, value) in state[.indexes]
    where IndexScope(metadataKey: key) == nil || IndexRecord(value) == nil {
      strange.append((Self.app(ofKey: key), MetadataEntry(table: .indexes, key: key, value: nil)))
    }
    for key in state[.owedCallbacks].keys where OwedCallback.scope(ofKey: key) == nil {
      strange.append(
        (Self.app(ofKey: key), MetadataEntry(table: .owedCallbacks, key: key, value: nil)))
    }
    for (name, entry) in strange.sorted(by: { $0.entry.key < $1.entry.key })
    where app == nil || app == name {
      if mends { try store.record([entry]) }
      add(
        ServiceFinding(
          .recordDamaged, .error, app: name, in: store.protection,
          "The service's records hold an entry about the app that makes no sense."),
        isMended: mends)
    }
  }

  private static func app(ofKey key: String) -> String {
    String(key.prefix { $0 != "\0" })
  }

  // MARK: - Items

  /// Looks at each item, whether it can be read and is found by its identifier. One that is not goes, and its
  /// app is asked for it.
  ///
  /// - Returns: The identifiers of all that are damaged, also those of apps that this is not about: they are no
  ///   reason to take the files for damaged.
  private mutating func examineItems() throws(ServiceError) -> [String] {
    let snapshot = opened.snapshot()
    var damaged: [IndexScope: Set<String>] = [:]
    snapshot.forEachItem { scope, item in
      let identifier = item.uniqueIdentifier
      let isSound: Bool
      do throws(ModelError) {
        try item.validate()
        isSound = snapshot.item(scope: scope, identifier: identifier) != nil
      } catch {
        isSound = false
      }
      if !isSound { damaged[scope, default: []].insert(identifier) }
      return true
    }
    // A damaged file is another matter: what was not found in it may be sound elsewhere, and the store has
    // the apps asked that had items in it.
    if snapshot.isPartial { return [] }
    for (scope, identifiers) in damaged.sorted(by: { $0.key < $1.key }) where concerns(scope) {
      if mends { try replace(identifiers.sorted(), of: scope) }
      add(
        ServiceFinding(
          .itemDamaged, .error, app: scope.app, index: scope.index, in: store.protection,
          "\(identifiers.count) of the items cannot be read or found by their identifiers."),
        isMended: mends)
    }
    return damaged.values.flatMap { $0 }
  }

  private func replace(_ identifiers: [String], of scope: IndexScope) throws(ServiceError) {
    // Noted first: a crash in between asks for what is still there, and not the reverse.
    try store.record(identifiers.map { OwedCallback.item(scope, $0) })
    try wait { done in
      store.perform {
        store.submit(
          Batch(scope: scope, operations: [.deleteIdentifiers(identifiers)]), completion: done)
      }
    }
  }

  // MARK: - Files

  /// Verifies all checksums. The items are told of already.
  ///
  /// A file whose damage a read has met is set aside by the store at once, perhaps while this looks: it is told of too,
  /// once, as one that is mended.
  private mutating func examineFiles(besides identifiers: [String]) throws(ServiceError) {
    func faults() -> [String] {
      opened.check().faults.filter { fault in
        !identifiers.contains { fault.contains("\"\($0)\"") }
      }
    }
    try finishExaminations()
    let found = faults()
    var isMended = false
    if !found.isEmpty, mends, app == nil {
      // What is sound in files with a damaged block is kept; the rest is written anew.
      opened.recordDamagedSegments()
      try finishExaminations()
      do throws(StoreError) {
        try opened.compact()
      } catch {
        throw ServiceError(error)
      }
      isMended = faults().isEmpty
    } else if !found.isEmpty, mends, app.map(Self.isFilledByCommands) != true {
      // Where commands fill the app's indexes, there is nobody who could be asked: the file is left as it is.
      let state = store.metadataLog.state
      try store.record(
        scopes.map { OwedCallback.all($0, "Files of the store are damaged.", in: state) })
      isMended = true
    }
    // What became of their items is said of those that were set aside.
    let damages = app == nil ? store.takeUntoldDamages(of: opened) : []
    for fault in found where !damages.contains(where: { fault.hasPrefix($0.path + ",") }) {
      add(ServiceFinding(.fileDamaged, .error, in: store.protection, fault), isMended: isMended)
    }
    for damage in damages {
      let fault = "\(damage.path), byte \(damage.offset): \(damage.explanation)"
      add(ServiceFinding(.fileDamaged, .error, in: store.protection, fault), isMended: true)
    }
  }

  /// Waits until the store has looked at what reads have met with.
  private func finishExaminations() throws(ServiceError) {
    try wait { [opened] done in
      opened.finishExaminations { error in done(error.map { ServiceError($0) }) }
    }
  }

  // MARK: - What apps have yet to do

  /// Tells what apps were asked for, or are to be asked. They are asked again after the examination; where there is
  /// nobody to ask, mending takes it that the person has indexed again what was lost. A loss is an error until the
  /// person was told of it by mending: an app that never comes back would have it be one for ever.
  private mutating func examineDebts() throws(ServiceError) {
    let snapshot = opened.snapshot()
    let metadataLog = store.metadataLog.state
    var found: [ServiceFinding] = []
    var told: [MetadataEntry] = []
    var settled: [IndexScope] = []
    // What findings say once it is noted that the person was told.
    var laterMessages: [Int: String] = [:]
    // A loss is told of whether or not it can be noted that it was.
    defer { findings += found }
    if app == nil, snapshot.losses(metadataLog).hasUnknown {
      told.append(.told(snapshot.lossCount, of: nil))
      told.append(MetadataEntry(table: .losses, key: MetadataLoss.unnamed, value: nil))
      laterMessages[found.count] = Self.unknownLoss(in: store.protection, isTold: true).message
      found.append(Self.unknownLoss(in: store.protection))
    }
    // Who is told of all that is known is told of an index, too, that turns up without a name.
    if app == nil, metadataLog.mayMissNames(ofLoss: snapshot.lossCount) {
      told.append(.told(snapshot.lossCount, of: nil))
    }
    let isDoubtful = metadataLog.isDoubtful(snapshot.lossCount)
    let hidden = snapshot.hiddenItemCounts(metadataLog)
    var known = Set(scopes)
    for key in metadataLog[.owedCallbacks].keys {
      if let scope = OwedCallback.scope(ofKey: key), concerns(scope) { known.insert(scope) }
    }
    for scope in known.sorted() {
      let items = metadataLog.owedItems(of: scope).count
      let code: ServiceFinding.Code
      var severity = ServiceFinding.Severity.warning
      let message: String
      let isFilledByCommands = Self.isFilledByCommands(scope.app)
      if metadataLog[.owedCallbacks, OwedCallback.key(scope)].map(OwedCallback.lacksItems) == true {
        // The app is asked on; its own searches say no longer that they lack something.
        told.append(OwedCallback.whole(scope, OwedCallback.isTold))
      }
      if let count = hidden[scope] {
        code = .itemsHidden
        if !metadataLog.isTold(snapshot.lossCount, of: scope) { severity = .error }
        message = Self.hiddenSentence(count)
        told.append(.told(snapshot.lossCount, of: scope))
      } else if snapshot.needsReindex(scope),
        // An index of commands that was made after all was told lacks nothing.
        !(isFilledByCommands && metadataLog.isTold(snapshot.lossCount, of: nil))
      {
        code = .itemsMissing
        let isKnown = metadataLog.isTold(snapshot.lossCount, of: scope)
        if !isKnown { severity = .error }
        let isOver = isKnown && !(isFilledByCommands && mends)
        message = Self.lossSentence(
          of: scope.app, isDoubtful: isDoubtful, isOver ? .before : .notYet)
        if !isOver {
          laterMessages[found.count] = Self.lossSentence(
            of: scope.app, isDoubtful: isDoubtful, .now)
        }
        if !isKnown { told.append(.told(snapshot.lossCount, of: scope)) }
        if isFilledByCommands { settled.append(scope) }
      } else if let reason = metadataLog[.owedCallbacks, OwedCallback.key(scope)] {
        code = .callbackOwed
        message =
          isFilledByCommands
          ? Self.lossSentence(of: scope.app)
          : "The app was asked to index everything again and has not done so yet. "
            + String(decoding: reason, as: UTF8.self)
      } else if items > 0 {
        code = .callbackOwed
        message =
          isFilledByCommands
          ? Self.lossSentence(of: scope.app)
          : "The app was asked to index \(items) items again and has not done so yet."
      } else {
        continue
      }
      if isFilledByCommands {
        // Nobody answers for commands.
        told += metadataLog[.owedCallbacks].keys.sorted().filter {
          OwedCallback.scope(ofKey: $0) == scope
        }.map { MetadataEntry(table: .owedCallbacks, key: $0, value: nil) }
      }
      var finding = ServiceFinding(
        code, severity, app: scope.app, index: scope.index, in: store.protection, message)
      // Mending did what it can: what is left is the app's.
      if code == .itemsMissing, severity == .warning, !isFilledByCommands {
        finding.isMendable = false
      }
      found.append(finding)
    }
    guard mends else { return }
    if !told.isEmpty { try store.record(told) }
    for scope in settled {
      try wait { [opened] done in
        opened.acknowledgeReindex(of: scope, upTo: snapshot.lossCount) { error in
          done(error.map { ServiceError($0) })
        }
      }
    }
    for (index, message) in laterMessages { found[index].message = message }
    for index in found.indices where found[index].isMendable {
      // An app is asked; of what nobody was asked for, it is noted that the person knows.
      let isAsked = found[index].code == .callbackOwed && !found[index].isOfCommands
      found[index].isMended = isAsked
      found[index].isNoted = !isAsked
    }
  }

  /// Whether the command line alone fills the indexes of an app, so that there is nobody to ask for them.
  static func isFilledByCommands(_ app: String) -> Bool { app.hasPrefix("org.fresnel.") }

  /// That items of an app may be lost, and who indexes them again.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - isDoubtful: Whether the store may just be an older copy.
  ///   - telling: Whether the person was told of it by mending.
  /// - Returns: The sentence.
  static func lossSentence(
    of app: String, isDoubtful: Bool = false, _ telling: Telling = .notYet
  ) -> String {
    let reason =
      isDoubtful
      ? "records about the store were lost, and it may be an older copy"
      : "part of the store was lost"
    let rest =
      switch (isFilledByCommands(app), telling) {
      case (true, .notYet):
        ": index or import them again; then fresnel doctor --mend takes it that nothing is missing."
      case (true, .now), (true, .before):
        ". From now on it is taken that nothing is missing: what was not indexed again since, index or import again."
      case (false, .notYet):
        "; the app has not indexed them again yet: open it, and where it does not index them by itself, have it do so. "
          + "fresnel doctor --mend ends this message in searches."
      case (false, .now):
        "; the app has not indexed them again yet. It is asked until it has, and searches say so no longer."
      case (false, .before):
        "; the app has not indexed them again yet. It is asked whenever it is opened; one that does not answer has "
          + "to be told there to index everything again."
      }
    return "Items may be missing, as \(reason)\(rest)"
  }

  /// Whether a person was told of a loss by mending.
  enum Telling {
    /// That was not done.
    case notYet
    /// It is done with this.
    case now
    /// It was done earlier.
    case before
  }

  /// That items are hidden, and what gives them back.
  static func hiddenSentence(_ count: Int) -> String {
    "\(UsageText.items(count)) \(count == 1 ? "is" : "are") hidden until the app is opened, as the records were lost "
      + "that say whether other programs may find them."
  }

  /// That items are lost, and whose is not known.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - isTold: Whether the person is told of it by mending.
  /// - Returns: The finding.
  static func unknownLoss(in protection: ProtectionClass, isTold: Bool = false) -> ServiceFinding {
    ServiceFinding(
      .itemsMissing, .error, in: protection,
      "All items of the class \(protection.name) may be lost, and it is not known whose they were; apps index them "
        + "again when they are next opened. "
        + (isTold
          ? "Searches say so no longer; index or import again what commands indexed."
          : "Index or import again what commands indexed; then fresnel doctor --mend ends this message.")
    )
  }

  // MARK: - Waiting

  /// Waits for something that is done on the store's threads.
  private func wait(
    _ body: (@escaping @Sendable (ServiceError?) -> Void) -> Void
  ) throws(ServiceError) {
    let isDone = DispatchSemaphore(value: 0)
    let failure = Mutex<ServiceError?>(nil)
    body { error in
      failure.withLock { $0 = error }
      isDone.signal()
    }
    isDone.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }
}

extension ServiceFinding {
  /// Whether it is about what the command line indexed.
  fileprivate var isOfCommands: Bool { app.map(StoreExamination.isFilledByCommands) ?? false }
}
