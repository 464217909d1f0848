import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BrowserSession } from '#testing/peers/browser-session.ts'
import { go, holdWrite, settled } from '../stage.ts'
import { administratorSession, endPart, show } from './boards-stage.ts'

let session: BrowserSession

beforeAll(async () => {
  session = await administratorSession()
})
afterAll(endPart)

const pages = '/api/scada/shadow-lambda/custom'

interface Stored {
  readonly id: string
  readonly name: string
  readonly version: number
}

const reply = async <Data>(method: string, path: string, body?: object) =>
  (await session.json<{ data: Data }>(method, path, body)).data

/** The next write to this path is made, and its answer does not come. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  let isLost = false
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (isLost || route.request().method() === 'GET') return route.fallback()
      isLost = true
      await route.fetch()
      return route.abort('connectionreset')
    },
  )
}

const save = (page: Page) => page.getByRole('button', { name: 'Save Edit' }).click()

test('EE591 a new dashboard whose answer was lost is stored once by the next save', async () => {
  const page = await show('/warroomDashboard')
  await page.locator('.board-more').click()
  await page.getByRole('menuitem', { name: /empty/i }).click()
  await page.locator('.board-name input').fill('Answer lost')
  await loseAnswer(page, '/api/dashboards')
  await save(page)
  await page.locator('.toast').first().waitFor()
  await save(page)
  await page.waitForURL(/dashboard=/)
  const { dashboards } = await reply<{ dashboards: readonly Stored[] }>('GET', '/api/dashboards')
  const stored = dashboards.filter(({ name }) => name === 'Answer lost')
  expect(stored.map(({ id }) => id)).toEqual([new URL(page.url()).searchParams.get('dashboard')])
})

test('EE592 nobody else is said to have saved a page whose own answer was lost', async () => {
  const areas = [{ id: 'a', name: 'a', x: 0, y: 0, w: 6, h: 4, widgets: [] }]
  const { id } = await reply<Stored>('POST', `${pages}/store`, { name: 'Lost', areas })
  const page = await show(`/warroomIndex/edit/${id}`)
  await page.getByText('all loaded').waitFor()
  await page.getByLabel('Name of area 1').fill('First')
  await loseAnswer(page, `${pages}/update`)
  await save(page)
  await page.locator('.toast').first().waitFor()
  await save(page)
  await page.waitForURL(/\/warroomIndex\?page=/)
  expect(await page.getByText('Somebody else has saved').count()).toBe(0)
  expect(await page.getByText('What somebody else saved meanwhile').count()).toBe(0)
  const data = encodeURIComponent(JSON.stringify({ id }))
  expect((await reply<Stored>('GET', `${pages}/pages?data=${data}`)).version).toBe(2)
})

test('EE593 a double click on Delete deletes once, and finds nothing missing', async () => {
  const { id } = await reply<Stored>('POST', `${pages}/store`, { name: 'Twice', areas: [] })
  const page = await show(`/warroomIndex?page=${id}`)
  const deletions: string[] = []
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    if (request.url().endsWith('/update') && body.includes('deleted')) deletions.push(body)
  })
  await page.getByRole('button', { name: 'Delete Twice' }).click()
  await page.locator('dialog .removing').dblclick()
  await page.locator('.toast').first().waitFor()
  await page.locator('dialog').waitFor({ state: 'detached' })
  expect(deletions).toHaveLength(1)
  expect(await page.getByText(/not found|no such/i).count()).toBe(0)
})

/** The next write to this path is held back; what is returned lets it go on, and be answered. */
async function heldWrite(page: Page, path: string): Promise<() => Promise<void>> {
  const { release } = await holdWrite(page, path)
  return async () => {
    const answer = page.waitForResponse((each) => new URL(each.url()).pathname === path)
    await release()
    await (await answer).finished()
  }
}

const note = (text: string) => ({
  ...{ id: 'n', sensor: null, sensors: [], kind: 'note', options: { text } },
  ...{ x: 0, y: 0, w: 3, h: 3 },
})

test('EE615 DB35 PG98 whoever looks elsewhere while something is restored stays', async () => {
  const make = async (name: string) => {
    const { id } = await reply<Stored>('POST', '/api/dashboards', { name, widgets: [note(name)] })
    await reply('PUT', `/api/dashboards/${id}`, { version: 1, widgets: [note(`${name} since`)] })
    return id
  }
  const [restored, other] = [await make('Restored'), await make('Other')]
  const area = (name: string) => ({ id: 'a', name, x: 0, y: 0, w: 6, h: 4, widgets: [] })
  const store = async (name: string) => {
    const body = { name, areas: [area(name)] }
    return (await reply<Stored>('POST', `${pages}/store`, body)).id
  }
  const [first, second] = [await store('Page of before'), await store('Page beside')]
  await reply('POST', `${pages}/update`, { id: first, version: 1, areas: [area('Since')] })
  const page = await show(`/warroomDashboard?dashboard=${restored}&version=1`)
  // The lists of the page are of before.
  await page.reload()
  const isSaid = page.getByText('The earlier version is shown again.').first()
  const shown = (field: string) =>
    settled(page, async () => new URL(page.url()).searchParams.get(field))
  const noted = (text: string) =>
    page.locator('.layout-grid').getByText(text, { exact: true }).waitFor()
  await noted('Restored')
  const restore = await heldWrite(page, `/api/boards/${restored}/restore`)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.locator('.board-choice select').selectOption(other)
  await noted('Other since')
  await restore()
  await isSaid.waitFor()
  expect(await shown('dashboard')).toBe(other)

  const copy = await heldWrite(page, `/api/dashboards/${other}/copy`)
  await page.locator('.board-more').click()
  await page.getByRole('menuitem', { name: 'Make a copy' }).click()
  await page.locator('.board-choice select').selectOption(restored)
  await noted('Restored')
  await copy()
  const option = page.locator('.board-choice option', { hasText: 'Other (copy)' })
  await option.waitFor({ state: 'attached' })
  expect(await shown('dashboard')).toBe(restored)

  await go(page, `/warroomIndex?page=${first}&version=1`)
  const restorePage = await heldWrite(page, `/api/boards/${first}/restore`)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.locator('.page-row a', { hasText: 'Page beside' }).click()
  await page.waitForURL(`**/warroomIndex?page=${second}`)
  await restorePage()
  await isSaid.waitFor()
  expect(await shown('page')).toBe(second)
})
