import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addDevices, Device, sensorOf } from '../../device.ts'
import { administrator, smallAnswer } from '../../stage.ts'
import { english, chinese, languages } from './words.ts'
import { stage, basic, toasts, readToast, signIn } from './errors-stage.ts'

/** With a clock of its own: of the tests of what passes with time. */
let page: Page

beforeAll(async () => {
  page = await stage.openReused(smallAnswer, { language: 'en' })
  await page.clock.install()
  await page.goto('/login')
})

/** From now on the time of the page passes only as the test says. */
async function stopClock(): Promise<void> {
  // Ahead of its own time, however long that has been going on.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 120_000))
}

/** Marks the document that is there now: another one will not have the mark. */
const markDocument = () => page.evaluate(() => (document.documentElement.dataset['marked'] = ''))

/** The application that was marked loads itself again within this time. */
async function reloads(afterMs: number): Promise<void> {
  await page.clock.runFor(afterMs)
  await page.locator('html:not([data-marked])').waitFor()
}

const setLanguage = (value: string) =>
  page.context().addCookies([{ name: 'language', value, url: stage.server.url }])

test.each(languages)(
  'EE53 EE54 a message stays five seconds; an outdated application loads again: %s',
  async (language, words) => {
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500 }))
    await page.getByRole('heading', { name: words.signIn }).waitFor()
    await stopClock()
    await signIn(page, basic)
    await toasts(page).filter({ hasText: words.serverError }).waitFor()
    await page.clock.runFor(4_900)
    await expect.poll(() => toasts(page).count()).toBe(1)
    await page.clock.runFor(400)
    await toasts(page).waitFor({ state: 'detached' })
    await page.unroute('**/api/auth/login')
    // The server's own answer to a page of an older version.
    await page.route('**/api/auth/login', (route) =>
      route.continue({ headers: { ...route.request().headers(), 'x-app-version': '0.9.0' } }),
    )
    await markDocument()
    await signIn(page, basic)
    await toasts(page).filter({ hasText: words.outdated }).waitFor()
    await expect.poll(() => toasts(page).getAttribute('role')).toBe('status')
    await expect.poll(() => page.locator('input[name=email]').inputValue()).toBe(basic.email)
    await page.clock.runFor(4_900)
    await expect.poll(() => page.locator('input[name=email]').inputValue()).toBe(basic.email)
    // The next test begins in the other language.
    await setLanguage(language === 'en' ? 'zh-TW' : 'en')
    await reloads(400)
    await page.locator('input[name=email]').waitFor()
    await expect.poll(() => page.locator('input[name=email]').inputValue()).toBe('')
    await page.unroute('**/api/auth/login')
  },
)

test('EE54 a screen with failures of its own leaves the outdated one to the message', async () => {
  await page.clock.resume()
  await page.route('**/api/scada/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-app-version': '0.9.0' } }),
  )
  await markDocument()
  await signIn(page, administrator)
  await toasts(page).filter({ hasText: english.outdated }).waitFor()
  await page.unroute('**/api/scada/**')
  await reloads(5_200)
  await page.getByRole('heading', { name: 'No sensors yet' }).waitFor()
})

test('EE55 error texts ask the cookie alone: without it they are Traditional Chinese', async () => {
  const page = await stage.open('/login', { language: 'en', locale: 'ru-RU' })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 503 }))
  for (const [cookie, shown] of [
    ['en', english.unavailable],
    ['zh', chinese.unavailable],
    ['ru', 'сервис недоступен'],
    [null, chinese.unavailable],
  ] as const) {
    await page.context().clearCookies({ name: 'language' })
    if (cookie !== null)
      await page.context().addCookies([{ name: 'language', value: cookie, url: stage.server.url }])
    await signIn(page, basic)
    expect(await readToast(page)).toEqual([shown, 'alert'])
  }
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

// Adds a device: the tests before it find none.
test('EE56 an aborted call shows no message', async () => {
  const lesiId = 'KILN-7'
  const tokens = await addDevices(stage, [{ lesiId, name: 'Kiln 7', sensors: [sensorOf('zone')] }])
  const kiln = await Device.connect(stage.server.mqttUrl, lesiId, tokens.get(lesiId) ?? '')
  await kiln.publish({ values: { zone: 12.5 } })
  const page = await stage.open('/warroomDashboard', { person: administrator, language: 'en' })
  await page.locator('.widget[data-condition=good]').waitFor()
  const shown = await page.evaluateHandle(() => {
    const texts: string[] = []
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.matches('.toast')) texts.push(node.innerText)
    }).observe(document.body, { childList: true, subtree: true })
    return texts
  })
  await page.route('**/api/scada/reportbything/sensor', () => {})
  const asked = page.waitForRequest('**/api/scada/reportbything/sensor')
  await page.locator('.sidebar').getByRole('link', { name: 'Historical charts' }).click()
  const aborted = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/reportbything/sensor'),
  )
  await asked
  await page.locator('.sidebar').getByRole('link', { name: 'War room' }).click()
  expect((await aborted).failure()?.errorText).toContain('ERR_ABORTED')
  await page.locator('.widget[data-condition=good]').waitFor()
  expect(await shown.jsonValue()).toEqual([])
})
