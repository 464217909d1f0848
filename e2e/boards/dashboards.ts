import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator, go, type Stage } from '../stage.ts'
import { stage } from './boards-stage.ts'

beforeAll(async () => {
  const names = ['flow', 'level', 'pressure', 'speed', 'torque', 'warmth']
  const tokens = await addDevices(stage, [
    {
      lesiId: 'BOILER-1',
      name: 'Boiler 1',
      sensors: names.map((key) => sensorOf(key, { alias: key, unit: 'bar' })),
    },
  ])
  const boiler = await Device.connect(
    stage.server.mqttUrl,
    'BOILER-1',
    tokens.get('BOILER-1') ?? '',
  )
  await boiler.publish({ values: Object.fromEntries(names.map((key) => [key, 5])) })
})
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page: Page) => page.locator('.layout-grid > [role=status]')

/** The place of a widget, as the grid has it: columns and rows from the corner, then its size. */
const placeOf = (page: Page, name: string) =>
  page
    .locator('.grid-cell', { has: page.getByText(name, { exact: true }) })
    .evaluate((cell: HTMLElement) =>
      ['--x', '--y', '--w', '--h'].map((property) => cell.style.getPropertyValue(property)).join(),
    )
const place = (page: Page, name: string) => expect.poll(() => placeOf(page, name))

async function open(options: Parameters<Stage['open']>[1] = {}): Promise<Page> {
  const page = await stage.open('/warroomDashboard', { person: administrator, ...options })
  await page.locator('.widget-name', { hasText: 'flow' }).waitFor()
  return page
}

let reused: Page | undefined

/** That page of the administrator that goes from test to test. */
async function show(): Promise<Page> {
  reused ??= await stage.openReused('/warroomDashboard', { person: administrator })
  await reused.locator('.widget-name', { hasText: 'flow' }).waitFor()
  return reused
}

/** Begins a dashboard of its own with the automatic arrangement. */
async function beginNew(page: Page, name: string): Promise<void> {
  await button(page, 'More for this dashboard').click()
  await page.getByRole('menuitem', { name: 'New from the automatic arrangement' }).click()
  await page.getByRole('textbox', { name: 'Name of the dashboard' }).fill(name)
  await page.locator('.grid-cell').first().waitFor()
}

async function save(page: Page): Promise<void> {
  await button(page, 'Save Edit').click()
  await button(page, 'Edit').waitFor()
}

test('EE245 a dashboard is arranged by keys, read out, saved and shown again', async () => {
  const page = await show()
  await beginNew(page, 'By keys')
  await expect.poll(() => violationsOf(page, { within: '.war-room' })).toEqual([])
  const [x = 0, y = 0, w = 0, h = 0] = (await placeOf(page, 'level')).split(',').map(Number)
  await button(page, 'Move or resize level').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => status(page).textContent()).toMatch(/^level picked up\. Column \d+, row/)
  await page.keyboard.press('Shift+ArrowDown')
  await place(page, 'level').toBe([x, y, w, h + 1].join())
  await expect.poll(() => status(page).textContent()).toBe(`${w} wide, ${h + 1} high`)
  await page.keyboard.press('Escape')
  await place(page, 'level').toBe([x, y, w, h].join())
  await expect.poll(() => status(page).textContent()).toBe('level is back where it was.')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  const beside = [x + 1, y, w, h].join()
  await place(page, 'level').toBe(beside)
  await page.keyboard.press('Enter')
  await expect.poll(() => status(page).textContent()).toMatch(/^level put down\./)
  await save(page)
  await page.reload()
  await place(page, 'level').toBe(beside)
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Dashboard' }).inputValue())
    .not.toBe('')
})

test('EE246 a drag begins at the head of a widget; steps are taken back', async () => {
  const page = await show()
  await beginNew(page, 'By mouse')
  const start = await placeOf(page, 'flow')
  const box = await page
    .locator('.grid-cell', { has: page.getByText('flow', { exact: true }) })
    .boundingBox()
  if (!box) throw new Error('the widget is nowhere')
  const drag = async (fromX: number, fromY: number, toX: number, toY: number) => {
    await page.mouse.move(fromX, fromY)
    await page.mouse.down()
    await page.mouse.move(toX, toY, { steps: 8 })
    await page.mouse.up()
  }
  const middle = box.x + box.width / 2
  await drag(middle, box.y + box.height / 2, middle + 500, box.y + 300)
  await expect.poll(() => placeOf(page, 'flow')).toBe(start)
  await page.mouse.move(middle, box.y + 10)
  const tools = await button(page, 'Remove flow').boundingBox()
  if (!tools) throw new Error('the button is nowhere')
  await drag(tools.x + 5, tools.y + 5, middle + 500, box.y + 300)
  await expect.poll(() => placeOf(page, 'flow')).toBe(start)
  await drag(middle, box.y + 12, middle + 2 * box.width, box.y + 12)
  await place(page, 'flow').not.toBe(start)
  const moved = await placeOf(page, 'flow')
  await page.keyboard.press('Control+z')
  await place(page, 'flow').toBe(start)
  await page.keyboard.press('Control+Shift+Z')
  await place(page, 'flow').toBe(moved)
  await page.keyboard.press('Control+z')
  await drag(box.x + box.width - 4, box.y + box.height - 4, middle, box.y + box.height + 54)
  await place(page, 'flow').not.toBe(start)
  await button(page, 'Cancel Edit').click()
  const question = page.getByRole('dialog', { name: 'Abandon the edit?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await button(page, 'Cancel Edit').click()
  await question.getByRole('button', { name: 'Cancel Edit' }).click()
  await button(page, 'More for this dashboard').waitFor()
  const names = await page.getByRole('combobox', { name: 'Dashboard' }).textContent()
  expect(names).not.toContain('By mouse')
})

test('EE247 DB29 two change the same widget: one chooses, the other is restored', async () => {
  const one = await show()
  await beginNew(one, 'Shared')
  await save(one)
  const start = await placeOf(one, 'flow')
  const other = await stage.open('/warroomDashboard', { person: administrator })
  // An edit that began before the dashboard is here would be one of a new dashboard.
  const { promise: isWaited, resolve: go } = Promise.withResolvers<void>()
  await other.route(/\/api\/dashboards\/[\w-]{36}$/, (route) =>
    isWaited.then(() => route.continue()),
  )
  await other.reload()
  await expect.poll(() => button(other, 'Edit').isDisabled()).toBe(true)
  go()
  for (const page of [one, other]) await button(page, 'Edit').click()
  const change = async (page: Page, step: string) => {
    await button(page, 'Change flow').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: step, exact: true }).click()
    await place(page, 'flow').not.toBe(start)
    return placeOf(page, 'flow')
  }
  await button(one, 'Remove torque').click()
  const first = await change(one, 'Taller')
  const mine = await change(other, 'Wider')
  await save(one)
  await other.getByText('Somebody else has saved this dashboard meanwhile').waitFor()
  await button(other, 'Save Edit').click()
  const dialog = other.getByRole('dialog', { name: /saved this dashboard while you were editing/ })
  const flow = dialog.getByRole('group', { name: /flow.* was changed by both/ })
  await flow.getByRole('radio', { name: /^Yours/ }).waitFor()
  await expect.poll(() => flow.getByRole('radio', { name: /^Yours/ }).isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Save merged dashboard', exact: true }).click()
  await button(other, 'Edit').waitFor()
  await place(other, 'flow').toBe(mine)
  // What only one of them did is not saved over.
  await expect.poll(() => other.getByText('torque', { exact: true }).count()).toBe(0)
  await button(other, 'More for this dashboard').click()
  await other.getByRole('menuitem', { name: 'Earlier versions…' }).click()
  const versions = other.getByRole('dialog', { name: 'Versions of Shared' })
  await versions
    .getByRole('button', { name: /^Restore/ })
    .first()
    .click()
  await place(other, 'flow').toBe(first)
})

test('EE280 DB21 an earlier version of a dashboard is looked at and restored', async () => {
  const session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  const placed = (key: string, x: number) => ({
    ...{ id: key, kind: null, options: {}, sensors: [], x, y: 0, w: 2, h: 2 },
    sensor: { thing: 'BOILER-1', key },
  })
  const { data: stored } = await session.json<{ data: { id: string } }>('POST', '/api/dashboards', {
    name: 'Hall',
    widgets: [placed('flow', 0), placed('level', 2)],
  })
  const { id } = stored
  await session.json('PUT', `/api/dashboards/${id}`, { version: 1, widgets: [placed('flow', 4)] })
  const page = await show()
  await go(page, `/warroomDashboard?dashboard=${id}`)
  await place(page, 'flow').toBe('4,0,2,2')
  await button(page, 'More for this dashboard').click()
  await page.getByRole('menuitem', { name: 'Earlier versions…' }).click()
  const rows = page.getByRole('dialog', { name: 'Versions of Hall' }).getByRole('listitem')
  await rows.nth(0).getByText('1 widget fewer').waitFor()
  await expect.poll(() => violationsOf(page, { within: 'dialog' })).toEqual([])
  await rows
    .nth(1)
    .getByRole('button', { name: /^Look at/ })
    .click()
  await page.getByText(/^Version of .*, saved by Lin/).waitFor()
  await place(page, 'level').toBe('2,0,2,2')
  await expect.poll(() => new URL(page.url()).searchParams.get('version')).toBe('1')

  // It is not edited; its address shows it to whoever opens it; the way back leads to now.
  await page.reload()
  await place(page, 'level').toBe('2,0,2,2')
  await expect.poll(() => button(page, 'Edit').count()).toBe(0)
  await button(page, 'Back to now').click()
  await place(page, 'flow').toBe('4,0,2,2')
  await expect.poll(() => page.getByText('level', { exact: true }).count()).toBe(0)
  await go(page, `/warroomDashboard?dashboard=${id}&version=7`)
  await page.getByText('This version is not stored any more').waitFor()
  await go(page, `/warroomDashboard?dashboard=${id}&version=1`)
  await button(page, 'Restore').click()
  await page.getByText('The earlier version is shown again.').waitFor()
  await place(page, 'level').toBe('2,0,2,2')
  await expect.poll(() => new URL(page.url()).searchParams.get('version')).toBe(null)
  expect(await session.json('GET', `/api/dashboards/${id}`)).toMatchObject({
    data: { version: 3, widgets: [{ id: 'flow', x: 0 }, { id: 'level' }] },
  })
})

test('EE248 a finger drags, resizes and brings sensors in; a phone has one column', async () => {
  const page = await open({ hasTouch: true, viewport: { width: 1280, height: 900 } })
  await button(page, 'More for this dashboard').click()
  await page.getByRole('menuitem', { name: 'New and empty' }).click()
  const session = await page.context().newCDPSession(page)
  type Point = readonly [x: number, y: number]
  const touch = async (from: Point, to: Point, rests = false) => {
    const at = (x: number, y: number) => ({ touchPoints: [{ x, y }] })
    const send = (type: 'touchStart' | 'touchMove', x: number, y: number) =>
      session.send('Input.dispatchTouchEvent', { type, ...at(x, y) })
    await send('touchStart', ...from)
    // On its handle a widget is dragged once the finger has rested.
    if (rests) await page.locator('.grid-cell[data-gesture=move]').waitFor()
    const between = (axis: 0 | 1, step: number) => from[axis] + ((to[axis] - from[axis]) * step) / 6
    for (let step = 1; step <= 6; step++)
      await send('touchMove', between(0, step), between(1, step))
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await button(page, 'Add flow').click()
  await place(page, 'flow').toMatch(/^0,0,/)
  const box = await page.locator('.grid-cell').boundingBox()
  const row = await button(page, 'Add level').boundingBox()
  if (!box || !row) throw new Error('nothing is there')
  await touch([row.x + 60, row.y + 20], [box.x + box.width + 30, box.y + 20])
  await expect.poll(async () => (await placeOf(page, 'level')).split(',')[1]).toBe('0')
  await touch([box.x + 30, box.y + 14], [box.x + 30, box.y + box.height + 160], true)
  await place(page, 'flow').toMatch(/^0,0,/)
  const [, , w, h = '0'] = (await placeOf(page, 'flow')).split(',')
  await touch(
    [box.x + box.width / 2, box.y + box.height - 15],
    [box.x + box.width / 2, box.y + box.height + 43],
  )
  await place(page, 'flow').toBe(`0,0,${w},${Number(h) + 1}`)
  await page.setViewportSize({ width: 390, height: 844 })
  const lefts = () =>
    page
      .locator('.grid-cell')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left))
  await expect.poll(async () => new Set(await lefts()).size).toBe(1)

  // In one column a finger changes the order.
  await button(page, 'Add widget').click()
  await page.locator('.board-drawer').waitFor({ state: 'detached' })
  const cells = page.locator('.grid-cell')
  const order = () => cells.evaluateAll((all) => all.map((cell) => cell.dataset['gridItem']))
  const before = await order()
  const [upper, lower] = [await cells.nth(0).boundingBox(), await cells.nth(1).boundingBox()]
  if (!upper || !lower) throw new Error('nothing is there')
  await touch([lower.x + 60, lower.y + 14], [lower.x + 60, upper.y + 4], true)
  await expect.poll(order).toEqual(before.toReversed())
  await page.locator('.grid-cell[data-gesture]').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await expect.poll(order).toEqual(before)
})

test('EE288 DB23 DB29 KW5 the edit of a deleted dashboard can be saved as an own one', async () => {
  const page = await open()
  await beginNew(page, 'Deleted')
  const answer = { status: 503, headers: { 'retry-after': '7' }, json: { error: 'overloaded' } }
  await page.route('**/api/dashboards', (route) => route.fulfill(answer), { times: 1 })
  await button(page, 'Save Edit').click()
  const notice = page.getByText(/The dashboard was not saved.*Try again in 7 seconds\./s)
  await notice.first().waitFor()
  await save(page)
  await page.waitForURL(/dashboard=/)
  const id = new URL(page.url()).searchParams.get('dashboard') ?? ''
  await button(page, 'Edit').click()
  await button(page, 'Remove torque').click()
  const session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  await session.json('PUT', `/api/dashboards/${id}`, { version: 1, deleted: true })
  await page
    .getByRole('status')
    .getByText(/^It was deleted, or it is no longer open/)
    .waitFor()
  await button(page, 'Save Edit').click()
  const dialog = page.getByRole('dialog', { name: 'This dashboard is not there' })
  await dialog.getByRole('button', { name: 'Save as my own dashboard' }).click()
  await button(page, 'Edit').waitFor()
  await page.waitForURL((url) => url.searchParams.get('dashboard') !== id)
  await page.locator('.widget-name', { hasText: 'flow' }).waitFor()
  await expect.poll(() => page.getByText('torque', { exact: true }).count()).toBe(0)
  await stage.closePages(/404|503/)
})
