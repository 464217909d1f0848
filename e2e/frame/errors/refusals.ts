import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addressOf, smallAnswer } from '../../stage.ts'
import { languages } from './words.ts'
import {
  stage,
  basic,
  readToast,
  showRoom,
  showSignIn,
  signIn,
  failSignOut,
} from './errors-stage.ts'

describe.each(languages)('in %s', (language, words) => {
  test('EE50 what the server itself refuses is shown in the words of the catalogue', async () => {
    const page = await showRoom(language)
    // The click is real, and so is the answer; only what is asked for is changed on the way.
    const asked = (path: string, postData: string) => (route: Route) =>
      route.continue({
        url: `${stage.server.url}${path}`,
        postData,
        headers: { ...route.request().headers(), 'content-type': 'application/json' },
      })
    expect(await failSignOut(page, words, asked('/api/auth/role/asign', '{'))).toEqual([
      words.badRequest,
      'alert',
    ])
    expect(await failSignOut(page, words, asked('/api/users', '{}'))).toEqual([
      words.noPermission,
      'alert',
    ])
    expect(await failSignOut(page, words, asked('/api/no/such/call', '{}'))).toEqual([
      words.notFound,
      'alert',
    ])
    expect(await failSignOut(page, words, asked('/api/auth/role/asign', '{"role":5}'))).toEqual([
      words.wrongData,
      'alert',
    ])
    await expect.poll(() => addressOf(page)).toBe('/warroomDashboard')
  })

  test.each(['before', 'after'])(
    'EE50 a session that the server no longer has asks to sign in, its answer here %s the texts',
    async (order) => {
      const page = await stage.open(smallAnswer, { language })
      const marks = { isLogged: '1', warroom_session: 'ended-long-ago' }
      await page
        .context()
        .addCookies(
          Object.entries(marks).map(([name, value]) => ({ name, value, url: stage.server.url })),
        )
      const [held, awaited] =
        order === 'before'
          ? [/assets\/(en|zh-TW)-/, '**/api/user']
          : (['**/api/user', /assets\/(en|zh-TW)-/] as const)
      const first = page.waitForResponse(awaited).then((response) => response.finished())
      await page.route(held, async (route) => {
        await first
        await route.continue()
      })
      await page.goto('/warroomDashboard')
      expect(await readToast(page)).toEqual([words.signInFirst, 'alert'])
      await expect.poll(() => addressOf(page)).toBe('/login?redirect=%2FwarroomDashboard')
    },
  )

  test('EE51 a wrong password and an unknown account have different messages', async () => {
    const page = await showSignIn(language, words)
    const marked = () =>
      page
        .locator('[aria-invalid=true]')
        .evaluateAll((fields) => fields.map((field) => field.getAttribute('name')))
    await signIn(page, { ...basic, password: 'not this one' })
    expect(await readToast(page)).toEqual([words.wrongPassword, 'alert'])
    await expect.poll(() => marked()).toEqual(['password'])
    await signIn(page, { ...basic, email: 'nobody@plant.test' })
    expect(await readToast(page)).toEqual([words.notRegistered, 'alert'])
    await expect.poll(() => marked()).toEqual(['email'])
  })
})
