internal import FresnelEngine
internal import FresnelModel
internal import FresnelText

// Which hits may stand for what others stand for, as far as rows tell: made at each keystroke, so that items are read
// of few.

extension HitGrouping {
  /// Whether no item is there twice, as one may be that two stores have.
  func areDistinct(_ found: [Found]) -> Bool {
    if stores.count == 1 { return true }
    let hashes = found.map { KnownThing.hash($0.hit.item.uniqueIdentifierBytes) }
    return Set(hashes).count == hashes.count
  }

  /// The places of hits that have the title or display name of another one. Those of one app alone are never joined,
  /// so there are none then.
  func twins(among found: [Found]) -> Set<Int> {
    // Made at each keystroke, of ten hits or so, of which hardly any two are alike. Elements have many parts: none
    // is copied.
    guard let app = found.first?.hit.scope.app,
      found.indices.contains(where: { found[$0].hit.scope.app != app })
    else { return [] }
    var hashes: [UInt64] = []
    hashes.reserveCapacity(found.count)
    for index in found.indices { hashes.append(found[index].hit.item.foldedNameHash) }
    var twins: Set<Int> = []
    if found.count <= Self.comparedCount {
      for index in hashes.indices {
        for other in 0..<index where hashes[index] == hashes[other] && hashes[index] != 0 {
          twins.insert(index)
          twins.insert(other)
        }
      }
      return twins
    }
    var firsts: [UInt64: Int] = [:]
    for (index, hash) in hashes.enumerated() where hash != 0 {
      guard let first = firsts[hash] else {
        firsts[hash] = index
        continue
      }
      twins.insert(first)
      twins.insert(index)
    }
    return twins
  }
}

extension EncodedItem {
  /// A hash of the title, or else of the display name, in which upper and lower case of ASCII are the same; 0 when
  /// there is neither.
  fileprivate var foldedNameHash: UInt64 {
    for id in [AttributeID.title, .displayName] {
      guard let name = try? attribute(for: .builtIn(id)), name.isPlainText else { continue }
      // FNV-1a: what is alike by chance is compared by what it stands for afterwards.
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      try? name.forEachText { bytes in
        for byte in bytes {
          let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          hash = (hash ^ UInt64(isUpper ? byte | 0x20 : byte)) &* 0x100_0000_01b3
        }
      }
      return hash
    }
    return 0
  }
}
