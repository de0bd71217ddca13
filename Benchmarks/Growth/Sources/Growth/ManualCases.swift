import FresnelCommands

extension GrowthCase {
  /// Manual pages. Most of these write nothing: a page is read no further than its text is kept.
  static var manuals: [GrowthCase] {
    [
      text("manual page: comments", list(head) { ".\\\" comment \($0)\n" }, manual),
      text(
        "manual page: paragraphs", from: 64, list(head) { ".PP\n\\fBbold\\fR \\(co \($0)\n" },
        manual),
      text("manual page: one line", list(head) { "\\&word \($0) " }, manual),
      text("manual page: lines that go on", from: 4096, list(head) { _ in "a\\\n" }, manual),
      text("manual page: conditions on one line", list(head, "x\n") { _ in ".if n " }, manual),
      text("manual page: branches on one line", list(head, "x\n") { _ in ".ie n " }, manual),
      text("manual page: blocks", list(head) { _ in ".if t \\{\\\nx\n.\\}\n" }, manual),
      text("manual page: tables in a table", list(head) { _ in ".TS\nl.\n" }, manual),
      text("manual page: lists in a list", list(head) { _ in ".Bl -tag\n" }, manual),
      text("manual page: definitions of macros", list(head) { ".de m\($0)\nx\n..\n" }, manual),
      text(
        "manual page: arguments that double",
        list(head + ".de a\n.a \\\\$* \\\\$*\n..\n.a ", "\n") { "word\($0) " }, manual),
      text("manual page: definitions of strings", list(head) { ".ds s\($0) x\n" }, manual),
      text(
        "manual page: a string that grows",
        list(head + ".ds s " + String(repeating: "x", count: 9_000) + "\n") { _ in ".as s\n" },
        manual),
      text(
        "manual page: strings that multiply",
        list(head + ".ds x " + String(repeating: "\\*x", count: 9) + "\n") { _ in "\\*x" }, manual),
      text("manual page: names", list(".TH X 1\n.SH NAME\n", " \\- x\n") { "name\($0), " }, manual),
      text(
        "manual page: a name repeated",
        list(".Nm " + String(repeating: "n", count: 4_096) + "\n.Nm ") { _ in "Nm " }, manual),
      text("manual page: escapes without an end", list(head) { _ in "\\[a\\h'" }, manual),
      text("manual page: arguments in quotes", list(head + ".B ") { "\"a\"\"b\" \($0) " }, manual),
    ].flatMap { $0 }
  }

  private static let head = ".TH X 1\n.SH NAME\nx \\- y\n.SH D\n"

  private static func manual(_ page: String) {
    use(ManualText(source: Array(page.utf8)))
  }
}
