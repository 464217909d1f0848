import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { addDevices, Device, removeDevices, sensorOf } from '../../device.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { administrator, reopen } from '../../stage.ts'
import { stage } from '../frame-stage.ts'

beforeAll(async () => {
  const sensors = [sensorOf('pressure', { alias: 'Pressure', scaleLow: 0, scaleHigh: 10 })]
  const tokens = await addDevices(stage, [{ lesiId: 'BOILER-1', name: 'Boiler 1', sensors }])
  const token = tokens.get('BOILER-1') ?? ''
  const boiler = await Device.connect(stage.server.mqttUrl, 'BOILER-1', token)
  await boiler.publish({ values: { pressure: 5 } })
})
afterEach(() => stage.closePages())
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

export { stage }

export const administratorSession = () =>
  new BrowserSession(stage.server.url).signIn(administrator.email, administrator.password)

let reused: Page | undefined

/** A screen, drawn again on the administrator's page of the test before. */
export async function show(path: string): Promise<Page> {
  if (reused) await reopen(reused, path)
  else reused = await stage.openReused(path, { person: administrator, language: 'en' })
  return reused
}

export async function showProfile(): Promise<Page> {
  const page = await show('/profile/edit')
  await page.locator('#profile_name').waitFor()
  return page
}

/** No message of a test before is taken for the one that comes. */
export async function dismissToasts(page: Page): Promise<void> {
  const toasts = page.locator('.toast')
  await toasts.evaluateAll((each) => {
    for (const toast of each) toast.querySelector('button')?.click()
  })
  await expect.poll(() => toasts.count()).toBe(0)
}

/** The tab of a view, by its words. */
export const tab = (page: Page, name: string) => page.locator('.tab-bar li', { hasText: name })

/** Leaves for another tab, whose screen is then shown. */
export async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Historical charts' }).first().click()
  await page.locator('.history').waitFor()
}
