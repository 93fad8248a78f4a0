/// An option of a `<select>`.
struct Choice {
  let value: String
  let label: String
  let isSelected: Bool
}
