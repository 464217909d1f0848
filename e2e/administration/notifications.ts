import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { show } from './administration-stage.ts'

test('EE348 a webhook of alarms is added with its secret, tested, and deleted', async () => {
  const page = await show('/administrator/notifications')
  await page.getByRole('status').filter({ hasText: 'No mail server is set' }).waitFor()
  await page.locator('.notice').getByRole('button', { name: 'Add route' }).click()
  const dialog = page.getByRole('dialog', { name: 'New route' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Escalation')
  await dialog.getByRole('radio', { name: 'Webhook' }).check()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:1/hook')
  expect(await violationsOf(page, { within: '.ant-modal' })).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'own network' }).waitFor()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://localhost:1/hook')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const secret = page.getByRole('textbox', { name: 'Secret of the webhook' })
  await expect.poll(() => secret.inputValue()).toMatch(/^[\w-]{43}$/)
  await page.getByRole('button', { name: 'Close' }).last().click()
  const row = page.getByRole('listitem', { name: 'Escalation' })
  await row.getByRole('button', { name: 'Send test Escalation' }).click()
  await page.locator('.notification-delivery', { hasText: 'own network' }).waitFor()
  expect(await violationsOf(page, { within: '.notifications' })).toEqual([])
  await row.getByRole('button', { name: 'Delete Escalation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
})
