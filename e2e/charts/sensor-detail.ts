import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { day as dayMs, moment, oven, stage, yesterday } from './detail-stage.ts'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addressOf, administrator, go, reopen, toast, type Person } from '../stage.ts'

const room = '/warroomDashboard'
const detailOf = (key: string, more = '') => `${room}?detail=OVEN-1%2F${key}${more}`
let reused: Page | undefined

/** Drawn again on the page of the test before. */
async function show(path: string): Promise<Page> {
  if (reused) await reopen(reused, path)
  else reused = await stage.openReused(path, { person: administrator })
  return reused
}
const open = (path: string, options = {}) => stage.open(path, { person: administrator, ...options })
const dialog = (page: Page) => page.getByRole('dialog')
const figures = (page: Page) => dialog(page).locator('aside')
const now = (page: Page) => dialog(page).locator('.history-live')
const isFocused = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)

test('EE264 a press on a widget opens the details of its sensor; Escape closes', async () => {
  await oven.publish({ values: { temperature: 155 } })
  const page = await show(room)
  const widget = page.getByRole('group', { name: /^Temperature/ })
  await widget.locator('.widget-body').click()
  await expect.poll(() => now(page).innerText()).toContain('155')
  await dialog(page).locator('.chart-plot canvas').waitFor()
  await expect.poll(() => addressOf(page)).toBe(detailOf('temperature'))
  expect(await violationsOf(page, { within: 'dialog' })).toEqual([])
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => addressOf(page)).toBe(room)
  await isFocused(page, 'Temperature')
  await page.keyboard.press('Enter')
  await dialog(page).waitFor()
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
  await isFocused(page, 'Temperature')
})

test('EE265 another day has its own figures and address, and leads to its chart', async () => {
  const page = await show(detailOf('temperature'))
  await dialog(page).getByRole('button', { name: 'Previous day' }).click()
  await page.waitForURL(`**&detailDay=${yesterday}`)
  await page.reload()
  for (const text of ['Min\n10.0', 'Median\n20.0', 'Average\n30.0', 'Max\n60.0'])
    await expect.poll(() => figures(page).innerText()).toContain(text)
  const field = dialog(page).getByRole('textbox', { name: 'Day' })
  await field.click()
  const marked = dialog(page).locator(`[title="${yesterday}"] .day-marked`)
  await marked.waitFor()
  // It closes the calendar alone.
  await page.keyboard.press('Escape')
  await marked.waitFor({ state: 'hidden' })
  await dialog(page).getByRole('link', { name: 'History' }).click()
  await page.waitForURL(/\/warroomCharts\?/)
  await expect.poll(() => addressOf(page)).toContain(`from=${yesterday}T00%3A00`)
  await dialog(page).waitFor({ state: 'detached' })
  await page.goBack()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => addressOf(page)).toBe(room)
})

test('EE266 a lamp has the time in each state, a text its changes; today goes on', async () => {
  const page = await show(detailOf('tower'))
  await expect.poll(() => figures(page).innerText()).toMatch(/Stopped\s+30\smin\s00\ss/)
  await expect.poll(() => figures(page).innerText()).toMatch(/Changes\s+2/)
  await oven.publish({ values: { tower: 2 } })
  await expect.poll(() => now(page).innerText()).toContain('Stopped')
  await expect.poll(() => figures(page).innerText()).toMatch(/Changes\s+3/)
  await show(detailOf('batch'))
  const row = dialog(page).getByRole('row', { name: /B-2 Wheat/ })
  await row.hover()
  await expect.poll(() => dialog(page).getByRole('tooltip').innerText()).toContain('B-1 Rye')
})

test('EE506 from a day without readings the details lead to that of the last one', async () => {
  const toLast = (page: Page) =>
    dialog(page).getByRole('button', { name: /^Go to the last reading \(/ })
  const page = await show(detailOf('temperature', '&detailDay=2020-01-01'))
  await toLast(page).click()
  await dialog(page).locator('.chart-plot canvas').waitFor()
  await expect.poll(() => addressOf(page)).toBe(detailOf('temperature'))
  // In the past it is the last one of then.
  const at = `&at=${new Date(moment - dayMs).toISOString()}`
  await show(detailOf('temperature', `&detailDay=2020-01-01${at}`))
  await toLast(page).click()
  await expect.poll(() => figures(page).innerText()).toContain('Max\n60.0')
  await expect.poll(() => addressOf(page)).not.toContain('detailDay')
})

test('EE267 the past ends with the moment; a phone is filled; what is gone is shown', async () => {
  const at = `&at=${new Date(moment + 5_000).toISOString()}`
  const size = { width: 390, height: 844 }
  const page = await open(detailOf('temperature', at), { viewport: size, hasTouch: true })
  await expect.poll(() => now(page).innerText()).toContain('At this moment')
  await expect.poll(() => now(page).innerText()).toContain('150')
  await expect.poll(() => now(page).innerText()).toContain('5\u00a0s')
  await expect.poll(() => dialog(page).boundingBox()).toMatchObject(size)
  await go(page, detailOf('nothing'))
  await dialog(page).getByRole('alert').getByText('No such sensor').waitFor()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await go(page, `${room}?detail=nothing`)
  await expect.poll(() => addressOf(page)).toBe(room)
})

test('EE252 details that are not open say why; the card of a phone opens them', async () => {
  const somebody = async (name: string, role = 'user'): Promise<Person> => {
    const person = { email: `${name}@plant.test`, password: 'eight-or-more' }
    await stage.command('user add', { ...person, name, role })
    return person
  }
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  const former = await somebody('former')
  await session.request('PUT', '/api/devices/OVEN-1/bindings', {
    ...{ email: former.email, relation: 'sub-user', contractStart: null },
    contractEnd: '2026-01-31',
  })
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
  const ended = await open(detailOf('temperature'), { person: former, ...phone })
  await dialog(ended).getByText('Contract ended on 2026-01-31').waitFor()
  const strange = await open(detailOf('temperature'), { person: await somebody('stranger') })
  await dialog(strange).getByText('No such sensor').waitFor()
  await expect.poll(() => dialog(strange).innerText()).not.toContain('Oven 1')

  const cards = await open('/scada/config', phone)
  await cards.getByRole('link', { name: 'temperature', exact: true }).click()
  await expect.poll(() => now(cards).innerText()).toMatch(/\d/)
  await dialog(cards).getByRole('button', { name: 'Close' }).click()
  await cards.getByRole('button', { name: /^Temperature/ }).click()
  await cards.getByRole('dialog', { name: 'Temperature' }).waitFor()
})

test('EE258 a moment that is yet to come is shown as such, and the latest one shown', async () => {
  const page = await show(`${room}?at=2099-01-01T00:00:00Z`)
  await toast(page, 'This moment is yet to come: the latest one is shown.')
  await expect.poll(() => addressOf(page)).not.toContain('2099')
  await page.getByRole('group', { name: /^Temperature/ }).waitFor()
})

test('EE272 the details of a sensor lead to its procedures', async () => {
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  const { data: sensors } = await session.json<{ data: readonly { id: number; key: string }[] }>(
    ...(['GET', '/api/sensors?device=OVEN-1'] as const),
  )
  const linked = sensors.filter(({ key }) => key === 'door').map(({ id }) => id)
  const document = { type: 'doc', content: [{ type: 'paragraph' }] }
  const { data: article } = await session.json<{ data: { id: number } }>(
    ...(['POST', '/api/article-drafts'] as const),
    { title: 'The door jams', document, sensors: linked, rules: [] },
  )
  await session.request('PUT', `/api/article-drafts/${article.id}/publication`, {
    ...{ version: 1, isPublished: true },
  })
  const page = await show(detailOf('door'))
  await figures(page).getByRole('link', { name: 'The door jams' }).click()
  await page.getByRole('heading', { name: 'The door jams' }).waitFor()
  await dialog(page).waitFor({ state: 'detached' })
})
