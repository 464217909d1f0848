/** The picture of a person, or the first letters of the name. The name is beside it. */
export function Avatar({ name, address }: { readonly name: string; readonly address: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {address === '' ? initials(name) : <img src={address} alt="" loading="lazy" />}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return chosen
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
