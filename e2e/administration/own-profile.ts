import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addDevices, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
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
