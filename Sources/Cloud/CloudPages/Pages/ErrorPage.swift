/// The page of an error.
package struct ErrorPage: Sendable {
  /// What went wrong, in a few words.
  package var title: String
  /// What it means and what to do, in a sentence or two.
  package var message: String

  /// Makes a page.
  package init(title: String, message: String) {
    self.title = title
    self.message = message
  }

  /// The page of an answer of a status code.
  package static func page(status: Int) -> String { ErrorPage(status: status).page }

  /// What is said of a status code.
  private init(status: Int) {
    switch status {
    case 404:
      self.init(
        title: "There is nothing here",
        message: "The address may be mistyped, or what was here is gone.")
    case 405:
      self.init(
        title: "This can't be asked for so", message: "Begin on the page that has the form.")
    case 413:
      self.init(title: "That is too much", message: "Send less text.")
    case 429:
      self.init(
        title: "That was a lot", message: "You asked often in a short time. Try again in a minute.")
    case 503:
      self.init(
        title: "There is too much to do", message: "Too many ask at the moment. Try again soon.")
    default:
      self.init(
        title: "Something went wrong", message: "It is not your fault. Try again in a minute.")
    }
  }

  /// The page.
  package var page: String {
    PageFrame(title: title, place: nil).page {
      element(.h1) { title }
      element(.p, .classes("lead")) { message }
      element(.p) {
        element(.a, .href(LinkTarget(path: "/"))) { "To the search" }
      }
    }
  }
}
