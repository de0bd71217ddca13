import FresnelTestSupport

/// Recipes in a terminal, with a person before it.
struct RecipesProgram: ~Copyable {
  private var terminal: PseudoTerminal

  /// Waits until the program in a terminal shows a text, which a program that runs does on each screen.
  init(_ terminal: consuming PseudoTerminal, showing text: String = "q quit") throws {
    self.terminal = terminal
    try self.terminal.read(until: text)
  }

  /// Waits until the program shows a text that it did not show before.
  mutating func see(_ text: String) throws {
    try terminal.read(until: text)
  }

  /// Presses keys, and waits until the program shows a text for them.
  mutating func press(_ keys: String, toSee text: String) throws {
    try terminal.type(keys)
    try terminal.read(until: text)
  }

  /// Looks for a favourite from the list, opens it, and waits until it is shown.
  mutating func open(_ title: String, lookingFor text: String, toSee last: String) throws {
    // The list that is left may have shown the title, too.
    try press("/" + text, toSee: "Search: \(text)▏")
    try see(title)
    try press("\r", toSee: last)
  }

  /// Goes from a recipe or a search to the list.
  mutating func goToList() throws {
    try press("\u{1B}", toSee: "favourites)")
  }

  /// Presses keys, the last of which ends the program.
  ///
  /// - Returns: Its exit status.
  mutating func quit(_ keys: String = "q") throws -> Int32? {
    try terminal.type(keys)
    return terminal.waitForEnd()
  }

  /// Ends the program with no chance to tidy up.
  mutating func kill() {
    terminal.send(9)
    _ = terminal.waitForEnd()
  }
}
