import { readFileSync } from 'node:fs'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { unzipped } from '#testing/workbook.ts'
import { administrator } from '../stage.ts'
import { annotatePressure, minute, stage, start } from './charts-stage.ts'

test('EE335 EX21 EX113 a report is shown as on paper, and its PDF is fetched', async () => {
  await annotatePressure(start + 16 * minute, 'Strainer checked')
  const to = start + 20 * 60_000
  const page = await stage.open(`/pdf?from=${start}&to=${to}`, { person: administrator })
  await page.getByText('No sensors chosen').waitFor()
  await page.getByRole('combobox', { name: 'Device' }).click()
  await page.locator('.ant-select-item', { hasText: 'Boiler 1' }).click()
  const sheet = page.getByRole('article', { name: 'Report' })
  await sheet.getByRole('img', { name: /^Chart of Pressure/ }).waitFor()
  await page.getByText(/Waiting for/).waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Notes' }).fill('Ventil getauscht 閥門')
  await sheet.getByText('Ventil getauscht 閥門').waitFor()
  expect(await violationsOf(page, { within: '.report' })).toEqual([])
  await sheet.getByRole('cell', { name: 'Strainer checked' }).waitFor()
  const figure = (name: string) => sheet.locator(`dt:text-is("${name}") + dd`).first().innerText()
  const maximum = await figure('Maximum')
  await page.setViewportSize({ width: 390, height: 844 })
  const isWide = () => document.documentElement.scrollWidth > innerWidth
  await expect.poll(() => page.evaluate(isWide)).toBe(false)
  await page.getByRole('button', { name: 'Make PDF' }).click()
  await page.waitForURL('**/pdf/download')
  const link = page.getByRole('link', { name: 'Download' }).first()
  await link.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^Report Boiler 1 · .*\.pdf$/)
  const content = new Uint8Array(readFileSync(await download.path()))
  const { text } = await extractText(await getDocumentProxy(content), { mergePages: true })
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`Maximum ${maximum.replaceAll(/\s/g, ' ')}`)
  expect(text).toContain('閥門')
  expect(text).toContain('Strainer checked')
})

test('EE336 EX25 KW36 a finished file and a file of a sensor become one ZIP', async () => {
  const page = await stage.open('/warroomCharts/export-excel', { person: administrator })
  await page.getByRole('link', { name: 'Zipped exports' }).click()
  await page.waitForURL('**/zip/download')
  await page
    .getByRole('checkbox', { name: /^Report Boiler 1/ })
    .first()
    .check()
  const held = Promise.withResolvers<void>()
  const isLevel = (url: URL) => url.searchParams.get('find') === 'level'
  await page.route(isLevel, async (route) => {
    await held.promise
    await route.fallback()
  })
  const isAsked = page.waitForRequest((request) => isLevel(new URL(request.url())))
  const field = page.getByRole('combobox', { name: 'Sensors' })
  await field.click()
  await page.locator('.ant-select-item', { hasText: /level/i }).waitFor()
  await field.fill('level')
  await isAsked
  const choices = page.locator('.ant-select-item').filter({ visible: true })
  await expect.poll(() => choices.count()).toBe(1)
  await page.locator('.ant-select-item', { hasText: /level/i }).click()
  held.resolve()
  await page.keyboard.press('Escape')
  expect(await violationsOf(page, { within: '.exports' })).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  const isWide = () => document.documentElement.scrollWidth > innerWidth
  await expect.poll(() => page.evaluate(isWide)).toBe(false)
  await page.getByRole('textbox', { name: 'Name' }).fill('Night 夜班')
  await page.getByRole('button', { name: 'Make ZIP' }).click()
  const link = page.getByRole('link', { name: /Download.*Night/ })
  await link.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^Night 夜班 .*\.zip$/)
  const names = [...unzipped(readFileSync(await download.path())).keys()]
  expect(names).toHaveLength(2)
  expect(names[0]).toMatch(/^Report Boiler 1 .*\.pdf$/)
  expect(names[1]).toMatch(/^Tank 1 · Level .*\.csv$/)
})
