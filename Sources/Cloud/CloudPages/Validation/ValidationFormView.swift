/// The forms of the validation page: for an address, and for HTML that is not on the web yet.
struct ValidationFormView {
  /// What was typed.
  let form: ValidationForm

  /// The forms.
  var html: HTML {
    .joined([addressForm, pastedForm])
  }

  private var addressForm: HTML {
    let form = form.html == nil ? form : ValidationForm()
    return element(
      .form, .classes("box"), .action("/validate"), .set(.method, "get"), .set(.enhance, "check")
    ) {
      field(.url, of: form, prefix: "page", label: "Address of a page") { attributes in
        element(.div, .classes("with-button")) {
          HTML.of(
            .input,
            attributes + [
              .set(.type, "text"), .set(.inputmode, "url"), .set(.autocomplete, "url"),
              .set(.autocapitalize, "none"), .set(.spellcheck, "false"), .flag(.required),
              .set(.maxlength, "2048"), .set(.value, form.url),
              .set(.placeholder, "https://example.com/page"),
            ])
          element(.button, .classes("primary"), .set(.type, "submit")) { "Check" }
        }
      }
      element(.details, .flag(.open, if: !form.app.isEmpty || !form.tests.isEmpty)) {
        element(.summary) { "More to compare with" }
        options(of: form, prefix: "page")
      }
    }
  }

  private var pastedForm: HTML {
    let form = form.html == nil ? ValidationForm() : form
    return element(.details, .classes("box"), .flag(.open, if: form.html != nil)) {
      element(.summary) { "Check HTML that is not on the web yet" }
      element(
        .form, .action("/validate"), .set(.method, "post"), .set(.enhance, "check")
      ) {
        field(.html, of: form, prefix: "pasted", label: "HTML of the page") { attributes in
          HTML.of(
            .textarea,
            attributes + [
              .set(.rows, "10"), .set(.spellcheck, "false"), .set(.autocapitalize, "none"),
              .set(.autocomplete, "off"), .flag(.required),
            ], content: HTML(form.html ?? ""))
        }
        field(
          .url, of: form, prefix: "pasted", label: "Address that it will have",
          hint: "May be left out. Nothing is fetched."
        ) { attributes in
          HTML.of(
            .input,
            attributes + [
              .set(.type, "text"), .set(.inputmode, "url"), .set(.autocapitalize, "none"),
              .set(.spellcheck, "false"), .set(.maxlength, "2048"), .set(.value, form.url),
            ])
        }
        element(.button, .classes("primary"), .set(.type, "submit")) { "Check this HTML" }
      }
    }
  }

  private func options(of form: ValidationForm, prefix: String) -> HTML {
    element(.div, .classes("fields")) {
      field(
        .app, of: form, prefix: prefix, label: "App",
        hint: "Its identifier, such as ABCDE12345.com.example.app"
      ) { attributes in
        HTML.of(
          .input,
          attributes + [
            .set(.type, "text"), .set(.autocapitalize, "none"), .set(.spellcheck, "false"),
            .set(.maxlength, "255"), .set(.value, form.app),
          ])
      }
      field(
        .tests, of: form, prefix: prefix, label: "Addresses to try",
        hint: "Would they open in the app? One to a line."
      ) { attributes in
        HTML.of(
          .textarea,
          attributes + [
            .set(.rows, "2"), .set(.spellcheck, "false"), .set(.autocapitalize, "none"),
          ], content: HTML(form.tests))
      }
    }
  }

  /// A field with its label, and what is wrong with it.
  private func field(
    _ field: ValidationForm.Problem.Field, of form: ValidationForm, prefix: String, label: String,
    hint: String? = nil, control: ([HTMLAttribute?]) -> HTML
  ) -> HTML {
    let id = "\(prefix)-\(field.rawValue)"
    let problem = form.problem?.field == field ? form.problem : nil
    let described = [hint.map { _ in "\(id)-hint" }, problem.map { _ in "\(id)-problem" }]
      .compactMap(\.self).joined(separator: " ")
    return element(.div, .classes("field")) {
      element(.label, .set(.labelFor, id)) { label }
      if let hint { element(.p, .classes("hint"), .set(.id, "\(id)-hint")) { hint } }
      control([
        .set(.id, id), .set(.name, field.rawValue),
        .set(.ariaDescribedBy, described.isEmpty ? nil : described),
        .set(.ariaInvalid, problem == nil ? nil : "true"),
        .flag(.autofocus, if: problem != nil),
      ])
      if let problem {
        element(.p, .classes("problem"), .set(.id, "\(id)-problem")) { problem.sentence }
      }
    }
  }
}
