internal import Dispatch
internal import Synchronization

extension LinkVerifier {
  /// How many sites are asked at once: enough that slow ones don't add up.
  static let parallelCount = 8

  /// Asks sites for their files, several at once, and waits for all of them.
  ///
  /// - Parameters:
  ///   - sites: The sites.
  ///   - now: The time, in seconds since 1970.
  ///   - last: What was known of a site.
  ///   - keep: Is given what is known of each site now, as soon as it has answered, on this thread.
  /// - Throws: What `keep` throws, after which no site is asked any more.
  package func verify(
    _ sites: [LinkSite], now: Int64, last: (LinkSite) -> LinkCopy?,
    keep: (LinkCopy) throws -> Void
  ) rethrows {
    let questions = sites.map { ($0, last($0)) }
    let answers = Mutex<[LinkCopy]>([])
    let isThere = DispatchSemaphore(value: 0)
    let task = Task {
      await withTaskGroup(of: LinkCopy.self) { group in
        var rest = questions[...]
        func ask() {
          guard let (site, last) = rest.popFirst(), !Task.isCancelled else { return }
          group.addTask { await verify(site, last: last, now: now) }
        }
        for _ in 0..<Self.parallelCount { ask() }
        while let copy = await group.next() {
          answers.withLock { $0.append(copy) }
          isThere.signal()
          ask()
        }
      }
    }
    defer { task.cancel() }
    for place in sites.indices {
      isThere.wait()
      try keep(answers.withLock { $0[place] })
    }
  }
}
