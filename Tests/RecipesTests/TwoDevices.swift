import FresnelPlatform
import FresnelTestSupport
import WireTestSupport

/// Two homes of one person, on two addresses of this machine, which know each other as devices.
struct TwoDevices {
  /// What was shown is not what is to be typed.
  struct NoCode: Error {
    let line: String
  }

  /// The one that is called Desk.
  let desk: RecipesHome
  /// The one that is called Laptop.
  let laptop: RecipesHome

  /// Starts both, in a directory, and pairs them as a person does: the desk shows a code.
  ///
  /// - Throws: ``NoCode`` when they are not paired.
  init(in directory: String) throws {
    func home(_ name: String, _ address: String) throws -> RecipesHome {
      let place = directory + "/" + name
      try FileSystem.createDirectory(place)
      return try RecipesHome(
        in: place,
        options: ["--handoff-name", name, "--handoff-address", address + ":0", "--no-avahi"])
    }
    desk = try home("Desk", "127.0.0.2")
    laptop = try home("Laptop", "127.0.0.3")
    var shown = try desk.terminal(TestProgram.path("fresnel"), ["devices", "pair"])
    try shown.read(until: "fresnel devices pair CODE")
    try shown.read(until: "fresnel devices pair ")
    let line = try shown.read(until: "\r\n")
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 2 else { throw NoCode(line: line) }
    let answer = try laptop.fresnel("devices", "pair", words[0], words[1])
    guard answer == "paired with Desk\n" else { throw NoCode(line: answer) }
    try shown.read(until: "paired with Laptop")
    _ = shown.waitForEnd()
  }

  /// Ends both daemons.
  func end() {
    desk.daemon.kill()
    laptop.daemon.kill()
  }
}

extension RecipesHome {
  /// Waits until something can be continued here.
  ///
  /// - Parameter line: What the list says of it, after the number.
  /// - Returns: Whether it can, after a while.
  /// - Throws: When the command cannot be run.
  func offers(_ line: String) throws -> Bool {
    try TestProgram.wait { try fresnel("handoff", "list").contains(line) }
  }

  /// Waits until something that could be continued here cannot be any more.
  func withdraws(_ line: String) throws -> Bool {
    try TestProgram.wait { try !fresnel("handoff", "list").contains(line) }
  }
}
