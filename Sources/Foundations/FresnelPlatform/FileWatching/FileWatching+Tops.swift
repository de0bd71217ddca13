// The tops of trees: no directory above them tells what becomes of them.

extension FileWatching {
  /// Watches all trees, and tells a rescan of each.
  func startAll() {
    watch(tops.indices.compactMap { begin($0, telling: .rescan(tops[$0].path)) })
  }

  /// Watches a tree, or waits for its top where nothing is.
  ///
  /// - Parameters:
  ///   - index: The tree.
  ///   - change: What is told when it is there.
  private func start(_ index: Int, telling change: FileChange) {
    if let place = begin(index, telling: change) { watch(place) }
  }

  /// Tells that a tree is there, or waits for its top where nothing is.
  ///
  /// - Returns: The place to watch.
  private func begin(_ index: Int, telling change: FileChange) -> WatchTable.Place? {
    let path = tops[index].path
    if let status = try? FileSystem.status(of: path), status.kind == .directory {
      tops[index].identity = status.identity
      list.append(change)
      return WatchTable.Place(parent: WatchTable.Place.top, name: path.bytes)
    }
    tops[index].identity = nil
    waitForTop(index)
    return nil
  }

  /// Watches the directory nearest to where a tree's top was, for the next one on the way to appear.
  private func waitForTop(_ index: Int) {
    let path = tops[index].path
    var directory = path.parent
    var refused: RawPath?
    while let current = directory {
      guard let watch = try? queue.add(current, for: InotifyQueue.interestInArrivals) else {
        refused = current
        directory = current.parent
        continue
      }
      arrivals[watch, default: []].append(index)
      guard let name = path.components(below: current)?.first else { return }
      let next = current.appending(name)
      guard next != refused, (try? FileSystem.status(of: next))?.kind == .directory else { return }
      // It came before the watch did.
      forgetArrival(of: index, at: watch)
      if next == path { return start(index, telling: .created(path, isDirectory: true)) }
      directory = next
    }
  }

  private func forgetArrival(of index: Int, at watch: Int32) {
    arrivals[watch]?.removeAll { $0 == index }
    guard arrivals[watch]?.isEmpty == true else { return }
    arrivals[watch] = nil
    if table.places[watch] == nil { queue.remove(watch) }
  }

  /// Looks for the tops that are waited for in a directory.
  func lookForTops(_ watch: Int32) {
    guard let waiting = arrivals.removeValue(forKey: watch) else { return }
    for index in waiting {
      let path = tops[index].path
      start(index, telling: .created(path, isDirectory: true))
    }
    if arrivals[watch] == nil, table.places[watch] == nil { queue.remove(watch) }
  }

  /// Looks whether a tree's top is still the directory that is watched.
  func verifyTop(at path: RawPath) {
    guard let index = tops.firstIndex(where: { $0.path == path }) else { return }
    let place = WatchTable.Place(parent: WatchTable.Place.top, name: path.bytes)
    let status = try? FileSystem.status(of: path)
    let watch = table.watch(at: place)
    if watch != nil, let status, status.identity == tops[index].identity { return }
    if let watch { drop(watch) }
    let wasThere = tops[index].identity != nil
    if let status, status.kind == .directory {
      start(index, telling: .rescan(path))
    } else {
      if wasThere { list.append(.deleted(path, isDirectory: true)) }
      start(index, telling: .created(path, isDirectory: true))
    }
  }

  /// Begins again after the kernel's queue has overflowed: what is known may be wrong anywhere.
  ///
  /// - Throws: ``SystemError`` when the person has as many queues as may be.
  func startAnew() throws(SystemError) {
    queue = try InotifyQueue()
    table = WatchTable()
    (arrivals, departures, unmounted) = ([:], [], [])
    list = ChangeList()
    startAll()
    // Also of a tree that is gone: what was told of it before may have been lost.
    for top in tops { list.append(.rescan(top.path)) }
  }
}
