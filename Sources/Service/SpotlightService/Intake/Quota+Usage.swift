internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

extension Quota {
  /// A number of items and their bytes.
  struct Usage {
    var itemCount = 0
    var byteCount = 0

    static func + (left: Usage, right: Usage) -> Usage {
      Usage(
        itemCount: left.itemCount + right.itemCount, byteCount: left.byteCount + right.byteCount)
    }

    static func - (left: Usage, right: Usage) -> Usage {
      Usage(
        itemCount: left.itemCount - right.itemCount, byteCount: left.byteCount - right.byteCount)
    }

    /// What is not negative of it.
    var growth: Usage { Usage(itemCount: max(0, itemCount), byteCount: max(0, byteCount)) }

    /// Whether something becomes less.
    var isShrinking: Bool { itemCount < 0 || byteCount < 0 }

    func fits(_ allowance: AppAllowance) -> Bool {
      itemCount <= allowance.itemCount && byteCount <= allowance.byteCount
    }

    /// Whether it is well below the limit.
    func isFar(from allowance: AppAllowance) -> Bool {
      itemCount < allowance.itemCount / 10 * 9 && byteCount < allowance.byteCount / 10 * 9
    }
  }
}

extension Batch {
  /// Whether a batch puts anything.
  var putsItems: Bool {
    operations.contains { operation in
      switch operation {
      case .put(let items): !items.isEmpty
      case .putEncoded(let items): !items.isEmpty
      case .deleteIdentifiers, .deleteDomains, .deleteAll: false
      }
    }
  }

  /// The items that a batch puts, and their bytes.
  var putSize: (items: Int, bytes: Int) {
    var (items, bytes) = (0, 0)
    for case .putEncoded(let encoded) in operations {
      items += encoded.count
      for item in encoded { bytes += item.byteCount }
    }
    return (items, bytes)
  }

  /// Whether a batch takes something away.
  var isDeleting: Bool {
    operations.contains { operation in
      switch operation {
      case .put, .putEncoded: false
      case .deleteIdentifiers, .deleteDomains, .deleteAll: true
      }
    }
  }
}
