import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, sensorOf } from '../device.ts'
import { administrator, smallAnswer, withServerAway } from '../stage.ts'
import { endPart, stage } from './boards-stage.ts'

type Made = { data: { id: string } }
const widget = {
  ...{ id: 'a', sensor: { thing: 'AWAY-1', key: 'flow' }, sensors: [], kind: null, options: {} },
  ...{ x: 0, y: 0, w: 3, h: 3 },
}
let session: BrowserSession

beforeAll(async () => {
  const sensors = [sensorOf('flow', { intervalMs: 3_600_000 })]
  const tokens = await addDevices(stage, [{ lesiId: 'AWAY-1', name: 'Boiler', sensors }])
  const boiler = await Device.connect(stage.server.mqttUrl, 'AWAY-1', tokens.get('AWAY-1') ?? '')
  await boiler.publish({ values: { flow: 5 } })
  const { email, password } = administrator
  session = await new BrowserSession(stage.server.url).signIn(email, password)
})
afterAll(endPart)

/** A page whose server can be away; `go` says whether it is. */
async function openWithServer(path: string) {
  const page = await stage.open(smallAnswer, { person: administrator })
  await page.clock.install()
  const go = await withServerAway(page)
  await page.goto(path)
  return { page, go }
}

async function expectStays(page: Page, names: readonly [string, string], go: Away) {
  const [shown, next] = names
  await page.getByRole('heading', { name: shown, exact: true }).waitFor()
  await page.locator('.widget[data-condition=good] .figure').waitFor()
  await page.getByText(/^Next in/).waitFor()
  await go(true)
  await page.getByText(/^Next in/).waitFor({ state: 'detached' })
  await page.clock.runFor(60_000)
  await page.getByRole('heading', { name: shown, exact: true }).waitFor()
  await page.locator('.widget .figure').waitFor()
  await go(false)
  await page.clock.runFor(60_000)
  await page.getByText(/^Next in/).waitFor()
  await page.clock.runFor(15_000)
  await page.getByRole('heading', { name: next, exact: true }).waitFor()
}
type Away = (isAway: boolean) => Promise<void>

test('EE422 PG45 a wall of dashboards does not turn while its server is away', async () => {
  const made: string[] = []
  for (const name of ['Stays', 'Turns']) {
    const reply = await session.json<Made>('POST', '/api/dashboards', { name, widgets: [widget] })
    made.push(reply.data.id)
  }
  const { page, go } = await openWithServer(`/warroomDashboard?dashboard=${made[0]}&wall=on`)
  await expectStays(page, ['Stays', 'Turns'], go)
  await stage.closePages(/WebSocket|Failed to load|ERR_FAILED/)
})

test('EE422 PG45 a wall of home pages does not turn while its server is away', async () => {
  const made: string[] = []
  for (const name of ['Stays', 'Turns']) {
    const areas = [{ id: 'a', name: 'All', x: 0, y: 0, w: 12, h: 4, widgets: [widget] }]
    const path = '/api/scada/shadow-lambda/custom/store'
    made.push((await session.json<Made>('POST', path, { name, areas })).data.id)
  }
  const { page, go } = await openWithServer(`/warroomIndex?page=${made[0]}&wall=on`)
  await expectStays(page, ['Stays', 'Turns'], go)
  await stage.closePages(/WebSocket|Failed to load|ERR_FAILED/)
})

test('EE484 DB31 where its editor cannot be fetched a dashboard stays on the screen', async () => {
  const page = await stage.open('/warroomDashboard', { person: administrator })
  await page.locator('.widget').first().waitFor()
  const code = '**/assets/board-editor-*.js'
  await page.route(code, (route) => route.abort())
  const edit = page.getByRole('button', { name: /^(Edit|Arrange it myself)$/ })
  await edit.click()
  await page.getByText('Error in connecting').first().waitFor()
  await expect.poll(() => page.locator('.widget').count()).toBeGreaterThan(0)
  await page.unroute(code)
  await edit.click()
  await page.getByRole('button', { name: 'Save Edit' }).waitFor()
  await stage.closePages(/Failed to|ERR_FAILED/)
})
