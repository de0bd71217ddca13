@testable import FresnelCommands

/// Sources of manual pages, in man(7), mdoc(7) and roff.
enum ManualTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      ".TH CP 1 \"2024\" c\\\" comment\n.SH NAME\ncp, copy \\- copy \\fBfiles\\fR\n.TP\n\\fB\\-a\\fR\\c\n"
        + ".BR cat (1), \\s-2b\\s+2\nx\\\ny \\h'1' \\[u00e9] \\(co \\N'233' \\o'ab' \\*(lqq\\*(rq\n",
      ".Dd x\n.Dt NC 1\n.Sh NAME\n.Nm nc ,\n.Nm netcat\n.Nd b\n.Op Fl x Ar y Ns Oo z Oc .\n.Bl -tag\n"
        + ".It Xo\n.Fn f \"int a\" b\n.Xc\n.El\n.Xr ls 1 ,\n.Nm Nm Nm\n",
      ".ds x a\\*x\\*x\\*x\n.as x b\n.de Z\n.if n \\{\\\n\\\\$1 \\\\$* \\*(aq \\n(.g\n.Z \\\\$* \\\\$*\n.\\}\n..\n"
        + ".ie '\\*(.T'ps' x \\{ y\n.el .Z \"q \"\"r\"\" s\" t\n\\*x\n.am Z\n.ig\n..\n.so man1/a.1\n",
      ".TS\ntab(@);\nl l.\na@T{\nb\n.TS\nT}\n_\n.T&\nl.\n.TE\n.if n .if !t .ie d x .el x\n",
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    let page = ManualText(source: input)
    expect(page.text.count <= ManualText.characterLimit, "A page's text is too long.")
    expect(page.names.allSatisfy { !$0.isEmpty }, "A page has a name without characters.")
    expect(page.summary?.isEmpty != true, "A summary says nothing.")
    // Escapes become some characters each; all else that is longer than the page comes of strings and macros.
    let text = RoffReducer(input).output.bytes
    expect(
      text.count <= 64 * input.count + 4 * RoffBudget.limit + 64,
      "A page of \(input.count) bytes became \(text.count).")
  }
}
