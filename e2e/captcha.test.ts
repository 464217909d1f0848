import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CaptchaService } from './captcha-service.ts'
import { smallAnswer, Stage, toast } from './stage.ts'

let service: CaptchaService
let stage: Stage

beforeAll(async () => {
  service = await CaptchaService.open()
  stage = await Stage.open({
    DEMO: 'off',
    CAPTCHA_SECRET: 'secret',
    CAPTCHA_SITE_KEY: 'our key',
    CAPTCHA_URL: `${service.url}/siteverify`,
    CAPTCHA_SCRIPT: `${service.url}/api.js`,
    ANALYTICS_SRC: `${service.url}/analytics.js`,
  })
  await stage.addAdministrator()
})
afterEach(async () => {
  service.reply = { success: true, score: 0.9 }
  service.tokens.length = 0
  await stage.closePages()
})
afterAll(async () => {
  await stage.close()
  service.close()
})

async function signIn(page: Page): Promise<void> {
  await page.locator('input[name=email]').fill('lin@plant.test')
  await page.locator('input[name=password]').fill('eight-or-more')
  // While an answer is awaited the form sends nothing.
  await page.locator('button[type=submit][aria-disabled=false]').waitFor()
  await page.keyboard.press('Enter')
}

test('EE110 where a captcha is configured a person signs in with its token', async () => {
  const page = await stage.open('/login')
  await page.frameLocator('iframe.grecaptcha-badge').getByText('protected').waitFor()
  await signIn(page)
  await page.locator('.connection[data-state=live]').waitFor()
  expect(service.tokens).toEqual(['our key|our key|login|1'])
  await page.locator('iframe.grecaptcha-badge').waitFor({ state: 'hidden' })
})

test('EE111 every page loads the analytics script that is configured', async () => {
  const page = await stage.open('/404')
  await page.locator('html[data-counted=yes]').waitFor({ state: 'attached' })
})

test('EE112 a captcha that fails shows what failed, and the next attempt may pass', async () => {
  const page = await stage.open('/login')
  const failures = [
    [{ success: true, score: 0.1 }, 'The check that you are not a robot was not passed.'],
    [null, 'The service that checks for robots does not answer.'],
    [{ success: false, 'error-codes': ['invalid-input-secret'] }, 'does not answer.'],
  ] as const
  for (const [reply, words] of failures) {
    service.reply = reply
    const answered = page.waitForResponse('**/api/auth/login')
    await signIn(page)
    await answered
    await toast(page, words)
  }
  service.reply = { success: true, score: 0.9 }
  await signIn(page)
  await page.locator('.connection[data-state=live]').waitFor()
  expect(service.tokens.map((token) => token.at(-1))).toEqual(['1', '2', '3', '4'])
})

test('EE113 a blocked script of the captcha is reported, and loaded again', async () => {
  const page = await stage.open(smallAnswer)
  await page.route('**/api.js*', (route) => route.abort())
  await page.goto('/login')
  await signIn(page)
  await toast(page, 'The script that checks for robots was not loaded.')
  expect(service.tokens).toEqual([])
  await page.unroute('**/api.js*')
  await signIn(page)
  await page.locator('.connection[data-state=live]').waitFor()
})
