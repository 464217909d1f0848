import type { Page } from 'playwright-core'

export interface ScriptBytes {
  readonly bytes: number
  readonly files: number
}

/**
 * Counts the JavaScript that a page fetches from now on, as it comes over the wire, headers
 * included. Returns what reads the count.
 */
export async function countScripts(page: Page): Promise<() => ScriptBytes> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  devtools.on(
    'Network.responseReceived',
    ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  return () => ({ bytes, files: scripts.size })
}
