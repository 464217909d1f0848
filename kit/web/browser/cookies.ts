/** The value of a cookie that scripts may read, or null. */
export function readCookie(name: string, jar: string = document.cookie): string | null {
  for (const pair of jar.split('; ')) {
    const split = pair.indexOf('=')
    if (split < 0 || pair.slice(0, split) !== name) continue
    return decoded(pair.slice(split + 1))
  }
  return null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Writes a cookie for the whole site, for a year by default. */
export function writeCookie(name: string, value: string, maximumAgeSeconds = 31_536_000): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie =
    `${name}=${encodeURIComponent(value)}; Path=/; ` +
    `Max-Age=${maximumAgeSeconds}; SameSite=Lax${secure}`
}

/** Removes a cookie. */
export function removeCookie(name: string): void {
  writeCookie(name, '', 0)
}
