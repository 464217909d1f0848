import type { Page, Request } from 'playwright-core'
import { TestRunner } from 'vitest'

const mostCalls = 12
const mostText = 1_000
/** What a page itself needs for its text; one that answers nothing ends here, ms. */
const answerMs = 5_000

/** The calls of the server's API that a page has made: the newest ones. */
export interface CallRecord {
  readonly lines: () => readonly string[]
}

/** Records the calls of a page from now on, until its listeners are removed. */
export function recordCalls(page: Page): CallRecord {
  const calls: { readonly request: Request; readonly begunAt: number; end: string }[] = []
  const end = (request: Request, outcome: string) => {
    const call = calls.find((each) => each.request === request)
    if (call) call.end = `${outcome} after ${String(Date.now() - call.begunAt)} ms`
  }
  page.on('request', (request) => {
    if (!request.url().includes('/api/')) return
    calls.push({ request, begunAt: Date.now(), end: 'without an answer' })
    if (calls.length > mostCalls) calls.shift()
  })
  page.on('response', (response) => end(response.request(), String(response.status())))
  page.on('requestfailed', (request) => end(request, request.failure()?.errorText ?? 'failed'))
  return {
    lines: () =>
      calls.map(({ request, begunAt, end: outcome }) =>
        [
          new Date(begunAt).toISOString().slice(11, 23),
          `${request.method()} ${new URL(request.url()).pathname}`,
          request.postData()?.slice(0, 120) ?? '',
          outcome,
        ].join(' '),
      ),
  }
}

/** Whether the test that ends now has failed. */
export const isOfFailedTest = (): boolean => TestRunner.getCurrentTest()?.result?.state === 'fail'

/** What a page shows and what it asked for last, for who reads of a failed test. */
export async function pageDescription(page: Page, calls: CallRecord): Promise<string> {
  const text = page.evaluate(
    () =>
      `${document.visibilityState} ${(document.querySelector('main') ?? document.body).innerText}`,
  )
  const shown = await Promise.race([
    text.catch((error: unknown) => String(error)),
    new Promise<string>((resolve) => setTimeout(resolve, answerMs, 'a page that does not answer')),
  ])
  return [
    `the page was at ${page.url()} at ${new Date().toISOString().slice(11, 23)}`,
    ...calls.lines(),
    shown.replaceAll(/\s*\n\s*/g, ' | ').slice(0, mostText),
  ].join('\n')
}
