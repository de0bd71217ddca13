/// The macros of mdoc(7) that may stand inside a line.
enum MdocMacro {
  /// Macros that enclose the rest of their line.
  static let enclosures: [String: (opening: String, closing: String)] = [
    "Op": ("[", "]"), "Bq": ("[", "]"), "Pq": ("(", ")"), "Aq": ("<", ">"), "Brq": ("{", "}"),
    "Dq": ("“", "”"), "Sq": ("‘", "’"), "Ql": ("‘", "’"), "Qq": ("\"", "\""), "Eq": ("", ""),
  ]

  /// Macros that open an enclosure closed by another line.
  static let openings: [String: String] = [
    "Oo": "[", "Bo": "[", "Po": "(", "Ao": "<", "Bro": "{", "Do": "“", "So": "‘", "Qo": "\"",
  ]

  /// Macros that close an enclosure.
  static let closings: [String: String] = [
    "Oc": "]", "Bc": "]", "Pc": ")", "Ac": ">", "Brc": "}", "Dc": "”", "Sc": "’", "Qc": "\"",
    "Fc": ")",
  ]

  /// Macros that stand for a system's name.
  static let systems: [String: String] = [
    "Ux": "UNIX", "Bx": "BSD", "At": "AT&T UNIX", "Fx": "FreeBSD", "Nx": "NetBSD",
    "Ox": "OpenBSD", "Dx": "DragonFly", "Bsx": "BSD/OS",
  ]

  /// Macros that show their words.
  private static let plain: Set<String> = [
    "Nm", "Nd", "Fl", "Ar", "Xr", "Fn", "Fo", "Fa", "Ft", "Fd", "In", "Ic", "Li", "Cm", "Em", "Sy",
    "No", "Ns", "Pf", "Ap", "Ev", "Va", "Vt", "Dv", "Er", "Pa", "Ad", "An", "Tn", "Ms", "Cd", "St",
    "Mt", "Lk", "Sx", "Lb", "Ta", "Xo", "Xc", "Eo", "Ec", "Es", "En", "%A", "%B", "%C", "%D", "%I",
    "%J",
    "%N", "%O", "%P", "%Q", "%R", "%T", "%U", "%V",
  ]

  /// Whether a word of a line is a macro.
  static func isKnown(_ name: String) -> Bool {
    plain.contains(name) || enclosures[name] != nil || openings[name] != nil
      || closings[name] != nil || systems[name] != nil
  }

  /// Whether a word is a mark that follows the word before it without a space.
  static func isClosingPunctuation(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count == 1, let mark = word.first else { return false }
    return [".", ",", ":", ";", ")", "]", "?", "!"].contains(Character(Unicode.Scalar(mark)))
  }
}
