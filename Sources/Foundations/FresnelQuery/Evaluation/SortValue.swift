public import FresnelModel
public import FresnelText

/// What an item is sorted by: numbers come before dates, dates before texts.
public enum SortValue: Comparable, Sendable {
  /// A number, or a truth value as 1 or 0.
  case number(Quantity)
  /// A date.
  case date(Timestamp)
  /// A text, in the order of some locale.
  case text(TextOrderKey)

  /// Whether an item with a value comes before one with another; items without a value come last in
  /// either direction.
  public static func precedes(
    _ left: SortValue?, _ right: SortValue?, isDescending: Bool
  ) -> Bool {
    guard let left else { return false }
    guard let right else { return true }
    return isDescending ? right < left : left < right
  }
}

extension AttributeTarget {
  /// The value of an item that stands for the attribute when items are sorted by it: its first number;
  /// where it has none, its first date; else its first text.
  ///
  /// - Parameters:
  ///   - source: The item.
  ///   - order: The order of texts.
  /// - Returns: `nil` where the item has no such value.
  public func sortValue(
    of source: some AttributeSource, _ order: inout TextOrder
  ) -> SortValue? {
    var date: Timestamp?
    var text: String?
    var number: Quantity?
    _ = anyElement(of: source) { element, _ in
      switch element {
      case .number(let quantity): number = quantity
      case .date(let value): date = date ?? value
      case .text(let value): text = text ?? value
      }
      return number != nil
    }
    if let number { return .number(number) }
    if let date { return .date(date) }
    return text.map { .text(order.key(of: $0)) }
  }
}
