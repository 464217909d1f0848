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
