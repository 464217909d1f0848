import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { smallAnswer, toast } from '../stage.ts'
import { open, show } from './administration-stage.ts'

test('EE295 AM22 administrators see for how long readings are kept, and change it', async () => {
  const page = await show('/administrator/retention')
  const row = page.getByRole('row', { name: /Analog/ })
  await row.getByText('90 days').waitFor()
  await expect.poll(() => violationsOf(page, { within: 'main' })).toEqual([])
  await row.getByRole('button', { name: 'Change Analog' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the retention period' })
  const minutes = dialog.getByLabel('Minute values, days')
  await dialog.getByText('Nothing that is stored now would be removed.').waitFor()
  await minutes.fill('30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => minutes.getAttribute('aria-invalid')).toBe('true')
  await minutes.fill('400')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Saved')
  await row.getByText('400 days').waitFor()
})

test('EE613 KW45 what is refused of a change and no field shows is said', async () => {
  const page = await show('/administrator/retention')
  await page
    .getByRole('row', { name: /Analog/ })
    .getByRole('button', { name: 'Change Analog' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Change the retention period' })
  await page.route('**/api/readings/retention', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 422,
          json: {
            ...{ error: 'invalid', message: '' },
            reasons: { type: [{ code: 'required', parameters: {} }] },
          },
        }),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'wrong data')
  await page
    .getByText('Type of sensor: Please fill this in')
    .and(page.locator(':visible'))
    .waitFor()
  await page.unroute('**/api/readings/retention')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('EE339 an administrator has minutes and hours compared with the readings', async () => {
  const page = await show('/administrator/retention')
  await page.getByRole('button', { name: 'Compare with the readings' }).click()
  const part = page.getByRole('region', { name: 'Minute and hour values' })
  await part.getByText(/^Compared/).waitFor()
  await part.getByText('They lacked nothing.').waitFor()
  await expect.poll(() => violationsOf(page, { within: 'main' })).toEqual([])
})

test('EE340 a clock that is far ahead is shown, and confirmed with its time', async () => {
  const page = await open(smallAnswer)
  const day = 86_400_000
  await page.route('**/api/readings/retention', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    const clock = { ...body.data.clock, state: 'ahead' }
    clock.trusted = clock.now - 400 * day
    clock.trustedFrom = clock.now + 396 * day
    await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, clock } } })
  })
  await page.goto('/administrator/retention')
  const notice = page.getByRole('alert').filter({ hasText: 'clock is far ahead' })
  await notice.getByText('400 days').waitFor()
  await expect.poll(() => violationsOf(page, { within: 'main' })).toEqual([])
  await notice.getByRole('button', { name: 'The clock is right' }).click()
  await page.getByRole('button', { name: 'Yes, the clock is right' }).click()
  await toast(page, 'Confirmed')
})
