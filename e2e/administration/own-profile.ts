import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addDevices, sensorOf } from '../device.ts'
import { administrator, toast } from '../stage.ts'
import { stage } from './administration-stage.ts'

const person = { email: 'chen@plant.test', password: 'kettle orbit velvet' }
/** Changes the password, which the others go on using. */
const changer = { email: 'olga@plant.test', password: 'kettle orbit velvet' }

/** Lets other programs read. */
const reader = { email: 'reader@plant.test', password: 'kettle orbit velvet' }

beforeAll(async () => {
  await stage.command('user add', { ...person, name: 'Chen Yi-ting', role: 'user' })
  await stage.command('user add', { ...changer, name: 'Olga Petrova', role: 'user' })
  await stage.command('user add', { ...reader, name: 'Reader', role: 'user' })
})

async function openProfile(who = person): Promise<Page> {
  const page = await stage.open('/profile/edit', { person: who })
  await page.getByLabel('Name', { exact: true }).waitFor()
  return page
}

async function enterPassword(page: Page, password = person.password): Promise<void> {
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
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

test('EE81 a picture is shown before it is sent; what is none is refused', async () => {
  const page = await openProfile()
  const file = page.locator('input[type=file]')
  await file.setInputFiles({
    name: 'a.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  })
  await page.getByText('Only PNG, JPEG or WebP files').waitFor()
  await file.setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  })
  await page.getByText('This file is not a picture that can be read').waitFor()
  await file.setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  })
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await toast(page, 'Picture saved')
  const picture = page.getByAltText('Picture of Chen Yi-ting')
  await expect
    .poll(() => picture.getAttribute('src'))
    .toMatch(/^\/api\/avatars\/[a-f0-9]{64}\.png$/)
  expect(
    await picture.evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth),
    ),
  ).toBe(256)
})

test('EE82 a new password says why it is refused, and signs the other browsers out', async () => {
  const other = await openProfile(changer)
  const page = await openProfile(changer)
  const current = page.getByLabel('Current password')
  await current.fill('not it at all')
  await page.getByLabel('New password').fill('olga petrova')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page
    .locator('.ant-form-item-explain-error', { hasText: 'It must not be made up of the name' })
    .waitFor()
  await page.getByLabel('New password').fill('violet harbour engine')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This is not your current password').waitFor()
  await current.fill(changer.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await toast(page, 'Password changed')
  await other.waitForURL('**/login?**')
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

test('EE84 two-step sign-in is set up, asked for, and a recovery code leads in once', async () => {
  const page = await openProfile()
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(person.password)
  await dialog.getByRole('button', { name: 'Next' }).click()
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByRole('img', { name: 'QR code of the key' }).waitFor()
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByText('This code is wrong').waitFor()
  await dialog
    .getByLabel('Code', { exact: true })
    .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.locator('.recovery-codes li').first().waitFor()
  const [first = ''] = await dialog.locator('.recovery-codes li').allTextContents()
  await expect.poll(() => dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: 'I have saved these codes' }).check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('10 recovery codes left').waitFor()

  for (const isFirst of [true, false]) {
    const entrance = await stage.open('/login')
    await enterPassword(entrance)
    await entrance.getByRole('button', { name: 'Use a recovery code' }).click()
    await entrance.getByLabel('Recovery code').fill(first)
    await entrance.getByRole('button', { name: 'Confirm' }).click()
    if (isFirst) await entrance.waitForURL('**/warroomDashboard')
    else await entrance.getByText('This recovery code is wrong or was already used').waitFor()
  }
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
