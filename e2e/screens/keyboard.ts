import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultVisit } from '#testing/peers/browser.ts'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator, focusTop, go, resize } from '../stage.ts'
import { stage } from './screens-stage.ts'

let boiler: Device

const minute = 60_000
const kim = { email: 'kim@plant.test', password: 'eight-or-more' }

beforeAll(async () => {
  await stage.command('user add', { ...kim, name: 'Kim', role: 'user' })
  const tokens = await addDevices(stage, [
    {
      ...{ lesiId: 'BOILER-1', name: 'Boiler 1' },
      sensors: [
        sensorOf('pressure', {
          ...{ alias: 'Feed pressure', unit: 'bar', lowerAlarm: 2, upperAlarm: 8, decimals: 1 },
        }),
        sensorOf('lamp', { alias: 'State lamp', type: 'lamp' }),
        ...Array.from({ length: 20 }, (_, index) => sensorOf(`other${index}`)),
      ].map((sensor) => ({ ...sensor, intervalMs: 60 * minute })),
    },
  ])
  const token = tokens.get('BOILER-1') ?? ''
  boiler = await Device.connect(stage.server.mqttUrl, 'BOILER-1', token)
  const now = Date.now()
  for (const [ago, lamp] of [
    [50, 'green'],
    [30, 'red'],
    [10, 'green'],
  ] as const)
    await boiler.publish({ ts: now - ago * minute, values: { lamp, pressure: 5 } })
  await boiler.publish({ values: { pressure: 5.4 } })
})
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

/** What has the focus, as a person would name it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    return element?.getAttribute('aria-label') ?? element?.textContent ?? element?.tagName
  })

/** Presses Tab until what has the focus is called so; how often that was. */
async function tabTo(page: Page, name: string | RegExp, maximum = 60): Promise<number> {
  for (let count = 1; count <= maximum; count += 1) {
    await page.keyboard.press('Tab')
    const label = (await focused(page)) ?? ''
    if (typeof name === 'string' ? label === name : name.test(label)) return count
  }
  throw new Error(`${String(name)} is not among the first ${maximum} stops`)
}

const drawn = (page: Page) => page.locator('.chart-plot canvas, .state-chart rect').first()
const chartOf = (sensor: string) => `/warroomCharts?thing=BOILER-1&sensor=${sensor}&period=7-days`

/** Of the tests for which it does not matter what had the focus before. */
let reusedPage: Page | undefined

/** That page at this address, as a link leads there. */
async function goTo(path: string): Promise<Page> {
  reusedPage ??= await stage.openReused(path, { person: administrator })
  await go(reusedPage, path)
  return reusedPage
}

test('EE130 the chart is a few keys away: skip links, and one stop for menu and tree', async () => {
  const page = await stage.open(chartOf('pressure'), { person: administrator })
  await drawn(page).waitFor()
  await tabTo(page, 'Skip to content', 1)
  expect(await tabTo(page, /^Feed pressure, .*maximum/)).toBeLessThan(30)
  await focusTop(page)
  await tabTo(page, 'Skip to content', 1)
  await page.keyboard.press('Enter')
  await tabTo(page, 'Skip to the chart', 2)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toMatch(/^Feed pressure, .*maximum/)
})

// The first of that page: it has two tabs.
test('EE132 the focus goes on in the bar of tabs when Delete closes one', async () => {
  const page = await goTo(chartOf('pressure'))
  await drawn(page).waitFor()
  const tab = page.locator('.tab-bar a', { hasText: 'Historical charts' })
  await tab.focus()
  await page.keyboard.press('Delete')
  await tab.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.tab-bar a')?.textContent))
    .toBe('War room')
})

test('EE130 periods are one stop, and the arrow keys go through them', async () => {
  const page = await goTo(chartOf('pressure'))
  const period = page.getByRole('group', { name: 'Period' }).getByRole('button', { pressed: true })
  await period.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => focused(page)).not.toBe(await period.textContent())
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => focused(page)).toBe(await period.textContent())
})

test('EE130 arrow keys walk the tree, whose one stop is the chosen sensor', async () => {
  const page = await goTo(chartOf('pressure'))
  await page.locator('.history-tree [aria-current=true]', { hasText: 'Feed pressure' }).waitFor()
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => focused(page)).toContain('Feed pressure')
  await page.keyboard.press('End')
  const last = (await page.locator('.history-tree .history-sensor').last().textContent()) ?? ''
  await expect.poll(() => focused(page)).toBe(last)
  await page.keyboard.press('Home')
  await expect.poll(() => focused(page)).toContain('Boiler 1')
})

test('EE131 a chart of states has a description, and keys move through it and zoom', async () => {
  const page = await goTo(chartOf('lamp'))
  const timeline = page.getByRole('img', { name: /^State lamp, .*: (Green|green) .* %, .*Last: / })
  await timeline.focus()
  await page.keyboard.press('End')
  const spoken = page.locator('.state-chart [aria-live]')
  await spoken.getByText(/green/i).waitFor()
  await page.keyboard.press('ArrowLeft')
  await spoken.getByText(/red/i).waitFor()
  await page.keyboard.press('+')
  await page.waitForURL(/zoom=\d+-\d+/)
  await page.locator('.history-content[aria-busy=false]').waitFor()
  await page.locator('.state-chart rect').first().waitFor()
  await timeline.focus()
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => !url.searchParams.has('zoom'))
})

/** Opens the menu of the row whose button has the focus, and goes to an entry. */
async function openRowMenu(page: Page, entry: RegExp): Promise<void> {
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitem')
  await items.first().waitFor()
  await page.keyboard.press('Tab')
  await page.waitForFunction(() => document.activeElement?.closest('[role=menu]'))
  const entryReached = async () => {
    const text = (await focused(page)) ?? ''
    if (!entry.test(text)) await page.keyboard.press('ArrowDown')
    return text
  }
  await expect.poll(entryReached).toMatch(entry)
}

test('EE132 the focus returns where it was: menu of a row, dialog of a link', async () => {
  const page = await goTo('/administrator/users')
  const actions = page.locator('table').getByRole('button', { name: /Kim/ })
  await actions.waitFor()
  await actions.focus()
  const name = await focused(page)
  await openRowMenu(page, /^Edit/)
  await page.keyboard.press('Escape')
  await page.locator('.ant-dropdown-menu').waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe(name)
  await openRowMenu(page, /link/i)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe(name)
})

test('EE132 a button that can be pressed no more passes the focus on', async () => {
  const page = await goTo('/administrator/users/edit/2')
  await page.locator('#edit-user_introduction').fill('On nights')
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await page.locator('#edit-user_introduction').and(page.locator(':focus')).waitFor()
  await expect.poll(() => cancel.isDisabled()).toBe(true)
})

test('EE160 Enter on an entry of a menu asks, and does not answer at once', async () => {
  const page = await goTo('/administrator/users')
  const actions = page.locator('table').getByRole('button', { name: /Kim/ })
  await actions.focus()
  await openRowMenu(page, /^Disable/)
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: /Disable Kim/ })
  await question.getByRole('button', { name: 'Cancel' }).waitFor()
  await page.locator('.ant-dropdown-menu').waitFor({ state: 'hidden' })
  await expect
    .poll(() => question.evaluate((each) => each.contains(document.activeElement)))
    .toBe(true)
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toMatch(/Kim/)
})

test('EE161 a dialog that opens is filled in at once, and Enter sends it', async () => {
  const page = await goTo('/administrator/users')
  const isIn = (selector: string) => page.locator(`${selector}:focus`).waitFor()
  await page.getByRole('button', { name: 'Add user' }).focus()
  await page.keyboard.press('Enter')
  await isIn('#create-user_name')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await go(page, '/administrator/roles')
  await page.getByRole('button', { name: 'Add role' }).focus()
  await page.keyboard.press('Enter')
  await isIn('#role-name_name')
  await page.keyboard.type('night shift')
  await page.keyboard.press('Enter')
  await page.getByRole('columnheader', { name: 'night shift' }).waitFor()
  await page.getByRole('button', { name: 'Settings' }).focus()
  await page.keyboard.press('Enter')
  await isIn('.settings-body header button')
  await page.keyboard.press('Escape')
  await page.locator('.settings-body').waitFor({ state: 'hidden' })
})

test('EE167 the boxes of a matrix are one stop; arrow keys go through it', async () => {
  const page = await goTo('/administrator/roles')
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await box('basic: manage article').focus()
  for (const [key, name] of [
    ['ArrowRight', 'editor: manage article'],
    ['ArrowDown', 'editor: manage connector'],
    ['End', /^(visitor|night shift): manage connector$/],
    ['Home', 'basic: manage connector'],
    ['ArrowUp', 'basic: manage article'],
    ['ArrowUp', 'basic: import readings'],
    ['ArrowUp', 'basic: delete readings'],
    ['ArrowUp', 'basic: command device'],
    ['ArrowUp', 'basic: annotate sensor'],
    ['ArrowUp', 'basic: acknowledge alarm'],
    ['ArrowUp', 'basic: acknowledge alarm'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => focused(page), { message: key }).toMatch(name)
  }
  await page.keyboard.press('Space')
  await tabTo(page, 'Save', 3)
})

test('EE168 what removes or discards is never one press of Enter too many away', async () => {
  const page = await goTo('/administrator/users/edit/2')
  const inQuestion = () => page.locator('[role=dialog] button:focus, dialog button:focus')
  await page.getByRole('button', { name: 'Remove' }).focus()
  await page.keyboard.press('Enter')
  await inQuestion().filter({ hasText: 'Cancel' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.locator('#edit-user_name').fill('Somebody else')
  await page.locator('.tab-bar [data-active] a').focus()
  await page.keyboard.press('Delete')
  await inQuestion().filter({ hasText: 'Keep editing' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('EE169 pictures are silent or have a name in the language of the page', async () => {
  const page = await stage.open('/administrator/users', { person: administrator, language: 'ru' })
  await page.locator('.record-pages').waitFor()
  await expect
    .poll(() => page.locator('main').ariaSnapshot())
    .not.toMatch(/img "|button "(left|right)"/)
  await page.getByRole('button', { name: 'Вперед' }).first().waitFor()
  await page.getByRole('button', { name: 'Настройки' }).click()
  await page.getByRole('button', { name: 'Фиолетовый' }).waitFor()
  await page.keyboard.press('Escape')
  await go(page, '/warroomCharts?thing=BOILER-1&sensor=pressure')
  await page.getByRole('button', { name: 'Boiler 1 22 датчика' }).waitFor()
})

test('EE162 what has the focus is never under the footer', async () => {
  const page = await goTo('/warroomDashboard')
  await resize(page, { width: 1000, height: 480 })
  await page.locator('.widget[aria-label]').first().waitFor()
  const covered = () =>
    page.evaluate(() => {
      const [focus, footer] = [document.activeElement, document.querySelector('.footer')]
      const [inner, outer] = [focus?.getBoundingClientRect(), footer?.getBoundingClientRect()]
      if (!focus?.closest('.main') || !inner || !outer) return null
      return inner.bottom > outer.top ? focus.outerHTML.slice(0, 120) : null
    })
  await page.getByRole('searchbox').focus()
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press('Tab')
    await expect.poll(covered, { message: `stop ${stop}` }).toBeNull()
  }
  await resize(page, defaultVisit.viewport)
})

test('EE133 a widget is a group named by value, unit, limits and what is wrong', async () => {
  const page = await goTo('/warroomDashboard')
  const group = (name: string | RegExp) => page.getByRole('group', { name })
  await group(/^Feed pressure: 5.4 bar, Limits 2.0 … 8.0$/).waitFor()
  await boiler.publish({ values: { pressure: { v: 9, q: 'uncertain' } } })
  await group(/^Feed pressure: 9.0 bar, uncertain, above 8.0, Limits 2.0 … 8.0$/).waitFor()
  await boiler.publish({ values: { pressure: { v: 9, q: 'bad' } } })
  await group(/^Feed pressure: bad, last 9.0 bar/).waitFor()
  await boiler.publish({ values: { pressure: 5.4 } })
  await group(/^State lamp: green$/i).waitFor()
  // A name that changes is not read out: only what is live is.
  await expect.poll(() => page.locator('.devices [aria-live]').count()).toBe(0)
})

test('EE134 every screen has one heading of the first level', async () => {
  const page = await goTo('/warroomDashboard')
  for (const path of ['/warroomDashboard', '/warroomCharts', '/administrator/users', '/nowhere']) {
    await go(page, path)
    await page.waitForURL((url) => [path, '/404'].includes(url.pathname))
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.locator('.view, .notice').filter({ visible: true }).first().waitFor()
    const loading = page.locator('.screen-loading').filter({ visible: true })
    await loading.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).count(), { message: path })
      .toBe(1)
  }
})
