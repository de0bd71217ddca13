internal import SiteValidation
internal import WebDocuments

/// What to do, in order of effect.
struct TasksView {
  /// The report.
  let report: SiteReport
  /// The lines of the documents, by their names.
  let lines: [String: SourceLines]

  /// The most tasks and notices that are shown.
  private static let limit = 60
  /// How many tasks are shown open.
  private static let openCount = 5

  /// The list.
  var html: HTML {
    element(.section, .set(.ariaLabelledBy, "to-do")) {
      element(.h2, .set(.id, "to-do")) { "What to do" }
      if report.tasks.isEmpty {
        element(.p) { "Nothing." }
      } else {
        element(.p, .classes("muted")) { "What costs most comes first." }
        element(.ol, .classes("tasks"), .set(.enhance, "all")) {
          for (place, task) in report.tasks.prefix(Self.limit).enumerated() {
            self.task(task, isOpen: place < Self.openCount)
          }
        }
        more(report.tasks.count)
      }
      notices
    }
  }

  private func task(_ task: SiteTask, isOpen: Bool) -> HTML {
    element(.li) {
      element(
        .details, .classes("task \(task.severity.name)"),
        .flag(.open, if: isOpen && task.severity >= .warning)
      ) {
        element(.summary) {
          SeverityBadge(severity: task.severity).html
          " "
          element(.strong) { task.rule.remedy }
          if task.count > 1 { element(.span, .classes("muted")) { " \(task.count) times" } }
        }
        for (document, diagnostic) in task.examples {
          FindingView(
            diagnostic: diagnostic, document: document == report.page?.name ? nil : document,
            lines: lines[document]
          ).html
        }
        if task.count > task.examples.count {
          element(.p, .classes("muted")) { "And \(task.count - task.examples.count) more." }
        }
        element(.p, .classes("muted")) {
          "Otherwise \(task.effect.title). Rule: "
          HTML.rule(task.rule)
        }
      }
    }
  }

  private var notices: HTML {
    let notices = report.documents.flatMap { document in
      document.diagnostics.filter { $0.severity == .notice }.map { (document.name, $0) }
    }
    guard !notices.isEmpty else { return HTML() }
    return element(.details) {
      element(.summary) {
        "\(counted(notices.count, "notice")), which \(notices.count == 1 ? "asks" : "ask") for nothing"
      }
      element(.ul, .classes("notices")) {
        for (document, notice) in notices.prefix(Self.limit) {
          element(.li) {
            notice.message
            if let location = notice.location {
              element(.span, .classes("muted")) { " Line \(location.line)" }
            }
            if document != report.page?.name {
              element(.span, .classes("muted")) { " (\(document))" }
            }
            " "
            HTML.rule(notice.rule)
          }
        }
      }
      more(notices.count)
    }
  }

  private func more(_ count: Int) -> HTML {
    guard count > Self.limit else { return HTML() }
    return element(.p, .classes("muted")) {
      "And \(count - Self.limit) more, which the report as JSON has."
    }
  }
}
