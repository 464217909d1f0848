import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { removeDevices } from '../device.ts'
import { administrator, holdWrite, type Person, toast } from '../stage.ts'
import { show, stage } from './devices-stage.ts'

const list = '/cognito/cognito-info'

afterAll(() => removeDevices(stage))

const open = (path = list, person = administrator) => stage.open(path, { person, language: 'en' })
const row = (page: Page, lesiId: string) => page.locator('.ant-table-row', { hasText: lesiId })
const panel = (page: Page) => page.locator('.device-panel')
const confirm = (page: Page, title: string, button: string) =>
  page
    .getByRole('dialog', { name: title })
    .getByRole('button', { name: button, exact: true })
    .click()

const add = (id: string, name: string) => stage.command('device add', { id, name })

/** A person with an account; the role decides what they may do. */
async function addPerson(name: string, role: string): Promise<Person> {
  const person = { email: `${name.toLowerCase()}@plant.test`, password: 'eight-or-more' }
  await stage.command('user add', { ...person, name, role })
  return person
}

test('EE213 a person is bound for the days of a contract, and sees the device then', async () => {
  await add('PRESS-3', 'Press 3')
  const reader = await addPerson('Ha', 'user')
  const page = await show(list)
  await page.getByRole('button', { name: 'Press 3' }).click()
  await panel(page).getByText('Nobody is bound to this device').waitFor()
  await panel(page).getByRole('button', { name: 'Bind a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bind a person' })
  await dialog.getByLabel('E-mail of the account').fill('nobody@plant.test')
  await dialog.getByLabel('E-mail of the account').press('Enter')
  await dialog.getByText('This account has not been registered.').waitFor()
  await dialog.getByLabel('E-mail of the account').fill(reader.email)
  await dialog.getByLabel('Contract end').fill('2026-01-31')
  await dialog.getByLabel('Contract end').press('Enter')
  await panel(page).getByText('to 2026-01-31').waitFor()
  const own = await open(list, reader)
  await row(own, 'PRESS-3').getByText('sub-user').waitFor()
  await row(own, 'PRESS-3').getByText('Closed').waitFor()
  await panel(page).getByRole('button', { name: 'Change the binding of Ha' }).click()
  const change = page.getByRole('dialog', { name: 'Change binding' })
  await change.getByLabel('Contract end').fill('2099-12-31')
  await change.getByLabel('Contract end').press('Enter')
  await row(own, 'PRESS-3').getByText('Never seen').waitFor()
  await expect.poll(() => own.getByRole('button', { name: 'Add device' }).count()).toBe(0)
  await own.getByRole('button', { name: 'Press 3' }).click()
  await panel(own).getByRole('button', { name: 'Unbind' }).waitFor()
  await expect.poll(() => panel(own).getByRole('button', { name: 'Edit' }).count()).toBe(0)
  await panel(page).getByRole('button', { name: 'End the binding of Ha' }).click()
  await confirm(page, 'Take the device away from Ha?', 'End binding')
  await toast(page, 'Ha no longer sees this device')
  await own.getByRole('heading', { name: 'No devices yet' }).waitFor()
})

test('EE670 DV24 whose binding ended meanwhile is not bound again by a change of it', async () => {
  await add('LATHE-5', 'Lathe 5')
  const { email } = await addPerson('Minh', 'user')
  const binding = { id: 'LATHE-5', email }
  await stage.command('device bind', { ...binding, relation: 'sub-user' })
  const page = await show(list)
  await page.getByRole('button', { name: 'Lathe 5' }).click()
  await panel(page).getByRole('button', { name: 'Change the binding of Minh' }).click()
  const change = page.getByRole('dialog', { name: 'Change binding' })
  await change.getByLabel('Contract end').fill('2099-12-31')
  await stage.command('device unbind', binding)
  await change.getByLabel('Contract end').press('Enter')
  await toast(page, 'Somebody else has saved a newer version')
  await change.waitFor({ state: 'hidden' })
  await panel(page).getByText('Nobody is bound to this device').waitFor()
})

test('EE214 unbinding lists what is removed, and success, failed or cancelled', async () => {
  await add('OVEN-9', 'Oven 9')
  const [parent, child] = await Promise.all([addPerson('Kim', 'user'), addPerson('Lee', 'user')])
  const bind = ({ email }: Person, relation: string) =>
    stage.command('device bind', { id: 'OVEN-9', email, relation })
  await bind(parent, 'admin')
  const page = await open(list, parent)
  await page.getByRole('button', { name: 'Oven 9' }).click()
  const ask = () => panel(page).getByRole('button', { name: 'Unbind' }).click()
  await ask()
  const dialog = page.getByRole('dialog', { name: 'Unbind Oven 9?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await toast(page, 'Unbind cancelled')
  const counted = page.waitForResponse('**/api/scada/cognito-account')
  await ask()
  await dialog.getByText('the device itself and its readings').waitFor()
  await (await counted).finished()
  // A sub-user who came after the dialog had counted is not taken along unasked.
  await bind(child, 'sub-user')
  await dialog.getByRole('button', { name: 'Unbind' }).click()
  await toast(page, 'Unbind failed')
  await dialog.getByText('Goes with you:').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Unbind' }).isDisabled()).toBe(true)
  await dialog.getByText('Also unbind the sub-user').click()
  const held = await holdWrite(page, '/api/scada/cognito-account/unbind')
  await dialog.getByRole('button', { name: 'Unbind' }).click()
  await held.arrived()
  // It is not cancelled by that the person does not wait for it.
  await expect.poll(() => dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await held.release()
  await toast(page, 'Unbind success')
  await page.getByRole('heading', { name: 'No devices yet' }).waitFor()
  const other = await open(list, child)
  await other.getByRole('heading', { name: 'No devices yet' }).waitFor()
})

test('EE216 a claim code is made once, and somebody claims the device with it', async () => {
  await add('GASM-B1', 'Boiler gas meter')
  const holder = await addPerson('Noor', 'user')
  const page = await show(list)
  await page.getByRole('button', { name: 'Boiler gas meter' }).click()
  await panel(page).getByRole('button', { name: 'Create code' }).click()
  const held = await holdWrite(page, '/api/devices/GASM-B1/claim-code')
  const days = page.getByRole('dialog', { name: 'New claim code' })
  await days.getByRole('button', { name: 'Create code' }).click()
  await held.arrived()
  // A code that nobody sees would take the place of the one before: closing asks first.
  await days.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Close while it is being saved?' })
  await question.waitFor()
  await held.release()
  const shown = page.getByRole('dialog', { name: 'Claim code of Boiler gas meter' })
  const code = await shown.getByRole('textbox', { name: 'Claim code' }).inputValue()
  await panel(page).getByText('Can be claimed').waitFor()
  const own = await open(list, holder)
  await own.getByRole('button', { name: 'Claim device' }).click()
  const dialog = own.getByRole('dialog', { name: 'Claim a device' })
  await dialog.getByLabel('LESI ID').fill('GASM-B1')
  await dialog.getByLabel('Claim code').fill('0000')
  await dialog.getByLabel('Claim code').press('Enter')
  await dialog.getByText('Code and LESI ID do not belong together').waitFor()
  await dialog.getByLabel('Claim code').fill(code.toLowerCase())
  await dialog.getByLabel('Claim code').press('Enter')
  await toast(own, 'Boiler gas meter is yours now')
  await row(own, 'GASM-B1').locator('.tag', { hasText: 'admin' }).waitFor()
  await panel(own).getByRole('heading', { name: 'Boiler gas meter' }).waitFor()
})
