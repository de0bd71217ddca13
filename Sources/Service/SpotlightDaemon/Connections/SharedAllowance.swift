/// Something of which there is a limited amount for all, and less for each, handed out in the order in
/// which it was asked for.
///
/// Who asks for more than may ever be had alone still gets it when nobody else has any: a limit slows
/// down, it does not stop. Small requests keep to what their owner may have, and are not made to wait for
/// what others have.
struct SharedAllowance<Holder: Hashable, Owner: Hashable> {
  private struct Share {
    let owner: Owner
    var amount: Int
    let isSmall: Bool
  }

  private let total: Int
  private let perOwner: Int
  private var used = 0
  private var usedByOwner: [Owner: Int] = [:]
  private var shares: [Holder: Share] = [:]
  private var waiting: [(holder: Holder, share: Share)] = []

  /// So much for all together, and for each owner.
  init(total: Int, perOwner: Int) {
    self.total = total
    self.perOwner = perOwner
  }

  /// Whether a holder has a share.
  func holds(_ holder: Holder) -> Bool { shares[holder] != nil }

  /// How many wait for a share.
  var waitingCount: Int { waiting.count }

  /// Asks for a share. A holder has one at most, and asks for none while it has or awaits one.
  ///
  /// - Parameters:
  ///   - amount: How much.
  ///   - holder: What it is for.
  ///   - owner: Whose it is.
  ///   - isSmall: Whether it does not matter that there may be less than this for all together.
  /// - Returns: Whether it has it; if not, it is among those that ``release(_:)`` returns once.
  mutating func take(
    _ amount: Int, for holder: Holder, of owner: Owner, isSmall: Bool = false
  ) -> Bool {
    let share = Share(owner: owner, amount: amount, isSmall: isSmall)
    // Nobody passes somebody who waits for the same thing: what its owner may have, or what there is.
    let isBehindOthers = waiting.contains {
      $0.share.owner == owner || (!isSmall && fitsOwner($0.share))
    }
    guard !isBehindOthers, fitsOwner(share), fitsTotal(share) else {
      waiting.append((holder, share))
      return false
    }
    give(share, to: holder)
    return true
  }

  /// Makes a share larger that a holder has, even if there is not so much.
  mutating func grow(_ holder: Holder, by amount: Int) {
    guard let owner = shares[holder]?.owner else { return }
    shares[holder]?.amount += amount
    used += amount
    usedByOwner[owner, default: 0] += amount
  }

  /// Gives a share back, or asks for it no more.
  ///
  /// - Returns: Those that waited and have theirs now.
  mutating func release(_ holder: Holder) -> [Holder] {
    waiting.removeAll { $0.holder == holder }
    if let share = shares.removeValue(forKey: holder) {
      used -= share.amount
      let rest = usedByOwner[share.owner, default: 0] - share.amount
      usedByOwner[share.owner] = rest == 0 ? nil : rest
    }
    return serve()
  }

  /// Gives what is free to those who wait.
  private mutating func serve() -> [Holder] {
    var served: [Holder] = []
    var passedOver: Set<Owner> = []
    var stillWaiting: [(holder: Holder, share: Share)] = []
    var isUsedUp = false
    for (holder, share) in waiting {
      let isBehindOthers =
        passedOver.contains(share.owner) || (isUsedUp && !share.isSmall) || !fitsOwner(share)
      if isBehindOthers || !fitsTotal(share) {
        if !isBehindOthers { isUsedUp = true }
        passedOver.insert(share.owner)
        stillWaiting.append((holder, share))
      } else {
        give(share, to: holder)
        served.append(holder)
      }
    }
    waiting = stillWaiting
    return served
  }

  private func fitsTotal(_ share: Share) -> Bool {
    used + share.amount <= total || used == 0 || share.isSmall
  }

  private func fitsOwner(_ share: Share) -> Bool {
    let owned = usedByOwner[share.owner, default: 0]
    return owned + share.amount <= perOwner || owned == 0
  }

  private mutating func give(_ share: Share, to holder: Holder) {
    shares[holder] = share
    used += share.amount
    usedByOwner[share.owner, default: 0] += share.amount
  }
}
