import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { tinyPicture } from '#testing/pictures.ts'
import { addDevices, sensorOf } from '../device.ts'
import { administrator, leavesFreely, toast } from '../stage.ts'
import { stage } from './administration-stage.ts'

const person = { email: 'chen@plant.test', password: 'kettle orbit velvet' }
/** Lets other programs read. */
const reader = { email: 'reader@plant.test', password: 'kettle orbit velvet' }

beforeAll(async () => {
  await stage.command('user add', { ...person, name: 'Chen Yi-ting', role: 'user' })
  await stage.command('user add', { ...reader, name: 'Reader', role: 'user' })
})

async function openProfile(who = person): Promise<Page> {
  const page = await stage.open('/profile/edit', { person: who })
  await page.getByLabel('Name', { exact: true }).waitFor()
  return page
}

test('EE80 name and language are saved, and the page follows at once', async () => {
  const page = await openProfile(administrator)
  await page.getByLabel('Name', { exact: true }).fill('Lin Wei-chen')
  await page.getByLabel('Language', { exact: true }).click()
  await page.locator('.ant-select-item', { hasText: 'Tiếng Việt' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'Hồ sơ' }).first().waitFor()
  await page.locator('.top-bar', { hasText: 'Lin Wei-chen' }).waitFor()
})

test('EE83 another browser is signed out from the list', async () => {
  const other = await openProfile()
  const page = await openProfile()
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click()
  await other.waitForURL('**/login?**')
  await page.getByText('this one').waitFor()
  await page
    .locator('.profile-sessions')
    .getByRole('button', { name: 'Sign out all others' })
    .waitFor({ state: 'detached' })
})

test('EE317 a token is made for chosen devices, shown once, used, and revoked', async () => {
  const sensors = [sensorOf('temperature', { alias: 'Zone 1' })]
  const names = ['TOKEN-1', 'TOKEN-2']
  await addDevices(
    stage,
    names.map((lesiId) => ({ lesiId, name: lesiId, sensors })),
  )
  for (const id of names)
    await stage.command('device bind', { id, email: reader.email, relation: 'admin' })
  const page = await openProfile(reader)
  const panel = page.locator('section', { has: page.locator('#access-tokens-title') })
  await panel.getByText('No access tokens').waitFor()
  await panel.getByRole('button', { name: 'Add a token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make the token' }).click()
  await dialog.locator('.ant-form-item-explain-error').waitFor()
  await dialog.getByLabel('Name').fill('Excel')
  await dialog.getByText('Only chosen ones').click()
  await dialog.getByLabel('Chosen devices').click()
  await page.locator('.ant-select-item-option', { hasText: 'TOKEN-1' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Make the token' }).click()
  const token = await page.getByRole('textbox', { name: 'Access token' }).inputValue()
  const devices = async () => {
    const reply = await fetch(`${stage.server.url}/api/scada/shadow-lambda/realtime`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { data } = (await reply.json()) as { data?: { lesiId: string }[] }
    return [reply.status, data?.map(({ lesiId }) => lesiId)]
  }
  expect(await devices()).toEqual([200, ['TOKEN-1']])
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await panel.getByText('1 device', { exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Revoke the token Excel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await panel.getByText('No access tokens').waitFor()
  expect(await devices()).toEqual([401, undefined])
})

/** Answers calls to `path` as a server would that accepts nothing in this field. */
const refuse = (page: Page, path: string, field: string) =>
  page.route(path, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 422,
          json: {
            ...{ success: false, error: 'invalid', message: '', requestId: 'e2e' },
            reasons: { [field]: [{ code: 'not_accepted', parameters: {} }] },
          },
        }),
  )

test('EE540 a refusal goes once its field is changed, whatever that checks itself', async () => {
  const page = await openProfile(reader)
  await refuse(page, '**/api/profile', 'introduction')
  const field = page.getByLabel('Introduction')
  const problem = page.locator('.ant-form-item-explain-error')
  await field.pressSequentially('Shift leader')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await problem.waitFor()
  await field.pressSequentially('s')
  await problem.waitFor({ state: 'detached' })
  await refuse(page, '**/api/profile/password', 'next')
  await page.getByLabel('Current password').pressSequentially(reader.password)
  await page.getByLabel('New password').pressSequentially('kettle orbit velvet')
  await page.keyboard.press('Enter')
  await problem.waitFor()
  await page.getByLabel('New password').pressSequentially('s')
  await problem.waitFor({ state: 'detached' })
})

test('EE539 what is typed in the profile while it is saved stays, and is not saved', async () => {
  const page = await openProfile(reader)
  const saving = Promise.withResolvers<void>()
  await page.route('**/api/profile', async (route) => {
    if (route.request().method() === 'PUT') await saving.promise
    await route.continue()
  })
  const field = page.getByLabel('Introduction')
  await field.press('End')
  await field.pressSequentially('Shift leader')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await field.pressSequentially(' of the night')
  saving.resolve()
  await toast(page, 'Saved successfully')
  await expect.poll(() => field.inputValue()).toMatch(/Shift leader of the night$/)
  await expect.poll(() => leavesFreely(page)).toBe(false)
})

test('EE552 what was saved elsewhere is in the profile before the next save', async () => {
  const page = await openProfile(reader)
  const session = await new BrowserSession(stage.server.url).signIn(reader.email, reader.password)
  type Read = { data: { version: number; introduction: string; language: string | null } }
  const read = async () => (await session.json<Read>('GET', '/api/profile')).data
  const { version, introduction, language } = await read()
  const renamed = { version, name: 'Renamed', introduction, language }
  await session.json('PUT', '/api/profile', renamed)
  // The person comes back to the tab a minute later.
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 60_000
    window.dispatchEvent(new Event('visibilitychange'))
  })
  const name = page.getByLabel('Name', { exact: true })
  await expect.poll(() => name.inputValue()).toBe('Renamed')
  await page.getByLabel('Introduction').fill('Night shift')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Saved successfully')
  expect(await read()).toMatchObject({ name: 'Renamed', introduction: 'Night shift' })
})

test('EE541 own quiet hours are sent by Enter, keep their place, and ask to be saved', async () => {
  const page = await openProfile(reader)
  const hours = page.locator('.own-quiet')
  await hours.getByRole('checkbox', { name: 'Do not notify me' }).check()
  const from = hours.getByRole('textbox', { name: 'from' })
  const write = async (typed: string) => {
    await from.press('ControlOrMeta+A')
    await from.pressSequentially(typed)
    await from.press('Enter')
  }
  await write('31')
  await hours.getByRole('alert').filter({ hasText: 'A time of day' }).waitFor()
  await expect.poll(() => leavesFreely(page)).toBe(false)
  await from.press('Backspace')
  await hours.getByRole('alert').waitFor({ state: 'detached' })
  await write('21')
  await toast(page, 'Your quiet hours are saved')
  await expect.poll(() => from.inputValue()).toBe('21:00')
  await expect.poll(() => from.evaluate((field) => field === document.activeElement)).toBe(true)
  await expect.poll(() => leavesFreely(page)).toBe(true)
})

test('EE614 SE45 a second factor that was given up is not shown; its codes are', async () => {
  const third = { email: 'third@plant.test', password: 'kettle orbit velvet' }
  await stage.command('user add', { ...third, name: 'Third', role: 'user' })
  const page = await openProfile(third)
  const dialog = page.getByRole('dialog').first()
  const password = dialog.getByLabel('Current password')
  const hold = (path: string) =>
    new Promise<() => Promise<void>>((resolve) => {
      void page.route(path, (route) => resolve(() => route.continue()), { times: 1 })
    })
  const sendPassword = async () => {
    await page.getByRole('button', { name: 'Set up' }).click()
    await password.fill(third.password)
    await password.press('Enter')
  }
  const late = hold('**/second-factor/setup')
  await sendPassword()
  const answerLate = await late
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const answered = page.waitForResponse('**/second-factor/setup')
  await answerLate()
  await answered
  await page.getByRole('button', { name: 'Set up' }).click()
  await password.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await sendPassword()
  const code = dialog.getByLabel('Code', { exact: true })
  await code.waitFor()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  const confirming = hold('**/second-factor/confirm')
  await code.fill(new TOTP({ secret }).generate())
  await code.press('Enter')
  const confirm = await confirming
  await page.keyboard.press('Escape')
  await confirm()
  await dialog.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('EE542 a second factor is set up by keys; its codes close after a question', async () => {
  const page = await openProfile(person)
  await page.getByRole('button', { name: 'Set up' }).press('Enter')
  const dialog = page.getByRole('dialog').first()
  await dialog.getByLabel('Current password').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  const code = dialog.getByLabel('Code', { exact: true })
  await code.waitFor()
  await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true)
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await page.keyboard.type(new TOTP({ secret }).generate())
  await page.keyboard.press('Enter')
  const kept = dialog.getByRole('checkbox')
  await kept.waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Back to the codes' }).click()
  await kept.press('Space')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('EE543 a token that is described and not made is closed after a question', async () => {
  const page = await openProfile(reader)
  await page.getByRole('button', { name: 'Add a token' }).click()
  const dialog = page.getByRole('dialog').first()
  const name = dialog.getByLabel('Name')
  await name.pressSequentially('Excel of the shift')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.poll(() => name.inputValue()).toBe('Excel of the shift')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => leavesFreely(page)).toBe(true)
  await page.getByRole('button', { name: 'Add a token' }).click()
  await name.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('EE543 a picture that is chosen and not sent is asked about', async () => {
  const page = await openProfile(reader)
  const file = { name: 'lin.png', mimeType: 'image/png', buffer: tinyPicture.png }
  await page.locator('.avatar-field input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Use this picture' }).waitFor()
  await expect.poll(() => leavesFreely(page)).toBe(false)
  await page.locator('.avatar-field').getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => leavesFreely(page)).toBe(true)
})
