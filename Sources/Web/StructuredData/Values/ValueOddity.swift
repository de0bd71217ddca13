/// What was unusual about how a value was written that could be read all the same.
package enum ValueOddity: Hashable, Sendable {
  /// A comma where a program expects a point: `4,5`.
  case decimalComma
  /// Digits in groups: `1,203`.
  case groupedDigits
  /// A plus sign in front.
  case plusSign
  /// Capital and small letters other than the standard has them: `TRUE`, `pt1h`.
  case letterCase
  /// A space where the standard has the letter T: `2015-06-08 10:00`.
  case spaceBeforeTime
  /// A currency sign beside the number: `$55`.
  case currencySign
  /// A currency's code beside the number: `55 USD`.
  case currencyCode

  /// What was unusual, as part of a sentence: "has …".
  package var description: String {
    switch self {
    case .decimalComma: "a comma for a decimal point"
    case .groupedDigits: "marks between groups of digits"
    case .plusSign: "a plus sign"
    case .letterCase: "capital or small letters where the others are expected"
    case .spaceBeforeTime: "a space instead of the letter T before the time"
    case .currencySign: "a currency sign"
    case .currencyCode: "a currency's code"
    }
  }
}
