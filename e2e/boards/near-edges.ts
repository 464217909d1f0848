import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { defaultVisit } from '#testing/peers/browser.ts'
import { addDevices, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
import { endPart, show, stage } from './boards-stage.ts'

let session: BrowserSession

beforeAll(async () => {
  const sensors = Array.from({ length: 40 }, (_, index) => sensorOf(`flow-${index + 10}`))
  await addDevices(stage, [{ lesiId: 'BOILER-9', name: 'Boiler', sensors }])
  const { email, password } = administrator
  session = await new BrowserSession(stage.server.url).signIn(email, password)
})
afterAll(endPart)

type Made = { data: { id: string } }

/** A new dashboard that is edited: notes of four rows, one below the other. */
async function edit(count: number): Promise<Page> {
  const widgets = Array.from({ length: count }, (_, index) => ({
    ...{ id: `n${index}`, sensor: null, sensors: [], kind: 'note', options: { text: 'A note' } },
    ...{ x: 0, y: index * 4, w: 3, h: 4, minW: 2, minH: 2, maxW: 5 },
  }))
  const body = { name: 'Edges', widgets }
  const { id } = (await session.json<Made>('POST', '/api/dashboards', body)).data
  const page = await show(`/warroomDashboard?dashboard=${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.locator('.grid-grip').first().waitFor()
  return page
}

const scrolled = (page: Page) => page.locator('.stage').evaluate((pane) => pane.scrollTop)
const end = (page: Page) =>
  page.locator('.stage').evaluate((pane) => pane.scrollHeight - pane.clientHeight)

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not there`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('EE478 GR24 what is dragged or focused up to a bar that sticks lies below it', async () => {
  const page = await edit(8)
  await page.locator('.stage').evaluate((pane) => (pane.scrollTop = pane.scrollHeight))
  const held = await boxOf(page, '[data-grid-item="n7"]')
  const bar = await boxOf(page, '.board-bar')
  await page.mouse.move(held.x + 60, held.y + 14)
  await page.mouse.down()
  await page.mouse.move(held.x + 60, bar.bottom + 100)
  await page.locator('.grid-cell[data-gesture=move]').waitFor()
  const from = await scrolled(page)
  expect(from).toBeGreaterThan(400)
  await page.mouse.move(held.x + 60, bar.bottom + 40)
  await expect.poll(() => scrolled(page)).toBe(0)
  await page.keyboard.press('Escape')
  await page.mouse.up()

  const isBelowBar = async (selector: string) => {
    const [{ y }, { bottom }] = [await boxOf(page, selector), await boxOf(page, '.board-bar')]
    return y >= bottom
  }
  await page.locator('[data-grid-item="n7"] > .grid-grip').focus()
  await page.keyboard.press('Enter')
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => isBelowBar('[data-held]')).toBe(true)
  }
})

test('EE479 GR24 GR25 a short grid scrolls once it has grown; sizes keep to limits', async () => {
  const page = await edit(1)
  await expect.poll(() => end(page)).toBe(0)
  const { right, bottom } = await boxOf(page, '.grid-cell')
  await page.mouse.move(right - 5, bottom - 5)
  await page.mouse.down()
  await page.mouse.move(right - 900, bottom - 900)
  const isAsItWillBe = async () => {
    const [held, mark] = [await boxOf(page, '.grid-cell'), await boxOf(page, '.grid-place')]
    return Math.abs(held.width - mark.width) < 2 && Math.abs(held.height - mark.height) < 2
  }
  await page.locator('.grid-cell[data-gesture=resize]').waitFor()
  await expect.poll(isAsItWillBe).toBe(true)
  await page.mouse.move(right + 900, bottom - 900)
  await expect.poll(isAsItWillBe).toBe(true)
  await page.mouse.move(right, defaultVisit.viewport.height - 10)
  await expect.poll(() => scrolled(page)).toBeGreaterThan(100)
  await page.mouse.up()
})

/** A page of three high areas that is edited. */
async function editPage(): Promise<string> {
  const areas = ['a', 'b', 'c'].map((id, index) => ({
    ...{ id, name: id, x: 0, y: index * 12, w: 12, h: 12, widgets: [] },
  }))
  const path = '/api/scada/shadow-lambda/custom/store'
  const { id } = (await session.json<Made>('POST', path, { name: 'Edges', areas })).data
  return `/warroomIndex/edit/${id}`
}

test('EE480 a hand that is not still scrolls the page, not the list it drags from', async () => {
  const page = await show(await editPage())
  await page.getByText('all loaded').waitFor()
  const row = await boxOf(page, '.sensor-line')
  const save = await boxOf(page, '.save-bar')
  await page.mouse.move(row.x + 60, row.y + 20)
  await page.mouse.down()
  await page.mouse.move(row.x + 60, row.y + 40)
  await page.locator('.sensor-ghost').waitFor()
  const list = page.locator('.sensors-scroll')
  const listBottom = (await boxOf(page, '.sensors-scroll')).bottom
  await page.mouse.move(row.x + 60, listBottom - 10)
  await page.mouse.move(save.x + 300, save.y - 100)
  let up = 0
  await expect
    .poll(async () => {
      // As fingers do: up and down by a pixel.
      await page.mouse.move(save.x + 300, save.y - 20 - (up = 1 - up))
      return scrolled(page)
    })
    .toBeGreaterThan(600)
  await expect.poll(() => list.evaluate((pane) => pane.scrollTop)).toBe(0)
  await page.mouse.up()
  await page.locator('.edit-area .edit-widget').waitFor()
})

test('EE481 on a phone the drawer gives way to a sensor that a finger drags', async () => {
  const page = await stage.open(await editPage(), {
    person: administrator,
    ...{ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  })
  await page.locator('.save-bar .button').first().tap()
  await page.locator('.sensor-line').first().waitFor()
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    })
  const drag = async () => {
    const row = await boxOf(page, '.sensor-line')
    const [x, y] = [row.x + 80, row.y + 20]
    await send('touchStart', x, y)
    // The library has no event for the end of its wait: it takes up what moves after that.
    await expect
      .poll(async () => {
        await send('touchMove', x, y)
        return page.locator('[data-lifted]').count()
      })
      .toBe(1)
    await expect.poll(async () => (await boxOf(page, '.sensors-drawer')).x).toBe(360)
    const area = await boxOf(page, '.edit-area')
    for (let step = 1; step <= 5; step++)
      await send('touchMove', x, y + ((area.y + 80 - y) * step) / 5)
    await page.locator('.edit-area[data-over]').waitFor()
    await send('touchEnd', x, y)
    await page.locator('.sensors-drawer').waitFor({ state: 'detached' })
  }
  await drag()
  await expect.poll(() => page.locator('.edit-area .edit-widget').count()).toBe(1)
  await page.locator('.save-bar .button').first().tap()
  await page.locator('.sensor-line').first().waitFor()
  await drag()
  await page.getByText('Sensor Duplicate').waitFor()
})

test('EE482 on a small phone the drawer of a dashboard shows several sensors at once', async () => {
  const id = (await session.json<Made>('POST', '/api/dashboards', { name: 'Empty' })).data.id
  const page = await stage.open(`/warroomDashboard?dashboard=${id}`, {
    person: administrator,
    ...{ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  })
  await page.getByRole('button', { name: 'Edit', exact: true }).tap()
  await page.locator('.board-search li').first().waitFor()
  const rowsSeen = async () => {
    const list = await boxOf(page, '.board-search ul')
    return list.height / (await boxOf(page, '.board-search li')).height
  }
  await expect.poll(rowsSeen).toBeGreaterThan(4)
  const kinds = page.locator('.board-kinds button')
  await kinds.last().tap()
  await page.locator('.grid-cell').waitFor()
})

test('EE483 however many pages there are, a phone has all of their slider', async () => {
  const path = '/api/scada/shadow-lambda/custom/store'
  for (let count = 0; count < 8; count++) await session.json('POST', path, { name: 'Turning' })
  for (const width of [360, 390]) {
    const page = await stage.open('/warroomIndex', {
      person: administrator,
      ...{ viewport: { width, height: 740 }, hasTouch: true, isMobile: true },
    })
    await page.locator('.page-slider').waitFor()
    await expect
      .poll(async () => (await boxOf(page, '.page-interval')).right)
      .toBeLessThan(width - 8)
    await expect.poll(async () => (await boxOf(page, '.page-slider button')).x).toBeGreaterThan(8)
    await stage.closePages()
  }
})

test('EE524 the options of a widget close after a question once they are changed', async () => {
  const page = await edit(1)
  const dialog = page.locator('dialog', { has: page.locator('textarea') })
  const openOptions = async () => {
    await page.locator('[data-grid-item="n0"] .board-tools button').first().click()
    await page.getByRole('menuitem', { name: 'Options…' }).click()
    await dialog.locator('textarea').waitFor()
  }
  await openOptions()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await openOptions()
  await dialog.locator('textarea').fill('Half a note')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.poll(() => dialog.locator('textarea').inputValue()).toBe('Half a note')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.locator('.note-text', { hasText: /^A note$/ }).waitFor()
})

test('EE525 EE534 what is typed in the options of a widget is shown there, and taken', async () => {
  const write = async (page: Page, apply: string) => {
    await page.getByRole('menuitem', { name: 'Options…' }).click()
    const dialog = page.locator('dialog', { has: page.locator('textarea') })
    await dialog.locator('textarea').press('ControlOrMeta+End')
    await dialog.locator('textarea').pressSequentially(' of today')
    await dialog.getByLabel('Title').pressSequentially('Early shift')
    await expect.poll(() => dialog.locator('textarea').inputValue()).toBe('A note of today')
    await dialog.locator('.note-preview', { hasText: 'A note of today' }).waitFor()
    await dialog.getByRole('button', { name: apply }).click()
    await page.getByText('Early shift', { exact: true }).first().waitFor()
    await page.locator('.note-text', { hasText: /^A note of today$/ }).waitFor()
  }
  const dashboard = await edit(1)
  await dashboard.locator('[data-grid-item="n0"] .board-tools button').first().click()
  await write(dashboard, 'Apply')

  const note = { id: 'n', sensor: null, sensors: [], kind: 'note', options: { text: 'A note' } }
  const widgets = [{ ...note, x: 0, y: 0, w: 3, h: 4 }]
  const areas = [{ id: 'a', name: 'Area', x: 0, y: 0, w: 4, h: 6, widgets }]
  const path = '/api/scada/shadow-lambda/custom/store'
  const { id } = (await session.json<Made>('POST', path, { name: 'Notes', areas })).data
  const page = await show(`/warroomIndex/edit/${id}`)
  await page.locator('.edit-widget').hover()
  await page.getByRole('button', { name: /^How .* is shown$/ }).click()
  await write(page, 'Apply')
})
