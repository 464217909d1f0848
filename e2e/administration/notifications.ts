import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { open, show } from './administration-stage.ts'

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
  await dialog.getByRole('alert').filter({ hasText: 'internal network' }).waitFor()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://localhost:1/hook')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const secret = page.getByRole('textbox', { name: 'Secret of the webhook' })
  await expect.poll(() => secret.inputValue()).toMatch(/^[\w-]{43}$/)
  await page.getByRole('button', { name: 'Close' }).last().click()
  const row = page.getByRole('listitem', { name: 'Escalation' })
  await row.getByRole('button', { name: 'Send test Escalation' }).click()
  await page.locator('.notification-delivery', { hasText: 'internal network' }).waitFor()
  expect(await violationsOf(page, { within: '.notifications' })).toEqual([])
  await row.getByRole('button', { name: 'Delete Escalation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
})

test('EE528 minutes of a route are cleared and typed anew, and none are no wait', async () => {
  const page = await show('/administrator/notifications')
  await page.locator('.notice').getByRole('button', { name: 'Add route' }).click()
  const dialog = page.getByRole('dialog', { name: 'New route' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Waits')
  await dialog.getByRole('radio', { name: 'Webhook' }).check()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://localhost:1/hook')
  const write = async (name: string, minutes: string) => {
    const field = dialog.getByRole('spinbutton', { name })
    await field.press('ControlOrMeta+A')
    await field.press('Delete')
    await field.pressSequentially(minutes)
    await expect.poll(() => field.inputValue()).toBe(minutes)
  }
  for (const minutes of ['30', '15']) await write('Escalation after (min)', minutes)
  for (const minutes of ['30', '']) await write('Together every (min)', minutes)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('textbox', { name: 'Secret of the webhook' }).waitFor()
  await page.getByRole('button', { name: 'Close' }).last().click()
  const row = page.getByRole('listitem', { name: 'Waits' })
  await row.getByText('15 min').waitFor()
  await expect.poll(() => row.innerText()).not.toContain('30')
  await row.getByRole('button', { name: 'Delete Waits' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
})

test('EE545 a route is sent by Enter', async () => {
  const page = await show('/administrator/notifications')
  await page.locator('.notice').getByRole('button', { name: 'Add route' }).click()
  const dialog = page.getByRole('dialog', { name: 'New route' })
  await dialog.getByRole('textbox', { name: 'Name' }).pressSequentially('Night')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('NT18 a route that cannot be read says so, and is set up anew or deleted', async () => {
  const page = await open('/sensoralarm/alarmlist')
  let unreadable = [{ id: 700, name: '', version: 3 }]
  await page.route('**/api/notification-routes', async (route) => {
    const { data } = await (await route.fetch()).json()
    await route.fulfill({ json: { data: { ...data, unreadable } } })
  })
  const removed: string[] = []
  await page.route('**/api/notification-routes/700', (route) => {
    removed.push(route.request().method())
    unreadable = []
    return route.fulfill({ status: 204 })
  })
  await page.goto(new URL('/administrator/notifications', page.url()).href)
  const row = page.getByRole('listitem', { name: 'Unnamed route' })
  await row.getByText('cannot be read').waitFor()
  expect(await violationsOf(page, { within: '.notifications' })).toEqual([])
  await row.getByRole('button', { name: 'Edit Unnamed route' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit route' })
  expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await row.getByRole('button', { name: 'Delete Unnamed route' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
  expect(removed).toEqual(['DELETE'])
})

test('NT29 a route of a shift that is gone says that it is silent, and loses it', async () => {
  const page = await open('/sensoralarm/alarmlist')
  const night = {
    ...{ id: 701, version: 1, name: 'Nights', isEnabled: true, priorities: [1], devices: [] },
    ...{ areas: [], shifts: ['Night'], afterMinutes: 0, digestMinutes: 0, quiet: null },
    ...{ language: 'en', target: { kind: 'webhook', url: 'http://plant.test/hook' } },
  }
  await page.route('**/api/notification-routes', async (route) => {
    const { data } = await (await route.fetch()).json()
    await route.fulfill({ json: { data: { ...data, routes: [night], shifts: [] } } })
  })
  await page.goto(new URL('/administrator/notifications', page.url()).href)
  const row = page.getByRole('listitem', { name: 'Nights' })
  const text = 'Nothing leaves by this route. No longer exists: Night.'
  await row.getByRole('status').getByText(text).waitFor()
  await row.getByRole('button', { name: 'Edit Nights' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit route' })
  const shifts = dialog.locator('.ant-select', { hasText: 'Night' })
  await shifts.locator('.ant-select-selection-item-remove').click()
  await shifts.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
})
