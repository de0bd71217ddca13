/// A unit in which something is measured.
struct MeasureUnit: Hashable, Sendable {
  /// What is measured; amounts of one dimension can be told in each of its units.
  enum Dimension: Hashable, Sendable {
    case length, area, volume, mass, time, speed, temperature, data, energy, power, pressure, angle
  }

  /// What is measured.
  let dimension: Dimension
  /// How it is written behind a number.
  let symbol: String
  /// So many base units of the dimension are one of it.
  let factor: ExactNumber
  /// What is added to a number before it is multiplied, as for degrees.
  let offset: ExactNumber

  /// An amount in base units.
  func base(_ amount: ExactNumber) -> ExactNumber? { (amount + offset).flatMap { $0 * factor } }

  /// An amount of base units in this one.
  func amount(base: ExactNumber) -> ExactNumber? { (base / factor).flatMap { $0 - offset } }

  /// Whether amounts may be less than nothing.
  var mayBeNegative: Bool { dimension == .temperature }

  /// The unit of a name, which counts as it stands first, and then with small letters.
  static func named(_ name: String) -> MeasureUnit? { table[name] ?? table[name.lowercased()] }

  private static let table: [String: MeasureUnit] = {
    var table: [String: MeasureUnit] = [:]
    for row in rows {
      let unit = MeasureUnit(
        dimension: row.dimension, symbol: row.symbol, factor: ExactNumber(row.factor),
        offset: row.offset.map { ExactNumber($0) } ?? ExactNumber(0))
      let names = row.names.split(separator: ",").map {
        String($0.drop { $0 == " " })
      }
      for name in [row.symbol] + names { table[name] = unit }
      for name in [row.symbol] + names where table[name.lowercased()] == nil {
        table[name.lowercased()] = unit
      }
    }
    return table
  }()
}
