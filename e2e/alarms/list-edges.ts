import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator, go, holdWrite, leavesFreely } from '../stage.ts'
import { stage } from './alarms-stage.ts'

const keys = Array.from({ length: 30 }, (_, index) => `k${index + 10}`)

beforeAll(async () => {
  const sensors = keys.map((key) => sensorOf(key, { alias: key, upperAlarm: 80 }))
  const tokens = await addDevices(stage, [{ lesiId: 'OVEN-8', name: 'Oven 8', sensors }])
  oven = await Device.connect(stage.server.mqttUrl, 'OVEN-8', tokens.get('OVEN-8') ?? '')
  await oven.publish({ values: { k10: 81 } })
  publish = () => oven.publish({ values: Object.fromEntries(keys.map((key) => [key, 82])) })
})
afterAll(() => removeDevices(stage))

let oven: Device
let publish: () => Promise<unknown>

/** How far rows and heads end before what holds them, px; beside the bar that scrolls. */
const missing = (page: Page) =>
  page.locator('.alarm-table').evaluate((table) => {
    const scroller = table.querySelector<HTMLElement>('.alarm-scroll')
    if (!scroller) return null
    const end = scroller.getBoundingClientRect().left + scroller.clientWidth
    const parts = [...table.querySelectorAll('.alarm-heads, .alarm-row')]
    const bar = scroller.offsetWidth - scroller.clientWidth
    return {
      parts: Math.max(...parts.map((part) => Math.abs(end - part.getBoundingClientRect().right))),
      // A bar that scrolls nothing takes no room.
      isBarNeeded: bar === 0 || scroller.scrollHeight > scroller.clientHeight,
    }
  })

/** The second of two keys comes before the row of the first one is drawn. */
async function keysAtOnce(page: Page): Promise<void> {
  const line = () =>
    page.evaluate(() =>
      Number(document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset['line']),
    )
  await page.keyboard.press('Home')
  await expect.poll(line).toBe(0)
  await page.keyboard.press('PageDown')
  await expect.poll(line).toBeGreaterThan(1)
  const before = await line()
  await page.evaluate(async () => {
    for (const key of ['PageDown', 'ArrowUp'])
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      )
    for (let frame = 0; frame < 10; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  expect(await line()).toBe(before - 1)
}

test('EE488 EE489 rows of alarms end with their container, below heads that stay', async () => {
  const page = await stage.open('/sensoralarm/alarmlist', { person: administrator })
  await page.locator('.alarm-row', { hasText: 'k10' }).waitFor()
  await expect.poll(() => missing(page)).toEqual({ parts: 0, isBarNeeded: true })
  await publish()
  await page.locator('[aria-rowcount="31"]').waitFor()
  await expect.poll(() => missing(page)).toEqual({ parts: 0, isBarNeeded: true })
  await page.locator('.alarm-row .alarm-open').first().focus()
  const focused = () =>
    page.evaluate(() => {
      const row = document.activeElement?.closest('.alarm-row')?.getBoundingClientRect()
      const list = document.querySelector('.alarm-scroll')?.getBoundingClientRect()
      const heads = document.querySelector('.alarm-heads')?.getBoundingClientRect()
      if (!row || !list || !heads) return null
      return { isBelowHeads: row.top >= heads.bottom - 1, isWhole: row.bottom <= list.bottom + 1 }
    })
  const isIn = { isBelowHeads: true, isWhole: true }
  for (const key of ['End', 'PageUp', 'Home', 'PageDown', 'PageDown', 'ArrowUp']) {
    await page.keyboard.press(key)
    await expect.poll(focused, { message: key }).toEqual(isIn)
  }
  await keysAtOnce(page)
  await expect.poll(() => page.locator('.alarm-columns .sort-mark').count()).toBe(2)
  await page.getByRole('button', { name: 'Alarm time' }).click()
  const mark = page.locator('.alarm-columns .sort-mark')
  await expect.poll(() => mark.nth(1).getAttribute('data-direction')).toBe('desc')
  await expect.poll(() => mark.nth(0).getAttribute('data-direction')).toBe(null)
  await go(page, '/administrator/users')
  await page.locator('.ant-table-row').first().waitFor()
  const sortable = page.locator('th.ant-table-column-has-sorters')
  await expect.poll(() => sortable.locator('.sort-mark').count()).toBe(await sortable.count())
  await page.locator('th', { hasText: 'E-mail' }).click()
  await page.locator('th', { hasText: 'E-mail' }).locator('[data-direction=asc]').waitFor()
})

test('EE488 no head and no duration of an alarm reaches over what is beside it', async () => {
  for (const language of ['vi', 'ru']) {
    const page = await stage.open('/sensoralarm/alarmlist', {
      ...{ person: administrator, language, viewport: { width: 1280, height: 800 } },
    })
    await page.locator('.alarm-cell-duration').first().waitFor()
    const over = await page.locator('.alarm-table').evaluate(
      (table, longest) => {
        // An alarm of this test is some seconds old.
        const duration = table.querySelector('.alarm-row .alarm-cell-duration > *')
        if (duration) duration.textContent = longest
        const heads = '.alarm-columns > :not(.alarm-cell-choice)'
        const cells = [...table.querySelectorAll(`${heads}, .alarm-cell-duration`)]
        return cells.flatMap((cell) =>
          cell.scrollWidth > cell.clientWidth + 1 ? [cell.textContent] : [],
        )
      },
      language === 'vi' ? '16\u00a0phút 04\u00a0giây' : '16\u00a0мин 04\u00a0с',
    )
    expect(over, language).toEqual([])
  }
})

test('EE496 on a small phone no control of the list of alarms stands alone', async () => {
  const page = await stage.open('/sensoralarm/alarmlist', {
    ...{ person: administrator, language: 'ru', viewport: { width: 360, height: 800 } },
    ...{ hasTouch: true, isMobile: true },
  })
  const middle = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    if (!box) throw new Error(`${selector} is not there`)
    expect(box.x + box.width).toBeLessThan(353)
    return Math.round(box.y + box.height / 2)
  }
  await page.locator('.alarm-all').waitFor()
  const apart = async (one: string, other: string) =>
    Math.abs((await middle(one)) - (await middle(other)))
  await expect.poll(() => apart('.alarm-head .segmented', '.alarm-sound')).toBeLessThan(3)
  await expect.poll(() => apart('.alarm-choice >> nth=2', '.alarm-all')).toBeLessThan(3)
})

test('EE528 the count of operators is cleared and typed anew', async () => {
  const page = await stage.open('/sensoralarm/alarmnum?operators=4', { person: administrator })
  const field = page.getByRole('spinbutton')
  await field.press('ControlOrMeta+A')
  await field.press('Delete')
  await field.press('5')
  await page.waitForURL(/operators=5/)
  await expect.poll(() => field.inputValue()).toBe('5')
  await field.press('Backspace')
  await field.pressSequentially('6')
  await page.waitForURL(/operators=6/)
  await expect.poll(() => field.inputValue()).toBe('6')
})

test('EE536 a note is not lost when the drawer of its alarm closes, or that ends', async () => {
  const page = await stage.open('/sensoralarm/alarmlist?search=k10', { person: administrator })
  await page.locator('.alarm-row', { hasText: 'k10' }).locator('.alarm-open').click()
  const drawer = page.locator('.ant-drawer')
  const note = drawer.getByRole('textbox')
  await note.pressSequentially('Half a note')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.poll(() => note.inputValue()).toBe('Half a note')
  await oven.publish({ values: { k10: 20 } })
  const acknowledge = drawer.getByRole('button', { name: 'Acknowledge' })
  await acknowledge.click()
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).last().click()
  await acknowledge.waitFor({ state: 'detached' })
  await expect.poll(() => note.inputValue()).toBe('Half a note')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(() => leavesFreely(page)).toBe(true)
})

test('EE543 a reason or a comment that was begun is not lost with its dialog', async () => {
  const page = await stage.open('/sensoralarm/alarmlist?search=k11', { person: administrator })
  await publish()
  await page.locator('.alarm-row', { hasText: 'k11' }).locator('.alarm-open').click()
  const drawer = page.locator('.ant-drawer')
  for (const name of ['Shelve', 'Take out of service', 'Acknowledge']) {
    await drawer.getByRole('button', { name, exact: true }).press('Enter')
    const reason = page.locator('.ant-modal').getByRole('textbox')
    await reason.pressSequentially('Being repaired')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect.poll(() => reason.inputValue()).toBe('Being repaired')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await reason.waitFor({ state: 'detached' })
  }
  await expect.poll(() => leavesFreely(page)).toBe(true)
})

test('EE611 the question about a comment that is being sent says so and goes too', async () => {
  const page = await stage.open('/sensoralarm/alarmlist?search=k13', { person: administrator })
  await publish()
  await page.locator('.alarm-row', { hasText: 'k13' }).locator('.alarm-open').click()
  await page.locator('.ant-drawer').getByRole('button', { name: 'Acknowledge' }).press('Enter')
  const dialog = page.locator('.ant-modal').filter({ has: page.getByRole('textbox') })
  await dialog.getByRole('textbox').fill('Seen')
  const sent = await holdWrite(page, '/api/alarms/acknowledge')
  await dialog.getByRole('button', { name: /^Acknowledge/ }).click()
  await sent.arrived()
  await dialog.locator('.ant-btn-loading').waitFor()
  await page.keyboard.press('Escape')
  const question = page.locator('.ant-modal-confirm')
  await question.getByText('may be saved all the same').waitFor()
  await sent.release()
  await question.waitFor({ state: 'detached' })
  await dialog.waitFor({ state: 'detached' })
})

test('EE540 a missing reason is said at its field, which has the focus then', async () => {
  const page = await stage.open('/sensoralarm/alarmlist?search=k12', { person: administrator })
  await publish()
  await page.locator('.alarm-row', { hasText: 'k12' }).locator('.alarm-open').click()
  for (const name of ['Shelve', 'Take out of service']) {
    await page.locator('.ant-drawer').getByRole('button', { name, exact: true }).press('Enter')
    const dialog = page.locator('.ant-modal')
    const reason = dialog.getByRole('textbox')
    await dialog.getByRole('button', { name, exact: true }).press('Enter')
    await reason.and(page.locator(':focus')).waitFor()
    const said = () =>
      reason.evaluate((field) => {
        const id = field.getAttribute('aria-describedby') ?? ''
        return document.getElementById(id)?.innerText
      })
    await expect.poll(said).toBe('Please say why')
    await page.keyboard.type('Repair')
    await dialog.getByRole('alert').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await dialog.first().waitFor({ state: 'detached' })
  }
})

test('EE548 the answer to a dialog that was closed leaves the next one open', async () => {
  const page = await stage.open('/sensoralarm/alarmlist', { person: administrator })
  await page
    .getByRole('checkbox', { name: /^Choose / })
    .first()
    .check()
  const bar = page.locator('.alarm-selection')
  await bar.getByRole('button', { name: 'Acknowledge' }).click()
  const sent = await holdWrite(page, '/api/alarms/acknowledge')
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click()
  await sent.arrived()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await bar.getByRole('button', { name: 'Shelve' }).click()
  const reason = page.getByRole('dialog').getByLabel('Reason')
  await reason.fill('Cleaned')
  await sent.release()
  await page.getByText('Ongoing, acknowledged').first().waitFor()
  expect(await reason.inputValue()).toBe('Cleaned')
})
