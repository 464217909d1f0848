import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, sensorOf } from '../device.ts'
import { administrator, leavesFreely, resize } from '../stage.ts'
import { endPart, show, stage } from './boards-stage.ts'

beforeAll(async () => {
  await addDevices(stage, [{ lesiId: 'BOILER-9', name: 'Boiler', sensors: [sensorOf('flow')] }])
})
afterAll(endPart)

const area = (id: string, part: object = {}) => ({
  ...{ id, name: id.toUpperCase(), x: 0, y: 0, w: 6, h: 4, widgets: [] },
  ...part,
})

/** Stores a page of these areas; returns its id. */
async function store(name: string, areas: readonly object[]): Promise<string> {
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  type Made = { data: { id: string } }
  const path = '/api/scada/shadow-lambda/custom/store'
  return (await session.json<Made>('POST', path, { name, areas })).data.id
}

test('EE397 the drawer of sensors takes the focus and gives it back, on a phone too', async () => {
  const id = await store('With a drawer', [area('a', { name: 'Upper', w: 12 })])
  const page = await show(`/warroomIndex/edit/${id}`)
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

test('EE440 keys bring a sensor to areas out of sight, read out under their names', async () => {
  const id = await store('Tall', [area('a', { h: 14 }), area('b', { y: 15 })])
  const page = await show(`/warroomIndex/edit/${id}`)
  await page.getByText('all loaded').waitFor()
  await page.getByLabel('Name of area 2').fill('Below')
  const below = page.locator('.edit-area[aria-label$="Below"]')
  const announced = page.locator('[id^=dnd-kit-announcement]')
  const bringToLast = async (places: 0 | 1) => {
    await page.locator('.sensor-name', { hasText: 'flow' }).press('Space')
    await page.locator('.sensor-lift[data-lifted]').waitFor()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => announced.textContent()).toMatch(/^Over area .*Below/)
    await expect.poll(() => below.getByText(/^Drop here/).count()).toBe(places)
    await page.keyboard.press('Space')
  }
  await bringToLast(1)
  await expect.poll(() => announced.textContent()).toMatch(/put down on area .*Below/)
  await below.locator('.edit-widget').waitFor()
  // No place is shown where it would be refused.
  await bringToLast(0)
  await below.getByText('Sensor Duplicate').waitFor()
  await expect.poll(() => announced.textContent()).toMatch(/flow.* was not added$/)
  await expect.poll(() => below.locator('.edit-widget').count()).toBe(1)
})

test('EE590 while sensors load the drawer says so without figures that are not known', async () => {
  const id = await store('Slow sensors', [area('a')])
  const page = await show('/profile/edit')
  const first = Promise.withResolvers<void>()
  const failure = { success: false, error: 'internal', message: 'for EE590', requestId: 'EE590' }
  const isList = (url: URL) => url.pathname === '/api/sensors'
  // Each attempt fails until it is tried again: what opens later on the page asks, too.
  await page.route(isList, async (route) => {
    await first.promise
    await route.fulfill({ status: 500, json: failure })
  })
  await page.goto(new URL(`/warroomIndex/edit/${id}`, page.url()).href)
  const drawer = page.getByRole('complementary', { name: 'Sensors' })
  const state = drawer.getByRole('status').first()
  await expect.poll(() => state.textContent()).toBe('Loading…')
  first.resolve()
  await drawer.getByText('This could not be loaded').waitFor()
  await expect.poll(() => state.textContent()).toBe('')
  await page.unroute(isList)
  await drawer.getByRole('button', { name: 'Try again' }).click()
  await drawer.getByText('all loaded').waitFor()
})

test('EE572 the drawer calls the areas that show a sensor by their names', async () => {
  const widget = {
    ...{ sensor: { thing: 'BOILER-9', key: 'flow' }, sensors: [], kind: null, options: {} },
    ...{ x: 0, y: 0, w: 3, h: 3 },
  }
  const areas = [
    area('a', { name: 'Ovens', widgets: [{ ...widget, id: 'one' }] }),
    area('b', { name: '', x: 6, widgets: [{ ...widget, id: 'two' }] }),
  ]
  const page = await show(`/warroomIndex/edit/${await store('Named areas', areas)}`)
  const line = page.locator('.sensor-name', { hasText: 'flow' }).locator('small')
  await line.filter({ hasText: 'in areas' }).waitFor()
  const text = (await line.innerText()).replaceAll(/[\u2066-\u2069]/g, '')
  expect(text).toMatch(/in areas Ovens, 2$/)
  expect(await line.getAttribute('title')).toContain('Ovens')
})

test('EE574 the name of a home page that was begun is asked about', async () => {
  const page = await show(`/warroomIndex?page=${await store('Called so', [area('a')])}`)
  const name = page.getByLabel('Name of the page')
  for (const opener of [/^Add page$/, /^Rename Called so$/]) {
    await page.getByRole('button', { name: opener }).first().click()
    await name.fill('Begun')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    expect(await name.inputValue()).toBe('Begun')
    await page.getByRole('button', { name: 'Keep editing' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    // Escape, as soon as the question is answered.
    await page.getByRole('button', { name: 'Keep editing' }).evaluate((button) => {
      ;(button as HTMLButtonElement).click()
      document.querySelector<HTMLDialogElement>('dialog.modal-dialog')?.requestClose()
    })
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await name.waitFor({ state: 'detached' })
    expect(await leavesFreely(page)).toBe(true)
  }
})

test('EE631 PG94 an area is enlarged for a widget that is to be shown in another way', async () => {
  const widget = {
    ...{ id: 'one', sensor: { thing: 'BOILER-9', key: 'flow' }, sensors: [], kind: null },
    ...{ options: {}, x: 0, y: 0, w: 2, h: 2 },
  }
  const areas = [area('a', { w: 2, h: 2, widgets: [widget] }), area('b', { x: 6, h: 1 })]
  const page = await show(`/warroomIndex/edit/${await store('Shown larger', areas)}`)
  await page.getByText('all loaded').waitFor()
  // What was refused elsewhere before is not meant any more.
  await page.getByRole('button', { name: /^Add .*flow.* to an area$/ }).click()
  await page.getByRole('menuitem', { name: /^2 / }).click()
  await page.locator('[data-area=b]').getByText('Sensor exceeds area size').waitFor()

  const shown = page.locator('[data-area=a]')
  await shown.locator('.edit-widget').hover()
  await shown.locator('.edit-widget-tools button').first().click()
  await page.getByRole('menuitemradio', { name: 'Chart' }).click()
  await shown.getByText('Sensor exceeds area size').waitFor()
  await shown.getByText('Needs 3 × 2, the area has 2 × 2.').waitFor()
  await shown.getByRole('button', { name: 'Enlarge' }).click()
  await shown.locator('.chart-widget').waitFor({ state: 'attached' })
  await shown.getByText('3 × 2', { exact: true }).waitFor()
  expect(await page.locator('[data-area=b] .edit-widget').count()).toBe(0)
})
