import CICU

/// The library whose tables say how text folds and where words end.
public enum UnicodeLibrary {
  /// The version in use, such as `72.1`. Another version may fold or cut some texts otherwise.
  public static let version: String = withUnsafeTemporaryAllocation(
    of: CChar.self, capacity: Int(FRESNEL_ICU_VERSION_CAPACITY)
  ) { buffer in
    guard let base = buffer.baseAddress else { return "" }
    fresnel_icu_version(base)
    return String(cString: base)
  }
}
