import { expect, test } from 'vitest'
import type { Handover } from '#features/alarms/contract/handover.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { administrator, leavesFreely } from '../stage.ts'
import { stage } from './alarms-stage.ts'

const signedIn = () =>
  new BrowserSession(stage.server.url).signIn(administrator.email, administrator.password)

test('EE551 a note that is being written stays while the next shift ends', async () => {
  const session = await signedIn()
  await session.json('PUT', '/api/shifts', { shifts: [{ name: 'Early', start: '00:00' }] })
  const page = await stage.open('/sensoralarm/handover', { person: administrator })
  const head = page.locator('.handover-head h2')
  await head.getByText('Early').waitFor()
  const note = page.getByRole('textbox', { name: 'A note for the next shift' })
  await note.fill('Pump 3')
  // The next shift is over.
  await page.route('**/api/handover', async (route) => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: Handover | null }
    // The site has none any more when the test ends.
    if (data === null) return route.fulfill({ response: reply })
    const shift = { ...data.shift, name: 'Late', from: data.shift.from + 3_600_000 }
    return route.fulfill({ json: { data: { ...data, shift } } })
  })
  const answered = page.waitForResponse('**/api/handover')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await (await answered).finished()
  await note.pressSequentially(' is stopped')
  expect([await note.inputValue(), await head.innerText()]).toEqual([
    'Pump 3 is stopped',
    'Handover of Early',
  ])
  await page.getByRole('button', { name: 'Last shift' }).click()
  await head.getByText('Late').waitFor()
  expect([await note.inputValue(), await leavesFreely(page)]).toEqual(['', false])
  await session.json('PUT', '/api/shifts', { shifts: [] })
})

test('EE510 a handover that could not be loaded again says of when it is', async () => {
  const session = await signedIn()
  await session.json('PUT', '/api/shifts', { shifts: [{ name: 'Early', start: '00:00' }] })
  const page = await stage.open('/sensoralarm/handover', { person: administrator })
  await page.locator('.handover-head h2').getByText('Early').waitFor()
  const old = page.getByText('it could not be loaded again since')
  expect(await old.count()).toBe(0)
  await page.route('**/api/handover', (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, error: 'internal', message: '', requestId: '1' },
    }),
  )
  const askAgain = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await askAgain()
  await old.waitFor()
  await page.unroute('**/api/handover')
  await askAgain()
  await old.waitFor({ state: 'detached' })
  await session.json('PUT', '/api/shifts', { shifts: [] })
})

test('EE539 EE574 what is typed while a note is stored stays; removing one is asked', async () => {
  const session = await signedIn()
  const shifts = [{ name: 'Day', start: '00:00' }]
  await session.json('PUT', '/api/shifts', { shifts })
  const page = await stage.open('/sensoralarm/handover', { person: administrator })
  const storing = Promise.withResolvers<void>()
  await page.route('**/api/handover/notes', async (route) => {
    await storing.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Later shift' }).click()
  const note = page.getByRole('textbox', { name: 'A note for the next shift' })
  await note.pressSequentially('Pump 3 is stopped')
  await page.getByRole('button', { name: 'Add note' }).click()
  await note.pressSequentially(', valve 4 too')
  storing.resolve()
  await page.locator('.handover-text', { hasText: 'Pump 3 is stopped' }).waitFor()
  await expect.poll(() => note.inputValue()).toBe('Pump 3 is stopped, valve 4 too')
  await expect.poll(() => leavesFreely(page)).toBe(false)

  // EE574
  const remove = page.getByRole('button', { name: 'Remove note' })
  const question = page.getByRole('dialog', { name: 'Remove this note?' })
  await remove.click()
  await question.getByText('Pump 3 is stopped').waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await page.locator('.handover-text', { hasText: 'Pump 3 is stopped' }).waitFor()
  await remove.click()
  await question.getByRole('button', { name: 'Remove note' }).click()
  await page.locator('.handover-text').waitFor({ state: 'detached' })
  await question.waitFor({ state: 'detached' })
  await session.json('PUT', '/api/shifts', { shifts: [] })
})
