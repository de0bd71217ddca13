internal import FresnelModel
package import LocalAnswers

// What a person does with the whole session stands in the list as a row of its own.

extension SurfaceRow {
  /// What such rows belong to in the place of an app.
  private static let session = "org.fresnel.session"
  /// The first result stays where Enter finds it: the name of a command may be the name of something else.
  private static let commandPlace = 1

  /// Makes the row of a command.
  package init(_ command: SessionCommand) {
    let scope = IndexScope(app: Self.session, index: "")
    self.init(
      identifier: ResultIdentifier(kind: .computed, scope: scope, identifier: command.rawValue),
      title: command.title)
    source = "Session"
  }

  /// The command that the row stands for; `nil` for other rows.
  package var command: SessionCommand? {
    guard identifier.kind == .computed, identifier.scope.app == Self.session else { return nil }
    return SessionCommand(rawValue: identifier.identifier)
  }

  /// Puts what was computed among the results: an answer before all of them, a command behind the first.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - context: Where and when it was typed.
  /// - Returns: The rows, each with its place.
  static func computed(
    for text: String, in context: AnswerContext
  ) -> [(row: SurfaceRow, place: Int)] {
    if let answer = LocalAnswer(to: text, in: context) { return [(SurfaceRow(answer), 0)] }
    return SessionCommand(named: text).map { [(SurfaceRow($0), commandPlace)] } ?? []
  }
}

extension [SurfaceRow] {
  /// Puts rows at their places, or at the end where there are not as many.
  func inserting(_ computed: [(row: SurfaceRow, place: Int)]) -> [SurfaceRow] {
    var rows = self
    for (row, place) in computed { rows.insert(row, at: Swift.min(place, rows.count)) }
    return rows
  }
}
