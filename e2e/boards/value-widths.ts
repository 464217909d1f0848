import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, sensorOf } from '../device.ts'
import { administrator, reopen, resize } from '../stage.ts'
import { endPart, show, stage } from './boards-stage.ts'

/** By alias: unit, decimals, lower and upper limit, ends of the scale, the two latest values. */
const measured = [
  ['Voltage', 'V', 1, 1_100, 1_400, null, null, 1_171.8, 1_284.5],
  ['Oven', '°C', 2, 60, 80, null, null, 58.58, 69.39],
  ['Leak', '', 4, 0.0263, 0.0806, -2, 3, 0.0135, 0.0269],
  ['Dose', 'mg', 4, 0.0263, 0.0806, -2, 3, 0.02, 0.0799],
  ['Below', 'mm', 3, -5.5, -4.5, -5, 60, -4.51, -5.4744],
  ['Total', 'kWh', 6, 123_456_780, 123_456_790, 0, 200_000_000, 123_456_781.5, 123_456_789.25],
  ['One', 'm³/h', 1, null, 99.5, 0, 100, 1, 98.4],
  ['Other', 'bar', 5, -1_234_567.5, null, -1_234_567, 9, 8, -1_234_560.12345],
] as const

let board: string
let rig: Device

const publish = (at: 7 | 8) =>
  rig.publish({
    values: Object.fromEntries(measured.map((each) => [each[0].toLowerCase(), each[at]])),
  })

beforeAll(async () => {
  const sensors = measured.map(([alias, unit, decimals, lower, upper, low, high]) =>
    sensorOf(alias.toLowerCase(), {
      ...{ alias, unit, decimals, lowerAlarm: lower, upperAlarm: upper },
      ...{ scaleLow: low, scaleHigh: high, intervalMs: 600_000 },
    }),
  )
  const tokens = await addDevices(stage, [{ lesiId: 'RIG-1', name: 'Rig', sensors }])
  rig = await Device.connect(stage.server.mqttUrl, 'RIG-1', tokens.get('RIG-1') ?? '')
  await publish(7)
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  const sizes = [3, 4]
  const widgets = sizes.flatMap((size, row) =>
    sensors.map(({ key }, index) => ({
      ...{ id: `${key}${size}`, sensor: { thing: 'RIG-1', key }, sensors: [], kind: null },
      ...{ options: {}, x: (index % 3) * 4, y: row * 16 + Math.floor(index / 3) * size },
      ...{ w: size, h: size },
    })),
  )
  type Made = { data: { id: string } }
  const content = { name: 'Widths', widgets }
  board = (await session.json<Made>('POST', '/api/dashboards', content)).data.id
})
afterAll(endPart)

/** One of them after the other, px. */
const widths = [...Array.from({ length: 130 }, (_, index) => 150 + index * 3), 460, 640]

/** The board, on a wall or not, when each of its values has moved. */
async function open(wall: string): Promise<Page> {
  await publish(7)
  const page = await show('/404')
  // A wall goes on to the next board after the usual 15 s.
  await page.evaluate(() => localStorage.setItem('warroom-slider', 'paused 300'))
  await reopen(page, `/warroomDashboard?dashboard=${board}${wall}`)
  await resize(page, { width: 1440, height: 3_600 })
  await expect.poll(() => page.locator('.widget:not([data-condition=loading])').count()).toBe(16)
  await publish(8)
  await expect.poll(() => page.locator('.figure', { hasText: '284.5' }).count()).toBe(2)
  await expect.poll(() => page.locator('.compare[data-direction]').count()).toBe(16)
  await page.locator(wall === '' ? ':root:not([data-mode])' : ':root[data-mode=wall]').waitFor()
  return page
}

/** Left, right and text of what can be seen, in pixels from the left edge of its widget. */
type Part = readonly [left: number, right: number, text: string]

interface Shown {
  readonly name: string
  readonly width: number
  /** From where to where it may reach. */
  readonly room: readonly [left: number, right: number]
  /** What is not seen at all is left out. */
  readonly line: Readonly<Partial<Record<'figure' | 'arrow' | 'amount', Part>>>
  readonly limits: readonly Part[]
}

/** What each widget shows at each of the widths. */
const shownAt = (page: Page) =>
  page.locator('.widget.panel').evaluateAll((panels: readonly HTMLElement[], all) => {
    const shownIn = (panel: HTMLElement, wide: number): Shown => {
      const frame = panel.getBoundingClientRect()
      const partOf = (found: Element | null): Part[] => {
        if (!found) return []
        const range = document.createRange()
        range.selectNode(found)
        const box = range.getBoundingClientRect()
        const isBeside = box.right <= frame.left || box.left >= frame.right
        const isOut = isBeside || box.bottom <= frame.top || box.top >= frame.bottom
        if (isOut || box.width === 0) return []
        return [[box.left - frame.left, box.right - frame.left, found.textContent]]
      }
      const [figure] = partOf(panel.querySelector('.figure-line'))
      const [arrow] = [...panel.querySelectorAll('.compare .icon')].flatMap(partOf)
      const [amount] = partOf(panel.querySelector('.compare-amount'))
      const pad = parseFloat(getComputedStyle(panel).paddingRight)
      return {
        name: `${panel.querySelector('.widget-name')?.textContent}`,
        width: wide,
        // The first digit stands out a little to the left, so that its ink begins in line.
        room: [pad / 2, wide - pad],
        line: { ...(figure && { figure }), ...(arrow && { arrow }), ...(amount && { amount }) },
        limits: [...panel.querySelectorAll('.rail-labels span')].flatMap(partOf),
      }
    }
    return all.flatMap((wide) => {
      for (const panel of panels) panel.style.width = `${wide}px`
      return panels.map((panel) => shownIn(panel, wide))
    })
  }, widths)

/**
 * How far a line may reach into the padding, px: where letters stand on whole pixels it is a little
 * longer.
 */
const tolerance = 3

/** Parts that are cut by the frame, or lie on the one before. */
function faultsIn(parts: readonly Part[], [left, right]: Shown['room']): readonly string[] {
  const inOrder = parts.toSorted((one, other) => one[0] - other[0])
  return inOrder.flatMap(([from, to, text], index) => {
    const end = inOrder[index - 1]?.[1] ?? left - 1
    return from < end || to > right + tolerance ? [`“${text}” at ${from} to ${to}`] : []
  })
}

const numberOf = (text: string) => Number(text.replaceAll(/\s/g, '').replace('−', '-'))

/** Of two limits of which one alone is seen: whether it is the farther one. */
function isFarther({ name, limits }: Shown): boolean {
  const [, , , lower, upper, , , , value] =
    measured.find(([alias]) => alias === name) ?? measured[0]
  const [only] = limits
  if (limits.length !== 1 || !only || lower === null || upper === null) return false
  const [near, far] = value - lower < upper - value ? [lower, upper] : [upper, lower]
  const shown = numberOf(only[2])
  return Math.abs(shown - near) > Math.abs(shown - far)
}

const faultOf = ({ name, width }: Shown, fault: string) => `${name}, ${width} px: ${fault}`

function faultsOfLine(shown: Shown): readonly string[] {
  const { width, room, line } = shown
  const isBare = !line.figure || (width > 195 && !line.arrow)
  const found = faultsIn(Object.values(line), room)
  return [...found, ...(isBare ? ['a figure or an arrow is not seen'] : [])].map((fault) =>
    faultOf(shown, fault),
  )
}

function faultsOfLimits(shown: Shown): readonly string[] {
  const found = [...faultsIn(shown.limits, shown.room)]
  if (shown.limits.length === 0) found.push('no limit is seen')
  if (isFarther(shown)) found.push('the farther limit is seen')
  return found.map((fault) => faultOf(shown, fault))
}

test.each([
  ['on a screen', ''],
  ['on a wall', '&wall=on'],
])('EE521 EE522 no value, change or limit is cut or overlaps at any width, %s', async (_, wall) => {
  const all = await shownAt(await open(wall))
  expect(all.flatMap(faultsOfLine)).toEqual([])
  const amounts = all.flatMap(({ width, line }) => (width === 640 ? line.amount?.[2] : []))
  expect(amounts).toEqual(
    expect.arrayContaining(['112.7', '10.81', '0.0134', '0.0599', '0.964', '97.4']),
  )
  expect(all.flatMap(faultsOfLimits)).toEqual([])
  const counts = all.flatMap(({ width, limits }) => (width === 460 ? limits.length : []))
  expect(counts).toEqual([2, 2, 2, 2, 2, 2, 1, 1, 2, 2, 2, 2, 2, 2, 1, 1])
})
