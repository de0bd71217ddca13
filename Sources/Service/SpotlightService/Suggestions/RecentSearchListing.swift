internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// What the person sees of the texts that are kept.

extension ServiceCore {
  /// The texts after which the person chose something, with what they chose, the latest first; those that are suggested
  /// to nobody now, too.
  ///
  /// - Throws: ``ServiceError`` when none of the stores can be read.
  /// - Complexity: O(*n*) in the documents of segments in which anything expires; of them the records of choices are
  ///   read.
  func searchPage(_ request: ListHistory) throws(ServiceError) -> HistoryPage {
    let now = options.clock()
    return try page(request) { store throws(ServiceError) in
      let snapshot = try store.snapshot()
      let apps = listedApps(
        with: ScopeName.engagement, in: snapshot, of: store, only: request.app)
      var entries: [HistoryEntry] = []
      snapshot.forEachChoice(of: apps) { app, item in
        guard let records = item.choiceRecords, let choice = Choice(key: item.uniqueIdentifier)
        else { return }
        for entry in records.searches.entries where !entry.isOver(at: now) {
          entries.append(HistoryEntry(entry, before: choice, of: app, in: store.protection))
        }
      }
      return entries
    }
  }
}

extension HistoryEntry {
  /// What a person sees of a text that they typed before a choice: it stands where a state has its title.
  fileprivate init(
    _ search: SearchTexts.Entry, before choice: Choice, of app: String,
    in protection: ProtectionClass
  ) {
    self.init(
      app: app, protection: protection,
      // No two entries of a list have one key.
      key: "\(search.origin.rawValue)\(search.text)\0\(choice.key ?? "")",
      type: search.origin == .surface ? "system" : "app", title: search.text,
      firstVisit: search.last, lastVisit: search.last, visitCount: 1,
      relatedIdentifier: choice.identifier)
  }
}
