/// The start screens of the installed app on iOS (R31): the logo, 300 × 300, centred in a picture of exactly the
/// screen's size. Other systems draw one from the manifest. `bin/start-screens` makes the pictures of this list.
///
/// Sizes: Apple's Human Interface Guidelines, "Layout", iOS and iPadOS device screen dimensions, upright.
struct StartScreen {
  /// Points.
  let width: Int
  let height: Int
  /// Pixels per point.
  let scale: Int
  let isDark: Bool

  var file: String { "start/\(width * scale)x\(height * scale)\(isDark ? "-dark" : "").png" }

  var media: String {
    "(device-width: \(width)px) and (device-height: \(height)px) and (-webkit-device-pixel-ratio: \(scale))"
      + " and (orientation: portrait) and (prefers-color-scheme: \(isDark ? "dark" : "light"))"
  }

  static let all = [false, true].flatMap { isDark in
    sizes.map { StartScreen(width: $0, height: $1, scale: $2, isDark: isDark) }
  }

  private static let sizes = [
    (440, 956, 3),
    (430, 932, 3),
    (428, 926, 3),
    (414, 896, 3),
    (414, 896, 2),
    (414, 736, 3),
    (402, 874, 3),
    (393, 852, 3),
    (390, 844, 3),
    (375, 812, 3),
    (375, 667, 2),
    (1024, 1366, 2),
    (834, 1194, 2),
    (834, 1112, 2),
    (820, 1180, 2),
    (810, 1080, 2),
    (768, 1024, 2),
    (744, 1133, 2),
  ]
}
