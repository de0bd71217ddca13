internal import LocalAnswers
internal import SearchSurface
internal import SpotlightWire

extension WindowState {
  /// What is to be done besides showing ``view``.
  enum Effect: Equatable {
    /// The window is mapped anew, with a token that lets it take the focus.
    case show(token: String?)
    /// The window is unmapped.
    case hide
    /// The text of the field is set, and searched for.
    case setText(String)
    /// The text of the field is searched for as it stands, with no word corrected.
    case searchExactly
    /// The field gets the focus.
    case focusField
    /// The row at a place gets the focus.
    case focusRow(Int)
    /// A result is opened.
    case open(SurfaceRow, typed: String)
    /// What can be done with a result is found out.
    case findActions(SurfaceRow)
    /// Something is done with a result.
    case perform(ResultAction, SurfaceRow, typed: String)
    /// Something is decided about a result.
    case mark(MarkAction, SurfaceRow)
    /// Something is done with the session.
    case run(SessionCommand)
    /// The settings are read.
    case readSettings
    /// Something is turned on or off.
    case change(WindowSettings.Switch, isOn: Bool)
    /// A text comes into the clipboard.
    case copy(String)
    /// A time is told once it has come.
    case after(milliseconds: UInt32, Time)
  }

  /// A time that something waits for.
  enum Time: Equatable {
    /// Rows of an earlier search are gone.
    case settle
    /// An answer that Enter waits for should be there: that of the search of this number.
    case answer(UInt64)
    /// The window has been without the focus for a while: since its loss of this number.
    case focusLoss(UInt64)
  }
}
