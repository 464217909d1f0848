import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { administrator, leavesFreely, smallAnswer } from '../stage.ts'
import { mails, show, stage } from './charts-stage.ts'

const row = (page: Page) => page.getByRole('listitem', { name: 'Pressures' })
const press = (page: Page, name: string) =>
  row(page)
    .getByRole('button', { name: `${name} Pressures` })
    .click()

test('EE346 a schedule is added, sent now with its file, paused and deleted', async () => {
  const page = await show('/warroomCharts/export-excel')
  await page.getByRole('button', { name: 'Add schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'New schedule' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Pressures')
  await dialog.getByRole('combobox', { name: 'Recipients' }).fill('shift@people.test,')
  await dialog.getByRole('textbox', { name: 'Time' }).fill('26:00')
  await dialog.getByRole('button', { name: 'PDF report' }).click()
  await dialog.getByRole('group', { name: 'Paper' }).waitFor()
  await expect.poll(() => dialog.getByRole('group', { name: 'Mode' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'CSV' }).click()
  await dialog.getByRole('combobox', { name: 'Sensors' }).fill('pressure')
  await page.locator('.ant-select-item', { hasText: 'Pressure' }).first().click()
  await dialog.getByText('New schedule').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Time' }).waitFor()
  expect(await violationsOf(page, { within: '.ant-modal' })).toEqual([])
  await dialog.getByRole('textbox', { name: 'Time' }).fill('06:30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row(page).getByText('Every day at 06:30').waitFor()
  await press(page, 'Send now')
  await row(page).getByText('sent to 1 of 1 recipient').waitFor()
  const mail = mails.find(({ to }) => to.includes('shift@people.test'))
  expect(mail?.source).toContain('Content-Disposition: attachment')
  expect(await violationsOf(page, { within: '.export-side' })).toEqual([])
  await press(page, 'Pause')
  await row(page).getByText('Paused').waitFor()
  await press(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await row(page).waitFor({ state: 'detached' })
})

test('EE347 without a mail server a message is shown, and no schedule can be added', async () => {
  const page = await stage.open(smallAnswer, { person: administrator })
  await page.route('**/api/export-schedules', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: object }
    await route.fulfill({
      response: reply,
      json: { ...body, data: { ...body.data, hasMail: false } },
    })
  })
  await page.goto('/warroomCharts/export-excel')
  await page.getByRole('status').filter({ hasText: 'no mail server is set' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Add schedule' }).count()).toBe(0)
})

test('EE520 what is refused of a schedule stands below its field', async () => {
  const page = await show('/warroomCharts/export-excel')
  await page.getByRole('button', { name: 'Add schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'New schedule' })
  await dialog.getByRole('combobox', { name: 'Recipients' }).fill('nobody,')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? NaN
  const [name, recipient] = ['Name', 'nobody'].map((text) =>
    dialog.getByRole('alert').filter({ hasText: `${text}: ` }),
  ) as [Locator, Locator]
  const [recipients, format] = [
    dialog.getByRole('combobox', { name: 'Recipients' }),
    dialog.getByRole('group', { name: 'Format' }),
  ]
  await recipient.waitFor()
  const isInOrder = async () => {
    const tops = await Promise.all([name, recipients, recipient, format].map(top))
    return tops.every((each, index) => index === 0 || each > (tops[index - 1] ?? NaN))
  }
  await expect.poll(isInOrder).toBe(true)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Pressures')
  await expect.poll(() => dialog.getByRole('alert').count()).toBe(0)
})

test('EE523 a form with entries closes after a question, and leaves no mark of them', async () => {
  const page = await show('/warroomCharts/export-excel')
  const add = () => page.getByRole('button', { name: 'Add schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'New schedule' })
  await add()
  await dialog.getByRole('textbox', { name: 'Name' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await add()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Half')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Half')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => leavesFreely(page)).toBe(true)
})

test('EE538 EE545 a schedule is sent by Enter, its time of day completed', async () => {
  const page = await show('/warroomCharts/export-excel')
  await page.getByRole('button', { name: 'Add schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'New schedule' })
  const time = dialog.getByRole('textbox', { name: 'Time' })
  await time.press('ControlOrMeta+A')
  await time.pressSequentially('7')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').filter({ hasText: 'Name: ' }).waitFor()
  await expect.poll(() => time.inputValue()).toBe('07:00')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await dialog.waitFor({ state: 'detached' })
})
