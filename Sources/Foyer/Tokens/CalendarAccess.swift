import QRCode

/// The address and the user name for a calendar program; its password is a token.
struct CalendarAccess {
  let address: String
  let email: String
  /// The address as a QR code; 0 and empty where it does not fit into one.
  let side: Int
  let path: String

  /// - Parameter origin: of the server: `https://foyer.example.org`
  init(origin: String, email: String) {
    address = origin + "/dav/"
    self.email = email
    let code = QRCode(address)
    (side, path) = (code?.side ?? 0, code?.path ?? "")
  }

  /// Where each program takes them.
  func clients(_ strings: Strings) -> [(label: String, value: String)] {
    [
      ("iPhone, iPad, Mac", strings.caldavApple), ("Android: DAVx⁵, Tasks.org, jtx Board", strings.caldavAndroid),
      ("Thunderbird", strings.caldavThunderbird), ("GNOME, KDE", strings.caldavGnome),
      ("Home Assistant", strings.caldavHomeAssistant), ("vdirsyncer, todoman, khal", strings.caldavTerminal),
    ]
  }
}
