import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, removeDevices, sensorOf } from '../device.ts'
import { administrator, holdWrite, leavesFreely, toast } from '../stage.ts'
import { show, stage } from './devices-stage.ts'

let session: BrowserSession

beforeAll(async () => {
  const sensors = [sensorOf('flow', { alias: 'Flow' })]
  await addDevices(stage, [{ lesiId: 'MIX-9', name: 'Mixer', sensors }])
  const { email, password } = administrator
  session = await new BrowserSession(stage.server.url).signIn(email, password)
})
afterAll(() => removeDevices(stage))

const save = (expression: string) => {
  const inputs = { a: { thing: 'MIX-9', key: 'flow' } }
  const calculation = { thing: 'MIX-9', key: 'twice', expression, inputs }
  return session.json('PUT', '/api/calculations', { calculations: [calculation] })
}

/** The editor of the calculation, which has been saved with this expression. */
async function edit(expression: string) {
  await save(expression)
  const page = await show('/scada/config')
  await page.reload()
  await page.getByRole('button', { name: 'Calculated sensors' }).click()
  await page.getByRole('listitem', { name: 'twice' }).getByText(expression).waitFor()
  await page.getByRole('button', { name: 'Change twice' }).click()
  const editor = page.getByRole('dialog', { name: 'Change a calculation' })
  const field = editor.getByRole('textbox', { name: 'Expression', exact: true })
  return { page, editor, field }
}

const listed = (page: Page, expression: string) =>
  page.getByRole('listitem', { name: 'twice' }).getByText(expression, { exact: true }).waitFor()

test('EE622 of two people who edit one calculation the later one decides what counts', async () => {
  const { page, editor, field } = await edit('a * 2')
  await field.fill('a * 3')
  await save('a + a')
  await editor.getByRole('button', { name: 'Save' }).click()
  await editor.getByText('Somebody else saved a newer version').waitFor()
  await editor.getByRole('button', { name: 'Save mine' }).click()
  await listed(page, 'a * 3')

  const second = await edit('a * 4')
  await second.field.fill('a * 5')
  await save('a * 6')
  await second.editor.getByRole('button', { name: 'Save' }).click()
  await second.editor.getByRole('button', { name: 'Take the newer one' }).click()
  await expect.poll(() => second.field.inputValue()).toBe('a * 6')
  expect(await leavesFreely(second.page)).toBe(true)
  await second.editor.getByRole('button', { name: 'Cancel' }).click()
  await listed(second.page, 'a * 6')
})

test('EE622 what is typed while a calculation is saved stays; giving it up is asked', async () => {
  const { page, editor, field } = await edit('a * 2')
  await field.fill('a * 3')
  const sent = await holdWrite(page, '/api/calculations')
  await editor.getByRole('button', { name: 'Save' }).click()
  await sent.arrived()
  await field.fill('a * 4')
  await sent.release()
  await toast(page, 'twice saved')
  await expect.poll(() => field.inputValue()).toBe('a * 4')
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await editor.getByRole('button', { name: 'Save' }).click()
  await listed(page, 'a * 4')
})

test('EE561 the answer to a calculation that was closed meanwhile closes no other', async () => {
  const { page, editor, field } = await edit('a * 2')
  await field.fill('a * 3')
  const sent = await holdWrite(page, '/api/calculations')
  await editor.getByRole('button', { name: 'Save' }).click()
  await sent.arrived()
  await editor.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Close while it is being saved?' })
  await question.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'New calculated sensor' }).click()
  const other = page.getByRole('dialog', { name: 'New calculated sensor' })
  await other.getByLabel('Key').fill('thrice')
  await sent.release()
  await toast(page, 'twice saved')
  await expect.poll(() => other.getByLabel('Key').inputValue()).toBe('thrice')
  expect(await leavesFreely(page)).toBe(false)
  await other.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await listed(page, 'a * 3')
})
