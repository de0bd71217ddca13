/// The lists of some terms in some groups, none of them empty.
struct GatheredLists: ~Copyable {
  // Not private: where this structure is optional, the compiler looks for the type from other files.
  struct List: BitwiseCopyable {
    let location: PostingListLocation
    let group: Int
  }

  /// Of the groups asked for, those that have lists, a bit each.
  private(set) var groups: UInt8 = 0
  private var lists: GrowableBuffer<List>
  private let wantedGroups: UInt8

  /// No lists, of groups that are asked for.
  init(_ wantedGroups: PostingGroups) {
    self.wantedGroups = wantedGroups.rawValue
    // Blocks of memory of up to a kilobyte are those that are taken and freed in no time.
    lists = GrowableBuffer(capacity: 40)
  }

  /// Adds the lists of a term.
  mutating func add(_ entry: TermEntry) {
    var rest = entry.groups
    while rest != 0 {
      let group = rest.trailingZeroBitCount
      add(entry[group], group: group)
      rest &= rest - 1
    }
  }

  /// Adds a list of a group, unless the group is none of those asked for.
  @inline(__always)
  mutating func add(_ list: PostingListLocation, group: Int) {
    let bit = 1 as UInt8 &<< UInt8(truncatingIfNeeded: group)
    guard wantedGroups & bit != 0 else { return }
    groups |= bit
    lists.append(List(location: list, group: group))
  }

  /// The number of postings of a group's lists.
  func postingCount(ofGroup group: Int) -> Int {
    var count = 0
    for index in 0..<lists.count where lists[index].group == group {
      count += Int(lists[index].location.count)
    }
    return count
  }

  /// The lists of a group.
  func lists(ofGroup group: Int) -> [PostingListLocation] {
    var count = 0
    for index in 0..<lists.count where lists[index].group == group { count += 1 }
    var found: [PostingListLocation] = []
    found.reserveCapacity(count)
    for index in 0..<lists.count where lists[index].group == group {
      found.append(lists[index].location)
    }
    return found
  }
}
