import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BrowserSession } from '#testing/peers/browser-session.ts'
import { administrator } from '../stage.ts'
import { administratorSession, endPart, show, stage } from './boards-stage.ts'

let session: BrowserSession

beforeAll(async () => {
  session = await administratorSession()
})
afterAll(endPart)

const pages = '/api/scada/shadow-lambda/custom'
const note = (id: string, x: number) => ({
  ...{ id, sensor: null, sensors: [], kind: 'note', options: { text: id } },
  ...{ x, y: 0, w: 3, h: 3 },
})
const area = (id: string, x: number) => ({
  ...{ id, name: id, x, y: 0, w: 6, h: 4, widgets: [note('n', 0)] },
})

interface Stored {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly areas: readonly { readonly id: string; readonly name: string }[]
  readonly widgets: readonly { readonly id: string; readonly x: number }[]
}

const reply = async (method: string, path: string, body?: object) =>
  (await session.json<{ data: Stored }>(method, path, body)).data

const readPage = (id: string) =>
  reply('GET', `${pages}/pages?data=${encodeURIComponent(JSON.stringify({ id }))}`)

async function editPage(): Promise<readonly [Page, string]> {
  const areas = [area('a', 0), area('b', 6)]
  const { id } = await reply('POST', `${pages}/store`, { name: 'Slow', areas })
  const page = await show(`/warroomIndex/edit/${id}`)
  await page.getByText('all loaded').waitFor()
  return [page, id]
}

async function editDashboard(): Promise<readonly [Page, string]> {
  const widgets = [note('one', 0), note('two', 3)]
  const { id } = await reply('POST', '/api/dashboards', { name: 'Slow', widgets })
  const page = await show(`/warroomDashboard?dashboard=${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.locator('.grid-grip').first().waitFor()
  return [page, id]
}

/** Presses Save Edit; the save is on its way until what is returned is called. */
async function beginSaving(page: Page, path: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<Route>()
  const isSave = (url: URL) => url.pathname === path
  await page.route(
    isSave,
    (route) => (route.request().method() === 'GET' ? route.continue() : held.resolve(route)),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Save Edit' }).click()
  const route = await held.promise
  return () => route.continue()
}

async function middleOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not there`)
  return [box.x + box.width / 2, box.y + box.height / 2] as const
}

test('EE514 what is done on a home page while it is being saved goes on', async () => {
  const [page, id] = await editPage()
  const [first, second] = [page.getByLabel('Name of area 1'), page.getByLabel('Name of area 2')]
  await first.fill('First')
  const arrive = await beginSaving(page, `${pages}/update`)
  await second.fill('Second')
  await arrive()
  await page.getByText('What you have done since is not saved yet.').waitFor()
  expect((await readPage(id)).areas.map(({ name }) => name)).toEqual(['First', 'b'])
  expect(await second.inputValue()).toBe('Second')
  await page.getByText('1 change', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save Edit' }).click()
  await page.waitForURL(/\/warroomIndex\?page=/)
  expect((await readPage(id)).areas.map(({ name }) => name)).toEqual(['First', 'Second'])
})

test('EE515 what is done on a dashboard while it is being saved goes on', async () => {
  const [page, id] = await editDashboard()
  const name = page.locator('.board-name input')
  await name.fill('Begun')
  const arrive = await beginSaving(page, `/api/dashboards/${id}`)
  await page.locator('[data-grid-item="two"] > .grid-grip').focus()
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await arrive()
  await page.getByText('What you have done since is not saved yet.').waitFor()
  const stored = await reply('GET', `/api/dashboards/${id}`)
  expect([stored.name, stored.widgets.map(({ x }) => x)]).toEqual(['Begun', [0, 3]])
  await page.getByRole('button', { name: 'Save Edit' }).click()
  await page.locator('.grid-grip').first().waitFor({ state: 'detached' })
  const { widgets } = await reply('GET', `/api/dashboards/${id}`)
  expect(widgets.map(({ x }) => x)).toEqual([0, 4])
})

test('EE516 a new dashboard that cannot be chosen is stored once and shown', async () => {
  const page = await show('/warroomDashboard')
  const failure = { success: false, error: 'unavailable', message: 'EE516', requestId: 'EE516' }
  const isChoice = (url: URL) => url.pathname === '/api/dashboards/chosen'
  await page.locator('.board-more').click()
  await page.getByRole('menuitem', { name: /empty/i }).click()
  await page.locator('.board-name input').fill('Only once')
  await page.route(isChoice, (route) => route.fulfill({ status: 503, json: failure }))
  await page.getByRole('button', { name: 'Save Edit' }).click()
  await page.waitForURL(/dashboard=/)
  await page.unroute(isChoice)
  expect(await page.locator('.board-name input').count()).toBe(0)
  type List = { data: { dashboards: readonly Stored[] } }
  const { dashboards } = (await session.json<List>('GET', '/api/dashboards')).data
  expect(dashboards.filter(({ name }) => name === 'Only once')).toHaveLength(1)
})

test('EE517 what others save takes nothing out of the hand of who edits a home page', async () => {
  const [page, id] = await editPage()
  const isNewer = page.getByText('Somebody else has saved this page')
  const saveElsewhere = async (areas: readonly object[]) =>
    reply('POST', `${pages}/update`, { id, version: (await readPage(id)).version, areas })
  const [x, y] = await middleOf(page, '[data-area="a"] .edit-grip')
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 500, y + 500, { steps: 8 })
  await page.locator('.grid-cell[data-gesture=move]').waitFor()
  await saveElsewhere([area('a', 0), { ...area('b', 6), h: 8 }])
  await isNewer.waitFor()
  await page.mouse.up()
  await page.getByText('1 change', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  // Nothing of the person's is in the way any more.
  await page.getByText('6 × 8').waitFor()

  await page.locator('[data-area="a"] .edit-widget').hover()
  await page.locator('[data-area="a"] .edit-widget-tools button').first().click()
  await page.getByRole('menuitem', { name: /Options/ }).click()
  await page.locator('dialog textarea').fill('Took minutes')
  await saveElsewhere([{ ...area('a', 0), widgets: [] }, area('b', 6)])
  await isNewer.waitFor()
  expect(await page.locator('dialog textarea').inputValue()).toBe('Took minutes')
  await page.locator('dialog button[type=submit]').click()
  await page.getByText('1 change', { exact: true }).waitFor()
})

test('EE519 the answer to a dialog that was closed meanwhile changes nothing else', async () => {
  const { id } = await reply('POST', `${pages}/store`, { name: 'Waits', areas: [] })
  const page = await show(`/warroomIndex?page=${id}`)
  const name = page.getByLabel('Name of the page')
  const send = async (path: string) => {
    const held = Promise.withResolvers<Route>()
    await page.route(
      ({ pathname }) => pathname === `${pages}/${path}`,
      (route) => held.resolve(route),
      { times: 1 },
    )
    await name.fill('Sent')
    await page.locator('dialog button[type=submit]').click()
    const route = await held.promise
    // What would be typed now would not be sent.
    expect(await name.isEditable()).toBe(false)
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Close while it is being saved?' })
    // Messages in it have such a button, too.
    await question.locator('button.button', { hasText: 'Close' }).click()
    await name.waitFor({ state: 'detached' })
    return async () => {
      const answer = page.waitForResponse((each) => each.url().endsWith(path))
      await route.continue()
      await (await answer).finished()
    }
  }
  await page.getByRole('button', { name: /^Rename / }).click()
  const arrive = await send('update')
  await page.getByRole('button', { name: 'Add page' }).first().click()
  await name.fill('Begun')
  await arrive()
  await page.locator('.page-row-name', { hasText: 'Sent' }).waitFor()
  expect(await name.inputValue()).toBe('Begun')

  const add = await send('store')
  await add()
  await expect.poll(() => page.locator('.page-row-name', { hasText: 'Sent' }).count()).toBe(2)
  expect(new URL(page.url()).pathname).toBe('/warroomIndex')
})

/** What a dialog asks the server for waits until what is returned is called. */
async function holdAnswer(page: Page, path: string, answer: (route: Route) => Promise<void>) {
  const held = Promise.withResolvers<Route>()
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => (route.request().method() === 'GET' ? route.continue() : held.resolve(route)),
    { times: 1 },
  )
  return async () => answer(await held.promise)
}

test('EE637 DB34 PG97 who closed the question about deleting is left where they are', async () => {
  const [{ id }, { id: other }] = [
    await reply('POST', '/api/dashboards', { name: 'Goes', widgets: [note('one', 0)] }),
    await reply('POST', '/api/dashboards', { name: 'Stays', widgets: [note('two', 0)] }),
  ]
  const page = await show(`/warroomDashboard?dashboard=${id}`)
  await page.reload()
  const choice = page.locator('.board-choice select')
  await page.getByText('one', { exact: true }).waitFor()
  const arrive = await holdAnswer(page, `/api/dashboards/${id}`, (route) => route.continue())
  await page.locator('.board-more').click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.locator('dialog .removing').click()
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await choice.selectOption(other)
  await page.getByText('two', { exact: true }).waitFor()
  await arrive()
  await expect.poll(() => choice.locator(`option[value="${id}"]`).count()).toBe(0)
  await page.getByText('two', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('dashboard')).toBe(other)

  const refused = { success: false, error: 'conflict', message: 'EE637', requestId: 'EE637' }
  await reply('POST', `${pages}/store`, { name: 'Refused', areas: [] })
  await show('/warroomIndex')
  await page.reload()
  await page.locator('.page-row a', { hasText: 'Refused' }).click()
  const refuse = await holdAnswer(page, `${pages}/update`, (route) =>
    route.fulfill({ status: 409, json: refused }),
  )
  await page.getByRole('button', { name: 'Delete Refused' }).click()
  await page.locator('dialog .removing').click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Rename Refused' }).click()
  await page.getByLabel('Name of the page').fill('Typed')
  await refuse()
  await page.locator('.toast', { hasText: 'Refused' }).waitFor()
  expect(await page.getByLabel('Name of the page').inputValue()).toBe('Typed')
})

test('EE518 home pages moved one after the other stay where they were put', async () => {
  for (const name of ['Left', 'Middle', 'Right'])
    await reply('POST', `${pages}/store`, { name, areas: [] })
  const page = await show('/warroomIndex')
  await page.reload()
  const orders: Route[] = []
  const isOrder = (url: URL) => url.pathname === `${pages}/menu`
  await page.route(isOrder, (route) =>
    (route.request().postData() ?? '').includes('order')
      ? void orders.push(route)
      : route.continue(),
  )
  const names = () => page.locator('.page-row-name').allInnerTexts()
  await page.locator('.page-row a', { hasText: 'Left' }).click()
  const before = await names()
  const down = page.getByRole('button', { name: /^Move .*Left.* down/ })
  await down.click()
  await down.click()
  const inOrder = ['Middle', 'Right', 'Left']
  await expect.poll(async () => (await names()).slice(-3)).toEqual(inOrder)
  const moved = await names()
  const seen = new Set<string>()
  const watch = async () => seen.add((await names()).join())
  await expect.poll(() => orders.length).toBe(1)
  await orders[0]?.continue()
  await expect.poll(async () => (await watch(), orders.length)).toBe(2)
  await watch()
  await orders[1]?.continue()
  await page.unroute(isOrder)
  type List = { data: readonly Stored[] }
  const stored = async () => (await session.json<List>('POST', `${pages}/menu`, {})).data
  await expect
    .poll(async () => (await watch(), (await stored()).map(({ name }) => name)))
    .toEqual(moved)
  expect([...seen]).toEqual([moved.join()])
  expect(before).not.toEqual(moved)
})

test('KW39 where the form of options cannot be fetched what is not saved stays', async () => {
  // Pages of other tests have fetched it.
  const visit = { person: administrator, language: 'en', locale: 'en-ZA' }
  const code = '**/assets/note-editor-*.js'
  const { id } = await reply('POST', `${pages}/store`, { name: 'Form', areas: [area('a', 0)] })
  const body = { name: 'Form', widgets: [note('one', 0)] }
  const dashboard = (await reply('POST', '/api/dashboards', body)).id
  for (const [path, field, menu] of [
    [`/warroomIndex/edit/${id}`, '.edit-head input', '.edit-widget-tools button'],
    [`/warroomDashboard?dashboard=${dashboard}`, '.board-name input', '.board-tools button'],
  ] as const) {
    const page = await stage.open(path, visit)
    if (path.includes('dashboard='))
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.locator(field).fill('Typed')
    await page.route(code, (route) => route.abort())
    await page.locator('.grid-cell').last().hover()
    await page.locator(menu).first().click()
    await page.getByRole('menuitem', { name: /Options/ }).click()
    await page.getByText('This could not be loaded').waitFor()
    expect(await page.locator(field).inputValue()).toBe('Typed')
    await page.unroute(code)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('dialog textarea').waitFor()
    await stage.closePages(/Failed to|ERR_FAILED|ChunkLoadError/)
  }
})
