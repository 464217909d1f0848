import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator, toast } from '../stage.ts'
import { stage } from './alarms-stage.ts'

let press: Device

beforeAll(async () => {
  const limited = sensorOf('force', { alias: 'Force', unit: 'kN', upperAlarm: 80 })
  const tokens = await addDevices(stage, [{ lesiId: 'PRESS-8', name: 'Press', sensors: [limited] }])
  press = await Device.connect(stage.server.mqttUrl, 'PRESS-8', tokens.get('PRESS-8') ?? '')
  await press.publish({ values: { force: 90 } })
})
afterEach(() => stage.closePages(/status of 503/))
afterAll(() => removeDevices(stage))

/** The analysis, once it has the alarm, for somebody whom things that move do not disturb. */
async function open() {
  const session = new BrowserSession(stage.server.url)
  await session.signIn(administrator.email, administrator.password)
  await expect
    .poll(async () => {
      const now = Date.now()
      const span = `from=${now - 3_600_000}&to=${now + 60_000}&operators=1`
      const path = `/api/alarms/analysis?${span}&thing=PRESS-8`
      return (await session.json<{ data: { count: number } }>('GET', path)).data.count
    })
    .toBeGreaterThan(0)
  const options = { person: administrator, reducedMotion: 'no-preference' } as const
  const page = await stage.open('/sensoralarm/alarmnum', options)
  const panel = page.getByRole('region', { name: 'Top ten sources' })
  await panel.getByRole('listitem').first().waitFor()
  return { page, panel, tool: (name: string) => panel.getByRole('button', { name, exact: true }) }
}

const analysis = /\/api\/alarms\/analysis\?/
/** Rounded: while the panel moves back its edges lie between pixels. */
const boxOf = async (part: ReturnType<Page['locator']>) => {
  const { x = NaN, y = NaN, width = NaN, height = NaN } = (await part.boundingBox()) ?? {}
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  }
}
const heightOf = async (part: ReturnType<Page['locator']>) => (await boxOf(part)).height

test('EE511 a panel of the analysis is reduced to its head, and unfolded', async () => {
  const { page, panel, tool } = await open()
  await tool('Collapse').click()
  await panel.getByRole('list').waitFor({ state: 'hidden' })
  await expect.poll(() => heightOf(panel)).toBe(48)
  expect(
    await page.getByRole('region', { name: 'Against guidance' }).getByRole('list').count(),
  ).toBe(1)
  await tool('Expand').click()
  await panel.getByRole('list').waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('EE512 a panel that is refreshed is covered, and its icon spins', async () => {
  const { page, panel, tool } = await open()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(analysis, async (route) => {
    await answered
    return route.fallback()
  })
  await tool('Refresh').click()
  await panel.locator('.box-mask').waitFor()
  const animations = await tool('Refresh')
    .locator('.icon')
    .evaluate((icon) => icon.getAnimations().length)
  expect(animations).toBe(1)
  expect(await page.locator('.box-mask').count()).toBe(1)
  answer()
  await panel.locator('.box-mask').waitFor({ state: 'detached' })
  await page.route(analysis, (route) =>
    route.fulfill({ status: 503, json: { success: false, error: 'unavailable', message: '' } }),
  )
  await tool('Refresh').click()
  await toast(page, 'service is not available')
  await panel.locator('.box-mask').waitFor({ state: 'detached' })
  await panel.getByRole('listitem').first().waitFor()
})

test('EE513 a panel fills the screen, without collapse, and gets its height back', async () => {
  const { page, panel, tool } = await open()
  const before = await heightOf(panel)
  await panel.hover()
  await expect
    .poll(() => panel.evaluate((part) => getComputedStyle(part).transform))
    .toBe('matrix(1, 0, 0, 1, 0, -2)')
  await tool('Full screen').click()
  await tool('Leave full screen').waitFor()
  expect(await tool('Collapse').count()).toBe(0)
  expect(await panel.evaluate((part) => getComputedStyle(part).zIndex)).toBe('6666')
  await expect.poll(() => boxOf(panel)).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  expect(await page.locator('.stage').evaluate((part) => part.style.overflow)).toBe('hidden')
  await page.keyboard.press('Escape')
  await tool('Collapse').waitFor()
  await expect.poll(() => heightOf(panel)).toBe(before)
})
