import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevices, Device, sensorOf, removeDevices } from '../device.ts'
import { administrator, go, smallAnswer } from '../stage.ts'
import { aheadOfUtcMs, stage } from './room-stage.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const now = Date.now()
/** Once in ten seconds for the last hour. */
const times = Array.from({ length: 360 }, (_, index) => now - hour + (index + 1) * 10 * second)

const clocks = [
  ['10 minutes fast', 10 * minute],
  ['10 minutes slow', -10 * minute],
] as const

let press: Device
/** One for each clock: the tests go on where the one before ended. */
const pages = new Map<number, Page>()

beforeAll(async () => {
  const tokens = await addDevices(stage, [
    {
      lesiId: 'PRESS-1',
      name: 'Press 1',
      sensors: [
        sensorOf('force', { alias: 'Force', unit: 'kN', intervalMs: 2 * minute }),
        sensorOf('lamp', { alias: 'Tower', type: 'lamp', intervalMs: 2 * minute }),
      ],
    },
  ])
  press = await Device.connect(stage.server.mqttUrl, 'PRESS-1', tokens.get('PRESS-1') ?? '')
  await press.publish(
    times.map((ts) => ({
      ts,
      values: { force: 7, lamp: ts < now - 5 * minute ? 'red' : 'green' },
    })),
  )
  for (const [, ahead] of clocks) pages.set(ahead, await openPage(ahead))
})
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

/** A page of a computer whose clock is `aheadMs` ahead of the server's. */
async function openPage(aheadMs: number): Promise<Page> {
  const page = await stage.openReused(smallAnswer, { language: 'en' })
  await page.addInitScript((ahead) => {
    const RealDate = Date
    const wrong = new Proxy(RealDate, {
      construct: (target, args: unknown[]) =>
        args.length === 0
          ? new target(RealDate.now() + ahead)
          : (Reflect.construct(target, args) as Date),
      get: (target, name) =>
        name === 'now' ? () => target.now() + ahead : (Reflect.get(target, name) as unknown),
    })
    globalThis.Date = wrong
  }, aheadMs)
  await signIn(page)
  return page
}

/** That page, at this address. */
async function openAt(path: string, aheadMs: number): Promise<Page> {
  const page = pages.get(aheadMs)
  if (!page) throw new Error('there is no page with this clock')
  await go(page, path)
  return page
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.locator('input[name=email]').fill(administrator.email)
  await page.locator('input[name=password]').fill(administrator.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
}

test.each(clocks)(
  'EE118 a chart has every reading and no false gap, clock %s',
  async (_, ahead) => {
    const page = await openAt('/warroomCharts?thing=PRESS-1&sensor=force&period=today', ahead)
    const note = page.locator('.history-note').first()
    // The morning before the first reading, and no other.
    await expect.poll(() => note.textContent()).toMatch(/^360 readings.*One gap: 00:00–/s)
  },
)

test.each(clocks)('EE118 the last state of a lamp ends now, clock %s', async (_, ahead) => {
  const page = await openAt('/warroomCharts?thing=PRESS-1&sensor=lamp&period=today', ahead)
  const rows = page.locator('.history-table tbody tr')
  await expect.poll(() => rows.count()).toBe(2)
  const [from = '', to = '', state = ''] = await rows.first().locator('td').allTextContents()
  const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) - aheadOfUtcMs
  expect(state).toMatch(/green/i)
  expect(Math.abs(at(from) - (now - 5 * minute))).toBeLessThan(minute)
  expect(Math.abs(at(to) - Date.now())).toBeLessThan(3 * minute)
})

test.each(clocks)('EE118 ages and relative times are right, clock %s', async (_, ahead) => {
  const page = await openAt('/profile/edit', ahead)
  await page.locator('time', { hasText: 'Just now' }).first().waitFor()
  await go(page, '/warroomDashboard')
  await press.publish({ values: { force: 8 } })
  const age = page.locator('.widget', { hasText: 'Force' }).locator('.age-text')
  await age
    .filter({ hasText: /^\d+\ss/ })
    .first()
    .waitFor()
  const shown = () => page.locator('.clock').getAttribute('datetime')
  await expect
    .poll(async () => Math.abs(Date.parse((await shown()) ?? '') - Date.now()))
    .toBeLessThan(5 * second)
})
