import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, removeDevices, sensorOf } from '../device.ts'
import { administrator, go } from '../stage.ts'
import { stage } from './boards-stage.ts'

beforeAll(async () => {
  await addDevices(stage, [{ lesiId: 'BOILER-4', name: 'Boiler', sensors: [sensorOf('flow')] }])
})
afterAll(() => removeDevices(stage))

const note = (id: string, part: object = {}) => ({
  ...{ id, sensor: null, sensors: [], kind: 'note', options: { text: `I am ${id}` } },
  ...{ x: 0, y: 0, w: 3, h: 2 },
  ...part,
})
const widgets = [
  note('first', { static: true }),
  note('second', { static: true, y: 1 }),
  note('first', { x: 3 }),
  note('third', { x: -4, y: 0.5 }),
]
const areas = [
  { id: 'a', name: 'Upper', x: 0, y: 0, w: 6, h: 4, widgets: [note('1'), note('1', { x: 40 })] },
  { id: 'b', name: 'Lower', x: 3, y: 2, w: 6, h: 4, widgets: [] },
]

/** How many pairs of elements share a place on the screen. */
const overlaps = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => {
    const boxes = all.map((each) => each.getBoundingClientRect())
    return boxes.flatMap((one, at) =>
      boxes.slice(at + 1).filter((other) => {
        const isBeside = one.right <= other.left + 1 || other.right <= one.left + 1
        return !isBeside && one.bottom > other.top + 1 && other.bottom > one.top + 1
      }),
    ).length
  })
/** Without the marks that keep names apart. */
const faults = async (page: Page) =>
  (await page.locator('.board-faults li').allTextContents()).map((text) =>
    text.replaceAll(/[\u2068\u2069]/g, ''),
  )

test('EE352 DB18 PG54 what is stored wrongly is shown with what is wrong', async () => {
  const session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  type Made = { data: { id: string } }
  const make = async (path: string, body: object) =>
    (await session.json<Made>('POST', path, body)).data.id
  const dashboard = await make('/api/dashboards', { name: 'Wrong', widgets: [] })
  const custom = '/api/scada/shadow-lambda/custom'
  const home = await make(`${custom}/store`, { name: 'Wrong', areas: [] })
  await stage.withDatabase(async (sql) => {
    const versions = () => sql.updateTable('page_versions')
    const stored = { widgets: JSON.stringify(widgets) }
    await versions().set(stored).where('page_id', '=', dashboard).execute()
    await versions()
      .set({ areas: JSON.stringify(areas) })
      .where('page_id', '=', home)
      .execute()
  })
  const page = await stage.open(`/warroomDashboard?dashboard=${dashboard}`, {
    person: administrator,
  })
  await page.locator('.board-faults summary', { hasText: '3 parts are stored wrongly' }).click()
  await page.getByText('I am third').waitFor()
  await expect.poll(() => page.getByText('I am first').count()).toBe(2)
  await expect
    .poll(() => faults(page))
    .toEqual([
      'Note has the same id as another part.',
      'Note has a place or size that is not a whole number.',
      'Note lies upon another part.',
    ])
  await expect.poll(() => overlaps(page, '.grid-cell')).toBe(0)
  type Stored = { data: { widgets: object[]; version: number } }
  const read = async () => (await session.json<Stored>('GET', `/api/dashboards/${dashboard}`)).data
  expect((await read()).widgets).toEqual(widgets)

  type Link = { data: { token: string } }
  const links = `/api/boards/${dashboard}/kiosk-links`
  const { data } = await session.json<Link>('POST', links, { name: 'Gate', days: 1 })
  const kiosk = await stage.open(`/kiosk/${data.token}`)
  await expect.poll(() => kiosk.getByText(/^I am /).count()).toBe(4)

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of the dashboard' }).fill('Right')
  await page.getByRole('button', { name: 'Save Edit' }).click()
  await expect.poll(async () => (await read()).version).toBe(2)
  await page.locator('.board-faults').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()

  await go(page, `/warroomIndex?page=${home}`)
  await page.locator('.board-faults summary', { hasText: '2 parts are stored wrongly' }).click()
  await expect
    .poll(() => faults(page))
    .toEqual(['Upper: Note has the same id as another part.', 'Lower lies upon another part.'])
  await expect.poll(() => overlaps(page, '.area-view')).toBe(0)
})
