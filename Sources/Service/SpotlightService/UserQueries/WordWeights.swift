internal import FresnelEngine

/// What words weigh of which an item may lack some, by how many items have them.
///
/// A word that few items have tells more of an item than one that many have, and a store knows better than a list
/// which words its person's items are full of. Counts of few items tell little, though: there the list decides. Who
/// sees the whole system gets such weights, and nobody else: they tell how many items have a word.
enum WordWeights {
  /// The weights of the pieces of a reading.
  ///
  /// - Parameters:
  ///   - counts: How many items have each piece.
  ///   - listed: What the list of frequent words says of each piece.
  /// - Returns: By piece, a number from 0 to ``FrequentWords/greatestWeight``.
  static func weights(_ counts: LeftOutCounts, listed: [Int]) -> [Int] {
    zip(counts.countsOfPieces, listed).map { count, listed in
      guard let count else { return listed }
      return weight(
        ofPieceIn: count, of: counts.itemCount, listed: listed, isMore: count >= LeftOutCounts.most)
    }
  }

  /// The weight of a piece: 1.5 for each time that half as many items have it, averaged with what the list says as if
  /// that came from ``itemsOfList`` items.
  ///
  /// - Parameters:
  ///   - count: The items that have it.
  ///   - itemCount: All items.
  ///   - listed: What the list of frequent words says.
  ///   - isMore: Whether more items may have it, so that it weighs no more than the list says.
  /// - Returns: A number from 0 to ``FrequentWords/greatestWeight``, rounded.
  static func weight(
    ofPieceIn count: Int, of itemCount: Int, listed: Int, isMore: Bool = false
  ) -> Int {
    // One that no item has is as rare as if half an item had it.
    let bits = logarithm(max(1, itemCount)) - (count > 0 ? logarithm(count) : -parts)
    let greatest = FrequentWords.greatestWeight * parts
    var counted = min(max(0, bits * 3 / 2), greatest)
    if isMore { counted = min(counted, listed * parts) }
    let sum = itemCount * counted + itemsOfList * listed * parts
    let divisor = (itemCount + itemsOfList) * parts
    return (sum + divisor / 2) / divisor
  }

  /// The list weighs as much as the counts of so many items.
  private static let itemsOfList = 2000
  /// Logarithms are in sixteenths: whole numbers, so that they are the same on all machines.
  private static let parts = 16

  /// The binary logarithm of a number of at least 1, in sixteenths, rounded down.
  private static func logarithm(_ number: Int) -> Int {
    let zeros = number.leadingZeroBitCount
    var logarithm = Int.bitWidth - 1 - zeros
    // From 1 to 2, as 31 bits behind the point. Its square is 2 or more if the next bit of the logarithm is 1.
    var rest = UInt64(UInt(bitPattern: number << zeros)) >> 32
    for _ in 0..<4 {
      rest = (rest * rest) >> 31
      let bit = Int(rest >> 32)
      rest >>= UInt64(bit)
      logarithm = logarithm << 1 | bit
    }
    return logarithm
  }
}
