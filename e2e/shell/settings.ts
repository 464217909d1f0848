import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toast } from '../stage.ts'
import { accountOf, stage } from './shell-stage.ts'

/** Of both tests. */
let page: Page

beforeAll(async () => {
  page = await stage.openReused('/theme/index', { person: accountOf('admin'), language: 'en' })
  await page.locator('.top-bar').waitFor()
})
afterAll(() => stage.closeReusedPages())

test('EE61 a colour applies at once, is announced, and outlives a reload', async () => {
  const fill = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--accent').trim().toLowerCase(),
    )
  await expect.poll(() => fill()).toBe('#409eff')
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  await page.getByRole('button', { name: 'Settings' }).click()
  const drawer = page.getByRole('dialog', { name: 'Settings' })
  await expect
    .poll(async () => (await drawer.locator('.settings-body').boundingBox())?.width)
    .toBeLessThanOrEqual(260)
  await drawer.getByRole('button', { name: 'Violet' }).click()
  await toast(page, 'Theme has been changed!')
  await expect.poll(() => fill()).toBe('#7c3aed')
  await drawer.locator('input[type=color]').evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      input,
      '#c2410c',
    )
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await page.waitForFunction(
    () =>
      getComputedStyle(document.documentElement).getPropertyValue('--accent').trim() === '#c2410c',
  )
  await expect.poll(() => page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  await page.reload()
  await page.locator('.top-bar').waitFor()
  await expect.poll(() => fill()).toBe('#c2410c')
})

test('EE61 the frame follows its switches and stores them', async () => {
  await page.getByRole('button', { name: 'Settings' }).click()
  const drawer = page.getByRole('dialog', { name: 'Settings' })
  const state = () =>
    drawer
      .getByRole('switch')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))
  await expect.poll(() => state()).toEqual([true, false, false, false])
  await drawer.getByRole('switch', { name: 'Open tags view' }).click()
  await page.locator('.tab-bar').waitFor({ state: 'detached' })
  await drawer.getByRole('switch', { name: 'Sidebar logo' }).click()
  await page.locator('.sidebar-brand').waitFor()
  await drawer.getByRole('switch', { name: 'Fixed header' }).click()
  await drawer.getByRole('switch', { name: 'Muted lamp colours' }).click()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('.sidebar-brand').waitFor()
  await expect.poll(() => page.locator('.tab-bar').count()).toBe(0)
  await page.locator('.shell[data-header=fixed]').waitFor()
  await page.locator('html[data-lamps=muted]').waitFor()
})
