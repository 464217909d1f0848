import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { go } from '../stage.ts'
import {
  minute,
  hour,
  now,
  clock,
  start,
  gap,
  showChart,
  note,
  plot,
  figures,
} from './charts-stage.ts'

/** The texts of the cells, row by row. */
const cellsOf = (rows: Locator) =>
  rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)),
  )

test('EE33 a text sensor lists its changes', async () => {
  const page = await showChart('sensor=recipe&period=today')
  const rows = page.locator('.history-table tbody tr')
  await rows.nth(2).waitFor()
  await expect
    .poll(() => page.locator('.history-table th').allTextContents())
    .toEqual(['Change time', 'Previous value', 'Current value'])
  const changes = async () =>
    (await cellsOf(rows)).map(([time = '', previous, current]) => [
      ...[time.slice(11), previous, current],
    ])
  await expect.poll(changes).toEqual([
    [clock(now - 1 * hour), 'Wheat', 'Spelt'],
    [clock(now - 2.5 * hour), 'Rye', 'Wheat'],
    [clock(now - 3 * hour), '–', 'Rye'],
  ])
})

test('EE189 on a phone tables of changes and states show their last column', async () => {
  for (const [sensor, cell] of [
    ['recipe', 'Spelt'],
    ['lamp', 'min'],
  ] as const) {
    const page = await showChart(`sensor=${sensor}&period=today`)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.history-table td:last-child', { hasText: cell }).first().waitFor()
    const table = page.locator('.history-table')
    const hidden = () => table.evaluate((box) => box.scrollWidth - box.clientWidth)
    await expect.poll(hidden, { message: sensor }).toBe(0)
  }
})

test('EE34 a lamp is a timeline of states; missing and empty ones show a message', async () => {
  const page = await showChart('sensor=lamp&period=today')
  await page.locator('.state-chart').waitFor()
  await page.locator('.history-table td', { hasText: /red/i }).first().waitFor()
  await page.getByRole('button', { name: 'Boiler 1' }).waitFor()
  await page.getByRole('button', { name: 'Pressure' }).click()
  await page.waitForURL(/sensor=pressure/)
  await plot(page).waitFor()

  await go(page, '/warroomCharts?thing=BOILER-1&sensor=nonsense')
  await page.getByRole('heading', { name: 'No such sensor' }).waitFor()
  await page
    .getByText(
      'The sensor nonsense of the device BOILER-1 does not exist, ' +
        'or your account has no access to it.',
    )
    .waitFor()
  await go(page, '/warroomCharts?thing=BOILER-1&sensor=recipe&period=last-week')
  await page
    .getByText('No readings in this period')
    .or(page.locator('.history-table'))
    .first()
    .waitFor()
})

test('EE575 from a period without readings one goes to the last reading', async () => {
  const page = await showChart('sensor=recipe&from=2020-01-01T00:00&to=2020-01-02T00:00')
  const last = page.getByRole('button', { name: /^Go to the last reading \(\d/ })
  await last.click()
  await page.waitForURL(/period=today/)
  await page.locator('.history-table td', { hasText: 'Spelt' }).first().waitFor()
})

test('EE35 HI32 what is sent only on change has the gaps of its device', async () => {
  const page = await showChart(`sensor=door&period=today&zoom=${start}-${start + 60 * minute}`)
  const rows = page.locator('.history-table tbody tr')
  await rows.nth(1).waitFor()
  const spans = async () =>
    (await cellsOf(rows)).map(([from = '', to = '']) => [from.slice(11), to.slice(11)])
  await expect.poll(spans).toEqual([
    [clock(gap.to), clock(start + 60 * minute)],
    [clock(start + 5 * minute), clock(gap.from)],
  ])
  await note(page, `${clock(gap.from).slice(0, 5)}–${clock(gap.to).slice(0, 5)}`).waitFor()
  await note(page, 'a gap is a time without any reading from its device').waitFor()
  // Before the first reading, and in the gap: a third of the hour.
  await page
    .locator('.history-shares li', { hasText: /^No data20\u00a0min 00\u00a0s33\.3 %$/ })
    .waitFor()
})

test('EE36 counters and timers show their total and what they accumulated', async () => {
  const page = await showChart('sensor=hours&period=today')
  await note(page, '3 readings').waitFor()
  await expect
    .poll(() => figures(page))
    .toEqual({ Total: '10\u00a0h 30\u00a0min', Accumulated: '0\u00a0h 30\u00a0min' })
  await page.locator('.history-current', { hasText: '10\u00a0h 30\u00a0min' }).waitFor()
  await go(page, '/warroomCharts?thing=BOILER-1&sensor=parts&period=today')
  await page.locator('.history-statistics', { hasText: 'Parts' }).waitFor()
  await expect.poll(() => figures(page)).toEqual({ Total: '20 pieces', Accumulated: '50 pieces' })
})

test('EE37 days spelled as the API spells them are dates of one’s own', async () => {
  const page = await showChart('sensor=pressure&period=2013-07-04..2014-06-01')
  await page.waitForURL(/from=2013-07-04T00(:|%3A)00&to=2014-06-02T00(:|%3A)00/)
  expect(page.url()).not.toContain('period=')
  await page
    .locator('.history-dates', { hasText: '2013-07-04 00:00 to 2014-06-02 00:00' })
    .waitFor()
  await go(page, '/warroomCharts?thing=BOILER-1&sensor=pressure&period=garbage')
  await page.waitForURL(/period=today/)
})
