import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connectAsync, type MqttClient } from 'mqtt'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Device, removeDevices } from '../device.ts'
import { addressOf, type Person, toast } from '../stage.ts'
import { confirm, list, open, panel, row } from './register-page.ts'
import { show, stage } from './devices-stage.ts'

const engineer: Person = { email: 'mai@plant.test', password: 'eight-or-more' }

beforeAll(async () => {
  await stage.command('user add', { ...engineer, name: 'Mai', role: 'manager' })
})
afterAll(() => removeDevices(stage))

const endOf = (client: MqttClient) =>
  new Promise<void>((resolve) => client.once('close', () => resolve()))

/** Adds a device by the command line; its token. */
async function add(lesiId: string, name: string): Promise<string> {
  const { token } = (await stage.command('device add', { id: lesiId, name })) as { token: string }
  return token
}

/** The token that the dialog shows, which is closed then. */
async function takeToken(page: Page, name: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: `Token of ${name}` })
  const token = await dialog.getByRole('textbox', { name: 'Token' }).inputValue()
  await dialog.locator('.ant-modal-footer button').click()
  await dialog.waitFor({ state: 'hidden' })
  return token
}

test('EE210 a device is added, its token shown once, and it comes online on screen', async () => {
  const page = await open(list, engineer)
  await page.getByRole('heading', { name: 'No devices yet' }).waitFor()
  await page.getByRole('button', { name: 'Add device' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'New device' })
  const save = drawer.getByRole('button', { name: 'Add device' })
  await save.click()
  await drawer.getByText('3 to 64 letters A–Z, digits, _ or -').waitFor()
  await drawer.getByText('Please enter a name').waitFor()
  await drawer.getByLabel('LESI ID').fill('WRAP-02-9D')
  await drawer.getByLabel('Name').fill('Wrapper 2')
  await drawer.getByLabel('Zone').fill('Packaging')
  await drawer.getByLabel('Expected interval').fill('600')
  await save.click()
  await drawer.getByText('Not shorter than the expected interval').waitFor()
  await drawer.getByLabel('Expected interval').fill('0.5')
  await save.click()
  await toast(page, 'Wrapper 2 was added')
  const token = await takeToken(page, 'Wrapper 2')
  await expect.poll(() => page.content()).not.toContain(token)
  const shortened = panel(page).getByText(`Token …${token.slice(-5)}`)
  await shortened.waitFor()
  const shown = row(page, 'WRAP-02-9D')
  await shown.getByText('Never seen').waitFor()
  // From here on nothing but the live socket can say how the device is.
  await page.route('**/api/devices**', (route) => route.abort())
  const device = await Device.connect(stage.server.mqttUrl, 'WRAP-02-9D', token)
  await device.publish({ values: { film_tension: 21.4 } })
  await shown.locator('[data-state=online], [data-state=late]').waitFor()
  device.vanish()
  await shown.locator('[data-state=offline]').waitFor()
  await panel(page).locator('[data-state=offline]').waitFor()
  await page.unroute('**/api/devices**')
  await page.getByRole('button', { name: 'Offline' }).click()
  await shown.waitFor()
  await expect.poll(() => addressOf(page)).toContain('state=offline')
})

test('EE211 the list is searched, and an edit conflict asks whose version counts', async () => {
  await Promise.all([add('COOL-01', 'Cooling tower'), add('CHLR-GW-03', 'Chiller <b>gateway</b>')])
  const page = await show(list)
  await row(page, 'CHLR-GW-03').waitFor()
  await page.getByPlaceholder('Name, LESI ID or place').fill('TOWER cool')
  await row(page, 'CHLR-GW-03').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Cooling tower' }).click()
  await panel(page).getByRole('heading', { name: 'Cooling tower' }).waitFor()
  await page.reload()
  await panel(page).getByRole('button', { name: 'Edit' }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit COOL-01' })
  await drawer.getByLabel('Product').fill('Fan 7')
  const other = await open(`${list}?device=COOL-01`)
  await panel(other).getByRole('button', { name: 'Edit' }).click()
  const theirs = other.getByRole('dialog', { name: 'Edit COOL-01' })
  await theirs.getByLabel('Site').fill('Plant 9')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await toast(other, 'Saved successfully')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByText('Somebody else saved a newer version').waitFor()
  await drawer.getByRole('button', { name: 'Take the newer one' }).click()
  await expect.poll(() => drawer.getByLabel('Site').inputValue()).toBe('Plant 9')
  await drawer.getByLabel('Product').fill('Fan 8')
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await confirm(page, 'Discard your changes?', 'Keep editing')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Saved successfully')
  await panel(page).getByText('Fan 8').waitFor()
  await panel(other).getByText('Fan 8').waitFor()
  await drawer.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  await page.getByPlaceholder('Name, LESI ID or place').fill('nothing like it')
  await page.getByRole('heading', { name: 'No device found' }).waitFor()
  await page.getByRole('button', { name: 'Show all devices' }).click()
  await page.getByRole('button', { name: 'Chiller <b>gateway</b>' }).waitFor()
})

test('EE212 a new token and a revoked one end the connection of the device', async () => {
  const token = await add('PUMP-7', 'Pump 7')
  const connect = (password: string) =>
    connectAsync(stage.server.mqttUrl, { username: 'PUMP-7', password, reconnectPeriod: 0 })
  const page = await show(list)
  await page.getByRole('button', { name: 'Pump 7' }).click()
  const first = await connect(token)
  await panel(page).getByRole('button', { name: 'New token' }).click()
  const firstEnd = endOf(first)
  await confirm(page, 'New token for Pump 7?', 'New token')
  const renewed = await takeToken(page, 'Pump 7')
  await firstEnd
  await expect(connect(token)).rejects.toThrow()
  const second = await connect(renewed)
  const secondEnd = endOf(second)
  await panel(page).getByRole('button', { name: 'Revoke' }).click()
  await confirm(page, 'Revoke the token of Pump 7?', 'Revoke')
  await toast(page, 'Pump 7 can no longer sign in')
  await secondEnd
  await expect(connect(renewed)).rejects.toThrow()
  await panel(page).getByText('No valid token').waitFor()
  await panel(page).getByRole('button', { name: 'Create token' }).click()
  await (await connect(await takeToken(page, 'Pump 7'))).endAsync()
})

test('EE215 removing a device lists what is removed with it and what stays', async () => {
  await add('TANK-1', 'Tank 1')
  const page = await show(list)
  await page.getByRole('button', { name: 'Tank 1' }).click()
  await panel(page).getByRole('button', { name: 'Remove device' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Tank 1?' })
  await dialog.getByText('0 sensors').waitFor()
  await dialog.getByText('Keep its readings on disk').waitFor()
  await dialog.getByRole('button', { name: 'Remove device' }).click()
  await toast(page, 'Tank 1 was removed')
  await row(page, 'TANK-1').waitFor({ state: 'detached' })
  await expect.poll(() => addressOf(page)).not.toContain('device=')
})

test('EE217 a file of devices is looked at first, and what is wrong is named by line', async () => {
  const page = await show(list)
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import devices' })
  const choose = (name: string, text: string | Uint8Array) =>
    drawer
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('latin.csv', Uint8Array.of(0x6c, 0xe9))
  await drawer.getByText('This file is not UTF-8').waitFor()
  await choose('plant.csv', 'lesi_id,name,zone\nCSV-1,One,Hall 1\nC V,Two,\nCSV-2,Three,Hall 2\n')
  await drawer.getByText('3 lines: 2 can be added, 1 problem').waitFor()
  const problem = drawer.locator('.ant-table-row')
  await expect
    .poll(() => problem.allTextContents())
    .toEqual(['3lesi_id3 to 64 letters A–Z, digits, _ or -C V'])
  await row(page, 'CSV-1').waitFor({ state: 'detached' })
  await drawer.getByRole('button', { name: 'Add only the 2 good lines, leave out 1' }).click()
  await drawer.getByText('2 devices were added').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: 'Download tokens' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toMatch(/^lesi_id,token\r\nCSV-1,\S{32}\r\nCSV-2,\S{32}\r\n$/)
  await drawer.getByRole('button', { name: 'Done' }).click()
  await page.getByPlaceholder('Name, LESI ID or place').fill('csv-')
  await row(page, 'CSV-2').waitFor()
  await row(page, 'CSV-1').getByText('Hall 1').waitFor()
})

test('EE218 the snippets for a device run as they stand and their readings arrive', async () => {
  const token = await add('SNIP-1', 'Snippet')
  const page = await show('/clipboard')
  await page.getByRole('heading', { name: 'Which device?' }).waitFor()
  await page.getByRole('combobox', { name: 'Choose a device' }).fill('snip-1')
  await page.getByTitle('Snippet (SNIP-1)').click()
  const shown = page.locator('.clipboard-code pre')
  const textOf = async (tool: string) => {
    await page.getByRole('button', { name: tool }).click()
    await page.locator('[aria-pressed=true]', { hasText: tool }).waitFor()
    return shown.innerText()
  }
  const directory = await mkdtemp(join(import.meta.dirname, '.snippets-'))
  const run = (program: string, file: string) =>
    promisify(execFile)(program, [file], { env: { ...process.env, TOKEN: token } })
  try {
    const [shell, node] = [join(directory, 'send.sh'), join(directory, 'send.mjs')]
    await writeFile(shell, await textOf('mosquitto_pub'))
    await writeFile(node, await textOf('Node.js'))
    await run('sh', shell)
    expect((await run(process.execPath, node)).stdout).toBe('stored\n')
  } finally {
    await rm(directory, { recursive: true })
  }
  const flow = JSON.parse(await textOf('Node-RED')) as { type: string }[]
  expect(flow.map(({ type }) => type)).toEqual(['tab', 'mqtt-broker', 'inject', 'mqtt out'])
  await expect.poll(() => textOf('Telegraf')).toContain(`urls = ["${stage.server.url}"]`)
  await show(`${list}?device=SNIP-1`)
  await panel(page).getByText('Sensors').locator('..').getByText('2').waitFor()
})
