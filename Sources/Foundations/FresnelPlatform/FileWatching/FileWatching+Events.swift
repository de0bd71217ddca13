#if canImport(Glibc)
  import Glibc
#endif

// What the kernel's events mean. The table of watches may be ahead of them, since directories are listed when an event
// of theirs is read and not when it happened: later events then tell what is known already, or take back what is known
// too early, and yet later ones put it right.

extension FileWatching {
  /// Takes in an event of a watch.
  func handle(_ event: InotifyQueue.Event) {
    if arrivals[event.watch] != nil { lookForTops(event.watch) }
    guard let place = table.places[event.watch] else { return }
    if event.name.isEmpty { return handleSelf(event, place) }
    guard let directory = table.path(of: event.watch) else {
      // Inside of a directory whose path isn't known yet.
      let moved = table.outermost(above: event.watch)
      if let index = departures.firstIndex(where: { $0.watch == moved }) {
        departures[index].isStale = true
      }
      return
    }
    let path = directory.appending(event.name)
    let entry = WatchTable.Place(parent: event.watch, name: event.name)
    let isDirectory = event.has(Int(IN_ISDIR))
    let isLeftOut = isDirectory && isExcluded(path)
    if event.has(Int(IN_MOVED_FROM)) {
      depart(event, entry, path, isLeftOut: isLeftOut)
    } else if event.has(Int(IN_MOVED_TO)) {
      arrive(event, entry, path, isLeftOut: isLeftOut)
    } else if isLeftOut {
      return
    } else if event.has(Int(IN_CREATE)) {
      create(entry, path, isDirectory: isDirectory)
    } else if event.has(Int(IN_DELETE)) {
      if isDirectory { forget(entry) }
      list.append(.deleted(path, isDirectory: isDirectory))
    } else if !isDirectory {
      list.append(.changed(path))
    } else {
      retryUnreadable(at: entry)
    }
  }

  /// An event of a watched directory itself.
  private func handleSelf(_ event: InotifyQueue.Event, _ place: WatchTable.Place) {
    let isTop = place.parent == WatchTable.Place.top
    if event.has(Int(IN_UNMOUNT)) { unmounted.insert(place) }
    if event.has(Int(IN_IGNORED)) {
      // The kernel has removed the watch.
      drop(event.watch)
    }
    if isTop, !event.has(Int(IN_UNMOUNT)), !unmounted.contains(place) {
      verifyTop(at: RawPath(place.name))
    }
  }

  /// Tries again to watch a directory, or those in it, that could not be read. Its permissions are others now.
  private func retryUnreadable(at entry: WatchTable.Place) {
    let places = table.watch(at: entry).map(table.unwatchedPlaces) ?? [entry]
    for place in places where table.unwatched[place] == .unreadable {
      watch(place)
      if table.watch(at: place) != nil, let path = table.path(of: place) {
        list.append(.rescan(path))
      }
    }
  }

  private func create(_ entry: WatchTable.Place, _ path: RawPath, isDirectory: Bool) {
    list.append(.created(path, isDirectory: isDirectory))
    guard isDirectory else { return forget(entry) }
    watch(entry)
  }

  /// Forgets the directory at a place, if one is known there.
  private func forget(_ entry: WatchTable.Place) {
    if let watch = table.watch(at: entry) { drop(watch) }
    table.forgetUnwatched(entry)
  }

  // MARK: - Moves

  private func depart(
    _ event: InotifyQueue.Event, _ entry: WatchTable.Place, _ path: RawPath, isLeftOut: Bool
  ) {
    let watch = table.watch(at: entry)
    table.forgetUnwatched(entry)
    if let watch {
      table.put(watch, at: WatchTable.Place(parent: WatchTable.Place.between, name: []))
    }
    departures.append(
      Departure(
        cookie: event.cookie, origin: entry, path: path, isDirectory: event.has(Int(IN_ISDIR)),
        isExcluded: isLeftOut, watch: watch, readNumber: lastRead.number, time: lastRead.time))
  }

  private func arrive(
    _ event: InotifyQueue.Event, _ entry: WatchTable.Place, _ path: RawPath, isLeftOut: Bool
  ) {
    let isDirectory = event.has(Int(IN_ISDIR))
    let index = departures.lastIndex { $0.cookie == event.cookie }
    let departure = index.map { departures.remove(at: $0) }
    if isLeftOut {
      if let departure { end(departure) }
      return
    }
    guard let departure, !departure.isExcluded else {
      forget(entry)
      return create(entry, path, isDirectory: isDirectory)
    }
    let source = self.path(leftBy: departure)
    list.append(.moved(from: source, to: path, isDirectory: isDirectory))
    forget(entry)
    guard isDirectory else { return }
    if let watch = departure.watch, settle(watch, entry, path, isStale: departure.isStale) {
      return
    }
    self.watch(entry)
    list.append(.rescan(path))
    if departure.watch != nil {
      // Where it came from may be another one by now, as when two directories are exchanged.
      self.watch(departure.origin)
      list.append(.rescan(source))
    }
  }

  /// Puts a watched directory, with all that is watched below, at the place at which it arrived.
  ///
  /// - Returns: Whether it is the one that is there. One that isn't is watched no more.
  private func settle(
    _ watch: Int32, _ entry: WatchTable.Place, _ path: RawPath, isStale: Bool
  ) -> Bool {
    table.put(watch, at: entry)
    guard table.isCurrent(entry) else {
      // The directory that holds it was moved as well, which is told later.
      table.noteIncomplete(entry.parent)
      return !isStale
    }
    do throws(SystemError) {
      // The same directory has the same watch.
      let found = try queue.add(path, for: InotifyQueue.interest)
      if found == watch, !isStale {
        for inner in table.takeIncomplete(below: watch) {
          if let place = table.places[inner] { self.watch(place) }
        }
        return true
      }
      if found != watch, table.places[found] == nil { queue.remove(found) }
    } catch {
      // It is gone from here again, which is told later.
      if error.code == .notFound, !isStale { return true }
    }
    drop(watch)
    return false
  }

  /// Tells what left its directory and arrived in none that is watched.
  ///
  /// - Parameter all: Whether all that happened was read. Otherwise the other half of what left a moment ago may come
  ///   with the next read.
  func endDepartures(all: Bool) {
    let time = lastRead.time - options.pairTime
    let isOver = { [lastRead] (departure: Departure) in
      all || departure.readNumber < lastRead.number && departure.time <= time
    }
    let ended = departures.filter(isOver)
    departures.removeAll(where: isOver)
    for departure in ended { end(departure) }
  }

  /// The path that something left, as it is after what was told so far: a directory above may have been moved since.
  private func path(leftBy departure: Departure) -> RawPath {
    if let path = table.path(of: departure.origin) { return path }
    let moved = table.outermost(above: departure.origin.parent)
    if let index = departures.firstIndex(where: { $0.watch == moved }) {
      departures[index].isStale = true
    }
    return departure.path
  }

  private func end(_ departure: Departure) {
    if let watch = departure.watch { drop(watch) }
    guard !departure.isExcluded else { return }
    list.append(.deleted(path(leftBy: departure), isDirectory: departure.isDirectory))
  }

  // MARK: - File systems that are gone

  /// Watches the directories that lay hidden below what was mounted.
  func watchUnmounted() {
    let places = unmounted
    unmounted = []
    for place in places {
      if place.parent == WatchTable.Place.top {
        verifyTop(at: RawPath(place.name))
      } else if let path = table.path(of: place) {
        if !isExcluded(path) { watch(place) }
        list.append(.rescan(path))
      }
    }
  }
}
