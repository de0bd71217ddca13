import CommandKit
import FresnelTestSupport
import Testing

@testable import FresnelCommands

@Suite("Manual pages reduced to text")
struct ManualTextTests {
  private func reduce(_ source: String) -> ManualText {
    ManualText(source: Array(source.utf8))
  }

  @Test("a man page gives its names, its summary and its text without markup")
  func manPage() {
    let page = reduce(
      #"""
      .\" a comment
      .TH CP 1 "2024" "GNU"
      .SH NAME
      cp, copy \- copy \fBfiles\fR and directories
      .SH SYNOPSIS
      .B cp
      [\fIOPTION\fR]...
      .SH "DESCRIPTION"
      .PP
      Copy SOURCE to DEST\&.
      .TP
      \fB\-a\fR, \fB\-\-archive\fR
      same as \-dR
      .BR cat (1)
      """#)
    #expect(page.names == ["cp", "copy"])
    #expect(page.summary == "copy files and directories")
    #expect(
      page.text == """
        NAME
        cp, copy - copy files and directories
        SYNOPSIS
        cp [OPTION]...
        DESCRIPTION
        Copy SOURCE to DEST.
        -a, --archive
        same as -dR cat(1)

        """)
  }

  @Test("an mdoc page gives its names, its summary and its text without markup")
  func mdocPage() {
    let page = reduce(
      #"""
      .Dd June 1, 2024
      .Dt NC 1
      .Os
      .Sh NAME
      .Nm nc ,
      .Nm netcat
      .Nd arbitrary TCP and UDP connections
      .Sh SYNOPSIS
      .Nm
      .Op Fl 46cDd
      .Op Fl I Ar length
      .Sh DESCRIPTION
      The
      .Nm
      (or
      .Nm netcat )
      utility is used with
      .Xr ssh 1 .
      .Bl -tag -width Ds
      .It Fl 4
      Use IPv4.
      .El
      .Dq quoted text .
      """#)
    #expect(page.names == ["nc", "netcat"])
    #expect(page.summary == "arbitrary TCP and UDP connections")
    #expect(page.text.contains("nc [-46cDd] [-I length]"))
    #expect(page.text.contains("The nc (or netcat) utility is used with ssh(1)."))
    #expect(page.text.contains("\n-4\nUse IPv4.\n"))
    #expect(page.text.contains("“quoted text”."))
  }

  @Test("a page that only points elsewhere names its target")
  func pointer() {
    let page = reduce(".so man3/printf.3\n")
    #expect(page.redirect == "man3/printf.3")
    #expect(page.text.isEmpty)
  }

  @Test("conditions take the branch of a text terminal")
  func conditions() {
    let page = reduce(
      #"""
      .TH X 1
      .ie n \{\
      .ds Aq '
      terminal
      .\}
      .el \{\
      .ds Aq \(aq
      printer
      .if n also printer
      .\}
      .if t paper
      .if !t screen
      .if 'a'b' unequal
      .if 'a'a' equal
      It\*(Aqs here.
      """#)
    #expect(page.text == "terminal screen equal It's here.\n")
  }

  @Test("a page's own macros are expanded, and end even when they call themselves")
  func ownMacros() {
    #expect(
      reduce(
        """
        .de Hi
        Hello \\\\$1,
        ..
        .Hi World
        and all.
        """
      ).text == "Hello World, and all.\n")
    let endless = reduce(".de A\n.A\n.A\nx\n..\n.A\nend\n")
    #expect(endless.text.contains("end"))
  }

  @Test("special characters, spaces and sizes become what a reader sees")
  func escapes() {
    #expect(
      reduce(#"\(co 2024 \[em] 5\~\(mc\s-1m\s0 \[u00E9]\h'2n'\*(lqhi\*(rq a\e b\\-c \N'65'"#).text
        == "© 2024 — 5 µm é“hi” a\\ b\\-c A\n")
  }

  @Test("a table gives a line for each row")
  func table() {
    let page = reduce(
      """
      .TS
      allbox tab(|);
      l l.
      Name|Value
      _
      a|T{
      long
      text
      T}
      .TE
      after
      """)
    #expect(page.text == "Name  Value\na long text\nafter\n")
  }

  @Test("the text is cut at 24,000 characters")
  func cut() {
    let page = reduce(
      ".TH X 1\n.SH NAME\nx \\- y\n.SH D\n" + String(repeating: "Köln ", count: 20_000))
    #expect(page.text.count == ManualText.characterLimit)
    #expect(page.summary == "y")
  }

  @Test("a page in Latin-1 is read as such")
  func latin1() {
    let source = Array(".SH NAME\ncaf".utf8) + [0xE9] + Array(" \\- drink\n".utf8)
    #expect(ManualText(source: source).names == ["café"])
  }

  @Test("any bytes reduce to text", arguments: 0..<40 as Range<UInt64>)
  func anyBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let page = generator.mutate(Self.seedPage)
    let text = ManualText(source: page)
    #expect(text.text.count <= ManualText.characterLimit, "seed \(seed)")
  }

  private static let seedPage = Array(
    #"""
    .TH X 1 "a b" c\" comment
    .de Z
    .if n \{\
    \\$1 \\$* \*(aq \n(.g
    .\}
    ..
    .ie '\*(.T'ps' x \{ y
    .el .Z "q ""r"" s" t
    .ds x \*x
    .TP \w'abc'
    \fB\-\-x\fR\c
    .BR a (1), \s-2b\s+2
    .TS
    tab(@);
    l l.
    a@T{
    b
    T}
    .TE
    .Dd x
    .Sh NAME
    .Nm a ,
    .Nd b
    .Op Fl x Ar y Ns Oo z Oc .
    .Bl -tag
    .It Xo
    .Fn f "int a" b
    .Xc
    .El
    .Xr ls 1 ,
    \h'1' \[u00e9] \(co \N'233' \o'ab' \*[long name] \z \
    continued
    """#.utf8)
}
