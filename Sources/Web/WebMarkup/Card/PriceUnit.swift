internal import StructuredData

/// What one pays a price for.
enum PriceUnit {
  /// The unit of a price: its text, else what its code (UN/CEFACT) stands for.
  static func unit(of price: ItemView) -> String? {
    if let text = price.text("unitText") {
      let words = text.split(separator: " ")
      let isPer = words.count > 1 && words[0].lowercased() == "per"
      return isPer ? words.dropFirst().joined(separator: " ") : text
    }
    return price.text("unitCode").flatMap { names[$0.uppercased()] }
  }

  private static let names: [String: String] = [
    "MIN": "minute", "HUR": "hour", "DAY": "day", "WEE": "week", "MON": "month", "ANN": "year",
    "GRM": "g", "KGM": "kg", "LTR": "l", "MTR": "m", "MTK": "m²", "KWH": "kWh", "KMT": "km",
    "C62": "piece", "EA": "piece", "H87": "piece",
  ]
}
