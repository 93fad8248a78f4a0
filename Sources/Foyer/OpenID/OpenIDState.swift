/// What the page about an account's security says of the provider.
struct OpenIDState {
  let host: String
  let isLinked: Bool
}
