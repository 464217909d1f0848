import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { defaultVisit } from '#testing/peers/browser.ts'
import { administrator, chooseLanguage, resize } from '../stage.ts'
import { clock, pressureAt, show, stage, start, timezone, times } from './charts-stage.ts'

const screen = '/warroomCharts/import'
const dayMs = 86_400_000
/** Long before anything that a chart shows here. */
const before = start - 200 * dayMs

/** A person has few imports that are not done at a time. */
async function removeImports(): Promise<void> {
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  const { data } = await session.json<{ data: { id: string }[] }>('GET', '/api/imports')
  for (const { id } of data) await session.request('DELETE', `/api/imports/${id}`)
}

async function upload(page: Page, text: string): Promise<void> {
  const file = { name: 'boiler.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('list', { name: 'Columns of the file' }).waitFor()
}

const known = times.filter((time) => pressureAt(time) !== 99).slice(0, 12)
const lines = [before, ...known].map(
  (time) => `${new Date(time).toISOString()},${pressureAt(time)}`,
)
const text = `time,Pressure\n${lines.join('\n')}\nyesterday,1\n`

test('EE329 a file is uploaded, read as it suggests, dry run and imported', async () => {
  const page = await show('/warroomCharts/export-excel')
  await page.getByRole('link', { name: 'Import from a file' }).click()
  await page.getByText('Drop a CSV file').waitFor()
  await upload(page, text)
  await page.locator('.import-sensor', { hasText: 'Boiler 1 · Pressure' }).waitFor()
  await page.getByRole('button', { name: 'Dry run' }).click()
  await page.getByText('1 reading is new').waitFor()
  await page.getByText('12 are stored already').waitFor()
  await page.getByText('No such time').waitFor()
  expect(await violationsOf(page, { within: '.imports' })).toEqual([])
  await page.getByRole('button', { name: 'Import 1 reading' }).click()
  await page.locator('.import-figures', { hasText: '1 reading was imported' }).waitFor()
  await page.reload()
  await page.locator('.import-figures', { hasText: '1 reading was imported' }).waitFor()
  await page.locator('.import-list').getByRole('button', { name: 'Remove' }).first().click()
  await page.getByText('No imports yet').waitFor()
})

test('EE556 IM3 first and last readings are shown in the zone of the charts', async () => {
  const page = await show(screen)
  await upload(page, text.replace('yesterday,1\n', ''))
  await page.getByRole('button', { name: 'Dry run' }).click()
  const table = page.locator('.import-table').first()
  await table.waitFor()
  await expect
    .poll(async () => (await table.locator('thead th').allTextContents()).slice(-2))
    .toEqual([`First (${timezone})`, `Last (${timezone})`])
  const row = table.locator('tbody tr', { hasText: 'Boiler 1 · Pressure' })
  await expect.poll(() => row.locator('td').nth(2).textContent()).toContain(clock(before))
  const last = known.at(-1) ?? before
  await expect.poll(() => row.locator('td').nth(3).textContent()).toContain(clock(last))
})

test('EE330 on a phone the screen of imports never scrolls sideways, in no language', async () => {
  const page = await show(screen)
  await upload(page, text.replace('Pressure', `Pressure ${'long '.repeat(30)}`))
  for (const language of locales) {
    await resize(page, defaultVisit.viewport)
    await chooseLanguage(page, language)
    await resize(page, { width: 390, height: 844 })
    await page.locator('.import-columns li').first().waitFor()
    const wide = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    await expect.poll(wide, { message: language }).toBe(0)
  }
  await resize(page, defaultVisit.viewport)
  await chooseLanguage(page, 'en')
})

test('EE540 why the reading of a file was refused goes with the next choice', async () => {
  const page = await show(screen)
  await page.route('**/check', (route) =>
    route.fulfill({
      status: 422,
      json: {
        ...{ success: false, error: 'invalid', message: '', requestId: 'e2e' },
        reasons: { 'mapping.decimal': [{ code: 'not_accepted', parameters: {} }] },
      },
    }),
  )
  await upload(page, text)
  await page.getByRole('button', { name: 'Dry run' }).click()
  const problem = page.locator('.import-problem[role=alert]')
  await problem.waitFor()
  await page.getByRole('group', { name: 'Decimal sign' }).getByRole('button').last().click()
  await problem.waitFor({ state: 'detached' })
  await page.unroute('**/check')
})

test('EE540 IM53 why a file was refused names what was sent of it', async () => {
  const page = await show(screen)
  const held = Promise.withResolvers<void>()
  await page.route('**/check', async (route) => {
    await held.promise
    await route.fulfill({
      status: 422,
      json: {
        ...{ success: false, error: 'invalid', message: '', requestId: 'e2e' },
        reasons: { 'mapping.shape.columns.0': [{ code: 'not_accepted', parameters: {} }] },
      },
    })
  })
  await upload(page, text)
  await page.getByRole('button', { name: 'Dry run' }).click()
  await page.getByRole('button', { name: 'A row for each reading' }).click()
  held.resolve()
  await page.locator('.import-problem[role=alert]', { hasText: 'Pressure' }).waitFor()
  await page.unroute('**/check')
})

test('EE503 IM51 an upload goes on beside another import, and leads away from none', async () => {
  await removeImports()
  const page = await show(screen)
  for (let file = 0; file < 2; file++) {
    await upload(page, text)
    if (file === 0) await page.getByRole('button', { name: 'Another file' }).click()
  }
  const form = new URL(page.url()).search
  await page.getByRole('button', { name: 'Another file' }).click()
  const released = Promise.withResolvers<void>()
  await page.route('**/parts', async (route) => {
    await released.promise
    await route.continue()
  })
  const file = { name: 'second.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('progressbar', { name: 'second.csv' }).waitFor()
  const list = page.locator('.import-list')
  await list
    .getByRole('button', { name: /^Open.*boiler\.csv/ })
    .first()
    .click()
  const comma = page.getByRole('group', { name: 'Decimal sign' }).getByRole('button').last()
  await comma.click()
  await list.getByRole('progressbar', { name: 'second.csv' }).waitFor()
  // The list is fetched anew, and does not call it a file that did not arrive.
  const removed = list.getByRole('button', { name: /^Remove.*boiler\.csv/ })
  const rows = await removed.count()
  await removed.last().click()
  await expect.poll(() => removed.count()).toBe(rows - 1)
  expect(await list.getByRole('listitem', { name: 'second.csv' }).count()).toBe(0)
  released.resolve()
  await list.getByRole('button', { name: /^Open.*second\.csv/ }).waitFor()
  await page.getByRole('progressbar', { name: 'second.csv' }).waitFor({ state: 'detached' })
  expect(await comma.getAttribute('aria-pressed')).toBe('true')
  expect(new URL(page.url()).search).toBe(form)
  await page.unroute('**/parts')
})

test('EE504 IM52 what was entered stays where a file cannot be looked at anew', async () => {
  await removeImports()
  const page = await show(screen)
  await upload(page, text)
  const comma = page.getByRole('group', { name: 'Decimal sign' }).getByRole('button').last()
  await comma.click()
  await page.route('**/inspect', (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, error: 'internal', message: '', requestId: 'e2e' },
    }),
  )
  const semicolon = page.getByRole('button', { name: 'Semicolon' })
  await semicolon.click()
  const retry = page.locator('.import-body').getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  expect(await comma.getAttribute('aria-pressed')).toBe('true')
  await page.unroute('**/inspect')
  await retry.click()
  await retry.waitFor({ state: 'detached' })
  await expect.poll(() => semicolon.getAttribute('aria-pressed')).toBe('true')
})
