public import WebDocuments

// What the file says.

extension DiagnosticRule {
  /// The file begins with a byte-order mark.
  public static let associationByteOrderMark = DiagnosticRule(
    code: "byte-order-mark", severity: .warning,
    remedy: "Save the file as UTF-8 without a byte-order mark.",
    reference: AssociationReference.json)

  /// The file is no JSON.
  public static let associationJSONSyntax = DiagnosticRule(
    code: "json-syntax", severity: .error,
    remedy: "Mend the JSON.",
    reference: AssociationReference.json)

  /// The file is no object.
  public static let associationRootNotObject = DiagnosticRule(
    code: "root-not-object", severity: .error,
    remedy: "Begin the file with { and put the services into it.",
    reference: AssociationReference.applinks)

  /// A value is of another kind than it has to be.
  public static let associationWrongType = DiagnosticRule(
    code: "wrong-json-type", severity: .error,
    remedy: "Write the kind of value that belongs there.",
    reference: AssociationReference.applinks)

  /// The file names no service.
  public static let associationNoService = DiagnosticRule(
    code: "no-service-section", severity: .warning,
    remedy: "Add applinks, webcredentials, appclips or activitycontinuation.",
    reference: AssociationReference.domains)

  /// A key of the file means nothing.
  public static let associationUnknownKey = DiagnosticRule(
    code: "unknown-top-level-key", severity: .notice,
    remedy: "Remove it, or mend its spelling.",
    reference: AssociationReference.domains)

  /// `applinks` names no app.
  public static let associationNoDetails = DiagnosticRule(
    code: "no-details", severity: .warning,
    remedy:
      "List the application identifiers: in details of applinks with what they open, in apps of the others.",
    reference: AssociationReference.applinks)

  /// `details` is of the oldest form, without an order.
  public static let associationDetailsDictionary = DiagnosticRule(
    code: "details-is-dictionary", severity: .warning,
    remedy: "Make details a list, which has an order.",
    reference: AssociationReference.guide)

  /// An entry of `details` names no app.
  public static let associationWithoutAppID = DiagnosticRule(
    code: "detail-without-app-id", severity: .error,
    remedy: "Add appIDs with PREFIX.BUNDLE-ID of each app.",
    reference: AssociationReference.applinks)

  /// An entry has both forms of identifiers.
  public static let associationBothAppIDs = DiagnosticRule(
    code: "both-appID-and-appIDs", severity: .warning,
    remedy: "Put all identifiers into appIDs.",
    reference: AssociationReference.applinks)

  /// An entry says nothing about URLs.
  public static let associationWithoutPatterns = DiagnosticRule(
    code: "detail-without-patterns", severity: .warning,
    remedy: "Add components with what the app opens.",
    reference: AssociationReference.applinks)

  /// An entry has both forms of patterns.
  public static let associationMixedPatterns = DiagnosticRule(
    code: "components-and-paths-mixed", severity: .warning,
    remedy: "Remove paths, or see to it that both say the same.",
    reference: AssociationReference.applinks)

  /// `applinks.apps` is not empty.
  public static let associationAppsNotEmpty = DiagnosticRule(
    code: "legacy-apps-not-empty", severity: .warning,
    remedy: "Remove apps, or leave its list empty.",
    reference: AssociationReference.guide)

  /// An identifier is empty.
  public static let associationAppIDEmpty = DiagnosticRule(
    code: "app-id-empty", severity: .error,
    remedy: "Write PREFIX.BUNDLE-ID.",
    reference: AssociationReference.applinks)

  /// An identifier has no prefix of ten characters.
  public static let associationAppIDShape = DiagnosticRule(
    code: "app-id-shape", severity: .warning,
    remedy: "Write the 10 letters and digits of the prefix, a dot and the bundle identifier.",
    reference: AssociationReference.applinks)

  /// An identifier comes twice.
  public static let associationAppIDDuplicate = DiagnosticRule(
    code: "app-id-duplicate", severity: .warning,
    remedy: "Name each app once.",
    reference: AssociationReference.applinks)

  /// A variable has a name that no pattern can write.
  public static let associationVariableName = DiagnosticRule(
    code: "substitution-name-invalid", severity: .error,
    remedy: "Use a name without $, ( and ).",
    reference: AssociationReference.applinks)

  /// A variable's value names a variable.
  public static let associationVariableNested = DiagnosticRule(
    code: "substitution-value-references-variable", severity: .error,
    remedy: "Write the values out: a value names no other variable.",
    reference: AssociationReference.applinks)

  /// A pattern names a variable that nothing defines.
  public static let associationVariableUndefined = DiagnosticRule(
    code: "substitution-undefined", severity: .error,
    remedy: "Define it in substitutionVariables, or mend its spelling.",
    reference: AssociationReference.applinks)

  /// A pattern begins a reference and does not end it.
  public static let associationVariableUnterminated = DiagnosticRule(
    code: "substitution-unterminated", severity: .error,
    remedy: "Close the reference with ).",
    reference: AssociationReference.applinks)

  /// A variable has no value.
  public static let associationVariableEmpty = DiagnosticRule(
    code: "substitution-empty", severity: .warning,
    remedy: "Give the variable values, or remove it.",
    reference: AssociationReference.applinks)

  /// A variable has the name of a predefined one.
  public static let associationVariableShadows = DiagnosticRule(
    code: "substitution-shadows-predefined", severity: .warning,
    remedy: "Give the variable another name, if the usual meaning is wanted too.",
    reference: AssociationReference.applinks)

  /// A query item is compared with what is no string.
  public static let associationQueryNotString = DiagnosticRule(
    code: "query-predicate-not-string", severity: .error,
    remedy: "Write the value as a string: as it is, the query isn't looked at.",
    reference: AssociationReference.applinks)

  /// A rule fits every URL.
  public static let associationMatchesEverything = DiagnosticRule(
    code: "rule-matches-everything", severity: .warning,
    remedy: "Put it last, or name what it is for.",
    reference: AssociationReference.applinks)

  /// A rule is never reached.
  public static let associationUnreachable = DiagnosticRule(
    code: "rule-unreachable", severity: .warning,
    remedy: "Put it before the rule that decides first, or remove it.",
    reference: AssociationReference.applinks)

  /// The rules of this file.
  static let associationDocument: [DiagnosticRule] = [
    .associationByteOrderMark, .associationJSONSyntax, .associationRootNotObject,
    .associationWrongType, .associationNoService, .associationUnknownKey,
    .associationNoDetails, .associationDetailsDictionary, .associationWithoutAppID,
    .associationBothAppIDs, .associationWithoutPatterns, .associationMixedPatterns,
    .associationAppsNotEmpty, .associationAppIDEmpty, .associationAppIDShape,
    .associationAppIDDuplicate, .associationVariableName, .associationVariableNested,
    .associationVariableUndefined, .associationVariableUnterminated,
    .associationVariableEmpty, .associationVariableShadows, .associationQueryNotString,
    .associationMatchesEverything, .associationUnreachable,
  ]
}
