import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { addressOf, settled } from '../stage.ts'
import { accountOf, choose, openProfile, openTabMenu, stage, tab, tabNames } from './shell-stage.ts'

/** Of all tests: the tabs that one leaves are those with which the next one begins. */
let page: Page

beforeAll(async () => {
  const person = accountOf('admin')
  page = await stage.openReused('/warroomDashboard', { person, language: 'en' })
  await page.locator('.top-bar').waitFor()
})
afterAll(() => stage.closeReusedPages())

test('EE60 a hidden tab keeps what was typed and where it was scrolled', async () => {
  const find = page.getByPlaceholder('Find', { exact: false }).first()
  await page.locator('.device-heading').nth(3).waitFor()
  await find.fill('p')
  await page
    .getByText(/of \d+ sensors/)
    .first()
    .waitFor()
  const scrolled = () =>
    page.evaluate(() =>
      [document.querySelector('.stage'), document.querySelector('main')].map(
        (one) => one?.scrollTop ?? 0,
      ),
    )
  await page.mouse.move(800, 600)
  await page.mouse.wheel(0, 700)
  await page.waitForFunction(
    () =>
      (document.querySelector('.stage')?.scrollTop ?? 0) +
        (document.querySelector('main')?.scrollTop ?? 0) >
      300,
  )
  const before = await settled(page, scrolled)
  await page.evaluate(() =>
    document.querySelector('.filter-bar input')?.setAttribute('data-kept', 'yes'),
  )

  await choose(page, 'Historical charts')
  await page.locator('.history').waitFor()
  await expect.poll(() => page.locator('.filter-bar').isVisible()).toBe(false)
  await tab(page, 'War room').getByRole('link').click()
  await page.locator('.filter-bar input[data-kept=yes]').waitFor()
  await expect.poll(() => find.inputValue()).toBe('p')
  await eventually(
    'the view is where it was',
    async () => (await scrolled()).join() === before.join(),
  )
})

test('EE60 the menu of a tab closes it, the others, or all', async () => {
  await choose(page, 'Historical charts')
  await openProfile(page)
  await choose(page, 'Documentation')
  await openTabMenu(page, 'Documentation')
  await page.getByRole('menuitem', { name: 'Close', exact: true }).click()
  await page.waitForURL('**/profile/edit')
  await openTabMenu(page, 'Historical charts')
  await page.getByRole('menuitem', { name: 'Close others' }).click()
  await page.waitForURL('**/warroomCharts**')
  await expect.poll(() => tabNames(page)).toEqual(['War room', 'Historical charts'])
  await openTabMenu(page, 'Historical charts')
  await page.getByRole('menuitem', { name: 'Close all' }).click()
  await page.waitForURL(/\/warroomDashboard/)
  await page.locator('.tab-bar li[data-active]', { hasText: 'War room' }).waitFor()
  await expect.poll(() => tabNames(page)).toEqual(['War room'])
})

test('EE60 refresh draws a view again and closes no tab', async () => {
  await openProfile(page)
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  await page.evaluate(() => document.querySelector('.profile')?.setAttribute('data-kept', 'yes'))
  await openTabMenu(page, 'Profile')
  await page.getByRole('menuitem', { name: 'Refresh' }).click()
  await page.locator('.profile:not([data-kept])').getByRole('textbox', { name: 'Name' }).waitFor()
  await expect.poll(() => addressOf(page)).toBe('/profile/edit')
  await expect.poll(() => page.locator('.profile[data-kept]').count()).toBe(0)
  await expect.poll(() => tabNames(page)).toEqual(['War room', 'Profile'])
})

test('EE60 a middle click closes a tab but never an affixed one', async () => {
  await choose(page, 'Historical charts')
  await openProfile(page)
  await tab(page, 'War room').click({ button: 'middle' })
  await tab(page, 'Historical charts').click({ button: 'middle' })
  await tab(page, 'Historical charts').waitFor({ state: 'detached' })
  await expect.poll(() => tabNames(page)).toEqual(['War room', 'Profile'])
  await expect.poll(() => addressOf(page)).toBe('/profile/edit')
  await openTabMenu(page, 'War room')
  await expect
    .poll(() => page.getByRole('menuitem', { name: 'Close', exact: true }).isDisabled())
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => tab(page, 'War room').getByRole('button').count()).toBe(0)
})

test('EE573 the active tab stays in sight when the window is resized', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const name of ['Historical charts', 'Alarms', 'Shift handover', 'Alarm rules', 'Articles'])
    await choose(page, name)
  const isInSight = () =>
    page.locator('.tab-bar').evaluate((bar) => {
      const [outer, inner] = [bar, bar.querySelector('li[data-active]')].map((one) =>
        one?.getBoundingClientRect(),
      )
      return outer && inner && inner.left >= outer.left && inner.right <= outer.right + 0.5
    })
  await expect.poll(isInSight).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(isInSight).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(isInSight).toBe(true)
})
