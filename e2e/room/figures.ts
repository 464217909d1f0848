import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevices, Device, sensorOf, removeDevices } from '../device.ts'
import { administrator, resize, smallAnswer } from '../stage.ts'
import { stage } from './room-stage.ts'

let plant: Device
let gone: Device
/** All of the war room in English: one test goes on where the one before ended. */
let room: Page
const tall = { width: 1440, height: 6_000 }

/** Long values of every type; the second device goes offline with them. */
const sensors = [
  sensorOf('flow', {
    alias: 'Расход пара на вводе второй очереди',
    unit: 'кг/ч',
    decimals: 2,
    lowerAlarm: 0,
    upperAlarm: 99_000,
  }),
  sensorOf('volume', { alias: 'Объём', unit: 'м³/(ч·кг)', decimals: 3 }),
  sensorOf('heat', { alias: 'Теплота', unit: 'Гкал', decimals: 2 }),
  sensorOf('packs', {
    ...{ alias: 'Упаковки', type: 'counter', decimals: 0, upperAlarm: 900_000_000 },
  }),
  sensorOf('hours', { alias: 'Наработка компрессора', type: 'timer', upperAlarm: 46_000_000 }),
  sensorOf('door', { alias: 'Дверь', type: 'detector' }),
  sensorOf('oil', { alias: 'Масло', unit: '°C', decimals: 1 }),
  sensorOf('batch', { alias: 'Партия', type: 'string' }),
  sensorOf('fault', { alias: 'Неисправность', type: 'string' }),
]
const values = {
  flow: 123_456.78,
  volume: -12_345.678,
  heat: { v: 12_345.67, q: 'bad' },
  packs: 987_654_321,
  hours: 46_247_400,
  door: { v: 1, q: 'bad' },
  oil: 96.4,
  batch: 'P-20261122-0417',
} as const
const faults = ['Нет неисправностей', 'E-51 Утечка через уплотнение', 'E-07 Перегрузка']

beforeAll(async () => {
  const tokens = await addDevices(stage, [
    { lesiId: 'PLANT-1', name: 'Цех 1', sensors },
    { lesiId: 'PLANT-2', name: 'Цех 2', sensors },
  ])
  const connect = (id: string) => Device.connect(stage.server.mqttUrl, id, tokens.get(id) ?? '')
  plant = await connect('PLANT-1')
  gone = await connect('PLANT-2')
  for (const fault of faults)
    for (const device of [plant, gone]) await device.publish({ values: { ...values, fault } })
  await plant.publish({ values: { vibration_of_the_bearing_on_the_drive_side: 1_234.5 } })
  gone.vanish()
  room = await stage.openReused('/warroomDashboard', { person: administrator, viewport: tall })
})
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

/** What holds figures: large ones, captions, totals, plates, remarks, limits, the summary. */
const figures = [
  ...['.figure-line', '.figure', '.figure-unit', '.widget-offline small', '.widget-note'],
  ...['.widget-foot', '.widget-remark', '.widget-offline', '.widget-struck', '.age'],
  ...['.rail-labels span', '.gauge-label', '.text-changes .number', '.kpi b', '.kpi small'],
  ...['.device-status', '.state-since'],
].join(', ')

/** Figures of which a part cannot be seen: cut by their own box, or by one around them. */
function cutFigures(page: Page): Promise<readonly string[]> {
  return page.evaluate((selector) => {
    const isCut = (element: Element): boolean => {
      const box = element.getBoundingClientRect()
      if (box.width === 0 || element.textContent === '') return false
      // The line through a struck value reaches 2 px beyond it; a unit shows that it is cut.
      const beyond = element.matches('.figure-unit') ? 0 : 2
      if (element.scrollWidth > element.clientWidth + beyond && element.clientWidth > 0) return true
      const around = element.closest('.widget, .kpi, .device-heading')?.getBoundingClientRect()
      return (
        around !== undefined && (box.right > around.right + 1 || box.bottom > around.bottom + 1)
      )
    }
    return [...document.querySelectorAll(selector)]
      .filter(isCut)
      .map((element) => `${element.className} of ${nameOf(element)}: ${element.textContent}`)
    function nameOf(element: Element) {
      return element.closest('.widget')?.querySelector('.widget-name')?.textContent ?? 'the page'
    }
  }, figures)
}

test('EE120 no figure is cut in Russian with long values, from 390 to 1440 px', async () => {
  const page = await stage.open('/warroomDashboard', {
    ...{ person: administrator, language: 'ru', viewport: tall },
  })
  await page.locator('.widget[data-condition=offline]').first().waitFor()
  await page.locator('.widget[data-type=timer] .figure', { hasText: '12' }).first().waitFor()
  for (const width of [1440, 1024, 992, 390]) {
    await resize(page, { width, height: 6_000 })
    await expect.poll(() => cutFigures(page), { message: `${width} px` }).toEqual([])
  }
})

test('EE121 a name gives none of its room to the tag "new"', async () => {
  await resize(room, { width: 992, height: 6_000 })
  await room.locator('.widget-new').first().waitFor({ state: 'attached' })
  const shortened = () =>
    room.evaluate(
      () =>
        [...document.querySelectorAll('.widget-title:has(.widget-new)')].filter((title) => {
          const name = title.querySelector('.widget-name')
          const tag = title.querySelector('.widget-new')
          if (name === null || tag === null) return false
          const isSeen = tag.getBoundingClientRect().top < title.getBoundingClientRect().bottom
          return isSeen && name.scrollWidth > name.clientWidth
        }).length,
    )
  await expect.poll(shortened).toBe(0)
})

test('EE185 a counter and running hours beyond a limit say which one, in their unit', async () => {
  await resize(room, tall)
  const note = (type: string) =>
    room.locator(`.widget[data-type=${type}][data-beyond=upper] .widget-note`).innerText()
  await room.locator('.widget[data-type=counter][data-beyond=upper]').waitFor()
  await expect.poll(() => note('counter')).toBe('Total · above 900\u202f000\u202f000')
  await expect.poll(() => note('timer')).toBe('above 12\u202f777\u00a0h 46\u00a0min')
  const timer = room.getByRole('group', {
    name: /^Наработка компрессора: 12 846.*12 777 h 46 min$/,
  })
  await timer.hover()
  await room.locator('.tip', { hasText: 'Limits– … 12\u202f777 h 46 min' }).waitFor()
  await room.mouse.move(0, 0)
})

test('WD49 a tip opens and follows its widget while the pointer rests', async () => {
  const page = await stage.open(smallAnswer, { person: administrator })
  const rests = Promise.withResolvers<undefined>()
  await page.route('**/api/readings/today', async (route) => {
    await rests.promise
    await route.continue()
  })
  await page.goto('/warroomDashboard')
  const oil = page.getByRole('group', { name: /^Масло: 96\.4/ })
  await oil.hover()
  const answered = page.waitForResponse('**/api/readings/today')
  rests.resolve(undefined)
  await (await answered).finished()
  const tip = page.locator('.tip', { hasText: 'Масло' })
  await tip.locator('div', { hasText: 'Average' }).waitFor()
  await plant.publish({ values: { oil: 97.2 } })
  await tip.locator('div', { hasText: '97.2' }).waitFor()
})

test('WD20 running hours are hours on the widget, the plate and in the tip', async () => {
  const timers = room.locator('.widget[data-type=timer]')
  const hours = '12\u202f846\u00a0h 30\u00a0min'
  await timers.first().locator('.figure-line', { hasText: '12\u202f846' }).waitFor()
  await expect
    .poll(() => timers.first().locator('.figure-unit').textContent())
    .toBe('h 30\u00a0min')
  await timers
    .last()
    .locator('.widget-offline', { hasText: `last ${hours}` })
    .waitFor()
  await plant.publish({ values: { hours: 46_251_000 } })
  await timers.first().locator('.figure-unit', { hasText: 'h 30\u00a0min' }).waitFor()
  await timers.first().locator('.figure', { hasText: '12\u202f847' }).waitFor()
  await timers.first().hover()
  await room.locator('.tip', { hasText: hours }).waitFor()
})
