/// What the thing that a page is about costs.
public struct CardPrice: Hashable, Sendable {
  /// The lowest price; `nil` where the page gives a range as text only.
  public internal(set) var low: Double?
  /// The highest price; `nil` where there is but one.
  public internal(set) var high: Double?
  /// The currency as three letters (ISO 4217).
  public internal(set) var currency: String?
  /// What one pays for, such as `night`; `nil` where the page doesn't say.
  public internal(set) var unit: String?
  /// Whether it can be had, as schema.org names it, such as `InStock`; `nil` where the page doesn't say.
  public internal(set) var availability: String?
  /// A range as the page words it, such as `$$`.
  public internal(set) var text: String?

  /// The price on one line, such as `150 USD per night`, `7–9 EUR` or `$$`.
  public var line: String {
    guard let low else { return text ?? "" }
    let range = high.map { "\(Self.shown(low))–\(Self.shown($0))" } ?? Self.shown(low)
    let amount = currency.map { "\(range) \($0)" } ?? range
    return unit.map { "\(amount) per \($0)" } ?? amount
  }

  /// An amount of money: whole, or with two decimals.
  private static func shown(_ amount: Double) -> String {
    let cents = (amount * 100).rounded()
    guard abs(cents) < 1e15 else { return String(amount) }
    let whole = Int(cents)
    let rest = abs(whole % 100)
    let units = "\(whole < 0 ? "-" : "")\(abs(whole) / 100)"
    return rest == 0 ? units : "\(units).\(rest < 10 ? "0" : "")\(rest)"
  }
}
