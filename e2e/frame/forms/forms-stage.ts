import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { addDevices, Device, removeDevices, sensorOf } from '../../device.ts'
import { administrator } from '../../stage.ts'
import { stage } from '../frame-stage.ts'

beforeAll(async () => {
  const sensors = [sensorOf('pressure', { alias: 'Pressure', scaleLow: 0, scaleHigh: 10 })]
  const tokens = await addDevices(stage, [{ lesiId: 'BOILER-1', name: 'Boiler 1', sensors }])
  const token = tokens.get('BOILER-1') ?? ''
  const boiler = await Device.connect(stage.server.mqttUrl, 'BOILER-1', token)
  await boiler.publish({ values: { pressure: 5 } })
})
afterEach(() => stage.closePages())
afterAll(() => removeDevices(stage))

export { stage }

export async function openProfile(): Promise<Page> {
  const page = await stage.open('/profile/edit', { person: administrator, language: 'en' })
  await page.locator('#profile_name').waitFor()
  return page
}

/** The tab of a view, by its words. */
export const tab = (page: Page, name: string) => page.locator('.tab-bar li', { hasText: name })

/** Leaves for another tab, whose screen is then shown. */
export async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Historical charts' }).first().click()
  await page.locator('.history').waitFor()
}

/** Holds the answer to the next write at `path`; gives what releases it once the call is there. */
export async function holdWrite(page: Page, path: string): Promise<() => Promise<() => void>> {
  const held = Promise.withResolvers<() => void>()
  await page.route(path, async (route: Route) => {
    if (route.request().method() === 'GET') return route.continue()
    const released = Promise.withResolvers<void>()
    held.resolve(released.resolve)
    await released.promise
    return route.continue()
  })
  return () => held.promise
}
