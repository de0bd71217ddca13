/// Which watch stands for which directory.
///
/// A directory is known by the watch of the one that holds it and its name, so a directory that gets another name is
/// one entry that changes, however many directories are below.
struct WatchTable {
  /// Where a directory is.
  struct Place: Hashable {
    /// The watch of the directory that holds it; one of the two below for a tree's top and for what is being moved.
    let parent: Int32
    /// Its name; of a tree's top the whole path.
    let name: [UInt8]

    /// Stands for the parent of a tree's top.
    static let top: Int32 = -1
    /// Stands for the parent of what left its directory and hasn't arrived at another one.
    static let between: Int32 = -2
  }

  private(set) var places: [Int32: Place] = [:]
  private var watches: [Place: Int32] = [:]
  /// Directories without a watch.
  private(set) var unwatched: [Place: UnwatchedReason] = [:]
  /// By the watch: which directory it is.
  private var identities: [Int32: FileSystem.Identity] = [:]
  /// Directories that hold others that weren't found, since they have another path by now, as events to come will tell.
  private(set) var incomplete: Set<Int32> = []
  /// What is known in a watched directory; nothing of those that hold nothing.
  private var contents: [Int32: Contents] = [:]

  /// What is known in a directory.
  private struct Contents {
    var watches: Set<Int32> = []
    var unwatched: Set<[UInt8]> = []
    var isEmpty: Bool { watches.isEmpty && unwatched.isEmpty }
  }

  /// The most directories without a watch that are known singly.
  static let maximumUnwatchedCount = 10_000

  /// How many directories have a watch.
  var count: Int { places.count }

  /// The watch of a place.
  func watch(at place: Place) -> Int32? { watches[place] }

  /// The path of a watched directory; `nil` for what is being moved, and below it.
  func path(of watch: Int32) -> RawPath? {
    var names: [[UInt8]] = []
    var current = watch
    while let place = places[current] {
      if place.parent == Place.top {
        return names.reversed().reduce(RawPath(place.name)) { $0.appending($1) }
      }
      names.append(place.name)
      current = place.parent
    }
    return nil
  }

  /// The path of a place.
  func path(of place: Place) -> RawPath? {
    if place.parent == Place.top { return RawPath(place.name) }
    return path(of: place.parent)?.appending(place.name)
  }

  /// The outermost directory that holds a watched one: a tree's top, or what is being moved.
  func outermost(above watch: Int32) -> Int32 {
    var current = watch
    while let place = places[current], place.parent >= 0 { current = place.parent }
    return current
  }

  /// Whether the directory that holds a place is at its path still. Otherwise what is found there by its path is
  /// something else.
  func isCurrent(_ place: Place) -> Bool {
    guard place.parent != Place.top else { return true }
    guard let path = path(of: place.parent), let identity = identities[place.parent] else {
      return false
    }
    return FileSystem.identity(of: path) == identity
  }

  /// Notes which directory has a watch.
  mutating func identify(_ watch: Int32, as identity: FileSystem.Identity) {
    identities[watch] = identity
  }

  /// Notes that a directory holds others that weren't found.
  mutating func noteIncomplete(_ watch: Int32) {
    if places[watch] != nil { incomplete.insert(watch) }
  }

  /// Takes the directories at and below one that hold others that weren't found.
  mutating func takeIncomplete(below watch: Int32) -> [Int32] {
    let found = incomplete.filter { candidate in
      var current = candidate
      while current != watch, let place = places[current] { current = place.parent }
      return current == watch
    }
    incomplete.subtract(found)
    return Array(found)
  }

  /// Forgets which directories hold others that weren't found: nothing that happened to them is to come.
  mutating func forgetIncomplete() { incomplete = [] }

  /// Notes a watch, or that a watched directory has another place.
  mutating func put(_ watch: Int32, at place: Place) {
    forgetUnwatched(place)
    if places[watch] == place { return }
    leave(watch)
    places[watch] = place
    if place.parent != Place.between { watches[place] = watch }
    contents[place.parent, default: Contents()].watches.insert(watch)
  }

  /// Notes that a directory has no watch; where too many have none, that the one that holds it isn't watched whole.
  ///
  /// - Returns: Whether that wasn't known.
  mutating func leaveOut(_ place: Place, because reason: UnwatchedReason) -> Bool {
    var noted = place
    if unwatched.count >= Self.maximumUnwatchedCount, unwatched[place] == nil {
      noted = places[place.parent] ?? place
    }
    contents[noted.parent, default: Contents()].unwatched.insert(noted.name)
    return unwatched.updateValue(reason, forKey: noted) != reason
  }

  /// Forgets that a directory has no watch; tells why it had none.
  @discardableResult
  mutating func forgetUnwatched(_ place: Place) -> UnwatchedReason? {
    let reason = unwatched.removeValue(forKey: place)
    if reason != nil { change(place.parent) { $0.unwatched.remove(place.name) } }
    return reason
  }

  /// The directories without a watch in a watched one.
  func unwatchedPlaces(in watch: Int32) -> [Place] {
    contents[watch]?.unwatched.map { Place(parent: watch, name: $0) } ?? []
  }

  private mutating func change(_ parent: Int32, _ body: (inout Contents) -> Void) {
    guard var contents = contents.removeValue(forKey: parent) else { return }
    body(&contents)
    if !contents.isEmpty { self.contents[parent] = contents }
  }

  private mutating func leave(_ watch: Int32) {
    guard let place = places.removeValue(forKey: watch) else { return }
    if watches[place] == watch { watches[place] = nil }
    change(place.parent) { $0.watches.remove(watch) }
  }

  /// Forgets a directory and all below.
  ///
  /// - Returns: The watches that stood for them.
  /// - Complexity: Linear in what is known of them.
  mutating func remove(_ watch: Int32) -> [Int32] {
    leave(watch)
    var removed = [watch]
    var index = 0
    while index < removed.count {
      let watch = removed[index]
      index += 1
      identities[watch] = nil
      incomplete.remove(watch)
      guard let contents = contents.removeValue(forKey: watch) else { continue }
      for name in contents.unwatched { unwatched[Place(parent: watch, name: name)] = nil }
      for inner in contents.watches {
        if let place = places.removeValue(forKey: inner), watches[place] == inner {
          watches[place] = nil
        }
        removed.append(inner)
      }
    }
    return removed
  }
}
