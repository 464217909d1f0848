import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDevices, Device, sensorOf, type Document } from './device.ts'
import { addressOf, administrator, Stage } from './stage.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/**
 * A zone in which it is between noon and one o'clock, so that today has a morning whenever the
 * tests run.
 */
function zoneAtNoon(): string {
  const offset = 12 - new Date(now).getUTCHours()
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

/** What the wall clock of that zone is ahead of UTC. */
const zoneMs = () => (12 - new Date(now).getUTCHours()) * hour

const now = Date.now()
const timezone = zoneAtNoon()
const clock = (time: number) => new Date(time).toLocaleTimeString('en-GB', { timeZone: timezone })

/**
 * Once a second for an hour of this morning, without a quarter of an hour in the middle; one of
 * them bad.
 */
const start = Math.floor((now - 2 * hour) / minute) * minute
const gap = { from: start + 20 * minute, to: start + 35 * minute }
const times = Array.from({ length: 3_600 }, (_, index) => start + index * second).filter(
  (time) => time <= gap.from || time >= gap.to,
)
const pressureAt = (time: number) =>
  Math.round(1_000 * (5 + 2 * Math.sin((time - start) / 70_000) + ((time / second) % 7) / 10)) /
  1_000
const badTime = start + 5 * minute
const good = times.filter((time) => time !== badTime).map(pressureAt)
const earlier = Array.from({ length: 101 }, (_, index) => now - 5 * 24 * hour + index * minute)

/** Midnight of this week's Monday: it is about noon now. */
const today = Math.floor(now / hour) * hour - 12 * hour
const monday = today - ((new Date(now + zoneMs()).getUTCDay() + 6) % 7) * 24 * hour

const recipes = [
  { ts: now - 3 * hour, recipe: 'Rye' },
  { ts: now - 2.5 * hour, recipe: 'Wheat' },
  { ts: now - 2.4 * hour, recipe: 'Wheat' },
  { ts: now - 1 * hour, recipe: 'Spelt' },
]

/**
 * Hours ago, seconds that a burner ran, and pieces that were made; the counter is reset in between.
 */
const totals = [
  [3, 36_000, 100],
  [2.8, 37_800, 130],
  [2.6, 37_859, 20],
] as const

let stage: Stage

beforeAll(async () => {
  stage = await Stage.open({ SITE_TIMEZONE: timezone })
  await stage.addAdministrator()
  const tokens = await addDevices(stage, [
    {
      lesiId: 'BOILER-1',
      name: 'Boiler 1',
      sensors: [
        sensorOf('pressure', { alias: 'Pressure', unit: 'bar', decimals: 3, intervalMs: second }),
        sensorOf('recipe', { alias: 'Recipe', type: 'string' }),
        sensorOf('lamp', { alias: 'Tower', type: 'lamp' }),
        sensorOf('door', { alias: 'Door', type: 'detector' }),
        sensorOf('hours', { alias: 'Burner hours', type: 'timer', unit: 's', decimals: 0 }),
        sensorOf('parts', { alias: 'Parts', type: 'counter', unit: 'pieces', decimals: 0 }),
      ],
    },
  ])
  const boiler = await Device.connect(
    stage.server.mqttUrl,
    'BOILER-1',
    tokens.get('BOILER-1') ?? '',
  )
  const readings: Document[] = [
    ...earlier.map((ts) => ({ ts, values: { pressure: 3 } })),
    ...times.map((ts) => ({
      ts,
      values: { pressure: ts === badTime ? { v: 99, q: 'bad' as const } : pressureAt(ts) },
    })),
    ...recipes.map(({ ts, recipe }) => ({ ts, values: { recipe } })),
    { ts: now - 2 * hour, values: { lamp: 'green' } },
    { ts: now - 1 * hour, values: { lamp: 'red' } },
    { ts: start + 5 * minute, values: { door: 1 } },
    ...totals.map(([ago, hours, parts]) => ({ ts: now - ago * hour, values: { hours, parts } })),
  ]
  for (let first = 0; first < readings.length; first += 1_000)
    await boiler.publish(readings.slice(first, first + 1_000))
})
afterEach(() => stage.closePages())
afterAll(() => stage.close())

const openChart = (search: string) =>
  stage.open(`/warroomCharts?thing=BOILER-1&${search}`, { person: administrator })
/** The beginning of the note about this many readings. */
const readings = (count: number) =>
  new RegExp(`^${String(count).replace(/(?=\d{3}$)/, '\\s?')} readings`)
const note = (page: Page, text: string | RegExp) => page.locator('.history-note', { hasText: text })
const plot = (page: Page) => page.locator('.chart-plot')

async function figures(page: Page): Promise<Record<string, string>> {
  const rows = await page.locator('.history-statistics dl > div').all()
  return Object.fromEntries(
    await Promise.all(
      rows.map(async (row) => [
        await row.locator('dt').textContent(),
        await row.locator('dd').textContent(),
      ]),
    ),
  ) as Record<string, string>
}

/** Drags from one to another share of the width of the plotting area. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const box = await page.locator('.chart-plot .u-over').boundingBox()
  if (box === null) throw new Error('nothing is drawn')
  const height = box.y + box.height / 2
  await page.mouse.move(box.x + from * box.width, height)
  await page.mouse.down()
  await page.mouse.move(box.x + ((from + to) / 2) * box.width, height, { steps: 3 })
  await page.mouse.move(box.x + to * box.width, height, { steps: 3 })
  await page.mouse.up()
}

function zoomOf(page: Page): { from: number; to: number } | null {
  const [, from, to] = /zoom=(\d+)-(\d+)/.exec(page.url()) ?? []
  return from === undefined ? null : { from: Number(from), to: Number(to) }
}

test('EE30 statistics equal what was published; gap and bad reading are named', async () => {
  const page = await openChart('sensor=pressure&period=today')
  await note(page, readings(3_600 - 899 - 1)).waitFor()
  const sorted = good.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
  const average = good.reduce((sum, value) => sum + value, 0) / good.length
  const written = Object.entries(await figures(page)).map(
    ([name, text]) => [name, Number(text)] as const,
  )
  expect(written.map(([name]) => name)).toEqual(['Min', 'Median', 'Average', 'Max'])
  for (const [name, value] of [
    ['Min', sorted[0]],
    ['Median', median],
    ['Average', average],
    ['Max', sorted.at(-1)],
  ] as const) {
    expect(
      Math.abs((Object.fromEntries(written)[name] ?? NaN) - (value ?? NaN)),
      name,
    ).toBeLessThanOrEqual(0.000_500_1)
  }
  const named = `${clock(gap.from).slice(0, 5)}–${clock(gap.to).slice(0, 5)}`
  expect(await page.locator('.history-note').textContent()).toContain(named)
  await note(page, '1 bad reading left out.').waitFor()
  await note(page, `Times in ${timezone}`).waitFor()
})

test('EE31 every period is a click, stands in the address, and shows what lies in it', async () => {
  const page = await openChart('sensor=pressure&period=today')
  await note(page, 'readings').waitFor()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('7 days')
  await page.waitForURL(/period=7-days/)
  const all = good.length + earlier.length
  await note(page, readings(all)).waitFor()
  expect((await figures(page))['Min']).toBe(Math.min(3, ...good).toFixed(3))
  await press('30 days')
  await page.waitForURL(/period=30-days/)
  await note(page, readings(all)).waitFor()
  expect(
    await page.getByRole('button', { name: '30 days', exact: true }).getAttribute('aria-pressed'),
  ).toBe('true')
  const before = earlier.filter((time) => time < monday).length
  await press('This week')
  await page.waitForURL(/period=this-week/)
  await note(page, readings(all - before)).waitFor()
  await press('Last week')
  await page.waitForURL(/period=last-week/)
  if (before > 0) await note(page, readings(before)).waitFor()
  else await page.getByText('No readings in this period').waitFor()

  await page.locator('.history-dates > .button').click()
  const day = new Date(now - 5 * 24 * hour).toLocaleDateString('sv', { timeZone: timezone })
  for (const [edge, minute] of [
    ['From', '00:00'],
    ['To', '23:59'],
  ] as const) {
    await page.getByLabel(edge, { exact: true }).fill(`${day} ${minute}`)
    await page.keyboard.press('Tab')
  }
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.waitForURL(/from=.*to=/)
  await note(page, `${earlier.length} readings, one by one.`).waitFor()
})

test('EE32 a drag zooms down to the readings, a double click leads back', async () => {
  const page = await openChart('sensor=pressure&period=today')
  await note(page, 'drawn as first, least, greatest and last').waitFor()
  const range = await page.evaluate(() => Date.now())
  const share = (time: number) => (time - today) / (range - today)
  await drag(page, share(start - 10 * minute), share(start + 75 * minute))
  await page.waitForURL(/zoom=/)
  const first = zoomOf(page)
  expect(Math.abs((first?.from ?? 0) - (start - 10 * minute))).toBeLessThan(3 * minute)
  await note(page, /drawn as first/).waitFor()
  await page.locator('.history-content[aria-busy=false]').waitFor()
  await drag(page, 0.15, 0.2)
  await page.waitForURL((url) => !url.search.includes(`zoom=${first?.from}-`))
  const inner = zoomOf(page)
  const inside = times.filter(
    (time) => time !== badTime && time >= (inner?.from ?? 0) && time < (inner?.to ?? 0),
  )
  await note(page, `${inside.length} readings, one by one.`).waitFor()
  const values = inside.map(pressureAt)
  expect(await figures(page)).toMatchObject({
    Min: Math.min(...values).toFixed(3),
    Max: Math.max(...values).toFixed(3),
  })

  const address = addressOf(page)
  await page.reload()
  await note(page, `${inside.length} readings, one by one.`).waitFor()
  expect(addressOf(page)).toBe(address)
  await page.goBack()
  await note(page, /drawn as first/).waitFor()
  await page.goForward()
  await note(page, `${inside.length} readings, one by one.`).waitFor()

  await page.locator('.history-content[aria-busy=false]').waitFor()
  await drag(page, 0.2, 0.7)
  await page.waitForURL((url) => !url.href.endsWith(address))
  await plot(page).dblclick()
  await page.waitForURL(`**${address}`)
})

test('EE33 a text sensor lists its changes', async () => {
  const page = await openChart('sensor=recipe&period=today')
  const rows = page.locator('.history-table tbody tr')
  await rows.nth(2).waitFor()
  expect(await page.locator('.history-table th').allTextContents()).toEqual([
    'Change time',
    'Previous value',
    'Current value',
  ])
  const cells = await Promise.all(
    (await rows.all()).map((row) => row.locator('td').allTextContents()),
  )
  expect(
    cells.map(([time = '', previous, current]) => [time.slice(11), previous, current]),
  ).toEqual([
    [clock(now - 1 * hour), 'Wheat', 'Spelt'],
    [clock(now - 2.5 * hour), 'Rye', 'Wheat'],
    [clock(now - 3 * hour), '–', 'Rye'],
  ])
})

test('EE34 a lamp is a strip of its states; what does not exist or is empty says so', async () => {
  const page = await openChart('sensor=lamp&period=today')
  await page.locator('.state-chart').waitFor()
  await page.locator('.history-table td', { hasText: /red/i }).first().waitFor()
  await page.getByRole('button', { name: 'Boiler 1' }).waitFor()
  await page.getByRole('button', { name: 'Pressure' }).click()
  await page.waitForURL(/sensor=pressure/)
  await plot(page).waitFor()

  await page.goto('/warroomCharts?thing=BOILER-1&sensor=nonsense')
  await page.getByRole('heading', { name: 'No such sensor' }).waitFor()
  await page
    .getByText(
      'The sensor nonsense of the device BOILER-1 does not exist, or your account may not see it.',
    )
    .waitFor()
  await page.goto('/warroomCharts?thing=BOILER-1&sensor=recipe&period=last-week')
  await page
    .getByText('No readings in this period')
    .or(page.locator('.history-table'))
    .first()
    .waitFor()
})

test('EE35 what is sent only on change has the gaps of its device', async () => {
  const page = await openChart(`sensor=door&period=today&zoom=${start}-${start + 60 * minute}`)
  const rows = page.locator('.history-table tbody tr')
  await rows.nth(1).waitFor()
  const cells = await Promise.all(
    (await rows.all()).map((row) => row.locator('td').allTextContents()),
  )
  expect(cells.map(([from = '', to = '']) => [from.slice(11), to.slice(11)])).toEqual([
    [clock(gap.to), clock(start + 60 * minute)],
    [clock(start + 5 * minute), clock(gap.from)],
  ])
  await note(page, `${clock(gap.from).slice(0, 5)}–${clock(gap.to).slice(0, 5)}`).waitFor()
  await note(page, 'a gap is where nothing of its device was heard').waitFor()
})

test('EE36 counters and timers show their total and what they accumulated', async () => {
  const page = await openChart('sensor=hours&period=today')
  await note(page, '3 readings').waitFor()
  expect(await figures(page)).toEqual({ Total: '10 h 30 min', Accumulated: '0 h 30 min' })
  await page.locator('.history-current', { hasText: '10 h 30 min' }).waitFor()
  await page.goto('/warroomCharts?thing=BOILER-1&sensor=parts&period=today')
  await page.locator('.history-statistics', { hasText: 'Parts' }).waitFor()
  expect(await figures(page)).toEqual({ Total: '20 pieces', Accumulated: '50 pieces' })
})

test('EE37 days spelled as the API spells them are dates of one’s own', async () => {
  const page = await openChart('sensor=pressure&period=2013-07-04..2014-06-01')
  await page.waitForURL(/from=2013-07-04T00(:|%3A)00&to=2014-06-02T00(:|%3A)00/)
  expect(page.url()).not.toContain('period=')
  await page
    .locator('.history-dates', { hasText: '2013-07-04 00:00 to 2014-06-02 00:00' })
    .waitFor()
  await page.goto('/warroomCharts?thing=BOILER-1&sensor=pressure&period=garbage')
  await page.waitForURL(/period=today/)
})
