/** Where a person goes who came to sign in without having asked for a page. */
const homePath = '/'

/**
 * The page to open after sign-in: `wanted` when it is a path of this site, else the home page.
 * Refused is everything that a browser could read as another origin, also after decoding: `//evil`,
 * `/\evil`, `/%2Fevil`, schemes, control characters; and sign-in itself.
 */
export function redirectTarget(wanted: unknown, origin: string): string {
  if (typeof wanted !== 'string' || !staysHere(wanted, origin)) return homePath
  return /^\/login(-ch-si)?([/?#]|$)/.test(wanted) ? homePath : wanted
}

function staysHere(path: string, origin: string): boolean {
  let form = path
  for (let round = 0; round < 5; round += 1) {
    if (!isOwnPath(form, origin)) return false
    const next = decoded(form)
    if (next === null || next === form) return true
    form = next
  }
  return false
}

function isOwnPath(path: string, origin: string): boolean {
  return path.startsWith('/') && URL.parse(path, origin)?.origin === origin
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
