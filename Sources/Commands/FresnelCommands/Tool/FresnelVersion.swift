internal import FresnelPlatform

/// The version of the tool and the library.
public enum FresnelVersion {
  /// The version, as `fresnel --version` and the manual show it.
  public static let current = SoftwareVersion.text
}
