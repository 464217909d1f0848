import { afterAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, sensorOf } from '../device.ts'
import { administrator, resize } from '../stage.ts'
import { endPart, show, stage } from './boards-stage.ts'

afterAll(endPart)

test('EE397 the drawer of sensors takes the focus and gives it back, on a phone too', async () => {
  await addDevices(stage, [{ lesiId: 'BOILER-9', name: 'Boiler', sensors: [sensorOf('flow')] }])
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  const area = { id: 'a', name: 'Upper', x: 0, y: 0, w: 12, h: 4, widgets: [] }
  const content = { name: 'With a drawer', areas: [area] }
  type Made = { data: { id: string } }
  const stored = await session.json<Made>('POST', '/api/scada/shadow-lambda/custom/store', content)
  const page = await show(`/warroomIndex/edit/${stored.data.id}`)
  const drawer = page.getByRole('complementary', { name: 'Sensors' })
  const focused = (selector: string) =>
    expect.poll(() => page.locator(selector).evaluate((one) => one === document.activeElement))
  await page.getByRole('button', { name: 'Hide sensors' }).click()
  await focused('.edit-head .button:has-text("Sensors")').toBe(true)
  await page.keyboard.press('Enter')
  await focused('.sensors-drawer').toBe(true)
  await page.keyboard.press('Escape')
  await drawer.waitFor()

  await resize(page, { width: 390, height: 844 })
  await page.getByRole('button', { name: 'Hide sensors' }).click()
  const opener = page.locator('.save-bar .button', { hasText: /^Sensor$/ })
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await focused('.sensors-drawer').toBe(true)
  await drawer.getByText('flow', { exact: true }).first().waitFor()
  await drawer.locator('.sensor-name').first().focus()
  await page.keyboard.press('Enter')
  await page.locator('[data-lifted]').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[data-lifted]').waitFor({ state: 'detached' })
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true)
  await opener.click()
  await drawer.waitFor()
  await page.mouse.click(12, 500)
  await drawer.waitFor({ state: 'detached' })
})
