import FresnelModel
import SiteValidation

/// Files of a site's known findings.
enum BaselineTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      #"{"version":1,"findings":[]}"#,
      #"{"version":1,"findings":[{"group":"/a/*","code":"title-missing","severity":"error"}]}"#,
      #"{"findings":[{"severity":"note","code":"b","group":"robots.txt","own":[1]},"#
        + #"{"severity":"note","code":"b","group":"robots.txt"},"#
        + #"{"severity":"warning","code":"a","group":"é\u0000"}],"own":null,"version":1}"#,
      #"{"version":2,"findings":[]}"#, #"{"version":1,"findings":[{"group":1}]}"#,
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    let baseline: SurveyBaseline
    do throws(SurveyBaseline.Fault) {
      baseline = try SurveyBaseline(reading: input)
    } catch {
      return expect(error.message.hasSuffix("."), "A refusal is no sentence.")
    }
    let written = baseline.json.text()
    let again = try? SurveyBaseline(reading: Array(written.utf8))
    expect(again == baseline, "What was written is read as something else.")
    expect(again?.json.text() == written, "The order depends on more than the findings.")
  }
}
