import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { addressOf, reopen, toast } from '../stage.ts'
import { accountOf, stage } from './shell-stage.ts'

let reused: Page | undefined

/** An address that is loaded by the first test, and to which a link leads in all others. */
async function show(path: string): Promise<Page> {
  if (reused) await reopen(reused, path)
  else {
    const options = { person: accountOf('admin'), language: 'en' }
    reused = await stage.openReused(path, options)
  }
  await reused.locator('.top-bar').waitFor()
  return reused
}
afterAll(() => stage.closeReusedPages())

const absurd = [
  ['/warroomDashboard?type=gauge&live=maybe&page=-1&utm=x', 'type, live, page'],
  ['/warroomDashboard?device=a&device=b', 'device'],
  ['/warroomCharts?period=yesterday&zoom=9-1', 'period, zoom'],
  ['/warroomCharts?from=2026-02-30T00:00&to=<b>', 'from, to'],
  ['/administrator/users?status=dead&limit=1e9&page=0.5', 'status, page, limit'],
  ['/administrator/audit?action=__proto__&from=tomorrow', 'action, from'],
] as const

test('EE115 what no screen can show is removed from the address, and named', async () => {
  for (const [path, names] of absurd) {
    const page = await show(path)
    await toast(page, `what its address says about ${names}.`)
    for (const name of names.split(', ')) {
      if (name !== 'period')
        await expect
          .poll(() => addressOf(page), { message: path })
          .not.toMatch(new RegExp(`[?&]${name}=`))
    }
    await page.locator('.main .panel').first().waitFor()
    await expect.poll(() => page.locator('.notice[role=alert]').count(), { message: path }).toBe(0)
  }
})

test('EE116 a page of a list beyond its end shows the last one there is', async () => {
  for (const path of ['/administrator/users', '/administrator/audit']) {
    const page = await show(`${path}?page=900000`)
    await page.locator('.main tbody tr.ant-table-row').first().waitFor()
    await expect.poll(() => addressOf(page)).not.toContain('900000')
  }
})

test('EE187 an action in the address is in words, whatever kind was chosen', async () => {
  const page = await show('/administrator/audit?entity=role&action=user.create')
  await page.locator('.audit-choice').getByText('Added a user').waitFor()
})

test('EE117 a device that is not there, or has no sensors, is shown as such', async () => {
  await stage.command('device add', { id: 'EMPTY-1', name: 'Empty one' })
  const page = await show('/warroomCharts?thing=NO-SUCH-1')
  await page.getByRole('heading', { name: 'No such device' }).waitFor()
  await page.getByText('The device NO-SUCH-1 does not exist').waitFor()
  await expect.poll(() => addressOf(page)).toContain('thing=NO-SUCH-1')
  await page.getByRole('button', { name: 'Choose a sensor' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await show('/administrator/users/edit/99999999999999999999')
  await page.getByText('There is no such account').waitFor()
  await show('/warroomCharts?thing=EMPTY-1')
  await page.getByRole('heading', { name: 'No sensors yet' }).waitFor()
  await page.getByText('Empty one').first().waitFor()
})
