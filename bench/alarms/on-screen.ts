import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { buildWeb } from '../../scripts/build-web.ts'
import { eventually } from '#testing/eventually.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { openBrowser, visit } from '#testing/peers/browser.ts'
import type { BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { addDevices, addPerson, newDataDirectory, person, startBenchServer } from '../kit/server.ts'
import { median, spreadOf } from '../kit/statistics.ts'

const flooded = 10_000
const inDocument = 500
const samples = 100
/** Between two readings that raise an alarm: longer than the pace at which a flood is fetched. */
const pauseMs = 700
const openings = 5

interface Plant {
  readonly session: BrowserSession
  /** Sends values of the device, as it would. */
  readonly send: (values: Readonly<Record<string, number>>) => Promise<void>
}

const rule = {
  ...{ name: 'Too high', isEnabled: true, deadband: 0, onDelayMs: 0, offDelayMs: 0, priority: 2 },
  target: { kind: 'pattern', type: null, product: '', tag: '*' },
  condition: { kind: 'limit', level: 'high', limit: 10 },
  ...{ isLatching: false, message: {}, hours: [], suppressedBy: [] },
}
const keys = Array.from({ length: flooded }, (_, at) => `s${at}`)

/** ms UTC at which a row of this sensor is in the document. */
function rowOf(page: Page, key: string): Promise<number> {
  return page.evaluate(async (alias) => {
    const isThere = () =>
      [...document.querySelectorAll('.alarm-row .alarm-cell-sensor > :first-child')].some(
        ({ textContent }) => textContent === alias,
      )
    if (!isThere())
      await new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!isThere()) return
          observer.disconnect()
          resolve()
        })
        observer.observe(document, { subtree: true, childList: true, characterData: true })
      })
    return performance.timeOrigin + performance.now()
  }, key)
}

/** From the sending of a reading until its alarm is in the list of a browser. */
async function measureReading(
  { send }: Plant,
  page: Page,
  report: BenchmarkContext['report'],
): Promise<Figure> {
  await page.goto('/sensoralarm/alarmlist?order=newest')
  await page.locator('.connection[data-state=live]').waitFor()
  const times: number[] = []
  for (const key of keys.slice(0, samples)) {
    const shown = rowOf(page, key)
    await delay(pauseMs)
    const sent = Date.now()
    await send({ [key]: 12 })
    times.push((await shown) - sent)
  }
  const { p50, p99, max } = spreadOf(times)
  report(`${samples} readings, p99 ${Math.round(p99)} ms`)
  return {
    ...{ name: 'reading → alarm on screen p99', value: p99, unit: 'ms', target: { atMost: 200 } },
    remark: `p50 ${Math.round(p50)} ms, worst ${Math.round(max)} ms of ${samples}`,
  }
}

/** How soon the list can be used while very many alarms are active. */
async function measureList({ send, session }: Plant, page: Page): Promise<readonly Figure[]> {
  for (let start = 0; start < flooded; start += inDocument)
    await send(Object.fromEntries(keys.slice(start, start + inDocument).map((key) => [key, 12])))
  await eventually('all alarms are there', async () => {
    const { data } = await session.json<{ data: { total: number } }>('GET', '/api/alarms/active')
    return data.total === flooded
  })
  const [first, all, filtered]: [number[], number[], number[]] = [[], [], []]
  const table = page.locator('.alarm-table')
  for (let opening = 0; opening < openings; opening++) {
    const begun = performance.now()
    await page.goto('/sensoralarm/alarmlist')
    await page.locator('.alarm-row').first().waitFor()
    first.push(performance.now() - begun)
    await table.and(page.locator(`[aria-rowcount="${flooded + 1}"]`)).waitFor()
    all.push(performance.now() - begun)
    const asked = performance.now()
    await page.getByLabel('Sensor or alarm').fill(`s${flooded - 1}`)
    await table.and(page.locator('[aria-rowcount="2"]')).waitFor()
    filtered.push(performance.now() - asked)
  }
  const remark = `median of ${openings} openings`
  return [
    {
      ...{ name: `list with ${flooded} active alarms, until it can be used`, value: median(first) },
      ...{ unit: 'ms', target: { atMost: 2_000 }, remark: `first rows, ${remark}` },
    },
    { name: 'until all of them are in it', value: median(all), unit: 'ms', remark },
    { name: 'a search among them', value: median(filtered), unit: 'ms', remark },
  ]
}

/** The list of alarms in a real browser before the real server. */
export async function onScreen(context: BenchmarkContext): Promise<readonly Figure[]> {
  await buildWeb(() => {})
  const server = await startBenchServer(context, newDataDirectory(context))
  const [device] = await addDevices(server, 1)
  await addPerson(server)
  const session = await new BrowserSession(server.url).signIn(person.email, person.password)
  await session.skipTour()
  const send: Plant['send'] = async (values) => {
    const reply = await fetch(`${server.url}/api/ingest/${device?.lesiId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${device?.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ values }),
    })
    if (!reply.ok) throw new Error(`ingest answered ${reply.status}: ${await reply.text()}`)
  }
  for (let start = 0; start < flooded; start += inDocument)
    await send(Object.fromEntries(keys.slice(start, start + inDocument).map((key) => [key, 5])))
  await session.json('POST', '/api/alarm-rules', rule)
  const browser = await openBrowser()
  context.atEnd(() => browser.close())
  const cookies = Object.fromEntries(
    session.cookieHeader.split('; ').map((cookie) => cookie.split(/=(.*)/s).slice(0, 2)),
  )
  const { page } = await visit(browser, { baseURL: server.url, cookies })
  const plant = { session, send }
  return [await measureReading(plant, page, context.report), ...(await measureList(plant, page))]
}
