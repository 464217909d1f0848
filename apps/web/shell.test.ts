import { expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import { colourViolationsOf, violationsOf } from '#testing/peers/accessibility.ts'
import { newPage, open, server, serveShell, tab, toast } from '#testing/sites/shell-page.ts'

serveShell()

test('WE18 the search opens with Ctrl K to 350 px, and works by keyboard alone', async () => {
  const page = await open('/warroomDashboard')
  await page.locator('.sidebar').waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search the menu' })
  await field.fill('documntation')
  await page.getByRole('option', { name: 'Documentation' }).waitFor()
  await expect.poll(async () => (await page.locator('.menu-search').boundingBox())?.width).toBe(350)
  await expect.poll(() => page.locator('.menu-search [role=status]').innerText()).toBe('1 entry')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/documentation/index')
  await page.keyboard.press('Control+k')
  await field.fill('s')
  await page.keyboard.press('ArrowDown')
  await page.locator('[role=option]:nth-child(2)[aria-selected=true]').waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
})

test('WE18 Enter before the search itself is there opens what it finds then', async () => {
  const page = await newPage()
  const arrives = Promise.withResolvers<void>()
  await page.route(/\/search-menu-.*\.js$/, async (route) => {
    await arrives.promise
    await route.continue()
  })
  await page.goto('/warroomDashboard')
  await page.locator('.sidebar').waitFor()
  const asked = page.waitForRequest(/\/search-menu-.*\.js$/)
  await page.keyboard.press('Control+k')
  await asked
  const field = page.getByRole('combobox', { name: 'Search the menu' })
  await field.fill('documntation')
  await field.press('Enter')
  arrives.resolve()
  await page.waitForURL('**/documentation/index')
})

test('HT48 in a narrow window, too, an unfolded or folded menu is stored', async () => {
  const page = await open('/warroomDashboard', { viewport: { width: 992, height: 800 } })
  const afterReload = async () => {
    await page.reload()
    await page.locator('.sidebar').waitFor()
    const status = (await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')
    const menu = page.locator('.sidebar')
    return [await menu.evaluate((part) => part.getBoundingClientRect().width), status?.value]
  }
  expect(await afterReload()).toEqual([60, undefined])
  await page.getByRole('button', { name: 'Expand menu' }).click()
  expect(await afterReload()).toEqual([210, '1'])
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  expect(await afterReload()).toEqual([60, '0'])
})

test('WE81 on a phone the drawer is as wide as the menu elsewhere, and cuts no name', async () => {
  for (const language of locales) {
    const page = await newPage({ viewport: { width: 390, height: 844 }, cookies: { language } })
    await page.goto('/warroomDashboard')
    await page.locator('.sidebar-toggle').click()
    const menu = page.locator('.sidebar')
    await menu.getByRole('link').first().waitFor()
    const isWide = () => menu.evaluate((part) => part.getBoundingClientRect().width)
    await expect.poll(() => isWide()).toBe(210)
    const cut = await menu
      .locator('a > span, button > span')
      .evaluateAll((words) =>
        words
          .filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 1)
          .map((each) => each.textContent),
      )
    expect(cut, language).toEqual([])
  }
})

test('WE34 the tip of the search names its keys only where there may be a keyboard', async () => {
  const tip = async (visit: Parameters<typeof open>[1]) =>
    (await open('/warroomDashboard', visit))
      .getByRole('button', { name: 'Search the menu' })
      .getAttribute('title')
  expect(await tip({})).toBe('Search the menu (Ctrl K)')
  const viewport = { width: 390, height: 844 }
  expect(await tip({ viewport, isMobile: true, hasTouch: true })).toBe('Search the menu')
})

test('WE35 a message lies upon a dialog, can be closed there, and outlives it', async () => {
  const page = await open('/warroomDashboard')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Violet' }).click()
  const message = page.locator('.toast', { hasText: 'Theme has been changed!' })
  await page.keyboard.press('Escape')
  // The pointer keeps it.
  await message.hover()
  await page.evaluate(() => document.body.appendChild(document.createElement('dialog')).showModal())
  await page.locator('dialog').locator(message).hover()
  await page.evaluate(() => document.querySelector('dialog')?.remove())
  await page.locator('body > .toasts').locator(message).waitFor()
  await message.getByRole('button', { name: 'Close' }).click()
  await message.waitFor({ state: 'detached' })
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
  await page.getByRole('button', { name: 'Violet' }).click()
  await toast(page, 'Theme has been changed!')
  await expect.poll(() => fill()).not.toBe(before)
  await expect.poll(() => page.locator('main').evaluate((main) => main.clientHeight)).toBe(900 - 84)
  await page.getByRole('switch', { name: 'Open tags view' }).uncheck()
  await page.getByRole('switch', { name: 'Sidebar logo' }).check()
  await expect.poll(() => page.locator('main').evaluate((main) => main.clientHeight)).toBe(900 - 50)
  await expect
    .poll(async () => (await page.locator('.settings-body').boundingBox())?.width)
    .toBeLessThanOrEqual(260)
  await page.reload()
  await page.locator('.sidebar-brand').waitFor()
  await expect.poll(() => page.locator('.tab-bar').count()).toBe(0)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--accent')))
    .toBe('#7C3AED')
})

test('WE19 a fixed header stays while a screen scrolls, another goes with it', async () => {
  const page = await open('/theme/index')
  await page.locator('.theme-screen').evaluate((screen) => (screen.style.minHeight = '3000px'))
  const scroll = async (area: '.stage' | 'main') => {
    await page.locator('.theme-screen').hover({ position: { x: 40, y: 200 } })
    await page.mouse.wheel(0, 40)
    await page.waitForFunction((name) => (document.querySelector(name)?.scrollTop ?? 0) > 0, area)
  }
  const top = () => page.locator('.top-bar').evaluate((bar) => bar.getBoundingClientRect().top)
  await scroll('.stage')
  await expect.poll(() => top()).toBeLessThan(0)
  await page.locator('.stage').evaluate((stage) => stage.scrollTo({ top: 0 }))
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Fixed header' }).check()
  await page.keyboard.press('Escape')
  await scroll('main')
  await expect.poll(() => top()).toBe(0)
})

test('WE20 a message is shown where the browser has no full screen', async () => {
  const page = await newPage()
  await page.addInitScript(() =>
    Object.defineProperty(document, 'fullscreenEnabled', { value: false }),
  )
  await page.goto('/warroomDashboard')
  await page.getByRole('button', { name: 'Full screen' }).click()
  await toast(page, 'you browser can not work')
})

test('WE80 on a phone the menu of the account has name, role and full screen', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await page.addInitScript(() =>
    Object.defineProperty(document, 'fullscreenEnabled', { value: false }),
  )
  await page.goto('/warroomDashboard')
  await page.getByRole('button', { name: 'Account' }).click()
  const menu = page.getByRole('menu')
  const heading = menu.locator('.menu-heading').first()
  expect(await heading.locator('> span').allInnerTexts()).toEqual(['Lin', 'admin'])
  expect(await menu.locator('.tag.warning').innerText()).toBe('admin')
  await menu.getByRole('menuitem', { name: 'Full screen' }).click()
  await toast(page, 'you browser can not work')
})

test('WE21 the footer shows since when the history store is away, and what waits', async () => {
  const page = await open('/warroomDashboard')
  const footer = page.locator('.footer')
  await footer.getByText('Stored up to').waitFor()
  server.storeOutage = { since: Date.UTC(2026, 10, 20, 6, 30), journalBytes: 12_340_000 }
  const outage = footer.getByRole('status')
  await outage.waitFor()
  await expect
    .poll(() => outage.innerText())
    .toMatch(
      /^The history store has not answered since .*20.*: 12\.3 MB of readings wait safely on disk$/,
    )
  server.storeOutage = null
  await footer.getByText('Stored up to').waitFor()
  await expect.poll(() => outage.count()).toBe(0)
})

test('AL52 every screen shows since when no alarms are evaluated', async () => {
  const page = await open('/warroomDashboard')
  server.alarmsStoppedSince = Date.UTC(2026, 10, 20, 6, 30)
  const stopped = page.getByRole('alert').filter({ hasText: 'Alarms have not been evaluated' })
  await stopped.waitFor()
  await expect.poll(() => stopped.innerText()).toMatch(/evaluated since 2026-11-20 \d\d:30:00/)
  server.alarmsStoppedSince = null
  await stopped.waitFor({ state: 'detached' })
})

test.each(['light', 'dark'] as const)(
  'WE13 no finding of axe in what the frame opens, %s',
  async (colorScheme) => {
    const page = await open('/theme/index', { colorScheme })
    const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
    const findings = () =>
      colorScheme === 'dark' ? colourViolationsOf(page) : violationsOf(page, { tags })
    await page.locator('.connection[data-state=live]').waitFor()
    expect(await findings()).toEqual([])
    await tab(page, 'Theme').locator('a').click({ button: 'right' })
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

test('WE82 a screen waits for the sheet of components, asked for until it comes', async () => {
  const page = await open('/warroomDashboard')
  await page.locator('.top-bar').waitFor()
  const asked: string[] = []
  const isRefused = Promise.withResolvers<void>()
  await page.route(/\/assets\/antd-styles-/, async (route) => {
    if (asked.push(route.request().url()) > 1) return route.continue()
    await route.abort()
    return isRefused.resolve()
  })
  await page.goto('/cognito')
  await isRefused.promise
  expect(await page.locator('.antd-app').count()).toBe(0)
  await page.locator('.antd-app .ant-input').first().waitFor()
  // Where both say something, ours counts.
  const first = page.locator('link[rel=stylesheet]').first()
  expect(await first.getAttribute('href')).toContain('/antd-styles-')
  await page.unroute(/\/assets\/antd-styles-/)
})
