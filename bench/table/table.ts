import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { openBrowser, visit } from '#testing/peers/browser.ts'
import { eventually } from '#testing/eventually.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import type { Benchmark } from '../kit/benchmark.ts'
import { watchMainThread } from '../kit/main-thread.ts'
import {
  addDevices,
  addPerson,
  newDataDirectory,
  person,
  startBenchServer,
  type Credential,
} from '../kit/server.ts'
import { DeviceFleet } from '../live/device-fleet.ts'

const deviceCount = 20
const sensorsPerDevice = 10
const sensorCount = deviceCount * sensorsPerDevice
const measuredSeconds = 15
/** What follows a navigation is not the steady state. */
const settledMs = 3_000
const viewport = { width: 1920, height: 1080 }

/** A home page with one table, or with a note in its place; its id. */
async function storePage(
  session: BrowserSession,
  devices: readonly Credential[],
  kind: 'table' | 'note',
): Promise<string> {
  const sensors = devices.flatMap(({ lesiId }) =>
    Array.from({ length: sensorsPerDevice }, (_, index) => ({ thing: lesiId, key: `k${index}` })),
  )
  const widget = {
    ...{ id: 'w', kind, sensor: null, sensors: kind === 'table' ? sensors : [], options: {} },
    ...{ x: 0, y: 0, w: 12, h: 15 },
  }
  const area = { id: 'a', name: kind, x: 0, y: 0, w: 12, h: 15, widgets: [widget] }
  const { data } = await session.json<{ data: { id: string } }>(
    'POST',
    '/api/scada/shadow-lambda/custom/store',
    { name: kind, areas: [area] },
  )
  return data.id
}

/** How many values of the table are whole inside the window, with digits. */
const valuesSeen = (page: Page): Promise<number> =>
  page.locator('.value-table-row').evaluateAll((rows) => {
    const isSeen = (row: Element) => {
      const { top, bottom, left, right } = row.getBoundingClientRect()
      return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
    }
    return rows.filter((row) => isSeen(row) && /\d\.\d/.test(row.textContent ?? '')).length
  })

export const table: Benchmark = {
  name: 'table',
  summary: 'main thread of a real browser with a table of 200 live values on the screen',
  async run(context) {
    await buildWeb(() => {})
    const server = await startBenchServer(context, newDataDirectory(context))
    await addPerson(server)
    const devices = await addDevices(server, deviceCount)
    const session = await new BrowserSession(server.url).signIn(person.email, person.password)
    const cookies = Object.fromEntries(
      session.cookieHeader.split('; ').map((cookie) => cookie.split(/=(.*)/s).slice(0, 2)),
    )
    const fleet = new DeviceFleet(server.mqttUrl, devices)
    context.atEnd(() => fleet.stop())
    await fleet.introduce()
    fleet.start()
    const browser = await openBrowser()
    context.atEnd(() => browser.close())
    const open = async (kind: 'table' | 'note') => {
      const id = await storePage(session, devices, kind)
      const { page } = await visit(browser, { viewport, baseURL: server.url, cookies })
      await page.goto(`/warroomIndex?page=${id}`)
      return page
    }
    const bare = await open('note')
    await delay(settledMs)
    const reference = await watchMainThread(bare, measuredSeconds)
    await bare.context().close()
    const page = await open('table')
    await eventually(
      `${sensorCount} values are on the screen`,
      async () => (await valuesSeen(page)) === sensorCount,
    )
    await delay(settledMs)
    const thread = await watchMainThread(page, measuredSeconds)
    return [
      {
        name: `main thread, table of ${sensorCount} values at 1 Hz`,
        value: thread.share,
        unit: 'ms/s',
        target: { atMost: 13 },
        remark: `${thread.parts}; the same page with a note ${reference.share.toFixed(1)} ms/s`,
      },
      {
        name: 'values on a screen of 1920 × 1080',
        value: await valuesSeen(page),
        unit: 'values',
        target: { atLeast: sensorCount },
      },
    ]
  },
}
