import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultVisit } from '#testing/peers/browser.ts'
import { oddNames } from '#testing/odd-names.ts'
import { addDevices, Device, sensorOf, removeDevices } from '../device.ts'
import { administrator, reopen, resize, toast } from '../stage.ts'
import { stage } from './room-stage.ts'

const names = Object.entries(oddNames(200))
const idOf = (kind: string) => `ODD-${kind}`

const connected = new Map<string, Device>()
const units: Readonly<Record<string, string>> = {
  html: '<b>°C',
  latin: 'mg per cubic metre of dry exhaust air',
}

/** One device of each name, with a number, a text and a unit that are no better. */
async function addPlant(): Promise<void> {
  const devices = names.map(([kind, name]) => ({
    lesiId: idOf(kind),
    name,
    sensors: [
      sensorOf('number', { alias: `n ${name}`, unit: units[kind] ?? '°C' }),
      sensorOf('text', { alias: `t ${name}`, type: 'string' }),
    ],
  }))
  const tokens = await addDevices(stage, devices)
  for (const [kind, name] of names) {
    const token = tokens.get(idOf(kind)) ?? ''
    const device = await Device.connect(stage.server.mqttUrl, idOf(kind), token)
    await device.publish({ values: { number: 21.5, text: name } })
    connected.set(kind, device)
  }
}

beforeAll(async () => {
  await addPlant()
  for (const [kind, name] of Object.entries(oddNames(128)))
    if (kind !== 'ansi')
      await stage.command('user add', {
        email: `${kind}@plant.test`,
        password: 'kettle orbit velvet',
        name,
        role: 'user',
      })
})
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

let reused: Page | undefined

/** A screen, drawn again on the page of the test before. */
async function show(path: string): Promise<Page> {
  if (reused) await reopen(reused, path)
  else reused = await stage.openReused(path, { person: administrator, language: 'en' })
  return reused
}

/** Every screen, with a part of a name that is to be seen on it. */
const screens: readonly (readonly [path: string, shows: string])[] = [
  ['/warroomDashboard', 'อุณหภูมิ'],
  ...names.map(
    ([kind, name]) =>
      [`/warroomCharts?thing=${idOf(kind)}&sensor=number`, name.slice(0, 4)] as const,
  ),
  ['/warroomCharts?thing=ODD-html&sensor=text', '<script>window'],
  ['/administrator/users?limit=50', 'onerror='],
  ['/administrator/users/edit/7', ''],
  ['/administrator/roles', ''],
  ['/administrator/audit?limit=50', ''],
  ['/profile/edit', ''],
]

/** What is wrong with the texts of a page, in words. */
function problemsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    if ('ran' in window) problems.push('a script ran')
    if (document.querySelector('.injected, img[src=x]')) problems.push('markup was taken')
    for (const scrolls of ['html', 'body', '.shell', '.stage', 'main']) {
      const element = document.querySelector(scrolls)
      if (element && element.scrollWidth > element.clientWidth + 1)
        problems.push(`${scrolls} scrolls sideways`)
    }
    const rectangle = (text: Node, from: number, to: number) => {
      const range = document.createRange()
      range.setStart(text, from)
      range.setEnd(text, to)
      return range.getBoundingClientRect()
    }
    const hides = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement
      const panel = parent?.closest('.panel, .grid-item, .tab-bar, .top-bar, .ant-modal, .toast')
      if (!parent || !panel || !parent.checkVisibility()) continue
      const { length, data } = text as Text
      // The words behind a name are read from left to right, whatever the name does.
      const words = data.search(/(?<=\u202eexe\.7 ok\u2069?) is /)
      if (
        words > 0 &&
        rectangle(text, words + 1, words + 2).left > rectangle(text, words + 2, words + 3).left
      )
        problems.push(`turned around: ${data}`)
      let { right } = rectangle(text, 0, length)
      for (let at: Element | null = parent; at && at !== panel; at = at.parentElement)
        if (hides(at)) right = Math.min(right, at.getBoundingClientRect().right)
      if (right > panel.getBoundingClientRect().right + 1 && !hides(panel))
        problems.push(`beyond its panel: ${parent.tagName}.${parent.className}`)
    }
    return [...new Set(problems)]
  })
}

test('EE143 names of every script and of no good will stay in place, 1440 and 390 px', async () => {
  const page = await show('/theme/index')
  const view = page.locator('main .view').filter({ visible: true })
  const coming = view.locator('.skeleton, .screen-loading, .ant-spin-spinning')
  let widths = [1440, 390]
  for (const [path, shows] of screens) {
    await reopen(page, path)
    await view.locator('.panel').first().waitFor()
    await expect.poll(() => coming.filter({ visible: true }).count(), { message: path }).toBe(0)
    for (const width of widths) {
      await resize(page, { width, height: 900 })
      await view.filter({ hasText: shows }).first().waitFor()
      await expect.poll(() => problemsOf(page), { message: `${path} ${width}` }).toEqual([])
    }
    // The next screen is drawn as it is now, and resized once.
    widths = widths.toReversed()
  }
  await resize(page, defaultVisit.viewport)
})

test('EE143 a name with marks of direction turns no words of a message around', async () => {
  const page = await show('/administrator/users?search=turning%40')
  await page.getByRole('button', { name: /^Actions for pump/ }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await toast(page, 'is disabled and signed out')
  await expect.poll(() => problemsOf(page)).toEqual([])
})

test('EE186 a unit of any length leaves its figure its size, and can be read', async () => {
  await connected.get('latin')?.publish({ values: { number: 21.6 } })
  const page = await show('/warroomDashboard?device=ODD-latin')
  const sizeOf = (part: string, unit: string) =>
    page
      .locator('.figure-line', { has: page.locator('.figure-unit', { hasText: unit }) })
      .first()
      .locator(part)
      .evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
  await page.locator('.figure-unit', { hasText: 'dry exhaust' }).first().waitFor()
  await expect.poll(() => sizeOf('.figure-unit', 'dry exhaust')).toBeGreaterThanOrEqual(8)
  await expect.poll(() => sizeOf('.figure', 'dry exhaust')).toBeGreaterThan(20)
})

test('EE144 what is shortened shows its whole text under the pointer', async () => {
  const page = await show('/administrator/users?search=latin%40')
  const { latin = '' } = oddNames(128)
  await page.getByRole('link', { name: latin }).click()
  const title = page.locator('#user-title')
  await title.hover()
  await expect.poll(() => title.getAttribute('title')).toBe(latin)
})
