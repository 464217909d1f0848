import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
import { endPart, show, stage } from './boards-stage.ts'

let session: BrowserSession
let page: string
let dashboard: string

const longName = 'Packaging line 1 in hall B of the new building, behind the loading ramp'

beforeAll(async () => {
  await addDevices(stage, [{ lesiId: 'BOILER-8', name: 'Boiler', sensors: [sensorOf('flow')] }])
  const { email, password } = administrator
  session = await new BrowserSession(stage.server.url).signIn(email, password)
  const post = async (path: string, body: object) =>
    (await session.json<{ data: { id: string } }>('POST', path, body)).data.id
  const note = { id: 'n', sensor: null, sensors: [], kind: 'note', options: { text: 'A note' } }
  const widgets = [{ ...note, x: 0, y: 0, w: 3, h: 4 }]
  const areas = [{ id: 'a', name: longName, x: 0, y: 0, w: 3, h: 6, widgets }]
  page = await post('/api/scada/shadow-lambda/custom/store', { name: longName, areas })
  dashboard = await post('/api/dashboards', { name: longName, widgets })
})
afterAll(endPart)

const onPhone = (path: string, language: string) =>
  stage.open(path, {
    ...{ person: administrator, language, hasTouch: true, isMobile: true },
    viewport: { width: 360, height: 740 },
  })

/** What of a bar is smaller than a finger, sticks out of its button, or has no name. */
const faultsOf = (shown: Page, bar: string) =>
  shown.locator(bar).evaluate((element) => {
    const end = element.getBoundingClientRect().right
    return [...element.querySelectorAll<HTMLElement>('button, label')]
      .filter((each) => {
        const { width, height, right } = each.getBoundingClientRect()
        const isSmall = width < 40 || height < 40 || right > end
        const isCut = each.matches('button') && each.scrollWidth > each.clientWidth
        return isSmall || isCut || (each.ariaLabel ?? each.textContent).trim() === ''
      })
      .map((each) => each.outerHTML.slice(0, 120))
  })

const heightOf = async (shown: Page, selector: string) =>
  (await shown.locator(selector).boundingBox())?.height

test('EE486 on a phone the bars of editing are low, and whole in long words', async () => {
  for (const language of ['en', 'ru', 'vi']) {
    const edited = await onPhone(`/warroomDashboard?dashboard=${dashboard}`, language)
    await edited.locator('.board-bar > .button').last().tap()
    await edited.locator('.board-bar[data-editing]').waitFor()
    await expect.poll(() => heightOf(edited, '.board-bar')).toBeLessThan(112)
    await expect.poll(() => faultsOf(edited, '.board-bar')).toEqual([])
    await stage.closePages()
    const own = await onPhone(`/warroomIndex/edit/${page}`, language)
    await own.locator('.edit-area').waitFor()
    await expect.poll(() => heightOf(own, '.save-bar')).toBeLessThan(60)
    await expect.poll(() => faultsOf(own, '.save-bar')).toEqual([])
    await stage.closePages()
  }
})

test('EE487 names that are cut are whole in their tip; the drawer has two lines', async () => {
  const shown = await show(`/warroomIndex?page=${page}`)
  await shown.locator('.area-view h3').waitFor()
  const areaName = shown.locator('.area-view h3')
  await expect
    .poll(() => areaName.evaluate((each) => each.scrollWidth > each.clientWidth))
    .toBe(true)
  for (const part of [areaName, shown.locator('.page-head h2')])
    await expect.poll(() => part.getAttribute('title')).toBe(longName)
  const extent = shown.locator('.page-extent')
  await expect.poll(() => extent.getAttribute('title')).toBe(await extent.textContent())
  const lines = shown.locator('.page-row[data-shown] .page-row-name')
  const lineCount = () =>
    lines.evaluate((each) => {
      const { height } = each.getBoundingClientRect()
      return Math.round(height / parseFloat(getComputedStyle(each).lineHeight))
    })
  await expect.poll(lineCount).toBe(2)

  const narrow = await onPhone(`/warroomIndex?page=${page}`, 'ru')
  const name = narrow.locator('.page-menu')
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(220)
  await narrow.getByRole('button', { name: 'Прошлое' }).waitFor()
  await narrow.getByRole('link', { name: 'Править' }).tap()
  await narrow.locator('.edit-area').waitFor()
  for (const field of ['.edit-head input', '.edit-area header input'])
    await expect.poll(() => narrow.locator(field).getAttribute('title')).toBe(longName)
  await stage.closePages()
})
