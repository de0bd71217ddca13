/// The values of a row: those of the declared columns, and of the key.
public struct SearchableRow: Sendable {
  private let values: [String: SearchableValue]

  init(_ values: [String: SearchableValue]) {
    self.values = values
  }

  /// The value of a column, by the name that the declaration has; `nil` where it is null, or not declared.
  public subscript(_ column: String) -> SearchableValue? { values[column] }
}
