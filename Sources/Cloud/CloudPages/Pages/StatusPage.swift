/// The page that tells those who run the service how the crawl and the index are.
package struct StatusPage: Sendable {
  /// A number with its name.
  package struct Fact: Sendable {
    let name: String
    let value: String

    /// Tells something.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A table of hosts: their names come first in each row.
  package struct Table: Sendable {
    let title: String
    let columns: [String]
    let rows: [[String]]

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - title: What the rows are.
    ///   - columns: The names of the columns.
    ///   - rows: A text for each column in each row.
    package init(_ title: String, columns: [String], rows: [[String]]) {
      self.title = title
      self.columns = columns
      self.rows = rows
    }
  }

  private let facts: [Fact]
  private let tables: [Table]
  private let problem: String?

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - facts: What is told of the whole.
  ///   - tables: What is told of hosts.
  ///   - problem: What can't be told, in a sentence; `nil` where all can.
  package init(facts: [Fact], tables: [Table], problem: String? = nil) {
    self.facts = facts
    self.tables = tables
    self.problem = problem
  }

  /// The page.
  package var page: String {
    PageFrame(title: "Status", place: nil).page {
      element(.h1) { "Status" }
      if let problem { element(.p, .classes("problem")) { problem } }
      element(.dl, .classes("facts")) {
        for fact in facts {
          element(.dt) { fact.name }
          element(.dd) { fact.value }
        }
      }
      for table in tables where !table.rows.isEmpty {
        element(.section) {
          element(.h2) { table.title }
          element(.div, .classes("wide")) {
            element(.table) {
              element(.thead) {
                element(.tr) {
                  for column in table.columns { element(.th, .set(.scope, "col")) { column } }
                }
              }
              element(.tbody) { for row in table.rows { rowView(row) } }
            }
          }
        }
      }
    }
  }

  private func rowView(_ row: [String]) -> HTML {
    element(.tr) { for cell in row { element(.td) { cell } } }
  }
}
