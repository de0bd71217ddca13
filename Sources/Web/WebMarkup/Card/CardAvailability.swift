/// Whether something for sale can be had, the best news first.
public enum CardAvailability: String, Hashable, Sendable, CaseIterable {
  /// It is there.
  case inStock = "InStock"
  /// Few are left.
  case limited = "LimitedAvailability"
  /// It is sold over the web only.
  case onlineOnly = "OnlineOnly"
  /// It is sold in shops only.
  case inStoreOnly = "InStoreOnly"
  /// It is made once it was ordered.
  case madeToOrder = "MadeToOrder"
  /// It can be ordered before everybody may.
  case preSale = "PreSale"
  /// It can be ordered before it is there.
  case preOrder = "PreOrder"
  /// It can be ordered, and comes later.
  case backOrder = "BackOrder"
  /// Somebody else has it put by.
  case reserved = "Reserved"
  /// It is not there.
  case outOfStock = "OutOfStock"
  /// Nothing is left, and nothing comes.
  case soldOut = "SoldOut"
  /// It is made no more.
  case discontinued = "Discontinued"

  /// What people read.
  public var words: String {
    switch self {
    case .inStock: "In stock"
    case .limited: "Few left"
    case .onlineOnly: "Online only"
    case .inStoreOnly: "In shops only"
    case .madeToOrder: "Made to order"
    case .preSale: "Presale"
    case .preOrder: "Preorder"
    case .backOrder: "Back order"
    case .reserved: "Reserved"
    case .outOfStock: "Out of stock"
    case .soldOut: "Sold out"
    case .discontinued: "Discontinued"
    }
  }

  /// What a page says, as schema.org names it or as tags of Open Graph do, in any writing: `InStock`, `in stock`.
  ///
  /// - Returns: `nil` for what is neither.
  init?(reading text: String) {
    guard text.utf8.count <= 64 else { return nil }
    let letters = text.lowercased().filter { $0.isASCII && $0.isLetter }
    guard let value = Self.byLetters[letters] else { return nil }
    self = value
  }

  private static let byLetters: [String: CardAvailability] = {
    var names: [String: CardAvailability] = [
      "oos": .outOfStock, "available": .inStock, "availablefororder": .backOrder,
    ]
    for value in allCases { names[value.rawValue.lowercased()] = value }
    return names
  }()
}
