import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { defaultVisit } from '#testing/peers/browser.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { mailSink } from '#testing/peers/mail-sink.ts'
import { addDevices, Device, sensorOf, type Document } from '../device.ts'
import { administrator, reopen, Stage } from '../stage.ts'

const sink = await mailSink()
/** What the server has sent. */
export const mails = sink.mails

const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute

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

export const now = Date.now()
export const timezone = zoneAtNoon()
export const clock = (time: number) =>
  new Date(time).toLocaleTimeString('en-GB', { timeZone: timezone })

/**
 * Once a second for an hour of this morning, without a quarter of an hour in the middle; one of
 * them bad.
 */
export const start = Math.floor((now - 2 * hour) / minute) * minute

export const gap = { from: start + 20 * minute, to: start + 35 * minute }

export const times = Array.from({ length: 3_600 }, (_, index) => start + index * second).filter(
  (time) => time <= gap.from || time >= gap.to,
)

export const pressureAt = (time: number) =>
  Math.round(1_000 * (5 + 2 * Math.sin((time - start) / 70_000) + ((time / second) % 7) / 10)) /
  1_000

export const badTime = start + 5 * minute
export const good = times.filter((time) => time !== badTime).map(pressureAt)
export const earlier = Array.from(
  { length: 101 },
  (_, index) => now - 5 * 24 * hour + index * minute,
)

/** Every ten seconds of an hour: bad for ten minutes, then uncertain for ten. */
const levels: Document[] = Array.from({ length: 360 }, (_, index) => {
  const q = index < 120 || index >= 240 ? 'good' : index < 180 ? 'bad' : 'uncertain'
  return { ts: start + index * 10 * second, values: { level: { v: index % 7, q } } }
})

/** Midnight of this week's Monday: it is about noon now. */
export const today = Math.floor(now / hour) * hour - 12 * hour

export const monday = today - ((new Date(now + zoneMs()).getUTCDay() + 6) % 7) * 24 * hour

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

/** The server and the browser of all tests of charts. */
export let stage: Stage

beforeAll(async () => {
  stage = await Stage.open({
    ...{ SITE_TIMEZONE: timezone },
    ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sink.port), SMTP_ENCRYPTION: 'none' },
    SMTP_FROM: 'plant@warroom.test',
  })
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
    // Apart: what it sends would fill the gaps of the boiler.
    {
      lesiId: 'TANK-1',
      name: 'Tank 1',
      sensors: [sensorOf('level', { alias: 'Level', unit: 'm', intervalMs: 10 * second })],
    },
  ])
  const connect = (lesiId: string) =>
    Device.connect(stage.server.mqttUrl, lesiId, tokens.get(lesiId) ?? '')
  const [boiler, tank] = await Promise.all([connect('BOILER-1'), connect('TANK-1')])
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
  await tank.publish(levels)
})

afterEach(() => stage.closePages())
afterAll(async () => {
  await stage.close()
  await sink.close()
})
const chartOf = (search: string, thing: string) => `/warroomCharts?thing=${thing}&${search}`

/** A chart on a page of its own. */
export const openChart = (search: string, thing = 'BOILER-1') =>
  stage.open(chartOf(search, thing), { person: administrator })

/** The administrator notes something on a moment of the pressure. */
export async function annotatePressure(at: number, text: string): Promise<void> {
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  const names = [{ thing: 'BOILER-1', key: 'pressure' }]
  const { data } = await session.json<{ data: readonly { id: number }[] }>(
    ...(['POST', '/api/sensors/lookup', { names }] as const),
  )
  const body = { sensor: data[0]?.id, from: at, to: at, text }
  await session.json('POST', '/api/annotations', body)
}

let reusedPage: Page | undefined

/** A screen on the page that these tests share, drawn again. */
export async function show(path: string): Promise<Page> {
  if (reusedPage) {
    await reusedPage.setViewportSize(defaultVisit.viewport)
    await reopen(reusedPage, path)
  } else reusedPage = await stage.openReused(path, { person: administrator })
  return reusedPage
}

export const showChart = (search: string, thing = 'BOILER-1') => show(chartOf(search, thing))

/** The beginning of the note about this many readings. */
export const readings = (count: number) =>
  new RegExp(`^${String(count).replace(/(?=\d{3}$)/, '\\s?')} readings`)

export const note = (page: Page, text: string | RegExp) =>
  page.locator('.history-note', { hasText: text })
export const plot = (page: Page) => page.locator('.chart-plot')

export async function figures(page: Page): Promise<Record<string, string>> {
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
export async function drag(page: Page, from: number, to: number): Promise<void> {
  const box = await page.locator('.chart-plot .u-over').boundingBox()
  if (box === null) throw new Error('nothing is drawn')
  const height = box.y + box.height / 2
  await page.mouse.move(box.x + from * box.width, height)
  await page.mouse.down()
  await page.mouse.move(box.x + ((from + to) / 2) * box.width, height, { steps: 3 })
  await page.mouse.move(box.x + to * box.width, height, { steps: 3 })
  await page.mouse.up()
}

export function zoomOf(page: Page): { from: number; to: number } | null {
  const [, from, to] = /zoom=(\d+)-(\d+)/.exec(page.url()) ?? []
  return from === undefined ? null : { from: Number(from), to: Number(to) }
}
