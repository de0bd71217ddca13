/// Something of which there is a limited amount for all, and less for each, handed out in the order in
/// which it was asked for.
///
/// Who asks for more than may ever be had alone still gets it when nobody else has any: a limit slows
/// down, it does not stop.
struct SharedAllowance<Holder: Hashable, Owner: Hashable> {
  private struct Share {
    let owner: Owner
    let amount: Int
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

  /// Asks for a share. A holder has one at most, and asks for none while it has or awaits one.
  ///
  /// - Returns: Whether it has it; if not, it is among those that ``release(_:)`` returns once.
  mutating func take(_ amount: Int, for holder: Holder, of owner: Owner) -> Bool {
    let share = Share(owner: owner, amount: amount)
    // Nobody passes somebody who waits for the same thing: what its owner may have, or what there is.
    let isBehindOthers = waiting.contains { $0.share.owner == owner || fitsOwner($0.share) }
    guard !isBehindOthers, fitsOwner(share), fitsTotal(share) else {
      waiting.append((holder, share))
      return false
    }
    give(share, to: holder)
    return true
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
      if isUsedUp || passedOver.contains(share.owner) || !fitsOwner(share) {
        passedOver.insert(share.owner)
      } else if !fitsTotal(share) {
        isUsedUp = true
      } else {
        give(share, to: holder)
        served.append(holder)
        continue
      }
      stillWaiting.append((holder, share))
    }
    waiting = stillWaiting
    return served
  }

  private func fitsTotal(_ share: Share) -> Bool { used + share.amount <= total || used == 0 }

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
