import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, sensorOf } from '../device.ts'
import { administrator, smallAnswer } from '../stage.ts'
import { endPart, show, stage } from './boards-stage.ts'

afterAll(endPart)

const note = (text: string, x = 0) => ({
  ...{ id: `note-${x}`, sensor: null, sensors: [], kind: 'note', options: { text } },
  ...{ x, y: 0, w: 3, h: 2 },
})
const area = (...widgets: readonly object[]) => ({
  ...{ id: 'a', name: 'Upper', x: 0, y: 0, w: 12, h: 4, widgets },
})
/** When what is there now was saved; the version before lasted until a moment after that. */
const minute = 60_000
const changedAt = Math.floor(Date.now() / minute) * minute - 5 * minute
const at = new Date(changedAt - 1_500).toISOString()

/** Gives the versions of a board the times that they had if they were older. */
async function saveEarlier(board: string): Promise<void> {
  await stage.withDatabase(async (sql) => {
    for (const [version, ms] of [changedAt - minute, changedAt, changedAt + minute].entries())
      await sql
        .updateTable('page_versions')
        .set({ saved_at: new Date(ms) })
        .where('page_id', '=', board)
        .where('version', '=', version + 1)
        .execute()
  })
}

const signIn = () =>
  new BrowserSession(stage.server.url).signIn(administrator.email, administrator.password)
interface Made {
  readonly data: { readonly id: string }
}

async function expectFollowed(page: Page): Promise<void> {
  await page.getByText('one', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByText('two', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect.poll(() => page.getByText('one', { exact: true }).count()).toBe(0)
}

test('EE396 PA20 a played home page has the layout of each moment, its head too', async () => {
  const session = await signIn()
  const custom = '/api/scada/shadow-lambda/custom'
  const name = 'Played page'
  const content = { name, areas: [area(note('one'))] }
  const { id } = (await session.json<Made>('POST', `${custom}/store`, content)).data
  const change = (version: number, areas: readonly object[]) =>
    session.json('POST', `${custom}/update`, { id, version, name, areas })
  await change(1, [area(note('two'), note('three', 4))])
  await change(2, [])
  await saveEarlier(id)
  const page = await show(`/warroomIndex?page=${id}&at=${at}`)
  await page.getByText('one', { exact: true }).waitFor()
  await page.getByText(/1 area, 1 widget\./).waitFor()
  await expectFollowed(page)
  await page.getByText(/1 area, 2 widgets\./).waitFor()
  const last = new Date(changedAt + 2 * minute).toISOString()
  await show(`/warroomIndex?page=${id}&at=${last}`)
  await page.getByRole('heading', { name: 'This page has no areas yet' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
})

test('EE396 PA20 a dashboard that is played has the layout of each moment', async () => {
  const session = await signIn()
  const name = 'Played dashboard'
  const make = { name, widgets: [note('one')] }
  const { id } = (await session.json<Made>('POST', '/api/dashboards', make)).data
  const change = (version: number, widgets: readonly object[]) =>
    session.json('PUT', `/api/dashboards/${id}`, { version, name, widgets })
  await change(1, [note('two'), note('three', 4)])
  await change(2, [])
  await saveEarlier(id)
  await expectFollowed(await show(`/warroomDashboard?dashboard=${id}&at=${at}`))
})

test('EE632 PG95 DB33 a layout of then that cannot be fetched is not that of now', async () => {
  const session = await signIn()
  const custom = '/api/scada/shadow-lambda/custom'
  const name = 'Unread'
  const [before, after] = [[note('before')], [note('after')]]
  const page = { name, areas: [area(...before)] }
  const board = { name, widgets: before }
  const pageId = (await session.json<Made>('POST', `${custom}/store`, page)).data.id
  const boardId = (await session.json<Made>('POST', '/api/dashboards', board)).data.id
  const later = { version: 1, name }
  const areas = [area(...after)]
  await session.json('POST', `${custom}/update`, { ...later, id: pageId, areas })
  await session.json('PUT', `/api/dashboards/${boardId}`, { ...later, widgets: after })
  for (const id of [pageId, boardId]) await saveEarlier(id)
  const shown = await stage.open(smallAnswer, { person: administrator })
  const failure = { success: false, error: 'internal', message: 'EE632', requestId: 'EE632' }
  const addresses = [`/warroomIndex?page=${pageId}`, `/warroomDashboard?dashboard=${boardId}`]
  for (const address of addresses) {
    await shown.route('**/versions', (route) => route.fulfill({ status: 500, json: failure }))
    await shown.goto(`${address}&at=${at}`)
    await shown.getByText('This could not be loaded').waitFor()
    expect(await shown.getByText('after', { exact: true }).count()).toBe(0)
    await shown.unroute('**/versions')
    await shown.getByRole('button', { name: 'Try again' }).click()
    await shown.getByText('before', { exact: true }).waitFor()
  }
  await stage.closePages(/500/)
})

test('EE423 DB30 while the past is on its way nothing of now is shown as of then', async () => {
  await addDevices(stage, [{ lesiId: 'PLAYED-1', name: 'Line', sensors: [sensorOf('speed')] }])
  const session = await signIn()
  const custom = '/api/scada/shadow-lambda/custom'
  const content = { name: 'Held page', areas: [area(note('one'))] }
  const { id } = (await session.json<Made>('POST', `${custom}/store`, content)).data
  await session.json('POST', `${custom}/update`, { ...content, id, version: 1, areas: [] })
  await session.json('POST', `${custom}/update`, { ...content, id, version: 2 })
  await saveEarlier(id)
  const page = await stage.open(smallAnswer, { person: administrator })
  const held: (() => void)[] = []
  let isHeld = true
  await page.route(/\/api\/.*(past\/moment|versions)/, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => void held.push(resolve))
    await route.fallback()
  })
  const release = () => {
    isHeld = false
    for (const answer of held.splice(0)) answer()
  }
  await page.goto(`/warroomDashboard?at=${at}`)
  const online = page.locator('.kpi', { hasText: 'Devices online' }).locator('b')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await online.waitFor()
  await expect.poll(() => online.textContent()).toBe('–')
  release()
  await expect.poll(() => online.textContent()).toMatch(/^\d+ \/ \d+$/)

  isHeld = true
  await page.goto(`/warroomIndex?page=${id}&at=${at}`)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await page.getByRole('heading', { name: 'Held page' }).waitFor()
  await expect.poll(() => page.locator('.page-extent').count()).toBe(0)
  release()
  await page
    .locator('.page-extent')
    .getByText(/1 area, 1 widget\./)
    .waitFor()
})
