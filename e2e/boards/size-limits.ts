import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, removeDevices, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
import { stage } from './boards-stage.ts'

const sensors = ['flow', 'level'].map((key) => sensorOf(key))
const lamp = sensorOf('andon', { type: 'lamp' })
const devices = [{ lesiId: 'BOILER-3', name: 'Boiler', sensors: [...sensors, lamp] }]
afterAll(() => removeDevices(stage))

/** A dashboard with `flow` beside `level`, and states of lamps; its id. */
async function store(): Promise<string> {
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  const widgets = sensors.map(({ key }, index) => ({
    ...{ id: key, sensor: { thing: 'BOILER-3', key }, sensors: [], kind: null, options: {} },
    ...{ x: 3 * index, y: 0, w: 3, h: 2 },
  }))
  type Reply = { data: { id: string } }
  const lamps = [{ thing: 'BOILER-3', key: 'andon' }]
  const states = { id: 'states', sensor: null, sensors: lamps, kind: 'states', options: {} }
  const content = { name: 'Sizes', widgets: [...widgets, { ...states, x: 6, y: 0, w: 6, h: 4 }] }
  return (await session.json<Reply>('POST', '/api/dashboards', content)).data.id
}

/** Columns and rows from the corner, then the size. */
const place = (page: Page, id: string) =>
  expect.poll(() =>
    page
      .locator(`[data-grid-item=${id}]`)
      .evaluate((cell: HTMLElement) =>
        ['--x', '--y', '--w', '--h'].map((name) => cell.style.getPropertyValue(name)).join(),
      ),
  )

test('EE289 DB24 DB28 sizes are set by keys; a widget is offered what it can show', async () => {
  await addDevices(stage, devices)
  const page = await stage.open(`/warroomDashboard?dashboard=${await store()}`, {
    person: administrator,
  })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const choose = async (item: string, widget = 'flow') => {
    await page.getByRole('button', { name: `Change ${widget}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: item, exact: true }).press('Enter')
  }
  await choose('Size limits…')
  const dialog = page.getByRole('dialog', { name: /^Size limits of .*flow/ })
  await dialog.locator('input:focus').waitFor()
  await page.keyboard.type('5')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4')
  await dialog.getByText('Not below the least size, 5').waitFor()
  await expect.poll(() => violationsOf(page, { within: 'dialog' })).toEqual([])
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await dialog.locator('input[aria-invalid=true]:focus').waitFor()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await place(page, 'flow').toBe('0,0,5,2')
  await place(page, 'level').toBe('3,2,3,2')
  await page.keyboard.press('Control+z')
  await place(page, 'flow').toBe('0,0,3,2')
  await page.keyboard.press('Control+Shift+Z')
  await place(page, 'flow').toBe('0,0,5,2')
  await choose('Narrower')
  await choose('Taller')
  await place(page, 'flow').toBe('0,0,5,3')

  // A widget is offered what it can show.
  await choose('Options…', 'Timeline of states')
  await page.locator('dialog button:focus', { hasText: 'Cancel' }).waitFor()
  await page.getByRole('button', { name: 'Add andon' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Add flow' }).count()).toBe(0)
})
