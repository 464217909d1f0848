import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { addressOf, Stage, toast } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await Stage.open({ DEMO: 'on', GUIDE_URL: '' })
})
afterEach(() => stage.closePages())
afterAll(() => stage.close())

const accountOf = (role: string) => ({ email: `${role}@warroom.test`, password: 'warroom' })
const phone = { width: 390, height: 844 }

const menu = (page: Page) => page.locator('#main-menu')
const tab = (page: Page, name: string) =>
  page.locator('.tab-bar li', { has: page.getByRole('link', { name, exact: true }) })
const tabNames = (page: Page) => page.locator('.tab-bar a').allTextContents()

async function open(
  role = 'admin',
  path = '/warroomDashboard',
  options: Parameters<Stage['open']>[1] = {},
): Promise<Page> {
  const page = await stage.open(path, { person: accountOf(role), language: 'en', ...options })
  await page.locator('.top-bar').waitFor()
  return page
}

/** Opens an entry of the menu, and waits until its tab is the active one. */
async function choose(page: Page, name: string): Promise<void> {
  await menu(page).getByRole('link', { name, exact: true }).click()
  await page.locator('.tab-bar li[data-active]', { hasText: name }).waitFor()
}

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.locator('.tab-bar li[data-active]', { hasText: 'Profile' }).waitFor()
}

/** Goes to an address as a link would, without a reload. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), path)
}

async function openTabMenu(page: Page, name: string): Promise<void> {
  await tab(page, name).click({ button: 'right' })
  await page.getByRole('menu', { name: `Menu of ${name}` }).waitFor()
}

describe('EE60 tabs', () => {
  test('EE60 a hidden tab keeps what was typed and where it was scrolled', async () => {
    const page = await open()
    const find = page.getByPlaceholder('Find', { exact: false }).first()
    await page.locator('.device-heading').nth(3).waitFor()
    await find.fill('p')
    await page
      .getByText(/of \d+ sensors/)
      .first()
      .waitFor()
    const scrolled = () =>
      page.evaluate(() =>
        [document.querySelector('.stage'), document.querySelector('main')].map(
          (one) => one?.scrollTop ?? 0,
        ),
      )
    await page.mouse.move(800, 600)
    await page.mouse.wheel(0, 700)
    await page.waitForFunction(
      () =>
        (document.querySelector('.stage')?.scrollTop ?? 0) +
          (document.querySelector('main')?.scrollTop ?? 0) >
        300,
    )
    const before = await scrolled()
    await page.evaluate(() =>
      document.querySelector('.filter-bar input')?.setAttribute('data-kept', 'yes'),
    )

    await choose(page, 'Historical charts')
    await page.locator('.history').waitFor()
    expect(await page.locator('.filter-bar').isVisible()).toBe(false)
    await tab(page, 'War room').getByRole('link').click()
    await page.locator('.filter-bar input[data-kept=yes]').waitFor()
    expect(await find.inputValue()).toBe('p')
    await eventually(
      'the view is where it was',
      async () => (await scrolled()).join() === before.join(),
    )
  })

  test('EE60 refresh draws a view anew and closes no tab', async () => {
    const page = await open()
    await openProfile(page)
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await page.evaluate(() => document.querySelector('.profile')?.setAttribute('data-kept', 'yes'))
    await openTabMenu(page, 'Profile')
    await page.getByRole('menuitem', { name: 'Refresh' }).click()
    await page.locator('.profile:not([data-kept])').getByRole('textbox', { name: 'Name' }).waitFor()
    expect(addressOf(page)).toBe('/profile/edit')
    expect(await page.locator('.profile[data-kept]').count()).toBe(0)
    expect(await tabNames(page)).toEqual(['War room', 'Profile'])
  })

  test('EE60 a middle click closes a tab but never an affixed one', async () => {
    const page = await open()
    await choose(page, 'Historical charts')
    await openProfile(page)
    await tab(page, 'War room').click({ button: 'middle' })
    await tab(page, 'Historical charts').click({ button: 'middle' })
    await tab(page, 'Historical charts').waitFor({ state: 'detached' })
    expect(await tabNames(page)).toEqual(['War room', 'Profile'])
    expect(addressOf(page)).toBe('/profile/edit')
    await openTabMenu(page, 'War room')
    expect(await page.getByRole('menuitem', { name: 'Close', exact: true }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await tab(page, 'War room').getByRole('button').count()).toBe(0)
  })

  test('EE60 the menu of a tab closes it, the others, or all', async () => {
    const page = await open()
    await choose(page, 'Historical charts')
    await openProfile(page)
    await choose(page, 'Documentation')
    await openTabMenu(page, 'Documentation')
    await page.getByRole('menuitem', { name: 'Close', exact: true }).click()
    await page.waitForURL('**/profile/edit')
    await openTabMenu(page, 'Historical charts')
    await page.getByRole('menuitem', { name: 'Close others' }).click()
    await page.waitForURL('**/warroomCharts**')
    expect(await tabNames(page)).toEqual(['War room', 'Historical charts'])
    await openTabMenu(page, 'Historical charts')
    await page.getByRole('menuitem', { name: 'Close all' }).click()
    await page.waitForURL('**/warroomDashboard')
    await page.locator('.tab-bar li[data-active]', { hasText: 'War room' }).waitFor()
    expect(await tabNames(page)).toEqual(['War room'])
  })
})

describe('EE61 settings', () => {
  test('EE61 a colour recolours at once, says so, and outlives a reload', async () => {
    const page = await open()
    const fill = () =>
      page.evaluate(() =>
        getComputedStyle(document.documentElement)
          .getPropertyValue('--accent')
          .trim()
          .toLowerCase(),
      )
    expect(await fill()).toBe('#409eff')
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
    await page.getByRole('button', { name: 'Settings' }).click()
    const drawer = page.getByRole('dialog', { name: 'Settings' })
    expect((await drawer.locator('.settings-body').boundingBox())?.width).toBeLessThanOrEqual(260)
    await drawer.getByRole('button', { name: '#7C3AED' }).click()
    await toast(page, 'Theme has been changed!')
    expect(await fill()).toBe('#7c3aed')
    await drawer.locator('input[type=color]').evaluate((input: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
        input,
        '#c2410c',
      )
      input.dispatchEvent(new Event('input', { bubbles: true }))
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await page.waitForFunction(
      () =>
        getComputedStyle(document.documentElement).getPropertyValue('--accent').trim() ===
        '#c2410c',
    )
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
    await page.reload()
    await page.locator('.top-bar').waitFor()
    expect(await fill()).toBe('#c2410c')
  })

  test('EE61 the frame follows its switches and stores them', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Settings' }).click()
    const drawer = page.getByRole('dialog', { name: 'Settings' })
    const state = () =>
      drawer
        .getByRole('switch')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))
    expect(await state()).toEqual([true, false, false])
    await drawer.getByRole('switch', { name: 'Open tags view' }).click()
    await page.locator('.tab-bar').waitFor({ state: 'detached' })
    await drawer.getByRole('switch', { name: 'Sidebar logo' }).click()
    await page.locator('.sidebar-brand').waitFor()
    await drawer.getByRole('switch', { name: 'Fixed header' }).click()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('.sidebar-brand').waitFor()
    expect(await page.locator('.tab-bar').count()).toBe(0)
    await page.locator('.shell[data-header=fixed]').waitFor()
  })
})

test('EE62 Ctrl K searches the menu, forgives a slip, and Enter opens', async () => {
  const page = await open()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search the menu' })
  await field.waitFor()
  await page
    .locator('.menu-search .input')
    .evaluate((field) => Promise.all(field.getAnimations().map(({ finished }) => finished)))
  const box = await page.locator('.menu-search .input').boundingBox()
  expect(box?.width).toBe(350)
  await field.press('Enter')
  expect(addressOf(page)).toBe('/warroomDashboard')
  await field.fill('histrical chrts')
  await page.getByRole('option', { name: 'Historical charts' }).waitFor()
  await field.press('Enter')
  await page.waitForURL('**/warroomCharts**')
  await page.keyboard.press('Control+k')
  await field.fill('zzzzqqqq')
  await page.getByText('Nothing found').first().waitFor()
  await field.press('Escape')
  await page.getByRole('button', { name: 'Search the menu' }).waitFor()
})

test('EE62 a person finds only what they may open', async () => {
  const page = await open('free')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search the menu' })
  await field.fill('users')
  await page.getByText('Nothing found').first().waitFor()
})

test('EE63 the screen is filled and given back; where it cannot be, words say so', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()
  await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
  await page.getByRole('button', { name: 'Full screen', exact: true }).click()
  await toast(page, 'you browser can not work')
})

test('EE64 an administrator sees what a visitor sees, and comes back', async () => {
  const page = await open()
  const switchTo = async (name: string) => {
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitemradio', { name, exact: true }).click()
  }
  await menu(page).getByRole('button', { name: 'Administrator' }).waitFor()
  await switchTo('visitor')
  await page.waitForURL('**/401')
  await page.goto('/documentation/index')
  await page.locator('.top-bar').waitFor()
  expect(await menu(page).getByText('War room').count()).toBe(0)
  expect(await menu(page).getByText('Administrator').count()).toBe(0)
  await page.goto('/administrator/users')
  await page.getByRole('heading', { name: 'No permission' }).waitFor()
  expect(addressOf(page)).toBe('/401')
  expect((await page.request.get('/api/users')).status()).toBe(403)
  await page.goto('/documentation/index')
  await switchTo('All my roles')
  await menu(page).getByText('Administrator').waitFor()
  expect((await page.request.get('/api/users')).status()).toBe(200)
})

test('EE65 who came by the partner page goes back to it, once', async () => {
  const page = await stage.open('/login-ch-si', { language: 'en' })
  await page.getByRole('heading', { name: 'Partner sign-in' }).waitFor()
  const cookie = async () =>
    (await page.context().cookies()).find(({ name }) => name === 'chsi')?.value ?? ''
  const signIn = async () => {
    await page.locator('input[name=email]').fill('free@warroom.test')
    await page.locator('input[name=password]').fill('warroom')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/warroomDashboard')
  }
  await signIn()
  expect(await cookie()).not.toBe('')
  await page.goto('/login-ch-si')
  await page.waitForURL('**/warroomDashboard')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login-ch-si?redirect=%2FwarroomDashboard')
  expect(await cookie()).toBe('')
  await page.goto('/login?redirect=%2FwarroomDashboard')
  await signIn()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login?redirect=%2FwarroomDashboard')
})

describe('EE66 addresses', () => {
  const screens = [
    ...[
      '/warroomDashboard',
      '/warroomIndex',
      '/warroomIndex/edit/1',
      '/warroomCharts',
      '/warroomCharts/export-excel',
    ],
    ...[
      '/cognito/cognito-info',
      '/scada/get-things',
      '/scada/lambda',
      '/scada/lambda/type/one',
      '/scada/lambda-websocket',
    ],
    ...[
      '/scada/config',
      '/scada/config/type/one',
      '/sensoralarm/alarmnum',
      '/administrator/users',
      '/administrator/users/edit/1',
    ],
    ...[
      '/administrator/roles',
      '/administrator/articles',
      '/administrator/articles/create',
      '/administrator/articles/edit/1',
    ],
    ...[
      '/clipboard',
      '/zip/download',
      '/pdf',
      '/pdf/download',
      '/i18n',
      '/profile/edit',
      '/documentation/index',
      '/theme/index',
    ],
  ]

  test('EE66 every screen of the specification opens, and says something', async () => {
    const page = await open()
    for (const path of screens) {
      await go(page, path)
      await page.locator(`.tab-bar li[data-active] a[href^="${path}"]`).waitFor()
      await page
        .locator('main .view')
        .filter({ visible: true })
        .locator('h1, h2, p, label')
        .first()
        .waitFor()
      expect(new URL(page.url()).pathname, path).toBe(path)
    }
  })

  test('EE66 an address that stands for another leads there, an unknown one to /404', async () => {
    const page = await open('admin', '/profile/edit')
    const ways = {
      '/administrator': '/administrator/users',
      '/cognito': '/cognito/cognito-info',
      '/sensoralarm': '/sensoralarm/alarmnum',
      '/redirect/warroomCharts': '/warroomCharts',
      '/': '/warroomDashboard',
      '/administrator/users/edit/lin': '/404',
      '/profile/edit': '/profile/edit',
      '/administrator/nothing': '/404',
      '/no/such/page': '/404',
    }
    for (const [path, target] of Object.entries(ways)) {
      await go(page, path)
      await page.waitForURL((url) => url.pathname === target)
    }
    await page.goto('/no/such/page')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(addressOf(page)).toBe('/404')
  })

  test('EE66 what a role does not open leads to /401', async () => {
    const page = await open('free')
    for (const path of [
      '/warroomIndex',
      '/administrator/users',
      '/scada/config',
      '/sensoralarm/alarmnum',
      '/pdf',
    ]) {
      await go(page, path)
      await page.waitForURL('**/401')
      await page.getByRole('heading', { name: 'No permission' }).waitFor()
      await go(page, '/warroomDashboard')
      await page.locator('.tab-bar li[data-active]').waitFor()
    }
  })
})

describe('EE67 layout', () => {
  test('EE67 the measures are the specified ones, and the folded menu is stored', async () => {
    const page = await open()
    const size = async (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((part) => [
          part.getBoundingClientRect().width,
          part.getBoundingClientRect().height,
        ])
    expect((await size('#main-menu'))[0]).toBe(210)
    expect((await size('.top-bar'))[1]).toBe(50)
    expect((await size('.tab-bar'))[1]).toBe(34)
    await page.getByRole('button', { name: 'Collapse menu' }).click()
    await page.waitForFunction(
      () => document.querySelector('#main-menu')?.getBoundingClientRect().width === 60,
    )
    expect(
      (await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')?.value,
    ).toBe('0')
    await page.reload()
    await page.locator('.top-bar').waitFor()
    expect((await size('#main-menu'))[0]).toBe(60)
  })

  test('EE67 the clock goes on every second and names the day', async () => {
    const page = await open()
    const clock = page.locator('.clock')
    const before = await clock.innerText()
    expect(before).toMatch(/Mon|Tue|Wed|Thu|Fri|Sat|Sun/)
    await page.waitForFunction(
      (text) => (document.querySelector('.clock') as HTMLElement | null)?.innerText !== text,
      before,
      {
        timeout: 2_500,
      },
    )
  })

  test('EE67 on a phone nothing scrolls sideways and the menu is a drawer', async () => {
    const page = await open('admin', '/warroomDashboard', { viewport: phone })
    await page.locator('.device-heading').first().waitFor()
    expect(await menu(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await menu(page).getByRole('link', { name: 'Historical charts' }).click()
    await menu(page).waitFor({ state: 'detached' })
    for (const path of [
      '/administrator/users',
      '/administrator/roles',
      '/profile/edit',
      '/administrator/audit',
    ]) {
      await page.goto(path)
      await page.locator('main h2').first().waitFor()
      expect(
        await page.evaluate(() =>
          [
            document.documentElement.scrollWidth,
            document.querySelector('main')?.scrollWidth ?? 0,
          ].every((width) => width <= innerWidth),
        ),
        path,
      ).toBe(true)
    }
  })
})
