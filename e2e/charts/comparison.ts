import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { localText } from '#kit/model/time/zone.ts'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { addressOf } from '../stage.ts'
import { earlier, good, openChart, plot, showChart, timezone, today } from './charts-stage.ts'

const day = 24 * 3_600_000
const dateOf = (time: number) => localText(time, timezone).slice(0, 10)
const wholeDay = `from=${dateOf(today)}T00:00&to=${dateOf(today + day)}T00:00`
const maximum = Math.max(...good)

const row = async (page: Page, name: string) =>
  page.locator('.history-compared tr', { hasText: name }).locator('td').allTextContents()

test('EE323 HI80 a day is compared with an earlier one, by figures and a dashed line', async () => {
  const page = await showChart(`sensor=pressure&${wholeDay}`)
  const choice = page.getByLabel('Compare with')
  await choice.selectOption({ label: 'Year before' })
  await page.locator('.history-compared-legend', { hasText: 'No readings' }).waitFor()
  await choice.selectOption({ label: 'From a date on…' })
  await expect.poll(() => addressOf(page)).toContain(`compare=${dateOf(today - day)}`)
  // Whoever is given the address sees the same.
  const date = dateOf(earlier[0] ?? 0)
  const other = await openChart(`sensor=pressure&${wholeDay}&compare=${date}`)
  await other.locator('.history-compared-legend', { hasText: `${date} 00:00` }).waitFor()
  await expect
    .poll(() => row(other, 'Max'))
    .toEqual([maximum.toFixed(3), '3.000', `+${(maximum - 3).toFixed(3)}`])
  expect(await violationsOf(other, { within: '.history-aside' })).toEqual([])
  expect(await violationsOf(other, { within: '.history-bar' })).toEqual([])
  await choice.selectOption({ label: 'No comparison' })
  await expect.poll(() => addressOf(page)).not.toContain('compare=')
})

test('EE324 HI80 a group and a lamp have their figures of both periods', async () => {
  const group = 'group=BOILER-1%3Apressure%2CBOILER-1%3Alamp'
  const page = await showChart(`${wholeDay}&${group}&compare=${dateOf(earlier[0] ?? 0)}`)
  await expect.poll(() => row(page, 'Max')).toHaveLength(3)
  await expect.poll(() => page.locator('.history-compared').count()).toBe(2)
  const lamp = await showChart(`sensor=lamp&${wholeDay}&compare=day`)
  await expect.poll(() => row(lamp, 'Green')).toHaveLength(3)
  await lamp
    .locator('.history-compared-timeline, .history-compared [role=status]')
    .first()
    .waitFor()
})

test('EE502 HI165 HI166 HI175 what follows the present stays until there is more', async () => {
  const compare = `compare=${dateOf(earlier[0] ?? 0)}`
  const page = await showChart(`sensor=pressure&period=today&${compare}`)
  await expect.poll(async () => (await row(page, 'Max'))[1]).toBe('3.000')
  const refresh = page.locator('.history-panel').getByRole('button', { name: 'Refresh' })
  const content = page.locator('.history-content')
  const reports = '**/api/scada/reportbything/sensor'
  const waiting: Route[] = []
  let isAway = false
  let refused = 0
  await page.route(reports, (route) => {
    if (!isAway) return void waiting.push(route)
    refused += 1
    return route.abort()
  })
  await refresh.click()
  const asked = () => new Set(waiting.map((each) => each.request().postDataJSON()['from'])).size
  await expect.poll(asked).toBe(2)
  expect((await row(page, 'Max'))[1]).toBe('3.000')
  // The server goes away: what was asked for has no answer, however often it is asked for again.
  isAway = true
  for (const each of waiting) await each.abort().catch(() => {})
  await expect.poll(() => refused).toBeGreaterThanOrEqual(4)
  await expect.poll(() => content.getAttribute('aria-busy')).toBe('false')
  expect(await plot(page).count()).toBe(1)
  expect(await page.locator('.history-panel').getByRole('alert').count()).toBe(0)
  const behind = content.getByText('Not updated since')
  await expect.poll(() => behind.count()).toBe(1)
  await page.unroute(reports)
  await refresh.click()
  await expect.poll(() => behind.count()).toBe(0)
  await expect.poll(async () => (await row(page, 'Max'))[1]).toBe('3.000')
})
