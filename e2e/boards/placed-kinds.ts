import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { tinyPicture } from '#testing/pictures.ts'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator, reopen, resize, smallAnswer } from '../stage.ts'
import { stage } from './boards-stage.ts'

let line: Device
let lost: Device
let session: BrowserSession

const hour = 3_600_000
const keys = Array.from({ length: 20 }, (_, index) => `k${index}`)
const plant = Array.from({ length: 9 }, (_, index) => ({
  lesiId: `LINE-${index + 1}`,
  name: `Line ${index + 1}`,
  sensors: keys.map((key, at) =>
    sensorOf(key, { alias: `Value ${index + 1}.${at}`, unit: 'bar', intervalMs: hour }),
  ),
}))
const mixed = {
  lesiId: 'OVEN-1',
  name: 'Oven',
  sensors: [
    sensorOf('hot', { alias: 'Temperature', unit: '°C', upperAlarm: 210, intervalMs: hour }),
    sensorOf('odd', { alias: 'Vibration', unit: 'mm/s', intervalMs: hour }),
    sensorOf('old', { alias: 'Pressure', unit: 'bar', intervalMs: 1_000 }),
    sensorOf('tower', { alias: 'Tower', type: 'lamp', intervalMs: hour }),
    ...keys.slice(4).map((key) => sensorOf(key, { alias: `Oven ${key}`, intervalMs: hour })),
  ],
}
const named = ['hot', 'odd', 'old', 'tower'].map((key) => ({ thing: 'OVEN-1', key }))

beforeAll(async () => {
  const tokens = await addDevices(stage, [mixed, ...plant])
  line = await Device.connect(stage.server.mqttUrl, 'OVEN-1', tokens.get('OVEN-1') ?? '')
  lost = await Device.connect(stage.server.mqttUrl, 'LINE-1', tokens.get('LINE-1') ?? '')
  await line.publish({ ts: Date.now() - 600_000, values: { old: 7 } })
  await line.publish({ values: { hot: 214.6, odd: { v: 6.8, q: 'bad' }, tower: 'red' } })
  session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
})
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

let reused: Page | undefined

/** A home page of these widgets, shown on the page of the test before. */
async function showPage(
  name: string,
  widgets: readonly object[],
  viewport = { width: 1920, height: 1080 },
): Promise<Page> {
  const complete = widgets.map((widget, index) => ({
    ...{ id: `w${index}`, sensor: null, sensors: [], options: {}, x: 0, y: 0, w: 3, h: 3 },
    ...widget,
  }))
  const area = { id: 'a', name, x: 0, y: 0, w: 12, h: 16, widgets: complete }
  const { data } = await session.json<{ data: { id: string } }>(
    'POST',
    '/api/scada/shadow-lambda/custom/store',
    { name, areas: [area] },
  )
  const address = `/warroomIndex?page=${data.id}`
  if (reused) {
    await resize(reused, viewport)
    await reopen(reused, address)
  } else reused = await stage.openReused(address, { person: administrator, viewport })
  return reused
}
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
/** What axe finds in the widgets. */
const findings = (page: Page) => violationsOf(page, { within: '.area-grid' })

test('EE241 a table holds 200 values on one screen; each shows its problems', async () => {
  const sensors = [mixed, ...plant].flatMap(({ lesiId, sensors }) =>
    sensors.map(({ key }) => ({ thing: lesiId, key })),
  )
  const page = await showPage('Table', [{ kind: 'table', sensors, w: 12, h: 15 }])
  await expect.poll(() => rowOf(page, 'Temperature').textContent()).toContain('214.6')
  await expect.poll(() => rowOf(page, 'Temperature').textContent()).toContain('> 210.0')
  await expect.poll(() => rowOf(page, 'Vibration').textContent()).toContain('6.8 mm/s')
  await expect.poll(() => rowOf(page, 'Pressure').textContent()).toContain('stale 10\u00a0min')
  await expect.poll(() => rowOf(page, 'Tower').textContent()).toContain('Red')
  await expect.poll(() => rowOf(page, 'Value 9.19').textContent()).toContain('–')
  const seen = () =>
    page.locator('.value-table-row').evaluateAll((rows) => {
      const table = rows[0]?.closest('.value-table')?.getBoundingClientRect()
      const inside = (row: Element) => {
        const { top, bottom, left, right } = row.getBoundingClientRect()
        const { top: from = 0, bottom: to = 0 } = table ?? {}
        return (
          top >= from - 1 &&
          bottom <= Math.min(to, innerHeight) + 1 &&
          left >= 0 &&
          right <= innerWidth
        )
      }
      return rows.filter(inside).length
    })
  await expect.poll(seen).toBe(200)
})

test('EE242 a table is one stop of the tab key; keys reach lines that are not drawn', async () => {
  const sensors = plant.flatMap(({ lesiId }) => keys.map((key) => ({ thing: lesiId, key })))
  const widget = { kind: 'table', sensors, w: 3, h: 5 }
  const page = await showPage('Keys', [widget], { width: 1440, height: 900 })
  const first = page.getByRole('link', { name: 'Value 1.0', exact: true })
  await first.waitFor()
  await expect.poll(() => page.locator('.value-table a[tabindex="0"]').count()).toBe(1)
  await first.focus()
  const focused = () => page.locator(':focus').textContent()
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe('Value 1.1')
  await expect
    .poll(() => page.getByRole('link', { name: 'Value 9.19', exact: true }).count())
    .toBe(0)
  await page.keyboard.press('End')
  await expect.poll(focused).toBe('Value 9.19')
  await page.keyboard.press('Home')
  await expect.poll(focused).toBe('Value 1.0')
  await expect.poll(() => findings(page)).toEqual([])
})

test('EE243 notes, clocks and figures are on a page; alarms show those of now', async () => {
  const text = '# Shift\n[call](mailto:m@plant.example) [bad](javascript:alert(1)) <b>raw</b>'
  const page = await showPage('Figures', [
    { kind: 'note', options: { text }, w: 3, h: 4 },
    { kind: 'clock', options: { zone: 'Asia/Taipei' }, x: 3 },
    { kind: 'devices-online', x: 6, h: 5 },
    { kind: 'area-figures', sensors: named, x: 9, h: 4 },
    { kind: 'alarms-by-priority', y: 5 },
    { kind: 'top-alarms', x: 3, y: 5, h: 5 },
    { kind: 'alarm-ticker', x: 6, y: 5, w: 6 },
  ])
  await page.getByRole('heading', { name: 'Shift' }).waitFor()
  const links = page.locator('.note-text a')
  await expect
    .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
    .toEqual(['mailto:m@plant.example'])
  await page.getByText('<b>raw</b>').waitFor()
  await expect
    .poll(() => page.locator('.clock-face').textContent())
    .toMatch(/\d\d:\d\d:\d\d.*UTC\+08:00/)
  const online = page.locator('.devices-online-figure')
  await expect.poll(() => online.textContent()).toBe('10 / 10')
  lost.vanish()
  await expect.poll(() => online.textContent()).toBe('9 / 10')
  await page.locator('.devices-online-list').getByText('Line 1', { exact: true }).waitFor()
  const figure = (name: string) => page.locator(`[data-figure=${name}] dd`)
  await expect.poll(() => figure('bad').textContent()).toBe('1')
  await expect.poll(() => figure('stale').textContent()).toBe('1')
  await expect.poll(() => figure('beyond').textContent()).toBe('1')
  await expect
    .poll(() => page.locator('.area-figures-worst').textContent())
    .toContain('Temperature')
  await expect.poll(() => page.getByText('Temperature').count()).toBeGreaterThan(2)
  await expect.poll(() => findings(page)).toEqual([])
})

test('EE244 values are on an uploaded picture where they were put, and are live', async () => {
  const { data } = await session.json<{ data: { id: string } }>('POST', '/api/pictures', {
    image: tinyPicture.png.toString('base64'),
  })
  const places = JSON.stringify([['OVEN-1', [['hot', 25, 50, 'named']]]])
  const options = { picture: data.id, places }
  const page = await showPage('Picture', [
    { kind: 'image', sensors: named.slice(0, 1), options, w: 8, h: 9 },
  ])
  const label = page.locator('.image-label')
  await expect.poll(() => label.textContent()).toContain('Temperature214.6')
  await expect
    .poll(() =>
      page.locator('.image-plane').evaluate((plane) => {
        const box = plane.getBoundingClientRect()
        const spot = plane.querySelector('.image-label')?.getBoundingClientRect()
        const picture = plane.querySelector('img')
        if (!spot || !picture || picture.naturalWidth === 0) return null
        // A label's left quarter is on the quarter of the picture.
        const at = (spot.left + spot.width / 4 - box.left) / box.width
        return [(box.width / box.height).toFixed(2), at.toFixed(2)]
      }),
    )
    .toEqual(['1.33', '0.25'])
  await line.publish({ values: { hot: 199.5 } })
  await expect.poll(() => label.textContent()).toContain('199.5')
  await expect.poll(() => findings(page)).toEqual([])
})

test('EE636 WD57 a long text on a picture stays on its label, whole in its title', async () => {
  const text = `Batch ${'of the long words of a recipe '.repeat(100)}`.trim()
  await line.publish({ values: { recipe: text } })
  const sensors = [...named.slice(0, 1), { thing: 'OVEN-1', key: 'recipe' }]
  const page = await showPage('Long text', [{ kind: 'image', sensors, w: 8, h: 9 }])
  const value = page.locator('.image-label', { hasText: 'Batch' }).locator('.image-value')
  await value.waitFor()
  const overhang = () =>
    value.evaluate((one) => {
      const label = one.closest('.image-label')?.getBoundingClientRect()
      const ends = [...one.children].map((child) => child.getBoundingClientRect().right)
      const isClipped = getComputedStyle(one).overflowX !== 'visible'
      const end = isClipped ? one.getBoundingClientRect().right : Math.max(...ends)
      return Math.max(0, Math.round(end - (label?.right ?? 0)))
    })
  await expect.poll(overhang).toBe(0)
  await expect.poll(() => value.getAttribute('title')).toBe(text)
})

test('EE633 WD56 a picture that could not be fetched is not called gone', async () => {
  type Made = { data: { id: string } }
  const body = { image: tinyPicture.png.toString('base64') }
  const { id } = (await session.json<Made>('POST', '/api/pictures', body)).data
  const missing = '00000000-0000-4000-8000-000000000000'
  const widgets = [id, missing].map((picture, index) => ({
    ...{ id: `w${index}`, kind: 'image', sensor: null, sensors: named.slice(0, 1) },
    ...{ options: { picture }, x: 6 * index, y: 0, w: 6, h: 6 },
  }))
  const board = (await session.json<Made>('POST', '/api/dashboards', { name: 'Later', widgets }))
    .data
  const page = await stage.open(smallAnswer, { person: administrator })
  await page.clock.install()
  const isPicture = (url: URL) => url.pathname === `/api/pictures/${id}`
  await page.route(isPicture, (route) => route.abort())
  await page.goto(`/warroomDashboard?dashboard=${board.id}`)
  const [there, other] = [page.locator('.image-plane').nth(0), page.locator('.image-plane').nth(1)]
  const words = 'The picture is not there any more.'
  await other.getByText(words).waitFor()
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(id))
  await page.clock.runFor(10_000)
  await failed
  expect(await there.getByText(words).count()).toBe(0)
  await page.unroute(isPicture)
  await page.clock.runFor(10_000)
  const width = () => there.locator('img').evaluate((one) => (one as HTMLImageElement).naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
  await stage.closePages(/404|ERR_FAILED/)
})

/** The options of a widget of this kind, alone on a dashboard that is edited. */
async function openOptions(kind: string) {
  const place = { x: 0, y: 0, w: 6, h: 6 }
  const widgets = [{ ...{ id: 'i0', kind, sensor: null, sensors: [], options: {} }, ...place }]
  const body = { name: 'Options', widgets }
  type Made = { data: { id: string } }
  const { data } = await session.json<Made>('POST', '/api/dashboards', body)
  const page = await stage.open(`/warroomDashboard?dashboard=${data.id}`, { person: administrator })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.locator('[data-grid-item="i0"] .board-tools button').first().click()
  await page.getByRole('menuitem', { name: 'Options…' }).click()
  return { page, dialog: page.locator('dialog[open]') }
}

test('EE526 what is typed while a picture is on its way to the server stays', async () => {
  const { page, dialog } = await openOptions('image')
  const choices = dialog.locator('.picture-choice')
  const { data: stored } = await session.json<{ data: unknown[] }>('GET', '/api/pictures')
  // Those, and no picture at all.
  await expect.poll(() => choices.count()).toBe(stored.length + 1)
  const onItsWay = Promise.withResolvers<() => Promise<void>>()
  await page.route('**/api/pictures', (route) => {
    if (route.request().method() === 'POST') onItsWay.resolve(() => route.continue())
    else void route.continue()
  })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: tinyPicture.png })
  const arrive = await onItsWay.promise
  await dialog.getByLabel('Title').pressSequentially('Hall 1')
  await arrive()
  await expect.poll(() => choices.count()).toBe(stored.length + 2)
  await dialog.locator('.picture-choice:nth-child(2)[aria-pressed=true]').waitFor()
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('Hall 1')
})

test('EE535 arrow keys go from choice to choice in the options of a widget', async () => {
  const { dialog } = await openOptions('table')
  const choices = dialog.locator('.choice-field input')
  await choices.first().focus()
  await choices.first().press('ArrowDown')
  await expect.poll(() => choices.nth(1).isChecked()).toBe(true)
  await choices.nth(1).press('ArrowUp')
  await expect.poll(() => choices.first().isChecked()).toBe(true)
})
