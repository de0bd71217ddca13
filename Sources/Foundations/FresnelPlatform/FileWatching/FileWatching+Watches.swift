#if canImport(Glibc)
  import Glibc
#endif

// Which directories have a watch.

extension FileWatching {
  /// Watches a directory and all below.
  func watch(_ place: WatchTable.Place) {
    watch([place])
  }

  /// Watches directories and all below, the ones near the top first, so that these have one where there aren't enough.
  func watch(_ places: [WatchTable.Place]) {
    var waiting = places
    var index = 0
    // Devices get other numbers with time, so this is known for now alone.
    var remoteDevices: [UInt64: Bool] = [:]
    while index < waiting.count {
      let place = waiting[index]
      index += 1
      guard let path = table.path(of: place) else { continue }
      // Asked before anything is looked at: a file system that doesn't answer may be what is left out.
      if place.parent != WatchTable.Place.top, isExcluded(path) { continue }
      guard let status = status(of: place, path) else { continue }
      if isRemote(status.device, path, known: &remoteDevices) {
        leaveOut(place, path, because: .remote)
      } else if let watch = addWatch(place, path, status) {
        waiting += directories(in: path, watch, status)
      }
    }
  }

  /// The status of a directory that is at its place; `nil` for what isn't, or can't be looked at, which is noted.
  private func status(of place: WatchTable.Place, _ path: RawPath) -> FileStatus? {
    do throws(SystemError) {
      if table.isCurrent(place), let status = try FileSystem.status(of: path),
        status.kind == .directory
      {
        return status
      }
      table.forgetUnwatched(place)
      table.noteIncomplete(place.parent)
    } catch {
      leaveOut(place, path, because: .unreadable)
    }
    return nil
  }

  /// Gives one directory a watch, or notes why it has none.
  private func addWatch(
    _ place: WatchTable.Place, _ path: RawPath, _ status: FileStatus
  ) -> Int32? {
    guard table.count < options.maximumWatchCount || table.watch(at: place) != nil else {
      leaveOut(place, path, because: .budget)
      return nil
    }
    let isTop = place.parent == WatchTable.Place.top
    let interest = isTop ? InotifyQueue.interestInTop : InotifyQueue.interest
    do throws(SystemError) {
      var watch = try queue.add(path, for: interest)
      if let other = table.places[watch], other != place {
        if let path = table.path(of: other), table.isCurrent(other),
          FileSystem.identity(of: path) == status.identity
        {
          leaveOut(place, path, because: .twin)
          return nil
        }
        // It was moved, which the queue will tell later.
        drop(watch)
        watch = try queue.add(path, for: interest)
      }
      if let old = table.watch(at: place), old != watch { drop(old) }
      table.put(watch, at: place)
      table.identify(watch, as: status.identity)
      return watch
    } catch {
      switch error.errno {
      case ENOENT, ENOTDIR, ELOOP:
        table.forgetUnwatched(place)
        table.noteIncomplete(place.parent)
      case ENOSPC, ENOMEM: leaveOut(place, path, because: .system)
      default: leaveOut(place, path, because: .unreadable)
      }
      return nil
    }
  }

  private func leaveOut(
    _ place: WatchTable.Place, _ path: RawPath, because reason: UnwatchedReason
  ) {
    if let watch = table.watch(at: place) { drop(watch) }
    if table.leaveOut(place, because: reason), reason != .twin { list.append(.rescan(path)) }
  }

  /// The places of the directories in a directory.
  private func directories(
    in path: RawPath, _ watch: Int32, _ status: FileStatus
  ) -> [WatchTable.Place] {
    var found: [WatchTable.Place] = []
    do throws(SystemError) {
      var directory = try RawDirectory(opening: path)
      guard try directory.status().identity == status.identity else {
        table.noteIncomplete(watch)
        return []
      }
      while let entry = try directory.next() {
        let isDirectory =
          if let known = entry.isDirectory { known } else {
            try directory.status(of: entry.name)?.kind == .directory
          }
        if isDirectory { found.append(WatchTable.Place(parent: watch, name: entry.name)) }
      }
    } catch {
      // What is gone by now is told by the queue.
      table.noteIncomplete(watch)
      if error.code != .notFound, error.code != .notDirectory { list.append(.rescan(path)) }
    }
    return found
  }

  private func isRemote(
    _ device: UInt64, _ path: RawPath, known: inout [UInt64: Bool]
  ) -> Bool {
    if let isRemote = known[device] { return isRemote }
    let isRemote = options.remoteKinds.contains(FileSystem.kind(ofFileSystemAt: path))
    known[device] = isRemote
    return isRemote
  }

  /// Watches a directory and all below no more.
  func drop(_ watch: Int32) {
    for removed in table.remove(watch) where arrivals[removed] == nil { queue.remove(removed) }
  }

  /// The place of a path, which need not be known; `nil` when what holds it isn't watched.
  func place(of path: RawPath) -> WatchTable.Place? {
    guard let top = tops.first(where: { path.isAtOrBelow($0.path) })?.path,
      let names = path.components(below: top)
    else { return nil }
    var place = WatchTable.Place(parent: WatchTable.Place.top, name: top.bytes)
    for name in names {
      guard let watch = table.watch(at: place) else { return nil }
      place = WatchTable.Place(parent: watch, name: name)
    }
    return place
  }

  /// Gives watches that others gave back to directories that had none for want of them.
  func useFreeWatches() {
    while table.count < options.maximumWatchCount,
      // One in a directory whose path isn't known now waits for that.
      let place = table.unwatched.first(where: {
        $0.value == .budget && table.path(of: $0.key) != nil
      })?.key
    {
      table.forgetUnwatched(place)
      watch(place)
      if table.watch(at: place) != nil, let path = table.path(of: place) {
        list.append(.rescan(path))
      }
    }
  }
}
