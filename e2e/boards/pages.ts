import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, sensorOf } from '../device.ts'
import { addressOf, administrator, go, toast, type Person } from '../stage.ts'
import { endPart, show, stage } from './boards-stage.ts'

const colleague: Person = { email: 'mai@plant.test', password: 'eight-or-more' }
let filler: Device
let session: BrowserSession

const devices = [
  {
    lesiId: 'FILLER-1',
    name: 'Filler',
    sensors: [
      sensorOf('speed', { alias: 'Speed', unit: '1/min', intervalMs: 3_600_000 }),
      sensorOf('film', { alias: 'Film', unit: 'N', intervalMs: 3_600_000 }),
      sensorOf('lamp', { alias: 'Tower', type: 'lamp', intervalMs: 3_600_000 }),
      sensorOf('recipe', { alias: 'Recipe', type: 'string', intervalMs: 3_600_000 }),
    ],
  },
  { lesiId: 'GONE-1', name: 'Gone', sensors: [sensorOf('last', { alias: 'Last words' })] },
]

beforeAll(async () => {
  await stage.command('user add', { ...colleague, name: 'Mai', role: 'admin' })
  const tokens = await addDevices(stage, devices)
  filler = await Device.connect(stage.server.mqttUrl, 'FILLER-1', tokens.get('FILLER-1') ?? '')
  await filler.publish({ values: { speed: 212, film: 14.2, lamp: 'green', recipe: 'R-121' } })
  session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
})
afterAll(endPart)

const custom = '/api/scada/shadow-lambda/custom'
interface Stored {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly areas: readonly {
    readonly id: string
    readonly name: string
    readonly widgets: readonly object[]
  }[]
}
const widget = (id: string, key: string, part: object = {}) => ({
  ...{ id, sensor: { thing: 'FILLER-1', key }, sensors: [], kind: null, options: {} },
  ...{ x: 0, y: 0, w: 2, h: 2 },
  ...part,
})
const area = (id: string, part: object = {}) => ({
  ...{ id, name: id.toUpperCase(), x: 0, y: 0, w: 6, h: 4, widgets: [] },
  ...part,
})

async function store(name: string, areas: readonly object[]): Promise<Stored> {
  const reply = await session.json<{ data: Stored }>('POST', `${custom}/store`, { name, areas })
  return reply.data
}
async function read(id: string): Promise<Stored> {
  const data = encodeURIComponent(JSON.stringify({ id }))
  return (await session.json<{ data: Stored }>('GET', `${custom}/pages?data=${data}`)).data
}

const areaOf = (page: Page, name: string) => page.locator(`.edit-area[aria-label$="${name}"]`)
const shownIn = (page: Page, name: string) => areaOf(page, name).locator('.edit-widget')

async function openEditor(id: string, person = administrator): Promise<Page> {
  const page = await stage.open(`/warroomIndex/edit/${id}`, { person })
  await page.getByText('all loaded').waitFor()
  return page
}
async function addByMenu(page: Page, sensor: string, target: string): Promise<void> {
  await page.getByPlaceholder('Name, device or unit').fill(sensor)
  await page.getByRole('button', { name: `Add ${sensor} to an area` }).click()
  await page.getByRole('menuitem', { name: target }).click()
}
/** What axe finds on the screen, its frame left out. */
const findings = (page: Page) => violationsOf(page, { within: 'main' })

test('EE253 a page is built by menu, mouse and keys, and shows its sensors live', async () => {
  const page = await show('/warroomIndex')
  await page.getByRole('heading', { name: 'No page yet' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Add page' }).last().click()
  await page.getByLabel('Name of the page').fill('Packaging')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Add area' }).click()
  await page.getByText('all loaded').waitFor()
  await addByMenu(page, 'Speed', '1 Unnamed')
  await page.getByLabel('Name of area 1').fill('Filling')
  const filling = areaOf(page, 'Filling')
  await shownIn(page, 'Filling').locator('.figure', { hasText: '212' }).waitFor()

  // By mouse, under the first one.
  await page.getByPlaceholder('Name, device or unit').fill('Film')
  const line = page.locator('.sensor-name', { hasText: 'Film' })
  // The line moves up when the others are gone.
  await expect.poll(() => page.locator('.sensor-name').count()).toBe(1)
  const [from, to] = [await line.boundingBox(), await filling.locator('.layout-grid').boundingBox()]
  if (!from || !to) throw new Error('nothing to drag, or nowhere')
  await page.mouse.move(from.x + 60, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 30, from.y + 30, { steps: 4 })
  await page.mouse.move(to.x + 60, to.y + 150, { steps: 8 })
  await page.getByText('Drop here, 2 × 2').waitFor()
  await page.mouse.up()
  await shownIn(page, 'Filling').nth(1).waitFor()

  // By keys: the first area is one step away.
  await page.getByPlaceholder('Name, device or unit').fill('Tower')
  await page.locator('.sensor-name', { hasText: 'Tower' }).press('Space')
  await page.locator('.sensor-lift[data-lifted]').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Drop here, 2 × 3').waitFor()
  await page.keyboard.press('Space')
  await shownIn(page, 'Filling').nth(2).waitFor()

  await addByMenu(page, 'Speed', 'Filling: is there already')
  await page.getByRole('alert').getByText('Sensor Duplicate').waitFor()
  await addByMenu(page, 'Recipe', 'Filling: no room')
  await page.getByRole('alert').getByText('Sensor exceeds area size').waitFor()
  await page.getByRole('button', { name: 'Enlarge' }).click()
  await shownIn(page, 'Filling').nth(3).waitFor()
  await expect.poll(() => findings(page)).toEqual([])

  await page.getByRole('button', { name: 'Save Edit' }).click()
  await toast(page, 'Saved successfully')
  await page.waitForURL(/warroomIndex\?page=/)
  await expect.poll(() => findings(page)).toEqual([])
  await filler.publish({ values: { speed: 218 } })
  await page.locator('.area-view .figure:visible', { hasText: '218' }).waitFor()
})

test('EE254 pages are ordered, renamed, deleted and taken back; the slider goes on', async () => {
  for (const name of ['Alpha', 'Beta']) await store(name, [area('a')])
  const page = await stage.open('/warroomIndex', { person: administrator })
  const list = page.getByRole('complementary', { name: 'Pages' })
  const names = () => list.locator('.page-row a').allTextContents()
  const row = (name: string) => list.getByRole('link', { name, exact: true })
  await row('Beta').click()
  await page.getByRole('heading', { name: 'Beta' }).waitFor()
  await row('Beta').press('Alt+ArrowUp')
  await expect.poll(names).toEqual(['Packaging', 'Beta', 'Alpha'])
  await row('Alpha').dragTo(row('Packaging'))
  await expect.poll(names).toEqual(['Alpha', 'Packaging', 'Beta'])
  await list.getByRole('button', { name: 'Rename Beta' }).click()
  await page.getByLabel('Name of the page').fill('Gamma')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByRole('heading', { name: 'Gamma' }).waitFor()

  await page.getByRole('button', { name: 'Play pages' }).click()
  await page.getByText(/^Next in/).waitFor()
  await page.getByRole('heading', { name: 'Gamma' }).click()
  await page.getByRole('button', { name: 'Play pages' }).waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('heading', { name: 'Alpha' }).waitFor()

  await page.keyboard.press('f')
  await list.waitFor({ state: 'detached' })
  await page.getByText(/^Next in/).waitFor()
  await page.locator('.top-bar').waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('button', { name: 'Leave wall mode' }).click()

  await list.getByRole('button', { name: 'Delete Alpha' }).click()
  await page.getByText('Once deleted, its pages, areas and sensors will be removed.').waitFor()
  await page.keyboard.press('Escape')
  await toast(page, 'Delete canceled')
  await list.getByRole('button', { name: 'Delete Alpha' }).click()
  await page.getByRole('button', { name: 'Delete page' }).click()
  await toast(page, 'Delete success')
  await expect.poll(names).toEqual(['Packaging', 'Gamma'])
  await list.getByRole('button', { name: 'Bin' }).click()
  await page.getByRole('button', { name: 'Take Alpha back' }).click()
  await expect.poll(names).toEqual(['Packaging', 'Gamma', 'Alpha'])
})

test('EE250 an earlier version of a page is looked at and restored, also on a phone', async () => {
  const { id } = await store('Versions', [area('a', { widgets: [widget('1', 'speed')] })])
  const save = (version: number, part: object) =>
    session.json('POST', `${custom}/update`, { id, version, ...part })
  await save(1, { areas: [area('a'), area('b', { x: 6 })] })
  await save(2, { name: 'Versions of today' })
  await filler.publish({ values: { speed: 212 } })
  const page = await show(`/warroomIndex?page=${id}`)
  // The slider of pages has a button for the page that is called so.
  const versions = page.locator('button.button[title=Versions]')
  await versions.click()
  const dialog = page.getByRole('dialog', { name: 'Versions of Versions' })
  const rows = dialog.getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(3)
  await rows.nth(0).getByText('renamed').waitFor()
  await rows.nth(1).getByText('1 area more, 1 widget fewer').waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await rows
    .nth(2)
    .getByRole('button', { name: /^Look at/ })
    .click()
  await page.locator('.area-view .figure', { hasText: '212' }).waitFor()
  await page.getByText(/^Version of .*, saved by Lin/).waitFor()
  await expect.poll(() => addressOf(page)).toContain('version=1')

  // As the address says it, also after it was opened again; then the way back, and restoring.
  await page.reload()
  await page.getByRole('button', { name: 'Back to now' }).click()
  await page.getByLabel('Area 2: B').waitFor()
  await versions.click()
  await rows
    .nth(2)
    .getByRole('button', { name: /^Restore/ })
    .click()
  await toast(page, 'The earlier version is shown again.')
  await page.locator('.area-view .figure', { hasText: '212' }).waitFor()
  expect(await read(id)).toMatchObject({ version: 4, name: 'Versions', areas: [{ name: 'A' }] })

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Page: Versions' }).click()
  await page.getByRole('menuitem', { name: 'Versions of Versions' }).click()
  await expect.poll(() => rows.count()).toBe(4)
})

test('EE255 two people who edit one page see each other, and neither loses anything', async () => {
  const { id } = await store('Shared', [
    area('a', { widgets: [widget('1', 'speed'), widget('2', 'film', { x: 2 })] }),
    area('b', { x: 6, widgets: [widget('1', 'lamp', { h: 3 })] }),
  ])
  await session.json('PUT', `/api/boards/${id}/shares`, { email: colleague.email, access: 'edit' })
  const mine = await openEditor(id)
  const theirs = await openEditor(id, colleague)
  await mine.getByText('Mai is editing too').waitFor()
  await theirs.getByText('Lin is editing too').waitFor()
  // Another window of one's own counts as somebody, until it says that it goes, or for 75 s.
  const again = await openEditor(id)
  await mine.getByText(/Lin.* are editing too/).waitFor()
  await again.goto('about:blank')
  await mine.getByText('Mai is editing too').waitFor()

  await mine.getByLabel('Name of area 1').fill('Mine')
  await theirs.getByRole('button', { name: 'Remove Tower from this area' }).click()
  await theirs.getByRole('button', { name: 'Add area' }).click()
  await theirs.getByRole('button', { name: 'Save Edit' }).click()
  await toast(theirs, 'Saved successfully')
  await mine.getByText('Somebody else has saved this page meanwhile').waitFor()
  await mine.getByRole('button', { name: 'Add area' }).click()
  await mine.getByRole('button', { name: 'Save Edit' }).click()
  await toast(mine, 'What somebody else saved meanwhile is in it too.')
  const joined = await read(id)
  expect(joined.areas.map(({ name, widgets }) => [name, widgets.length]).toSorted()).toEqual([
    ['', 0],
    ['', 0],
    ['B', 0],
    ['Mine', 2],
  ])

  // Pages without a message of what was saved before.
  const first = await openEditor(id)
  const second = await openEditor(id, colleague)
  await first.getByRole('button', { name: 'Remove Speed from this area' }).click()
  await second.getByRole('button', { name: 'Remove Film from this area' }).click()
  await second.getByRole('button', { name: 'Save Edit' }).click()
  await toast(second, 'Saved successfully')
  await first.getByRole('button', { name: 'Save Edit' }).click()
  const dialog = first.getByRole('dialog', { name: 'Mai saved this page while you were editing' })
  await dialog.getByText('Area Mine was changed by both').waitFor()
  expect((await read(id)).version).toBe(joined.version + 1)
  await dialog.getByRole('radio', { name: 'Mai' }).check()
  await dialog.getByRole('button', { name: 'Save merged page' }).click()
  await toast(first, 'Saved successfully')
  const chosen = (await read(id)).areas.find(({ name }) => name === 'Mine')
  expect(chosen?.widgets).toMatchObject([{ sensor: { key: 'speed' } }])

  // What somebody is editing when the page is deleted becomes a page of their own.
  const late = await openEditor(id, colleague)
  await late.getByLabel('Name of area 1').fill('Kept')
  const { version } = await read(id)
  await session.json('POST', `${custom}/update`, { id, version, deleted: true })
  await late.getByRole('button', { name: 'Save as my own page' }).click()
  await toast(late, 'Saved successfully')
  await late.getByLabel('Area 1: Kept').waitFor()
  await expect.poll(() => addressOf(late)).not.toContain(id)
  await go(late, `/warroomIndex?page=${id}`)
  await late.getByRole('heading', { name: 'There is no such page' }).waitFor()
})

test('EE256 what cannot be shown is named and kept; an edit is not lost by accident', async () => {
  const gone = { sensor: { thing: 'GONE-1', key: 'last' } }
  const { id } = await store('Old', [
    area('a', {
      widgets: [
        widget('1', 'last', gone),
        widget('2', 'speed', { x: 2, kind: 'of-tomorrow' }),
        widget('3', 'film', { x: 4 }),
      ],
    }),
  ])
  await stage.command('device remove', { id: 'GONE-1', yes: true })
  const page = await show(`/warroomIndex?page=${id}`)
  await page.getByText('Unknown kind of widget').waitFor()
  await page.locator('.widget-notice').nth(1).waitFor()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByText('all loaded').waitFor()
  await page.getByRole('button', { name: 'Remove Film from this area' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await shownIn(page, 'A').nth(2).waitFor()
  await page.getByRole('button', { name: 'Redo' }).click()
  await page.getByText('1 change', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('dialog', { name: 'Abandon the edit?' }).waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Clear area A' }).click()
  await page.getByText('The sensors in the area will be removed.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save Edit' }).click()
  await toast(page, 'Saved successfully')
  expect((await read(id)).areas[0]?.widgets).toMatchObject([
    { id: '1', ...gone },
    { id: '2', kind: 'of-tomorrow' },
  ])

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Delete area A' }).click()
  await page.getByText('The sensors in the area will be deleted.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete area' }).click()
  await toast(page, 'Click Save Edit to keep the change.')
  await page.getByRole('button', { name: 'Cancel Edit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Edit' }).click()
  await page.waitForURL(/warroomIndex\?page=/)
  await expect.poll(() => addressOf(page)).toContain(id)
  expect((await read(id)).areas).toHaveLength(1)
})
