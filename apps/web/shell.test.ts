import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sharedBrowser, visit, type Visit } from '#testing/peers/browser.ts'
import { startStandIn, type StandIn } from '#testing/peers/stand-in-server.ts'
import { buildWeb, webDirectory } from '../../scripts/build-web.ts'

let browser: Browser
let server: StandIn
const visits: Visit[] = []

beforeAll(async () => {
  await buildWeb(() => {})
  browser = await sharedBrowser()
})
beforeEach(async () => {
  server = await startStandIn(webDirectory)
  server.roles = ['admin']
})
afterEach(async () => {
  for (const { page } of visits.splice(0)) await page.context().close()
  await server.close()
})

const signedIn = { isLogged: '1' }

async function open(path: string, options: Parameters<typeof visit>[1] = {}): Promise<Page> {
  const opened = await visit(browser, {
    baseURL: server.url,
    ...options,
    cookies: { ...signedIn, ...options.cookies },
  })
  visits.push(opened)
  await opened.page.goto(path)
  return opened.page
}

const address = (page: Page) => page.url().slice(server.url.length)
const tabs = (page: Page) => page.locator('.tab-bar li')
const tab = (page: Page, name: string) => tabs(page).filter({ hasText: name })
const names = (page: Page) => tabs(page).allInnerTexts()
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor()

async function go(page: Page, name: string): Promise<void> {
  await page.locator('.sidebar-menu').getByRole('link', { name }).click()
  await tab(page, name).and(page.locator('[data-active]')).waitFor()
}

async function withTabs(...open_: readonly string[]): Promise<Page> {
  const page = await open('/warroomDashboard')
  for (const name of open_) await go(page, name)
  return page
}

test('WE15 a middle click and Delete close a tab, but never an affixed one', async () => {
  const page = await withTabs('Home pages', 'Documentation', 'Theme')
  await tab(page, 'Documentation').locator('a').click({ button: 'middle' })
  await tab(page, 'War room').locator('a').click({ button: 'middle' })
  await tab(page, 'War room').locator('a').focus()
  await page.keyboard.press('Delete')
  expect(await names(page)).toEqual(['War room', 'Home pages', 'Theme'])
  await tab(page, 'Theme').locator('a').focus()
  await page.keyboard.press('Delete')
  await page.waitForURL('**/warroomIndex')
  expect(await names(page)).toEqual(['War room', 'Home pages'])
})

test('WE15 the menu of a tab, by the right button and by the keyboard', async () => {
  const page = await withTabs('Home pages', 'Documentation', 'Theme')
  await tab(page, 'Documentation').locator('a').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Close others' }).click()
  await page.waitForURL('**/documentation/index')
  expect(await names(page)).toEqual(['War room', 'Documentation'])
  await tab(page, 'War room').locator('a').focus()
  await page.keyboard.press('Shift+F10')
  expect(await page.getByRole('menuitem', { name: 'Close', exact: true }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  expect(
    await tab(page, 'War room')
      .locator('a')
      .evaluate((link) => link === document.activeElement),
  ).toBe(true)
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/warroomDashboard')
  expect(await names(page)).toEqual(['War room'])
})

test('WE15 a hidden screen keeps its state, unless it is not cached or is refreshed', async () => {
  const page = await withTabs('Theme')
  // State outside React lives as long as the element does.
  const marked = page.locator('.view:has(.planned)')
  await marked.evaluate((view) => view.setAttribute('data-mark', 'kept'))
  await go(page, 'Documentation')
  await tab(page, 'Theme').locator('a').click()
  await page.locator('.view[data-mark=kept]:visible').waitFor()
  await tab(page, 'Theme').locator('a').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Refresh' }).click()
  await page.locator('.view[data-mark=kept]').waitFor({ state: 'detached' })
  expect(address(page)).toBe('/theme/index')
  await page.goto('/scada/lambda-websocket')
  await page.getByRole('heading', { name: 'Live data test', level: 2 }).waitFor()
  await tab(page, 'Documentation').locator('a').click()
  await page
    .getByRole('heading', { name: 'Live data test', level: 2 })
    .waitFor({ state: 'detached' })
})

test('WE15 tabs outlive a reload, and /redirect leads within this site', async () => {
  const page = await open('/redirect/theme/index?colour=1')
  await page.waitForURL('**/theme/index?colour=1')
  await go(page, 'Documentation')
  await page.reload()
  await tab(page, 'Theme').locator('a').click()
  expect(address(page)).toBe('/theme/index?colour=1')
  expect(await names(page)).toEqual(['War room', 'Theme', 'Documentation'])
  for (const away of ['/redirect/%5Cevil.example', '/redirect/%2Fevil.example']) {
    await page.goto(away)
    await page.waitForURL('**/warroomDashboard')
  }
})

test('WE16 groups, guarded and unknown paths lead where the specification says', async () => {
  const page = await open('/administrator')
  await page.waitForURL('**/administrator/users')
  const leads: readonly (readonly [string, string])[] = [
    ['/scada', '/scada/get-things'],
    ['/cognito', '/cognito/cognito-info'],
    ['/sensoralarm', '/sensoralarm/alarmnum'],
    ['/administrator/users/edit/one', '/404'],
    ['/login-ch-si', '/warroomDashboard'],
    ['/auth-redirect?redirect=/theme/index', '/theme/index'],
  ]
  for (const [from, to] of leads) {
    await page.goto(from)
    await page.waitForURL(`**${to}`)
  }
  server.roles = ['visitor']
  for (const [from, to] of [
    ['/', '/documentation/index'],
    ['/warroomDashboard', '/401'],
    ['/administrator', '/401'],
  ] as const) {
    await page.goto(from)
    await page.waitForURL(`**${to}`)
  }
})

test('WE17 who came by the partner’s page signs out to it, and the cookie is cleared', async () => {
  const page = await open('/theme/index?a=1', { cookies: { chsi: 'acme' } })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login-ch-si?redirect=%2Ftheme%2Findex%3Fa%3D1')
  await page.getByRole('heading', { name: 'Partner sign-in' }).waitFor()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('chsi')
})

test('WE17 a role that is taken replaces the others, and what it may not open closes', async () => {
  server.roles = ['admin', 'free']
  server.answer = ({ path }) => {
    if (path !== '/api/auth/role/asign') return undefined
    server.roles = ['free']
    return {
      status: 200,
      body: {
        data: { ...person, roles: ['free'], activeRole: 'free', availableRoles: ['admin', 'free'] },
      },
    }
  }
  const page = await withTabs('Home pages', 'Theme')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitemradio', { name: 'free' }).click()
  await tab(page, 'Home pages').waitFor({ state: 'detached' })
  expect(await names(page)).toEqual(['War room', 'Theme'])
  expect(server.asked.find(({ path }) => path === '/api/auth/role/asign')?.body).toBe(
    '{"role":"free"}',
  )
  expect(await page.locator('.top-bar .tag').innerText()).toBe('free')
})

const person = {
  id: 1,
  name: 'Lin',
  email: 'admin@warroom.test',
  avatar: '',
  introduction: '',
  cognito_id: null,
  permissions: [],
  language: null,
}

test('WE18 the search opens with Ctrl K to 350 px, and works by keyboard alone', async () => {
  const page = await open('/warroomDashboard')
  await page.locator('.sidebar').waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search the menu' })
  await field.fill('documntation')
  await page.getByRole('option', { name: 'Documentation' }).waitFor()
  expect((await page.locator('.menu-search').boundingBox())?.width).toBe(350)
  expect(await page.locator('.menu-search [role=status]').innerText()).toBe('1 entry')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/documentation/index')
  await page.keyboard.press('Control+k')
  await field.fill('s')
  await page.keyboard.press('ArrowDown')
  const second = await page.getByRole('option').nth(1).getAttribute('aria-selected')
  expect(second).toBe('true')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
})

test('WE19 the accent recolours at once and is stored; the switches do what they say', async () => {
  const page = await open('/warroomDashboard')
  await page.getByRole('button', { name: 'Settings' }).click()
  const fill = () =>
    page.evaluate(
      () =>
        getComputedStyle(document.querySelector('.toggle:checked') ?? document.body)
          .backgroundColor,
    )
  const before = await fill()
  await page.getByRole('button', { name: '#7C3AED' }).click()
  await toast(page, 'Theme has been changed!')
  expect(await fill()).not.toBe(before)
  expect(await page.locator('main').evaluate((main) => main.clientHeight)).toBe(900 - 84)
  await page.getByRole('switch', { name: 'Open tags view' }).uncheck()
  await page.getByRole('switch', { name: 'Sidebar logo' }).check()
  expect(await page.locator('main').evaluate((main) => main.clientHeight)).toBe(900 - 50)
  expect((await page.locator('.settings-body').boundingBox())?.width).toBeLessThanOrEqual(260)
  await page.reload()
  await page.locator('.sidebar-brand').waitFor()
  expect(await page.locator('.tab-bar').count()).toBe(0)
  expect(
    await page.evaluate(() => document.documentElement.style.getPropertyValue('--accent')),
  ).toBe('#7C3AED')
})

test('WE19 a fixed header stays while a screen scrolls, another goes with it', async () => {
  const page = await open('/theme/index')
  await page.locator('.view .planned').evaluate((panel) => (panel.style.minHeight = '3000px'))
  const scroll = async (area: '.stage' | 'main') => {
    await page.locator('.planned').hover({ position: { x: 40, y: 200 } })
    await page.mouse.wheel(0, 40)
    await page.waitForFunction((name) => (document.querySelector(name)?.scrollTop ?? 0) > 0, area)
  }
  const top = () => page.locator('.top-bar').evaluate((bar) => bar.getBoundingClientRect().top)
  await scroll('.stage')
  expect(await top()).toBeLessThan(0)
  await page.locator('.stage').evaluate((stage) => stage.scrollTo({ top: 0 }))
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Fixed header' }).check()
  await page.keyboard.press('Escape')
  await scroll('main')
  expect(await top()).toBe(0)
})

test('WE20 the question box sends no empty text, and asks before it closes', async () => {
  const page = await open('/warroomDashboard')
  const field = page.getByRole('textbox', { name: 'Ask the assistant' })
  await field.press('Enter')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await field.fill('  Which pump is loud? ')
  await field.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Assistant' })
  await dialog.getByText('The assistant is not connected yet').waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByText('Close this window?').waitFor()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  expect(await dialog.isVisible()).toBe(true)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await dialog.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('WE20 without full screen in the browser a message says so', async () => {
  const { page } = await visit(browser, { baseURL: server.url, cookies: signedIn })
  await page.addInitScript(() =>
    Object.defineProperty(document, 'fullscreenEnabled', { value: false }),
  )
  await page.goto('/warroomDashboard')
  await page.getByRole('button', { name: 'Full screen' }).click()
  await toast(page, 'you browser can not work')
  await page.context().close()
})

test('WE21 the footer says since when the history store is away, and what waits', async () => {
  const page = await open('/warroomDashboard')
  const footer = page.locator('.footer')
  await footer.getByText('Stored up to').waitFor()
  server.storeOutage = { since: Date.UTC(2026, 10, 20, 6, 30), journalBytes: 12_340_000 }
  const outage = footer.getByRole('status')
  await outage.waitFor()
  expect(await outage.innerText()).toMatch(
    /^The history store has not answered since .*20.*: 12\.3 MB of readings wait safely on disk$/,
  )
  server.storeOutage = null
  await footer.getByText('Stored up to').waitFor()
  expect(await outage.count()).toBe(0)
})

test.each(['light', 'dark'] as const)(
  'WE13 no finding of axe in what the frame opens, %s',
  async (colorScheme) => {
    const page = await open('/scada/config', { colorScheme })
    const findings = async () => {
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze()
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    }
    await page.locator('.connection[data-state=live]').waitFor()
    expect(await findings()).toEqual([])
    await tab(page, 'Configuration').locator('a').click({ button: 'right' })
    expect(await findings()).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('a')
    await page.getByRole('option').first().waitFor()
    expect(await findings()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Settings' }).click()
    await page
      .locator('.settings-body')
      .evaluate((drawer) => Promise.all(drawer.getAnimations().map(({ finished }) => finished)))
    expect(await findings()).toEqual([])
  },
)
