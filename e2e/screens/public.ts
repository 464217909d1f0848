import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { go } from '../stage.ts'
import { stage } from './screens-stage.ts'

test('EE135 who comes to sign in types at once', async () => {
  const page = await stage.open('/login')
  await page.locator('input[name=email]').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('email')
})

test('EE609 who follows a link types at once, and reads what a password needs', async () => {
  const page = await stage.open('/login')
  for (const [path, first] of [
    ['/reset#token', 'password'],
    ['/setup#token', 'email'],
  ] as const) {
    await go(page, path)
    await page.locator(`input[name=${first}]`).and(page.locator(':focus')).waitFor()
    await page.getByText(/^At least 8 characters/).waitFor()
  }
})

// With a link that is good, and of all other screens: EE40.
test('EE136 axe finds nothing at links that are spent, not even of little weight', async () => {
  const page = await stage.open('/reset')
  for (const path of ['/reset', '/setup']) {
    await go(page, path)
    await page.waitForURL(`**${path}`)
    await page.locator('.notice').first().waitFor()
    await expect.poll(() => violationsOf(page), { message: path }).toEqual([])
  }
})
