const answerMs = 10_000

/**
 * Whether the server has another build of the application than this page is of. False where it
 * does not answer, and where something else answers in its place.
 */
export async function isOutdatedPage(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src')
  try {
    const answer = await fetch(location.pathname, {
      headers: { Accept: 'text/html' },
      cache: 'no-store',
      signal: AbortSignal.timeout(answerMs),
    })
    const there = answer.ok ? entryOf(await answer.text()) : null
    return own !== undefined && there !== null && there !== own
  } catch {
    return false
  }
}

/** The address of the code with which a page of the application begins; null: it is none. */
export function entryOf(html: string): string | null {
  const scripts = html.match(/<script\b[^>]*>/g) ?? []
  const entry = scripts.find((script) => /\btype="module"/.test(script))
  return /\bsrc="([^"]+)"/.exec(entry ?? '')?.[1] ?? null
}
