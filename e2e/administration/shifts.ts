import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { administrator, reopen, smallAnswer, toast } from '../stage.ts'
import { show, stage } from './administration-stage.ts'

test('EE334 SF4 administrators set when shifts begin; each shows when it ends', async () => {
  const page = await show('/administrator/shifts')
  await page.getByRole('button', { name: 'Three shifts of 8 hours' }).click()
  await page.getByText('until 14:00 · 8 h').waitFor()
  const start = page.getByLabel('Begin of')
  await start.nth(1).fill('22')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').filter({ hasText: 'twice' }).waitFor()
  await start.nth(1).fill('1330')
  await page.getByText('until 13:30').waitFor({ state: 'detached' })
  await start.nth(1).blur()
  await page.getByText('until 13:30 · 7 h 30 min').waitFor()
  await expect.poll(() => violationsOf(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Shifts saved')
  await page.reload()
  await expect.poll(() => start.nth(1).inputValue()).toBe('13:30')
})

test('EE457 a screen that says that it could not be loaded says it once', async () => {
  const page = await stage.open(smallAnswer, { person: administrator, language: 'en' })
  await page.route(/\/api\/(shifts|readings\/retention)$/, (route) =>
    route.fulfill({ status: 500 }),
  )
  for (const path of ['/administrator/shifts', '/administrator/retention']) {
    await page.goto(path)
    await page.locator('.notice').getByText('This could not be loaded').waitFor()
    await expect.poll(() => page.locator('.toast').count()).toBe(0)
  }
})

test('EE476 what a screen waits for is read out as loading', async () => {
  const page = await stage.open(smallAnswer, { person: administrator, language: 'en' })
  await page.route(/\/api\/(shifts|handover|articles\/1|notification-routes)(\?|$)/, () => {})
  for (const path of [
    '/pdf',
    '/sensoralarm/handover',
    '/articles/1',
    '/administrator/notifications',
  ]) {
    await page.goto(path)
    const screen = page.locator('.view').filter({ visible: true })
    await screen.getByRole('status').getByText('Loading…').waitFor()
    await screen.locator('.screen-loading').waitFor({ state: 'detached' })
    await screen.getByRole('status').getByText('Loading…').waitFor()
  }
})

test('EE538 a time of day is completed when its field is left or Enter sends it', async () => {
  const page = await show('/administrator/shifts')
  const start = page.getByLabel('Begin of').first()
  const write = async (field: Locator, typed: string, key: string) => {
    await field.press('ControlOrMeta+A')
    await field.pressSequentially(typed)
    await field.press(key)
  }
  await write(start, '5', 'Enter')
  await expect.poll(() => start.inputValue()).toBe('05:00')
  await toast(page, 'Shifts saved')
  await expect.poll(() => start.evaluate((field) => field === document.activeElement)).toBe(true)
  await reopen(page, '/administrator/notifications')
  await page.locator('.notice').getByRole('button', { name: 'Add route' }).click()
  const quiet = page.getByRole('dialog').getByRole('checkbox', { name: 'Quiet hours' })
  await quiet.check()
  const from = page.getByRole('dialog').getByRole('textbox', { name: 'Quiet from' })
  await write(from, '2130', 'Tab')
  await expect.poll(() => from.inputValue()).toBe('21:30')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
})

test('EE539 what is typed in shifts while they are saved stays, as the focus does', async () => {
  const page = await show('/administrator/shifts')
  const name = page.getByLabel('Name of shift').first()
  const saving = Promise.withResolvers<void>()
  await page.route('**/api/shifts', async (route) => {
    if (route.request().method() === 'PUT') await saving.promise
    await route.continue()
  })
  await name.press('End')
  await name.pressSequentially(' one')
  await page.keyboard.press('Enter')
  await name.pressSequentially(' and more')
  saving.resolve()
  await toast(page, 'Shifts saved')
  await page.unroute('**/api/shifts')
  const save = page.getByRole('button', { name: 'Save' })
  await expect.poll(() => save.isEnabled()).toBe(true)
  await expect.poll(() => name.inputValue()).toBe('Early one and more')
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => name.inputValue()).toBe('Early one')
})
