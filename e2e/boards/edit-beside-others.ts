import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { administrator, settled } from '../stage.ts'
import { endPart, stage } from './boards-stage.ts'

const colleague = { email: 'ann@plant.test', password: 'eight-or-more' }
const widgets = Array.from({ length: 6 }, (_, index) => ({
  ...{ id: `n${index}`, sensor: null, sensors: [], kind: 'note' },
  ...{ options: { text: `note ${index}`, title: `Title ${index}` } },
  ...{ x: (index % 2) * 3, y: Math.floor(index / 2) * 6, w: 3, h: 6 },
}))
let id: string
let session: BrowserSession

beforeAll(async () => {
  await stage.command('user add', { ...colleague, name: 'Ann-Katharina Müller', role: 'admin' })
  const { email, password } = administrator
  session = await new BrowserSession(stage.server.url).signIn(email, password)
  type Made = { data: { id: string } }
  id = (await session.json<Made>('POST', '/api/dashboards', { name: 'Beside', widgets })).data.id
  await session.json('PUT', `/api/boards/${id}/shares`, { email: colleague.email, access: 'edit' })
})
afterAll(endPart)

/** Where what is pressed and what is dragged stands. */
const places = (page: Page) =>
  page.locator('.board-bar button, .grid-cell').evaluateAll((all) =>
    all.map((each) => {
      const { x, y } = each.getBoundingClientRect()
      return [Math.round(x), Math.round(y)]
    }),
  )

test('EE424 what others do to an edited dashboard moves neither Save nor a widget', async () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    const viewport = { width, height }
    const options = { viewport, language: 'ru' }
    const page = await stage.open(`/warroomDashboard?dashboard=${id}`, {
      person: administrator,
      ...options,
    })
    await page.locator('.grid-cell .note-text').first().waitFor()
    await page.getByRole('button', { name: 'Изменить' }).click()
    await page.locator('.board-bar[data-editing]').waitFor()
    const save = page.getByRole('button', { name: 'Сохранить правку' })
    const besideSave = () =>
      save.evaluate((each) => {
        const bar = each.closest('.board-bar')?.getBoundingClientRect()
        return (bar?.right ?? NaN) - each.getBoundingClientRect().right
      })
    await expect.poll(besideSave).toBeLessThan(14)
    const before = await settled(page, () => places(page))

    const other = await stage.open(`/warroomDashboard?dashboard=${id}`, {
      person: colleague,
      language: 'ru',
    })
    await other.locator('.grid-cell .note-text').first().waitFor()
    await other.getByRole('button', { name: 'Изменить' }).click()
    await page.getByRole('status').getByText('Ann-Katharina Müller').waitFor()
    type Read = { data: { version: number } }
    const { version } = (await session.json<Read>('GET', `/api/dashboards/${id}`)).data
    await session.json('PUT', `/api/dashboards/${id}`, { version, name: `Beside ${version}` })
    await page
      .getByRole('status')
      .getByText(/^Тем временем/)
      .waitFor()
    await expect.poll(() => places(page)).toEqual(before)
    await stage.closePages()
  }
})

test('EE425 GR21 a swipe over the title of a widget scrolls, a hold drags it', async () => {
  const page = await stage.open(`/warroomDashboard?dashboard=${id}`, {
    person: administrator,
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  })
  await page.locator('.grid-cell .note-text').first().waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).tap()
  const cells = page.locator('.grid-cell')
  await page.locator('.grid-grip').nth(2).waitFor()
  const order = () => cells.evaluateAll((all) => all.map((cell) => cell.dataset['gridItem']))
  const before = await order()
  const scrolled = () => page.locator('.stage').evaluate((pane) => pane.scrollTop)
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    })
  const swipe = async (rests: boolean) => {
    await cells.nth(1).evaluate((cell) => cell.scrollIntoView({ block: 'center' }))
    const box = await cells.nth(1).boundingBox()
    if (!box) throw new Error('nothing is there')
    const from = await scrolled()
    const [x, y] = [box.x + 60, box.y + 14]
    await send('touchStart', x, y)
    if (rests) await page.locator('.grid-cell[data-gesture=move]').waitFor()
    for (let step = 1; step <= 8; step++) await send('touchMove', x, y - step * 30)
    await send('touchEnd', x, y)
    return from
  }
  await swipe(true)
  await expect.poll(order).not.toEqual(before)
  await page.locator('.grid-cell[data-gesture]').waitFor({ state: 'detached' })
  const dragged = await order()
  const from = await swipe(false)
  await expect.poll(scrolled).toBeGreaterThan(from + 100)
  await expect.poll(() => order()).toEqual(dragged)
})

test('EE634 DB32 what another tab chooses is not taken for what is edited', async () => {
  type Made = { data: { id: string; version: number } }
  const [first, second] = [
    (await session.json<Made>('POST', '/api/dashboards', { name: 'First', widgets })).data,
    (await session.json<Made>('POST', '/api/dashboards', { name: 'Second', widgets })).data,
  ]
  const chosen = '/api/dashboards/chosen'
  await session.json('PUT', chosen, { id: first.id })
  const page = await stage.open('/warroomDashboard', { person: administrator })
  await page.locator('.grid-cell .note-text').first().waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.locator('.board-bar[data-editing]').waitFor()
  await session.json('PUT', chosen, { id: second.id })
  const listed = page.waitForResponse((reply) => reply.url().endsWith('/api/dashboards'))
  await session.json('PUT', `/api/dashboards/${second.id}`, { version: 1, name: 'Second more' })
  await listed
  await session.json('PUT', `/api/dashboards/${first.id}`, { version: 1, name: 'First more' })
  await page.getByRole('status').getByText('Somebody else has saved').waitFor()
  await stage.closePages()
})

test('EE616 DB36 of two edits that are too much together neither is lost unasked', async () => {
  type Board = { data: { id: string; widgets: { id: string }[] } }
  const name = 'Too much'
  const { id: full } = (await session.json<Board>('POST', '/api/dashboards', { name })).data
  const page = await stage.open(`/warroomDashboard?dashboard=${full}`, { person: administrator })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Clock', exact: true }).click()
  const high = { ...widgets[0], ...{ id: 'high', x: 0, y: 0, w: 12, h: 1_000 } }
  await session.json('PUT', `/api/dashboards/${full}`, { version: 1, widgets: [high] })
  await page.getByRole('button', { name: 'Save Edit' }).click()
  const question = page.getByRole('dialog')
  await question.getByText('Both edits together are more than a dashboard can hold').waitFor()
  await expect.poll(() => violationsOf(page, { within: 'dialog' })).toEqual([])
  await question.getByRole('button', { name: 'Save merged' }).click({ force: true })
  await question.getByRole('button', { name: 'Save mine as a copy' }).click()
  await question.waitFor({ state: 'detached' })
  await page.waitForURL((url) => url.searchParams.get('dashboard') !== full)
  const stored = async (id: string) =>
    (await session.json<Board>('GET', `/api/dashboards/${id}`)).data.widgets
  expect((await stored(full)).map(({ id }) => id)).toEqual(['high'])
  const copy = new URL(page.url()).searchParams.get('dashboard') ?? ''
  expect(await stored(copy)).toMatchObject([{ kind: 'clock' }])
  await stage.closePages()
})
