import FresnelPlatform
import FresnelTestSupport
import RecipeBook
import Testing
import WireTestSupport

extension RecipesEndToEndTests {
  private func withDevices(_ body: (TwoDevices) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory(prefix: "fresnel-devices") {
      (directory: String) throws in
      let devices = try TwoDevices(in: directory)
      defer { devices.end() }
      try body(devices)
    }
  }

  @Test("A recipe is handed over to a device where Recipes does not run, and back to where it runs")
  func handingOver() throws {
    try withDevices { devices in
      var here = try devices.desk.recipes()
      try here.open("Lemon Tart", lookingFor: "lem", toSee: "▸ 1.")
      try here.press("\u{1B}[B", toSee: "▸ 2.")
      #expect(try devices.laptop.offers("Lemon Tart  Recipes on Desk"))
      // There it starts, in the terminal in which it was chosen, at the same step.
      var there = try devices.laptop.recipes(
        by: ["handoff", "accept", "lemon", "tart"], showing: "Lemon Tart")
      try there.see("▸ 2.")
      try here.see("You went on with this recipe on another device.")

      try there.press("\u{1B}[B", toSee: "▸ 3.")
      #expect(try devices.desk.offers("Lemon Tart  Recipes on Laptop"))
      #expect(try devices.desk.fresnel("handoff", "accept") == "opened in Recipes\n")
      try here.see("▸ 3.")
      try there.see("You went on with this recipe on another device.")

      // What ends is offered no more, and what follows it is.
      try here.goToList()
      #expect(try devices.laptop.withdraws("Lemon Tart  Recipes on Desk"))
      try here.open("Apple Crumble", lookingFor: "crumble", toSee: "for 6")
      #expect(try devices.laptop.offers("Apple Crumble  Recipes on Desk"))
      #expect(try here.quit() == 0)
      #expect(try devices.laptop.withdraws("Apple Crumble  Recipes on Desk"))
      #expect(try there.quit() == 0)
    }
  }

  @Test("A recipe that is in one book alone is not continued with the other one")
  func unknownRecipe() throws {
    try withDevices { devices in
      let book = try devices.desk.book()
      try book.add([ModelTests.recipe(0, "Family Secret", isFavourite: true)])
      var there = try devices.laptop.recipes()
      var here = try devices.desk.recipes()
      try here.open("Family Secret", lookingFor: "family", toSee: "▸ 1.")
      #expect(try devices.laptop.offers("Family Secret  Recipes on Desk"))
      let messages = try devices.laptop.messages(of: "handoff", "accept", "family")
      #expect(messages.contains("Recipes"))
      try there.see("Family Secret is not in this book.")
      #expect(try here.quit() == 0)
      #expect(try there.quit() == 0)
    }
  }

  @Test("What is open on a device that is locked goes on elsewhere, and nothing goes on there")
  func locked() throws {
    try withDevices { devices in
      var here = try devices.desk.recipes()
      try here.open("Lemon Tart", lookingFor: "lem", toSee: "▸ 1.")
      #expect(try devices.laptop.offers("Lemon Tart  Recipes on Desk"))
      _ = try devices.desk.fresnel("lock")
      var there = try devices.laptop.recipes(
        by: ["handoff", "accept", "lemon", "tart"], showing: "Lemon Tart")
      try here.see("You went on with this recipe on another device.")
      #expect(try devices.desk.offers("Lemon Tart  Recipes on Laptop"))
      let refusal = try devices.desk.messages(of: "handoff", "accept", "lemon")
      #expect(refusal.contains("locked"), "\(refusal)")
      #expect(try there.quit() == 0)
      #expect(try here.quit() == 0)
    }
  }

  @Test("A device that is forgotten is offered nothing any more")
  func forgetting() throws {
    try withDevices { devices in
      var here = try devices.desk.recipes()
      try here.open("Lemon Tart", lookingFor: "lem", toSee: "▸ 1.")
      #expect(try devices.laptop.offers("Lemon Tart  Recipes on Desk"))
      #expect(try devices.desk.fresnel("devices", "forget", "laptop") == "Laptop is forgotten\n")
      #expect(try devices.laptop.withdraws("Lemon Tart  Recipes on Desk"))
      #expect(try here.quit() == 0)
    }
  }
}
