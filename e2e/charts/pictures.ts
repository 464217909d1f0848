import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { plot, showChart, timezone } from './charts-stage.ts'

async function picture(page: Page, kind: 'PNG' | 'SVG') {
  // What is still on its way is not in the picture.
  await page.locator('.history-content[aria-busy=false]').waitFor()
  await page.getByRole('button', { name: 'Save as picture' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: kind }).click(),
  ])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

const textsOf = (page: Page, content: Buffer) =>
  page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
    const failures = [...parsed.querySelectorAll('parsererror')].map((each) => each.textContent)
    return [...failures, ...[...parsed.querySelectorAll('text')].map((each) => each.textContent)]
  }, content.toString('utf8'))

test('EE326 HI83 CH31 what is drawn is stored as SVG and as PNG', async () => {
  const group = 'group=BOILER-1%3Apressure%2CBOILER-1%3Alamp'
  const page = await showChart(`period=today&${group}&compare=day`)
  await plot(page).waitFor()
  await page.getByRole('img', { name: 'Tower' }).waitFor()
  const { name, content } = await picture(page, 'SVG')
  expect(name).toMatch(/^Boiler 1 \d{4}-\d\d-\d\d 00_00 – .*\.svg$/)
  const texts = await textsOf(page, content)
  expect(texts[0]).toBe('Boiler 1')
  expect(texts[1]).toContain(timezone)
  expect(texts).toEqual(expect.arrayContaining(['Pressure', 'Tower', 'bar', 'Earlier period']))
  expect(texts.at(-1)).toMatch(/^Made \d{4}/)
  const lamp = await showChart('sensor=lamp&period=today')
  const png = await picture(lamp, 'PNG')
  expect(png.name).toMatch(/^Boiler 1 · Tower .*\.png$/)
  expect(png.content.subarray(1, 4).toString()).toBe('PNG')
  expect(png.content.readUInt32BE(16)).toBe(2_400)
})

test('EE555 HI83 HI152 a picture of several devices says whose each curve is', async () => {
  const group = 'group=BOILER-1%3Apressure%2CBOILER-1%3Alamp%2CTANK-1%3Alevel'
  const page = await showChart(`period=today&${group}`)
  await plot(page).waitFor()
  await page.getByRole('img', { name: 'Tower' }).waitFor()
  const named = ['Tower · Boiler 1', 'Pressure · Boiler 1, bar', 'Level · Tank 1, m']
  // With its list of figures the chart is narrower, and its curves are fetched once more.
  const names = async () => {
    const texts = await textsOf(page, (await picture(page, 'SVG')).content)
    return texts.filter((each) => named.includes(each))
  }
  await expect.poll(names).toEqual(named)
})
