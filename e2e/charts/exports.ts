import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ExportJob } from '#features/exports/contract/routes.ts'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { clockText, readWorkbook } from '#testing/workbook.ts'
import { locales } from '#kit/model/locale.ts'
import { defaultVisit } from '#testing/peers/browser.ts'
import { addressOf, administrator, chooseLanguage, resize, smallAnswer } from '../stage.ts'
import { badTime, pressureAt, show, showChart, stage, start, times } from './charts-stage.ts'

const screen = '/warroomCharts/export-excel'
const row = (page: Page) => page.locator('.export-job').first()
const begin = (page: Page) => page.getByRole('button', { name: 'Begin export' }).click()

async function downloadOf(page: Page) {
  const link = row(page).getByRole('link', { name: 'Download' })
  await link.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) }
}

test('EE305 what a chart shows becomes a workbook with the same readings', async () => {
  const to = start + 20 * 60_000
  const page = await showChart(`sensor=pressure&period=today&zoom=${start}-${to}`)
  await page.getByRole('link', { name: 'Export' }).click()
  await page.locator('.export-sensors', { hasText: 'Boiler 1 · Pressure' }).waitFor()
  await begin(page)
  await row(page)
    .getByText('1 200 rows')
    .or(row(page).getByText(/1.?200 rows/))
    .first()
    .waitFor()
  expect(await violationsOf(page, { within: '.exports' })).toEqual([])
  const { name, content } = await downloadOf(page)
  expect(name).toMatch(/^Boiler 1 · Pressure \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d\.xlsx$/)
  const [, sheet] = readWorkbook(content)
  const shown = times.filter((time) => time < to)
  expect(sheet?.rows.slice(1).map(({ C }) => C?.value)).toEqual(
    shown.map((time) => (time === badTime ? 'bad (99)' : pressureAt(time))),
  )
  const zone = String(sheet?.rows[0]?.['A']?.value).slice('Time ('.length, -1)
  const clock = new Date(start).toLocaleString('sv-SE', { timeZone: zone })
  expect(clockText(sheet?.rows[1]?.['A']?.value)).toBe(`${clock}.000`)
})

test('EE305 sensors of a link have their devices’ names, also when these come late', async () => {
  const page = await stage.open(smallAnswer, { person: administrator })
  const lookedUp = page.waitForResponse((reply) => reply.url().endsWith('/api/sensors/lookup'))
  await page.route('**/api/scada/shadow-lambda/things', async (route) => {
    await lookedUp
    await route.continue()
  })
  await page.goto(`${screen}?thing=BOILER-1&sensor=pressure`)
  await page.locator('.export-sensors', { hasText: 'Boiler 1 · Pressure' }).waitFor()
})

test('EE306 sensors are found by words, and an export goes on without its page', async () => {
  const page = await show(screen)
  const sensors = page.getByRole('combobox', { name: 'Sensors' })
  for (const word of ['pressure', 'level']) {
    await sensors.fill(word)
    await page.locator('.ant-select-item', { hasText: new RegExp(word, 'i') }).click()
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'CSV' }).click()
  await page.getByRole('button', { name: 'Group mode' }).click()
  await page.getByRole('combobox', { name: 'Step' }).press('ArrowDown')
  await page.locator('.ant-select-item', { hasText: '15 minutes' }).click()
  await page.getByRole('button', { name: 'Maximum' }).click()
  await begin(page)
  await row(page).getByTitle('Boiler 1 · Pressure and 1 more').waitFor()
  await page.goto(smallAnswer)
  await page.goto(screen)
  const { name, content } = await downloadOf(page)
  expect(name).toMatch(/\.csv$/)
  const [head = '', ...lines] = content.toString('utf8').trimEnd().split('\r\n')
  expect(head).toMatch(/^\ufeffTime \(.+\),Boiler 1 · Pressure \(bar\),Tank 1 · Level \(m\)$/)
  expect(lines.length).toBeGreaterThan(3)
  await row(page).getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => page.getByTitle('Boiler 1 · Pressure and 1 more').count()).toBe(0)
})

test('EE307 what the server refuses is shown in the form', async () => {
  const page = await show(`${screen}?thing=BOILER-1&sensor=pressure&from=${start}&to=${start}`)
  await begin(page)
  await page.getByRole('alert').getByText('Must be later than the start').waitFor()
  await show(`${screen}?thing=BOILER-1&sensor=pressure&from=0&to=${start}`)
  await begin(page)
  await page.getByRole('alert').getByText('At most 3,660 days after the start').waitFor()
})

test('EE307 EX108 a refusal names the sensor that was sent', async () => {
  const group = encodeURIComponent('BOILER-1:pressure,TANK-1:level')
  const page = await show(`${screen}?group=${group}&from=${start}&to=${start + 1_000}`)
  const chosen = page.locator('.export-sensors', { hasText: 'Tank 1 · Level' })
  await chosen.waitFor()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/exports', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await held.promise
    return route.fulfill({
      status: 422,
      json: {
        ...{ success: false, error: 'invalid', message: '', requestId: 'e2e' },
        reasons: { 'sensors.1': [{ code: 'not_accepted', parameters: {} }] },
      },
    })
  })
  await begin(page)
  await page.locator('.export-sensors input').press('Backspace')
  await chosen.waitFor({ state: 'detached' })
  held.resolve()
  await page.locator('.export-problem[role=alert]', { hasText: 'Tank 1 · Level' }).waitFor()
  await page.unroute('**/api/exports')
})

const job: ExportJob = {
  ...{ id: '00000000-0000-4000-8000-000000000000', kind: 'readings', format: 'xlsx' },
  ...{ mode: 'sensor', step: 'raw', shift: null, title: null, fileCount: null },
  ...{ from: start, to: start + 1_000, timezone: 'UTC' },
  ...{ sensorCount: 1, firstSensor: { device: 'Oven', alias: 'Heat' }, state: 'running' },
  ...{ readingsDone: 250_000, readingsInAll: 1_000_000, rows: null, bytes: null, failure: null },
  ...{ fileName: 'a.xlsx', createdAt: start, endedAt: null, expiresAt: null },
  ...{ isOpen: true, sentBy: null },
}
const ended = { endedAt: start, expiresAt: start + 86_400_000 }
const done = { ...job, ...ended, state: 'done', rows: 10, bytes: 10_600_000 } as const

/** The list with these exports, as if the server had them. */
async function openWith(jobs: readonly ExportJob[]): Promise<Page> {
  const page = await stage.open(smallAnswer, { person: administrator })
  await page.route('**/api/exports', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { data: jobs } }) : route.abort(),
  )
  await page.goto(screen)
  return page
}

test('EE308 an export shows its progress and is cancelled', async () => {
  const page = await openWith([job])
  const progress = row(page).getByRole('progressbar')
  await expect.poll(() => progress.getAttribute('value')).toBe('250000')
  await expect.poll(() => row(page).textContent()).toMatch(/250.?000 of 1.?000.?000 readings/)
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === 'POST'),
    row(page).getByRole('button', { name: 'Cancel' }).click(),
  ])
  expect(new URL(request.url()).pathname).toBe(`/api/exports/${job.id}/cancel`)
})

test('EE309 every end of an export has its own words', async () => {
  const failed = { ...job, ...ended, state: 'failed' } as const
  const states: readonly (readonly [ExportJob, RegExp])[] = [
    [{ ...job, state: 'waiting' }, /Waiting for its turn/],
    [{ ...job, ...ended, state: 'cancelled' }, /Cancelled/],
    [done, /10 rows, 10.6 MB, until/],
    [{ ...done, rows: 0 }, /No readings in this period/],
    [{ ...done, isOpen: false }, /no longer open to you/],
    [{ ...failed, failure: 'access' }, /Stopped: one of its devices/],
    [{ ...failed, failure: 'store' }, /could not be read/],
    [{ ...failed, failure: 'too_large' }, /grew too large/],
    [{ ...failed, failure: 'disk' }, /no room/],
    [{ ...failed, failure: 'interrupted' }, /several times/],
    [{ ...failed, failure: 'defect' }, /could not be made/],
    [{ ...failed, failure: 'expired' }, /expired in the meantime/],
    [{ ...failed, failure: 'gone' }, /removed from the server/],
  ]
  const jobs = states.map(([each], index) => ({
    ...each,
    id: job.id.replace(/..$/, `${10 + index}`),
  }))
  const page = await openWith(jobs)
  const rows = page.locator('.export-job')
  for (const [index, [, words]] of states.entries())
    await expect.poll(() => rows.nth(index).textContent()).toMatch(words)
  await expect.poll(() => rows.getByRole('link').count()).toBe(2)
  expect(await violationsOf(page, { within: '.exports' })).toEqual([])
})

test('EE310 on a phone nothing scrolls sideways, whatever the language and the names', async () => {
  const long = { device: 'Kesselhaus '.repeat(18), alias: 'Temperatur'.repeat(20) }
  const page = await openWith([{ ...done, firstSensor: long }, job])
  for (const language of locales) {
    await resize(page, defaultVisit.viewport)
    await chooseLanguage(page, language)
    await resize(page, { width: 360, height: 780 })
    await row(page).waitFor()
    const wide = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    await expect.poll(wide, { message: language }).toBe(0)
  }
})

test('EE311 an address that makes no sense is the empty form', async () => {
  const page = await show(`${screen}?thing=NOBODY&sensor=none&from=soon`)
  await page.locator('.export-form').waitFor()
  await expect.poll(() => addressOf(page)).toBe(`${screen}?thing=NOBODY&sensor=none`)
  await expect
    .poll(() => page.getByRole('button', { name: 'Begin export' }).isDisabled())
    .toBe(true)
})

test('EE312 the sensors of a group become the columns of one export', async () => {
  const group = 'BOILER-1:pressure,TANK-1:level'
  const page = await showChart(`period=today&group=${encodeURIComponent(group)}`)
  await page.getByRole('link', { name: 'Export' }).click()
  for (const name of ['Boiler 1 · Pressure', 'Tank 1 · Level'])
    await page.locator('.export-sensors', { hasText: name }).waitFor()
  const mode = page.getByRole('button', { name: 'Group mode' })
  await expect.poll(() => mode.getAttribute('aria-pressed')).toBe('true')
})

test('EE455 what could not be fetched is not called empty, and is asked for again', async () => {
  const page = await stage.open(smallAnswer, { person: administrator, language: 'en' })
  let isAway = true
  const answer = { status: 500, json: { message: 'no', code: 'internal' } }
  await page.route(/\/api\/(sensors|exports)(\?|$)/, (route) =>
    isAway ? route.fulfill(answer) : route.fallback(),
  )
  await page.goto('/zip/download')
  const finished = page.getByRole('group', { name: 'Finished files' })
  await finished.getByText('The finished files could not be loaded.').waitFor()
  const sensors = page.getByRole('combobox', { name: 'Sensors' })
  await sensors.click()
  const choices = page.locator('.ant-select-dropdown')
  await choices.getByText('This could not be loaded').waitFor()
  await page.keyboard.press('Escape')
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await finished.getByText('could not be loaded').waitFor({ state: 'detached' })
  await sensors.click()
  await choices.getByText('Boiler 1 · Pressure').first().waitFor()
})
