/// What somebody asks to have checked, as it was typed.
package struct ValidationForm: Hashable, Sendable {
  /// Something that can't be checked so.
  package struct Problem: Error, Hashable {
    /// A field of the form.
    package enum Field: String, Hashable, Sendable {
      /// The address of the page.
      case url
      /// The page itself.
      case html
      /// The addresses to try.
      case tests = "test-url"
      /// The app to compare with.
      case app
    }

    /// The field.
    package var field: Field
    /// What is wrong with it, in a sentence.
    package var sentence: String

    /// Names a problem.
    package init(_ field: Field, _ sentence: String) {
      self.field = field
      self.sentence = sentence
    }
  }

  /// The address of the page.
  package var url: String
  /// The page, where it was pasted.
  package var html: String?
  /// Addresses to try on the association file, one to a line.
  package var tests: String
  /// The identifier of an app to compare with.
  package var app: String
  /// What can't be checked; `nil` where all can.
  package var problem: Problem?

  /// Makes a form.
  package init(
    url: String = "", html: String? = nil, tests: String = "", app: String = "",
    problem: Problem? = nil
  ) {
    self.url = url
    self.html = html
    self.tests = tests
    self.app = app
    self.problem = problem
  }
}
