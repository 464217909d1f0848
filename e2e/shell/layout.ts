import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseLanguage, go, resize } from '../stage.ts'
import { accountOf, phone, menu, stage } from './shell-stage.ts'

/** Of all tests: one goes on where the one before ended. */
let page: Page

beforeAll(async () => {
  page = await stage.openReused('/theme/index', { person: accountOf('admin'), language: 'en' })
  await page.locator('.top-bar').waitFor()
})
afterAll(() => stage.closeReusedPages())

test('EE67 the measures are the specified ones, and the folded menu is stored', async () => {
  const size = async (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((part) => [part.getBoundingClientRect().width, part.getBoundingClientRect().height])
  await expect.poll(async () => (await size('#main-menu'))[0]).toBe(210)
  await expect.poll(async () => (await size('.top-bar'))[1]).toBe(50)
  await expect.poll(async () => (await size('.tab-bar'))[1]).toBe(34)
  const beforeSite = () =>
    page.locator('.top-bar-site').evaluate((site) => {
      const screen = document.querySelector('.top-bar h1')?.getBoundingClientRect()
      return site.getBoundingClientRect().x - (screen?.right ?? NaN)
    })
  await expect.poll(beforeSite).toBe(8)
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await page.waitForFunction(
    () => document.querySelector('#main-menu')?.getBoundingClientRect().width === 60,
  )
  await expect
    .poll(
      async () =>
        (await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')?.value,
    )
    .toBe('0')
  await page.reload()
  await page.locator('.top-bar').waitFor()
  await expect.poll(async () => (await size('#main-menu'))[0]).toBe(60)
  await page.getByRole('button', { name: 'Expand menu' }).click()
})

test('EE67 the clock goes on every second and names the day', async () => {
  const clock = page.locator('.clock')
  const before = await clock.innerText()
  expect(before).toMatch(/Mon|Tue|Wed|Thu|Fri|Sat|Sun/)
  await page.waitForFunction(
    (text) => (document.querySelector('.clock') as HTMLElement | null)?.innerText !== text,
    before,
  )
})

test('EE67 on a phone nothing scrolls sideways and the menu is a drawer', async () => {
  await resize(page, phone)
  await go(page, '/warroomDashboard')
  await page.locator('.device-heading').first().waitFor()
  await expect.poll(() => menu(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu(page).getByRole('link', { name: 'Historical charts' }).click()
  await menu(page).waitFor({ state: 'detached' })
  for (const path of [
    '/administrator/users',
    '/administrator/roles',
    '/profile/edit',
    '/administrator/audit',
  ]) {
    await go(page, path)
    await page.locator(`.tab-bar li[data-active] a[href^="${path}"]`).waitFor()
    await page.locator('main h2').filter({ visible: true }).first().waitFor()
    await expect
      .poll(
        () =>
          page.evaluate(() =>
            [
              document.documentElement.scrollWidth,
              document.querySelector('main')?.scrollWidth ?? 0,
            ].every((width) => width <= innerWidth),
          ),
        { message: path },
      )
      .toBe(true)
  }
})

test.for([
  [992, 'ru'],
  [1100, 'vi'],
  [1280, 'vi'],
  [1024, 'en'],
] as const)('EE166 the name of a screen is whole: %i px, %s', async ([width, language]) => {
  await resize(page, { width, height: 800 })
  await chooseLanguage(page, language)
  for (const path of ['/administrator/roles', '/sensoralarm/alarmnum', '/warroomCharts']) {
    await go(page, path)
    await page.locator(`.tab-bar li[data-active] a[href^="${path}"]`).waitFor()
    await page.locator('.connection[data-state=live]').waitFor()
    const isWhole = () =>
      page.locator('.top-bar h1').evaluate((title) => title.scrollWidth <= title.clientWidth)
    await expect.poll(isWhole, { message: path }).toBe(true)
    if (width === 1_280) {
      // The name of the site leaves before the field for questions narrows.
      const field = page.locator('.top-bar .ask')
      await expect
        .poll(async () => (await field.boundingBox())?.width, { message: path })
        .toBeGreaterThan(190)
    }
    const edge = () =>
      page.locator('.top-bar > :last-child').evaluate((part) => part.getBoundingClientRect().right)
    await expect.poll(edge, { message: path }).toBeLessThanOrEqual(width)
  }
})
