import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { colourViolationsOf, violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { defaultVisit } from '#testing/peers/browser.ts'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { localeOf } from '#kit/model/locale.ts'
import { addressOf, administrator, go, resize, toast } from '../stage.ts'
import { stage } from './screens-stage.ts'

let line: Device

const phone = { width: 360, height: 780 }
const longName = 'Exhaust temperature of the second drying zone behind the afterburner, north side'

/** Every type of sensor, values out of limits, long words, and a device that never spoke. */
const devices = [
  {
    lesiId: 'PACKAGING-LINE-1-IN-HALL-B-OF-THE-NEW-BUILDING',
    name: 'Packaging line 1 in hall B of the new building, behind the loading ramp',
    sensors: [
      sensorOf('zone', {
        alias: longName,
        unit: 'm³/(h·kg)',
        decimals: 4,
        lowerAlarm: 0,
        upperAlarm: 100,
        scaleLow: -50,
        scaleHigh: 150,
      }),
      sensorOf('speed', { alias: 'Speed', unit: 'rpm' }),
      sensorOf('lamp', {
        alias: 'Tower',
        type: 'lamp',
        states: { '2': { colour: 'yellow', word: 'Waiting for material from upstream' } },
      }),
      sensorOf('packs', { alias: 'Packs', type: 'counter', decimals: 0 }),
      sensorOf('hours', { alias: 'Running hours', type: 'timer' }),
      sensorOf('door', { alias: 'Door', type: 'detector' }),
      sensorOf('batch', { alias: 'Batch', type: 'string' }),
      sensorOf('silent', { alias: 'Silent' }),
    ],
  },
  { lesiId: 'SPARE-1', name: 'Spare', sensors: [sensorOf('level', { alias: 'Level', unit: '%' })] },
]

beforeAll(async () => {
  const [{ lesiId } = { lesiId: '' }] = devices
  const tokens = await addDevices(stage, devices)
  await reportError()
  line = await Device.connect(stage.server.mqttUrl, lesiId, tokens.get(lesiId) ?? '')
})
beforeEach(async () => {
  const values = {
    zone: 123_456.789,
    speed: { v: 3, q: 'bad' },
    lamp: 2,
    packs: 12_345_678,
    hours: 9_876_543,
    door: 1,
  } as const
  const texts = [
    'Untranslatable-Donaudampfschiffahrtsgesellschaft',
    'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  ]
  for (const batch of texts) await line.publish({ values: { ...values, batch } })
})
afterAll(() => removeDevices(stage))

/** An error of a page with a stack, so that the list has something to show. */
async function reportError(): Promise<void> {
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  const error = { message: `TypeError: ${longName}`, stack: 'at draw (a.js:1)', page: '/pdf' }
  await session.request('POST', '/api/client-errors', { errors: [{ ...error, occurrences: 1 }] })
}

const zoneChart = `/warroomCharts?thing=${devices[0]?.lesiId}&sensor=zone&period=today`

/** Each screen with what shows that it is complete. */
const screens: Readonly<
  Record<string, { readonly path: string; readonly complete: string; readonly isPublic?: boolean }>
> = {
  'sign-in': { path: '/login', complete: '.sign-in form', isPublic: true },
  'set-up': { path: '/setup#token', complete: '.sign-in form', isPublic: true },
  'war room': { path: '/warroomDashboard', complete: '.widget[data-condition=good]' },
  'chart of a number': { path: zoneChart, complete: '.chart-plot .u-over' },
  'chart of a text': {
    path: zoneChart.replace('zone', 'batch'),
    complete: '.history-table tbody tr',
  },
  'chart of a lamp': { path: zoneChart.replace('zone', 'lamp'), complete: '.state-chart' },
  users: { path: '/administrator/users', complete: '.ant-table-row, .record-cards > li' },
  'a user': { path: '/administrator/users/edit/1', complete: '.user-details' },
  roles: { path: '/administrator/roles', complete: '.ant-checkbox' },
  audit: { path: '/administrator/audit', complete: '.ant-table-row, .record-cards > li' },
  devices: { path: '/cognito/cognito-info', complete: '.ant-table-row, .record-cards > li' },
  'a device': { path: '/cognito/cognito-info?device=SPARE-1', complete: '.device-details' },
  'devices as they send': { path: '/scada/get-things?device=SPARE-1', complete: '.thing-sensors' },
  'a document that is tried': { path: '/scada/lambda', complete: '.dry-run-text' },
  'messages as they come': { path: '/scada/lambda-websocket', complete: '.tail-panel .notice' },
  'configuration of sensors': { path: '/scada/config', complete: '.config-table .ant-table-row' },
  snippets: { path: '/clipboard', complete: '.clipboard' },
  theme: { path: '/theme/index', complete: '.theme-contrast-mark' },
  translations: { path: '/i18n', complete: '.i18n-list' },
  'errors of pages': { path: '/administrator/errors', complete: '.errors-detail' },
  profile: { path: '/profile/edit', complete: '.ant-table-row, .record-cards > li' },
  'sign-in of the partner': { path: '/login-ch-si', complete: '.sign-in form', isPublic: true },
  'new password': { path: '/reset#token', complete: '.sign-in-card', isPublic: true },
  'no permission': { path: '/401', complete: '.notice', isPublic: true },
  'home pages': { path: '/warroomIndex', complete: '.blank-pages' },
  'unknown page': { path: '/404', complete: '.notice', isPublic: true },
}

/** Elements that reach beyond the right edge and that nothing around them scrolls or cuts off. */
function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isContained = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || isContained(element.parentElement))
    const scrollers = [document.documentElement, ...document.querySelectorAll('main')]
    const outside = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.getBoundingClientRect().right > innerWidth + 0.5 &&
        !isContained(element.parentElement),
    )
    return [
      ...scrollers.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
      ...outside,
    ].map((element) => `${element.tagName} ${element.getAttribute('class') ?? ''}`)
  })
}

describe('EE40', () => {
  // Each screen is opened as a link does, and its tab closed by the next one.
  let inside: Page
  let outside: Page
  beforeAll(async () => {
    inside = await stage.openReused('/warroomDashboard', { person: administrator })
    outside = await stage.openReused('/login')
  })
  afterAll(() => stage.closeReusedPages())

  async function show(name: string): Promise<Page> {
    const { path, isPublic = false } = screens[name] ?? { path: '/' }
    const [pathname = ''] = path.split(/[?#]/)
    const page = isPublic ? outside : inside
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(phone)
    await go(page, path)
    await page.waitForURL((url) => url.pathname === pathname)
    if (!isPublic) await closeOtherTabs(page, pathname)
    await page.locator('html[data-theme=light]').waitFor()
    return page
  }

  test.each(Object.entries(screens))(
    'EE40 axe finds nothing, light and dark, and nothing scrolls sideways on a phone: %s',
    async (name, { complete, isPublic = false }) => {
      // Opened as a phone does; then the same page is a desktop's.
      const page = await show(name)
      const whole = page.locator(complete).filter({ visible: true }).first()
      await whole.waitFor()
      await expect.poll(() => overflowing(page)).toEqual([])
      // What is far below is drawn when it comes near.
      for (const block of await page.locator('.row-group').filter({ visible: true }).all()) {
        await block.scrollIntoViewIfNeeded()
        await block.locator('.widget').first().waitFor()
        await expect.poll(() => overflowing(page)).toEqual([])
      }
      await page.setViewportSize(defaultVisit.viewport)
      // The menu beside a screen is of a desktop alone, cards are of a phone.
      if (!isPublic) await page.locator('#main-menu').waitFor()
      await expect
        .poll(() => page.locator('.record-cards').filter({ visible: true }).count())
        .toBe(0)
      await whole.waitFor()
      await expect.poll(() => violationsOf(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.locator('html[data-theme=dark]').waitFor()
      await expect.poll(() => colourViolationsOf(page)).toEqual([])
    },
  )
})

/** Closes the tabs of other screens, as far as they can be: no other view stays cached. */
async function closeOtherTabs(page: Page, pathname: string): Promise<void> {
  await page.locator(`.tab-bar li[data-active] a[href^="${pathname}"]`).waitFor()
  const others = page.locator('.tab-bar li:not([data-active]) .tab-close')
  for (let left = await others.count(); left > 0; left -= 1) {
    await others.first().click()
    await expect.poll(() => others.count()).toBe(left - 1)
  }
}

describe('choices', () => {
  /** The war room of a person who has chosen nothing yet; one test goes on after the other. */
  let page: Page
  beforeAll(async () => {
    page = await stage.openReused('/warroomDashboard', { person: administrator })
    await page.locator('.widget[data-condition=good]').first().waitFor()
  })
  afterAll(() => stage.closeReusedPages())

  test('EE43 every language can be chosen, is announced, and is stored', async () => {
    const languages = [
      ['繁體中文', '切換語言成功', 'zh-Hant-TW', '戰情室'],
      ['Русский', 'Язык переключён', 'ru', 'зал'],
      ['Tiếng Việt', 'Đã chuyển ngôn ngữ', 'vi', 'òng'],
      ['English', 'Switch Language Success', 'en', 'War room'],
    ] as const
    for (const [name, text, tag, title] of languages) {
      await page.locator('.top-bar .language-name').click()
      await page.getByRole('menuitemradio', { name, exact: true }).click()
      await toast(page, text)
      await page.locator(`html[lang=${tag}]`).waitFor()
      await page.locator('.top-bar h1', { hasText: title }).waitFor()
      const stored = await page.context().cookies()
      expect(stored.find(({ name }) => name === 'language')?.value).toBe(localeOf(tag))
      if (tag !== 'vi') continue
      await page.reload()
      await page.locator('.top-bar h1', { hasText: title }).waitFor()
    }
    await page.locator('.top-bar .language-name').click()
    await expect
      .poll(() => page.getByRole('menuitemradio', { name: 'English' }).isDisabled())
      .toBe(true)
  })

  test('EE42 light and dark are chosen in the settings and stored', async () => {
    const paper = () =>
      page.locator('.top-bar').evaluate((bar) => getComputedStyle(bar).backgroundColor)
    const choose = async (theme: string) => {
      await page.getByRole('button', { name: 'Settings' }).click()
      await page
        .getByRole('dialog', { name: 'Settings' })
        .getByRole('button', { name: theme, exact: true })
        .click()
      await page.locator(`html[data-theme=${theme}]`).waitFor()
      await page.keyboard.press('Escape')
    }
    const light = await paper()
    await choose('dark')
    await expect.poll(() => paper()).not.toBe(light)
    await page.reload()
    await page.locator('html[data-theme=dark]').waitFor()
    await choose('light')
    await expect.poll(() => paper()).toBe(light)
  })

  test('EE41 on a phone the menu is a drawer that Escape, a click or a choice closes', async () => {
    await resize(page, phone)
    await go(page, '/warroomDashboard')
    const menu = page.locator('.sidebar')
    const openMenu = () => page.getByRole('button', { name: 'Open menu' }).click()
    await expect.poll(() => menu.count()).toBe(0)
    await openMenu()
    await menu.locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await openMenu()
    await page.locator('.backdrop').click({ position: { x: 340, y: 400 } })
    await menu.waitFor({ state: 'detached' })
    await openMenu()
    await menu.getByRole('link', { name: 'Historical charts' }).click()
    await menu.waitFor({ state: 'detached' })
    await page.locator('.history').waitFor()
    await expect.poll(() => addressOf(page)).toMatch(/^\/warroomCharts/)
  })
})
