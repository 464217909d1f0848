import type { Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator, go, smallAnswer } from '../stage.ts'
import { stage } from './screens-stage.ts'

/** Of what a finger presses: one test goes on where the one before ended. */
let page: Page

beforeAll(async () => {
  const tokens = await addDevices(stage, [
    { lesiId: 'BOILER-3', name: 'Boiler 1', sensors: [sensorOf('pressure', { unit: 'bar' })] },
  ])
  const token = tokens.get('BOILER-3') ?? ''
  const boiler = await Device.connect(stage.server.mqttUrl, 'BOILER-3', token)
  await boiler.publish({ ts: Date.now() - 600_000, values: { pressure: 5 } })
  await boiler.publish({ values: { pressure: 6 } })
  page = await stage.openReused(chart, phone(390))
})
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

const phone = (width: number) => ({
  ...{ person: administrator, viewport: { width, height: 844 } },
  ...{ hasTouch: true, isMobile: true },
})

const chart = '/warroomCharts?thing=BOILER-3&sensor=pressure&period=24-hours'

/** The parts of a row of choices that are not inside the window. */
function outside(page: Page, selector: string): Promise<readonly string[]> {
  return page.locator(selector).evaluateAll((all) =>
    all
      .filter((each) => {
        const { left, right } = each.getBoundingClientRect()
        return left < 0 || right > document.documentElement.clientWidth
      })
      .map((each) => each.textContent),
  )
}

test('EE138 what a finger presses is 44 px large: tools, periods, closing of a tab', async () => {
  await page.locator('.chart-plot canvas').waitFor()
  for (const target of ['.panel-actions .icon-button', '.tab-close', '.history-bar button']) {
    const smallest = () =>
      page.locator(target).evaluateAll((all) =>
        Math.min(
          ...all.flatMap((each) => {
            const { width, height } = each.getBoundingClientRect()
            return [Math.round(width), Math.round(height)]
          }),
        ),
      )
    await expect.poll(smallest, { message: target }).toBeGreaterThan(43)
  }
  // Two dates with their times are longer than the button.
  await page.getByRole('button', { name: 'Last week' }).click()
  const sticksOut = () =>
    page.locator('.history-dates > .button').evaluate((button) => {
      const [label] = button.getElementsByClassName('number')
      return (label?.getBoundingClientRect().right ?? 0) - button.getBoundingClientRect().right
    })
  await expect.poll(() => page.locator('.history-dates .number').textContent()).toMatch(/-.*-.*-/)
  await expect.poll(sticksOut).toBeLessThan(0)
  // Where the line is broken each date stays whole.
  const linesOfLastDate = () =>
    page.locator('.history-dates .number').evaluate(({ firstChild }) => {
      const start = firstChild?.textContent?.search(/[\d-]{10} [\d:]{5}$/) ?? -1
      if (!firstChild || start < 0) return null
      const date = document.createRange()
      date.setStart(firstChild, start)
      date.setEnd(firstChild, start + 10)
      return date.getClientRects().length
    })
  await expect.poll(linesOfLastDate).toBe(1)
})

test('EE163 a widget is the target of its link, all of it', async () => {
  await go(page, '/warroomDashboard')
  const widget = page.locator('.widget[aria-label]').first()
  await widget.locator('.widget-body').waitFor()
  // Nothing moves any more.
  await page.locator('.connection[data-state=live]').waitFor()
  // By force: what a finger meets there is the link, which lies over it.
  await widget.locator('.widget-body').tap({ force: true })
  await page.locator('dialog.sensor-detail .history-live').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('dialog.sensor-detail').waitFor({ state: 'detached' })
})

test('EE644 the account menu of a phone shows all its choices, the way out too', async () => {
  await go(page, '/warroomDashboard')
  await page.getByRole('button', { name: 'Account', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  const hidden = () =>
    page.getByRole('menu', { name: 'Account' }).evaluate((menu) => {
      const { top, bottom } = menu.getBoundingClientRect()
      const beyond = Math.max(0, -top, bottom - document.documentElement.clientHeight)
      return beyond + menu.scrollHeight - menu.clientHeight
    })
  expect(await hidden()).toBe(0)
  await page.keyboard.press('Escape')
})

/** Every screen that a person reaches, with what is on it when it is complete. */
const screens = [
  ['/warroomDashboard', '.widget[aria-label]'],
  [chart, '.chart-plot canvas'],
  ['/administrator/users', '.record-cards li'],
  ['/administrator/users/edit/1', '.user-state'],
  ['/administrator/roles', '.unsaved-bar, .roles'],
  ['/administrator/audit', '.record-cards li'],
  ['/profile/edit', '.record-cards li'],
  ['/sensoralarm/alarmnum', '.analysis-kpis'],
  ['/cognito/cognito-info', '.panel, .notice'],
] as const

/** Goes to a screen as a link would, and waits until it is complete. */
async function goTo(page: Page, path: string, complete: string): Promise<void> {
  await go(page, path)
  await page.locator(`.tab-bar li[data-active] a[href^="${path.split('?')[0]}"]`).waitFor()
  await page.locator(complete).filter({ visible: true }).first().waitFor()
  await page.locator('.screen-loading').filter({ visible: true }).waitFor({ state: 'detached' })
}

/** What can be pressed and is smaller than a finger, with what belongs to its target. */
function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const wrappers = 'label, .input, .ant-select, .ant-input-affix-wrapper, .ant-picker'
    const sizes = (element: Element) => {
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : null
      const boxes = [element, element.closest(wrappers), label].flatMap((each) =>
        each ? [each.getBoundingClientRect()] : [],
      )
      const after = getComputedStyle(element, '::after')
      const drawn = after.position === 'absolute' ? after : { width: '0', height: '0' }
      const widths = [...boxes.map(({ width }) => width), Number.parseFloat(drawn.width)]
      const heights = [...boxes.map(({ height }) => height), Number.parseFloat(drawn.height)]
      return [Math.max(...widths), Math.max(...heights)] as const
    }
    return [
      ...document.querySelectorAll('a[href], button, input, select, textarea, [role=menuitem]'),
    ]
      .filter((each) => each.checkVisibility({ opacityProperty: true }))
      .filter((each) => !each.matches(':disabled, .skip-link, [aria-hidden=true]'))
      .filter((each) => Math.min(...sizes(each)) < 43.5)
      .map((each) => `${each.outerHTML.slice(0, 90)} ${sizes(each).map(Math.round).join(' x ')}`)
  })
}

test('EE163 nothing on a phone is smaller than a finger: screens, menus, settings', async () => {
  for (const [path, complete] of screens) {
    await goTo(page, path, complete)
    await expect.poll(() => smallTargets(page), { message: path }).toEqual([])
  }
  await goTo(page, '/administrator/users', '.record-cards li')
  await page.locator('.record-cards .ant-btn').filter({ visible: true }).first().tap()
  await page.locator('.ant-dropdown-menu-item').first().waitFor()
  await expect.poll(() => smallTargets(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.locator('.top-bar button[aria-haspopup]').last().tap()
  await page.getByRole('menuitem', { name: 'Settings' }).tap()
  await page.locator('.settings-body').waitFor()
  await expect.poll(() => smallTargets(page)).toEqual([])
})

/** Those with the longest names. */
const longest = screens.filter(([path]) => /Charts|roles|alarmnum/.test(path))

/** What of the head's title is cut, or outside of the head; null where nothing is. */
const cutTitle = (page: Page) =>
  page.locator('.top-bar-title').evaluate((title) => {
    const parts = [title, ...title.querySelectorAll('h1')]
    const isCut = parts.some(
      (part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1,
    )
    const { top, bottom } = title.getBoundingClientRect()
    return isCut || top < 0 || bottom > 50 ? title.textContent : null
  })

test.for([
  [360, 'en'],
  [390, 'ru'],
  [360, 'vi'],
  [360, 'zh-TW'],
] as const)(
  'EE137 EE164 a phone has all periods, its head the whole name: %i px, %s',
  async ([width, language]) => {
    const page = await stage.open('/administrator/roles', { ...phone(width), language })
    for (const [path, complete] of longest) {
      await goTo(page, path, complete)
      await expect.poll(() => cutTitle(page), { message: path }).toBeNull()
      if (path !== chart) continue
      await page.locator('.history-bar .segmented button').first().waitFor()
      await expect.poll(() => outside(page, '.history-bar .segmented button')).toEqual([])
    }
  },
)

test('EE165 a small window is for what is read: a short summary, no bars at 400 %', async () => {
  const page = await stage.open('/warroomDashboard', phone(390))
  await page.locator('.widget[aria-label]').first().waitFor()
  const summary = page.locator('.kpis')
  await expect.poll(async () => (await summary.boundingBox())?.height).toBeLessThan(240)
  await page.setViewportSize({ width: 360, height: 225 })
  await page.goto('/administrator/users/edit/1')
  const name = page.locator('#edit-user_name')
  await name.waitFor()
  const isFree = () =>
    name.evaluate((field) => {
      field.scrollIntoView({ block: 'end' })
      const { left, bottom } = field.getBoundingClientRect()
      return field.contains(document.elementFromPoint(left + 20, bottom - 2))
    })
  await expect.poll(isFree).toBe(true)
  await expect.poll(() => page.locator('.footer').isVisible()).toBe(false)
})

test('EE139 the head of a phone keeps the word "Live" and the name of the screen', async () => {
  const page = await stage.open(smallAnswer, { ...phone(390), language: 'en' })
  const sockets: WebSocketRoute[] = []
  let isAway = false
  await page.routeWebSocket(/\/api\/live/, (socket) => {
    sockets.push(socket)
    if (isAway) void socket.close({ code: 1012 })
    else socket.connectToServer()
  })
  await page.goto('/warroomDashboard')
  const connection = page.locator('.connection')
  await page.locator('.connection[data-state=live]').waitFor()
  const title = page.locator('.top-bar h1')
  const isWhole = () => title.evaluate((each) => each.scrollWidth <= each.clientWidth)
  const word = connection.locator('b')
  await expect.poll(async () => (await word.boundingBox())?.width).toBeGreaterThan(15)
  await expect.poll(() => isWhole()).toBe(true)
  isAway = true
  await sockets.at(-1)?.close({ code: 1012 })
  await page.locator('.connection[data-state=reconnecting]').waitFor()
  await expect.poll(() => isWhole()).toBe(true)
  isAway = false
  await page.locator('.connection[data-state=live]').waitFor()
})
