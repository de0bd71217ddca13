import FirstDaySources

/// `.gitignore` files.
enum GitIgnoreTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      "# objects\n*.o\n!keep.o\n/build/\n\\#a\\ \ndoc/**/*.[ch]\n**/tmp/**\n",
      "a/**/b\r\n[[:alpha:]_-]*[!0-9]\n[]a-c\\]]?\n\\!x  \n!**/\n",
      "\u{FEFF}/a**b/*\n[\n\\\n[[:no:]]\n//\n",
    ].map { Array($0.utf8) }
  }

  /// Paths of one name and of many, with the bytes of patterns and without.
  private static let paths: [[[UInt8]]] =
    [
      ["a"], ["build"], ["doc", "x", "y", "z.c"], ["tmp", "a", "b"], ["\\", "*", "[a]"],
      ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"],
    ].map { $0.map { Array($0.utf8) } } + [[[0xFF, 0xC3], [0x20]]]

  static func examine(_ input: [UInt8]) {
    let file = GitIgnore(input)
    // The input's own lines are paths that its rules are near to.
    let own = input.split(separator: 0x0A).prefix(8).map { line in
      line.split(separator: 0x2F).map { Array($0.prefix(255)) }
    }
    for path in paths + own where !path.isEmpty {
      var steps = GitIgnore.maximumStepCount
      let ofDirectory = file.verdict(on: path, isDirectory: true, steps: &steps)
      steps = GitIgnore.maximumStepCount
      let ofFile = file.verdict(on: path, isDirectory: false, steps: &steps)
      expect(steps >= 0, "More steps are made than may be.")
      // Rules that are for directories alone may have used up the steps.
      if steps == 0 { continue }
      expect(ofFile == nil || ofDirectory != nil, "A rule matches files and no directories.")
      expect(!file.isEmpty || ofDirectory == nil, "A file that says nothing decides.")
    }
  }
}
