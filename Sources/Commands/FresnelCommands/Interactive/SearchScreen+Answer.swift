internal import CommandKit
internal import FresnelModel
internal import LocalAnswers

// What was computed stands above the results.

extension SearchScreen {
  /// How many rows stand above the results.
  var answerCount: Int { results.answer == nil ? 0 : 1 }

  /// The answer, where it is selected.
  var selectedAnswer: LocalAnswer? { selection == 0 ? results.answer : nil }

  /// The place of the selected row among the results; `nil` where another one is selected.
  var resultSelection: Int? {
    let place = selection - answerCount
    return results.rows.indices.contains(place) ? place : nil
  }

  /// The row of the answer.
  static func row(of answer: LocalAnswer) -> ResultRow {
    let kind =
      switch answer.kind {
      case .sum: "Calculation"
      case .conversion: "Conversion"
      case .date: "Calendar"
      }
    return ResultRow(
      title: StyledText(answer.text, .strong), kind: kind,
      detail: StyledText(withoutControls(answer.question), .faint))
  }

  /// What has a terminal put a text into the clipboard, where it does that for programs: OSC 52 of xterm.
  static func copying(_ text: String) -> String {
    "\u{1B}]52;c;\(Base64.encode(Array(text.utf8)))\u{1B}\\"
  }
}
