import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { addressOf, administrator, smallAnswer, settled } from '../stage.ts'
import {
  minute,
  hour,
  now,
  timezone,
  clock,
  start,
  gap,
  times,
  pressureAt,
  badTime,
  good,
  earlier,
  today,
  monday,
  showChart,
  readings,
  note,
  plot,
  figures,
  drag,
  stage,
  zoomOf,
} from './charts-stage.ts'

test('EE30 statistics equal what was published; gap and bad reading are named', async () => {
  const page = await showChart('sensor=pressure&period=today')
  await note(page, readings(3_600 - 899 - 1)).waitFor()
  const sorted = good.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
  const average = good.reduce((sum, value) => sum + value, 0) / good.length
  const exact: Readonly<Record<string, number | undefined>> = {
    ...{ Min: sorted[0], Median: median, Average: average, Max: sorted.at(-1) },
  }
  const offOf = async () =>
    Object.entries(await figures(page)).map(([name, text]) => {
      const off = Math.abs(Number(text) - (exact[name] ?? NaN))
      return [name, off <= 0.000_500_1 ? 'as published' : text]
    })
  await expect
    .poll(offOf)
    .toEqual(['Min', 'Median', 'Average', 'Max'].map((name) => [name, 'as published']))
  const named = `${clock(gap.from).slice(0, 5)}–${clock(gap.to).slice(0, 5)}`
  await expect.poll(() => page.locator('.history-note').textContent()).toContain(named)
  await note(page, '1 bad reading left out.').waitFor()
  await note(page, `Times in ${timezone}`).waitFor()
})

test('EE31 every period is a click, is in the address, and shows what lies in it', async () => {
  const page = await showChart('sensor=pressure&period=today')
  await note(page, 'readings').waitFor()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('7 days')
  await page.waitForURL(/period=7-days/)
  const all = good.length + earlier.length
  await note(page, readings(all)).waitFor()
  await expect.poll(async () => (await figures(page))['Min']).toBe(Math.min(3, ...good).toFixed(3))
  await press('30 days')
  await page.waitForURL(/period=30-days/)
  await note(page, readings(all)).waitFor()
  const pressed = page.getByRole('button', { name: '30 days', exact: true })
  await expect.poll(() => pressed.getAttribute('aria-pressed')).toBe('true')
  const before = earlier.filter((time) => time < monday).length
  await press('This week')
  await page.waitForURL(/period=this-week/)
  await note(page, readings(all - before)).waitFor()
  await press('Last week')
  await page.waitForURL(/period=last-week/)
  if (before > 0) await note(page, readings(before)).waitFor()
  else await page.getByText('No readings in this period').waitFor()

  await page.locator('.history-dates > .button').click()
  const day = new Date(now - 5 * 24 * hour).toLocaleDateString('sv', { timeZone: timezone })
  for (const [edge, minute] of [
    ['From', '00:00'],
    ['To', '23:59'],
  ] as const) {
    await page.getByLabel(edge, { exact: true }).fill(`${day} ${minute}`)
    await page.keyboard.press('Tab')
  }
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.waitForURL(/from=.*to=/)
  await note(page, `${earlier.length} readings, each one drawn.`).waitFor()
})

/** When the good readings of what is zoomed to were. */
function readingsInView(page: Page): readonly number[] {
  const { from, to } = zoomOf(page) ?? { from: 0, to: 0 }
  return times.filter((time) => time !== badTime && time >= from && time < to)
}

test('EE32 HI21 a drag zooms down to the readings, a double click leads back', async () => {
  const page = await showChart('sensor=pressure&period=today')
  await note(page, 'drawn as the first, lowest, highest and last').waitFor()
  const lastShown = page.locator('.history-current')
  await lastShown.filter({ hasText: /last reading, \d\d:\d\d:\d\d$/ }).waitFor()
  const range = await page.evaluate(() => Date.now())
  const share = (time: number) => (time - today) / (range - today)
  await drag(page, share(start - 10 * minute), share(start + 75 * minute))
  await page.waitForURL(/zoom=/)
  const first = zoomOf(page)
  // What is zoomed to has a last reading of its own.
  await lastShown.filter({ hasText: /last reading shown, \d\d:\d\d:\d\d$/ }).waitFor()
  expect(Math.abs((first?.from ?? 0) - (start - 10 * minute))).toBeLessThan(3 * minute)
  await note(page, /drawn as the first/).waitFor()
  await page.locator('.history-content[aria-busy=false]').waitFor()
  await drag(page, 0.15, 0.2)
  await page.waitForURL((url) => !url.search.includes(`zoom=${first?.from}-`))
  const inside = readingsInView(page)
  await note(page, `${inside.length} readings, each one drawn.`).waitFor()
  const values = inside.map(pressureAt)
  await expect
    .poll(() => figures(page))
    .toMatchObject({
      Min: Math.min(...values).toFixed(3),
      Max: Math.max(...values).toFixed(3),
    })

  const address = addressOf(page)
  await page.reload()
  await note(page, `${inside.length} readings, each one drawn.`).waitFor()
  await expect.poll(() => addressOf(page)).toBe(address)
  await page.goBack()
  await note(page, /drawn as the first/).waitFor()
  await page.goForward()
  await note(page, `${inside.length} readings, each one drawn.`).waitFor()

  await page.locator('.history-content[aria-busy=false]').waitFor()
  await drag(page, 0.2, 0.7)
  await page.waitForURL((url) => !url.href.endsWith(address))
  // Between two presses on a chart that gives way to another one there is no double click.
  await note(page, `${readingsInView(page).length} readings, each one drawn.`).waitFor()
  await plot(page).dblclick()
  // It picks no time to annotate.
  await expect.poll(() => page.locator('.span-mark').count()).toBe(0)
  await page.waitForURL(`**${address}`)
})

test('EE198 CH12 bad readings are marked: under the crosshair, by keys, in the table', async () => {
  const page = await showChart(`sensor=level&period=today&zoom=${start}-${start + hour}`, 'TANK-1')
  await note(page, '300 readings').waitFor()
  await expect.poll(() => page.locator('.history-note').textContent()).not.toContain('No data')
  const tip = page.locator('.chart-value')
  // A chart that is drawn again under the pointer has no crosshair until it moves.
  const tipAt = async (minutes: number) => {
    const box = await page.locator('.chart-plot .u-over').boundingBox()
    if (box === null) throw new Error('nothing is drawn')
    for (const minute of [minutes - 0.2, minutes])
      await page.mouse.move(box.x + (box.width * minute) / 60, box.y + box.height / 3)
    return tip.allTextContents()
  }
  await expect.poll(() => tipAt(25)).toEqual(['bad'])
  await page.locator('.history-figure .tag', { hasText: 'bad' }).waitFor()
  await expect.poll(() => tipAt(35)).toEqual([expect.stringMatching(/^\d.* · uncertain$/)])
  await expect.poll(() => tipAt(25)).toEqual(['bad'])
  await plot(page).focus()
  await page.keyboard.press('ArrowLeft')
  await page.locator('.chart [aria-live]', { hasText: /1 bad reading at / }).waitFor({
    state: 'attached',
  })
  await page.getByRole('button', { name: 'Show as table' }).click()
  await page.getByRole('columnheader', { name: 'Quality' }).waitFor()
  await expect.poll(() => addressOf(page)).toContain('view=table')
  const words = () => page.locator('.chart-table td:last-child').allTextContents()
  await expect.poll(words).toEqual(expect.arrayContaining(['good', 'uncertain']))
  const badOnes = async () =>
    (await words()).reduce((sum, word) => sum + Number(/^(\d+) bad/.exec(word)?.[1] ?? 0), 0)
  await expect.poll(badOnes).toBe(60)
})

test('EE318 HI1 a chart of columns has the pixels of the chart of all readings', async () => {
  const zoom = `${start + 6 * minute}-${start + 66 * minute}`
  const page = await stage.open(smallAnswer, { person: administrator })
  const picture = () =>
    page.evaluate(() =>
      document.querySelector<HTMLCanvasElement>('.chart-plot canvas')?.toDataURL(),
    )
  const calls = '**/api/scada/reportbything/sensor'
  await page.route(calls, (route) => {
    const asked: unknown = route.request().postDataJSON()
    return route.continue({ postData: { ...(asked as object), mode: 'raw' } })
  })
  const address = `/warroomCharts?thing=BOILER-1&sensor=pressure&period=today&zoom=${zoom}`
  await page.goto(new URL(address, page.url()).href)
  await note(page, /each one drawn/).waitFor()
  await page.locator('.history-content[aria-busy=false]').waitFor()
  const all = await settled(page, picture)
  expect(all?.length).toBeGreaterThan(5_000)
  await page.unroute(calls)
  await page.reload()
  await note(page, /drawn as the first/).waitFor()
  await expect.poll(picture).toBe(all)
})

test('EE319 HI121 HI122 all figures, and the distribution with its bins', async () => {
  const page = await showChart(`sensor=pressure&period=today&zoom=${start}-${start + hour}`)
  await page.getByRole('button', { name: 'All figures and distribution' }).click()
  const dialog = page.getByRole('dialog', { name: /Figures of/ })
  await dialog.getByText('Time-weighted average', { exact: true }).waitFor()
  await dialog.getByText('Average of the readings', { exact: true }).waitFor()
  await dialog.getByText('Computed from every reading.').waitFor()
  const figure = (name: string) =>
    dialog.locator('dl > div', { hasText: name }).locator('dd').textContent()
  await expect.poll(() => figure('Usable readings')).toMatch(/^2.700$|^2700$/)
  const picture = dialog.getByRole('application', { name: /Histogram of Pressure/ })
  await picture.locator('.bar').first().waitFor()
  await picture.locator('.analysis-bin').nth(1).click()
  const chosen = dialog.locator('.analysis-chosen', { hasText: /reading.*% of the time/ })
  const text = await chosen.textContent()
  await picture.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => chosen.textContent()).not.toBe(text)
  await dialog.getByText('Show as table').click()
  const rows = dialog.locator('.analysis-table tbody tr')
  await expect.poll(() => rows.count()).toBe(await picture.locator('.bar').count())
  expect(await violationsOf(page, { within: 'dialog[open]' })).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
})
