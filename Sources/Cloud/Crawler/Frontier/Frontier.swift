import CrawlRules
import FresnelPlatform
package import WebAddresses
import WebFetching

/// Decides what is fetched next, and takes in what came.
///
/// It neither waits nor fetches: the time is told, and what is to be done is handed out. Everything that it knows is in
/// the store, save what is under way. A request is noted there before it is handed out, with the next moment at which its
/// host may be asked; what came of it and all that follows from it are one transaction. So a process that ends at any
/// moment loses nothing that was taken in, and what was under way is asked for once more.
///
/// It is used by one thread at a time, as its store is. Moments are milliseconds since 1 January 1970.
package final class Frontier {
  let store: any CrawlStore
  let plan: CrawlPlan
  /// Nanoseconds that this thread has computed; what deciding takes is charged to the host that it is about.
  private let processorTime: () -> UInt64
  /// The hosts that something is under way of.
  private var busy: [Int64: Busy] = [:]
  /// The rules of hosts.
  private var rules = RobotsCache()
  /// Files that were read just now. Their hosts are looked at before all others, so that the rules are used however
  /// few fit into memory.
  private var readings: [RobotsReading] = []
  /// How many steps were taken to compare addresses with robots.txt.
  package private(set) var matchingSteps = 0

  private static let hostsPerStep = 16
  /// The most addresses of a host that are looked at for one that robots.txt allows, in one step.
  private static let blockedPerStep = 100

  /// Where a host is that something is under way of.
  private struct Busy {
    /// The address, if it is known.
    let address: String?
    let site: Int64
    /// Before this moment its host is not asked again, for what deciding took.
    let readyAt: Int64
  }

  /// Goes on with a store.
  ///
  /// - Parameters:
  ///   - store: What is known; nobody else changes it.
  ///   - plan: What the crawl may do.
  ///   - now: The moment.
  ///   - processorTime: The processor time of the calling thread, in nanoseconds.
  /// - Throws: ``CrawlStoreError``.
  package init(
    _ store: any CrawlStore, plan: CrawlPlan, at now: Int64,
    processorTime: @escaping () -> UInt64 = { ProcessorClock.threadNanoseconds }
  ) throws(CrawlStoreError) {
    self.store = store
    self.plan = plan
    self.processorTime = processorTime
    recovered = try store.recover()
    try store.bringNearer(
      hosts: now.addingClamped(
        max(plan.politeness.dropTime, RobotsPolicy.maximumLifetime.clampedMilliseconds)),
      pages: now.addingClamped(plan.recrawl.longest), to: now)
    try store.transaction { () throws(CrawlStoreError) in
      for site in try store.seeds() { try admitLeftOut(of: site, at: now) }
    }
  }

  /// How many requests were under way when the last process ended, and are made again.
  package let recovered: Int

  /// How many requests are under way.
  package var underWay: Int { busy.count }

  // MARK: - Beginning

  /// Adds an address at which the crawl begins, and has its site fetched.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - isTrusted: Whether its site belongs to an app that is verified.
  ///   - now: The moment.
  /// - Returns: Whether it can be fetched.
  /// - Throws: ``CrawlStoreError``.
  @discardableResult
  package func add(
    seed url: WebURL, isTrusted: Bool = false, at now: Int64
  ) throws(CrawlStoreError) -> Bool {
    try store.transaction { () throws(CrawlStoreError) in
      guard let place = try place(of: url) else { return false }
      try makeSeed(place.site, isTrusted: isTrusted, at: now)
      guard let id = try discover(url, depth: 0, at: now) else { return false }
      try revive(id, at: now)
      return true
    }
  }

  // MARK: - Going on

  /// What is to be done now.
  ///
  /// - Parameter now: The moment.
  /// - Returns: A request, which is noted, or why there is none.
  /// - Throws: ``CrawlStoreError``.
  package func next(at now: Int64) throws(CrawlStoreError) -> CrawlStep {
    guard busy.count < plan.requests else { return .wait(until: nil) }
    let first = matchingSteps
    // Their hosts had their turn when the files were handed out, and nothing was asked since.
    while !readings.isEmpty {
      let reading = readings.removeFirst()
      guard let host = try store.host(reading.host), let moment = host.nextAt, moment <= now
      else { continue }
      if let step = try step(of: host, at: now, after: reading) { return step }
      if matchingSteps - first > RobotsBudget.stepsAtOnce { return .wait(until: now) }
    }
    var hasMore = false
    let hosts = try store.hosts(
      readyAt: now, notAt: crowded(busy.values.compactMap(\.address)),
      notOf: crowded(busy.values.map(\.site)), limit: Self.hostsPerStep)
    for host in hosts {
      if let step = try step(of: host, at: now) { return step }
      hasMore = true
      if matchingSteps - first > RobotsBudget.stepsAtOnce { break }
    }
    // There may be more hosts, or more addresses of one, than were looked at.
    if hasMore { return .wait(until: now) }
    let moment = try store.nextMoment(after: now)
    return moment == nil && busy.isEmpty ? .done : .wait(until: moment)
  }

  /// Addresses or sites of which as many hosts are asked as may be. Hosts of a site are likely at one address as long as
  /// nothing is known.
  private func crowded<Place: Hashable>(_ places: [Place]) -> [Place] {
    var counts: [Place: Int] = [:]
    for place in places { counts[place, default: 0] += 1 }
    return counts.filter { $0.value >= plan.politeness.requestsPerAddress }.map(\.key)
  }

  /// What is to be done of a host that may be asked, perhaps because its file was read; `nil` for nothing, in which case
  /// the host has another moment.
  private func step(
    of host: HostRecord, at now: Int64, after reading: RobotsReading? = nil
  ) throws(CrawlStoreError) -> CrawlStep? {
    let first = matchingSteps
    var readyAt = now
    let step = try store.transaction { () throws(CrawlStoreError) -> CrawlStep? in
      var host = host
      let start = processorTime()
      let found = try choose(of: &host, by: reading?.rules ?? rules[host.id], at: now)
      host.charge(Int64(clamping: MonotonicClock.elapsed(from: start, to: processorTime()) / 1_000))
      readyAt = now.addingClamped(
        RobotsBudget.pause(afterSteps: matchingSteps - first)
          + RobotsBudget.pause(afterReading: reading?.body.count ?? 0))
      if case .read = found {
        // Nothing is asked, so the host need not be left alone.
        host.nextAt = nil
      } else if found != nil {
        // Noted before it goes out: also a process that ends now leaves the host alone for a while.
        host.nextAt = nil
        host.pace.readyAt = now.addingClamped(
          max(plan.politeness.shortestDelay, host.pace.crawlDelay))
      } else {
        host.pace.readyAt = max(host.pace.readyAt, readyAt)
        try schedule(&host)
      }
      _ = try store.save(host)
      return found
    }
    if step != nil {
      busy[host.id] = Busy(address: host.address, site: host.site, readyAt: readyAt)
    }
    return step
  }

  private func choose(
    of host: inout HostRecord, by known: RobotsRules?, at now: Int64
  ) throws(CrawlStoreError) -> CrawlStep? {
    if host.robotsExpireAt <= now {
      guard try store.nextPage(ofHost: host.id).map({ $0.dueAt <= now }) ?? false,
        let url = WebURL("\(host.origin)/robots.txt")
      else { return nil }
      return .fetch(CrawlClaim(target: .robots, host: host.id, url: url, validators: .init()))
    }
    var known = known
    if host.robots == .rules, known == nil {
      let reading = RobotsReading(
        host: host.id, body: try store.robotsBody(ofHost: host.id) ?? [])
      if reading.body.count > RobotsReading.shortest { return .read(reading) }
      known = reading.read().rules
      if let known { rules.keep(known, of: host.id) }
    }
    let first = matchingSteps
    for _ in 0..<Self.blockedPerStep where matchingSteps - first <= RobotsBudget.stepsAtOnce {
      guard var page = try store.nextPage(ofHost: host.id), page.dueAt <= now else { return nil }
      guard let url = WebURL(page.url) else {
        page.state = .refused
        _ = try store.save(page)
        continue
      }
      guard host.robots != .refused else {
        // No robots.txt says so, and no other one would let it in.
        page.isBlocked = false
        page.state = .refused
        _ = try store.save(page)
        try dismiss(page, at: now)
        continue
      }
      guard allows(url, of: host, by: known) else {
        // Until the rules may be others. What they forbid is known no more.
        if host.robots == .rules { try drop(&page) }
        page.isBlocked = true
        page.dueAt = max(host.robotsExpireAt, now + 1)
        _ = try store.save(page)
        continue
      }
      page.isBlocked = false
      page.state = .underWay
      _ = try store.save(page)
      return .fetch(
        CrawlClaim(
          target: .page(page.id, page.kind), host: host.id, url: url,
          validators: validators(of: page, at: now)))
    }
    return nil
  }

  /// Sets the moment at which a host may be asked for what is to be fetched of it.
  func schedule(_ host: inout HostRecord) throws(CrawlStoreError) {
    let due = try store.nextPage(ofHost: host.id)?.dueAt
    host.nextAt = due.map { max($0, host.pace.readyAt) }
  }

  /// Whether the robots.txt of a host allows an address.
  private func allows(_ url: WebURL, of host: HostRecord, by rules: RobotsRules?) -> Bool {
    switch host.robots {
    case .unknown, .unreachable, .refused: false
    case .absent: true
    case .rules: rules?.decision(for: url, work: &matchingSteps).isAllowed ?? false
    }
  }

  // MARK: - Results

  /// Takes in what came of a request.
  ///
  /// - Parameters:
  ///   - result: What came.
  ///   - now: The moment.
  /// - Returns: How long the host is left alone now, in milliseconds.
  /// - Throws: ``CrawlStoreError``, in which case nothing was taken in; the request is made again by the next process.
  @discardableResult
  package func note(_ result: CrawlResult, at now: Int64) throws(CrawlStoreError) -> Int64 {
    let pause = try store.transaction { () throws(CrawlStoreError) -> Int64 in
      guard var host = try store.host(result.claim.host) else { return 0 }
      host.address = result.address ?? host.address
      host.charge(result.processorTime)
      if result.error == nil { host.noteAnswer(after: result.duration) }
      host.pace.note(
        result.experience, duration: result.duration, at: now, plan.politeness)
      switch result.claim.target {
      case .robots: try note(robots: result, of: &host, at: now)
      case .page(let id, _): try note(result, ofPage: id, at: now)
      }
      if let decided = busy[host.id] {
        host.pace.readyAt = max(host.pace.readyAt, decided.readyAt)
      }
      // What was found may have given the host more to fetch.
      try schedule(&host)
      _ = try store.save(host)
      return max(0, host.pace.readyAt - now)
    }
    busy[result.claim.host] = nil
    return pause
  }

  /// Takes in a robots.txt that was read. Its host comes next; it pays for the reading once the rules were used.
  ///
  /// - Parameters:
  ///   - reading: What ``next(at:)`` handed out, read.
  ///   - now: The moment.
  /// - Throws: ``CrawlStoreError``.
  package func note(_ reading: RobotsReading, at now: Int64) throws(CrawlStoreError) {
    if let read = reading.rules { rules.keep(read, of: reading.host) }
    try store.transaction { () throws(CrawlStoreError) in
      guard var host = try store.host(reading.host) else { return }
      host.charge(reading.processorTime)
      try schedule(&host)
      _ = try store.save(host)
    }
    busy[reading.host] = nil
    readings.append(reading)
  }

  /// Keeps the rules of a file that came just now.
  func keep(_ new: RobotsRules, of host: Int64) { rules.keep(new, of: host) }

  /// Forgets the rules of a host.
  func forgetRules(of host: Int64) { rules.remove(host) }

  /// Whether something of a host is under way.
  func isBusy(_ host: Int64) -> Bool { busy[host] != nil }
}

extension CrawlResult {
  /// How the request went, as its host sees it.
  var experience: HostExperience {
    switch content {
    case .failed: .erred
    case .overloaded(let retryAfter): .overloaded(retryAfter: retryAfter)
    case .unreachable, .robots(.noAnswer): .unreachable
    case .robots(.answer(let status, _, _, let retryAfter)) where status == 429 || status == 503:
      .overloaded(retryAfter: retryAfter?.clampedMilliseconds)
    case .robots(.answer(let status, _, _, _)) where status >= 500: .erred
    default: .answered
    }
  }
}

extension Duration {
  /// The duration in whole milliseconds.
  var clampedMilliseconds: Int64 { Int64(clamping: clampedNanoseconds / 1_000_000) }
}
