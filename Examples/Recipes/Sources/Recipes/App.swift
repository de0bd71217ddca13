import CoreSpotlight
import Foundation
import RecipeBook
import RecipeScreens
import SpotlightSQLite

/// The running app: it takes keys and what others want opened, and keeps book, index and screen in step.
@MainActor
final class App {
  private let book: RecipeBook
  private let search: RecipeSearch
  private let terminal: Terminal
  private var model: Model
  private var keys = KeyReader()
  /// What the person reads now. Nothing else keeps it, so that it is over when this goes.
  private var activity: NSUserActivity?
  private var saver: ActivitySaver?
  private lazy var receiver = Receiver(self)
  private var input: (any DispatchSourceRead)?
  private var resizing: (any DispatchSourceSignal)?

  /// Opens the book at a path, to show it in a terminal.
  init(book path: String, terminal: Terminal) throws {
    book = try RecipeBook(path: path)
    let progress = IndexingProgress()
    search = try RecipeSearch(book: path) { progress.step() }
    self.terminal = terminal
    model = Model(recipes: try book.recipes)
    progress.report = { [weak self] count in self?.tell("Making \(count) favourites searchable …") }
  }

  /// Shows where the person was, and begins to listen.
  func run() throws {
    if let place = try book.place, let recipe = try book.recipe(place.recipe) {
      model.show(recipe, step: place.step)
    }
    changeScreen { _ in }
    synchronize()
    UserActivityReceiver.shared.begin(receiver)
    let input = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .main)
    input.setEventHandler { MainActor.assumeIsolated { self.readKeys() } }
    input.activate()
    self.input = input
    let resizing = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .main)
    resizing.setEventHandler { MainActor.assumeIsolated { self.draw() } }
    resizing.activate()
    self.resizing = resizing
  }

  // MARK: - What others want opened

  /// Goes to where an activity leads: one of the app's own, an item that the person chose in a search, or a
  /// search that goes on here.
  ///
  /// - Returns: Whether it leads anywhere.
  func open(_ activity: NSUserActivity) -> Bool {
    if activity.activityType == CSQueryContinuationActionType {
      let text = activity.userInfo?[CSSearchQueryString] as? String ?? ""
      var effects: [Effect] = []
      changeScreen { effects = $0.search(for: text) }
      perform(effects)
      return true
    }
    guard let place = RecipeActivity.place(of: activity) else { return false }
    guard let title = place.title else { return open(recipe: place.recipe, step: place.step) }
    let recipe = try? book.recipe(titled: title, number: place.recipe)
    guard let recipe else {
      tell("\(title) is not in this book.")
      return false
    }
    changeScreen { $0.show(recipe, step: place.step) }
    return true
  }

  /// Shows the recipe of a link such as `recipes://42`.
  func open(_ link: URL) -> Bool {
    guard link.scheme == "recipes", let recipe = link.host.flatMap(Int64.init) else { return false }
    return open(recipe: recipe, step: 0)
  }

  /// Tells the person that something will not come.
  func tell(_ sentence: String) {
    changeScreen { $0.notice = sentence }
  }

  private func open(recipe id: Int64, step: Int) -> Bool {
    guard let recipe = try? book.recipe(id) else { return false }
    changeScreen { $0.show(recipe, step: step) }
    return true
  }

  // MARK: - Keys

  private func readKeys() {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(0, &bytes, bytes.count)
    guard count > 0 else { return quit() }
    for key in keys.keys(in: bytes.prefix(count)) {
      var effects: [Effect] = []
      changeScreen { effects = $0.press(key) }
      perform(effects)
    }
  }

  private func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .setFavourite(let id, let isFavourite):
        change { (book) throws(RecipeBookError) in try book.setFavourite(id, isFavourite) }
      case .delete(let id):
        change { (book) throws(RecipeBookError) in try book.delete(id) }
      case .search(let text): find(text)
      case .quit: quit()
      }
    }
  }

  private func quit() {
    input?.cancel()
    if case .recipe(let recipe, let step) = model.screen {
      try? book.setPlace((recipe.id, step))
    } else {
      try? book.setPlace(nil)
    }
    activity?.invalidate()
    terminal.close()
    // What was changed a moment ago is to be found too, or not; but nobody waits long for a program to end.
    search.database.synchronize { _ in exit(0) }
    DispatchQueue.main.asyncAfter(deadline: .now() + 2) { exit(0) }
  }

  // MARK: - Book and index

  private func change(_ body: (RecipeBook) throws(RecipeBookError) -> Void) {
    do throws(RecipeBookError) {
      try body(book)
      let recipes = try book.recipes
      changeScreen { $0.update(recipes) }
      synchronize()
    } catch {
      tell(error.description)
    }
  }

  private func synchronize() {
    search.database.synchronize { error in
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          if let error { self.tell("Searches may miss something: \(error)") }
          // What is looked for may be there now.
          if self.model.screen == .search { self.find(self.model.searchText) }
        }
      }
    }
  }

  private func find(_ text: String) {
    Task {
      let numbers = (try? await search.recipes(matching: text)) ?? []
      guard model.screen == .search, model.searchText == text else { return }
      changeScreen { model in
        model.isSearching = false
        model.found = numbers.compactMap { number in model.recipes.first { $0.id == number } }
      }
    }
  }

  // MARK: - Screen and activity

  /// Changes what is shown, and what the person is said to be doing with it.
  private func changeScreen(_ change: (inout Model) -> Void) {
    let old = model
    var new = model
    change(&new)
    model = new
    draw()
    follow(old.screen)
  }

  private func draw() {
    let size = terminal.size
    terminal.show(model.lines(width: size.width, height: size.height))
  }

  /// Makes the recipe that is read the current activity.
  private func follow(_ old: Model.Screen) {
    guard case .recipe(let recipe, let step) = model.screen else {
      activity?.invalidate()
      (activity, saver) = (nil, nil)
      return
    }
    if case .recipe(let before, _) = old, before == recipe, let activity, let saver {
      // The same place: the step is written down when somebody wants to know it.
      saver.step = step
      activity.needsSave = true
      return
    }
    activity?.invalidate()
    let saver = ActivitySaver(recipe: recipe, step: step) { [weak self] in
      self?.tell("You went on with this recipe on another device.")
    }
    let activity = RecipeActivity.reading(recipe, step: step)
    activity.delegate = saver
    activity.becomeCurrent()
    (self.activity, self.saver) = (activity, saver)
  }
}
