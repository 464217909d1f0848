import { describe, expect, test } from 'vitest'
import { languages } from './words.ts'
import {
  basic,
  dismissToasts,
  showRoom,
  showSignIn,
  signIn,
  failSignOut,
  toasts,
} from './errors-stage.ts'

describe.each(languages)('in %s', (language, words) => {
  test('EE52 what a proxy or a dying server answers is shown by its status', async () => {
    const page = await showRoom(language)
    const answers = {
      408: 'timeout',
      500: 'serverError',
      502: 'badGateway',
      503: 'unavailable',
      504: 'networkTimeout',
      409: 'other',
      418: 'other',
      429: 'other',
    } as const
    for (const [status, key] of Object.entries(answers)) {
      const answer = {
        status: Number(status),
        contentType: 'text/html',
        body: '<h1>not of this API</h1>',
      }
      expect(await failSignOut(page, words, (route) => route.fulfill(answer)), status).toEqual([
        words[key],
        'alert',
      ])
    }
    expect(await failSignOut(page, words, (route) => route.abort('connectionrefused'))).toEqual([
      words.noResponse,
      'alert',
    ])
    expect(await failSignOut(page, words, (route) => route.abort('internetdisconnected'))).toEqual([
      words.noResponse,
      'alert',
    ])
  })

  test('EE52 where the words of the catalogue do not help, a second line does', async () => {
    const page = await showSignIn(language, words)
    const answer = {
      status: 429,
      headers: { 'Retry-After': '40' },
      json: { error: 'too_many_requests', message: '', requestId: '' },
    }
    await page.route('**/api/auth/login', (route) => route.fulfill(answer), { times: 1 })
    await signIn(page, basic)
    await toasts(page).waitFor()
    await expect
      .poll(() => toasts(page).locator('p').allTextContents())
      .toEqual([words.other, words.wait])
    await dismissToasts(page)
  })
})
