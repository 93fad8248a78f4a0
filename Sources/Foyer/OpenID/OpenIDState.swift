/// The provider on the page about an account's security.
struct OpenIDState {
  let host: String
  let isLinked: Bool
}
