import { connectAsync, type MqttClient } from 'mqtt'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { removeDevices } from '../device.ts'
import { administrator, smallAnswer, toast, type Person } from '../stage.ts'
import { show, stage } from './devices-stage.ts'

let token: string
const engineer: Person = { email: 'foreman@plant.test', password: 'eight-or-more' }
const address = '/cognito/cognito-info?device=MIX-1'

beforeAll(async () => {
  await stage.command('user add', { ...engineer, name: 'Mai', role: 'manager' })
  const added = await stage.command('device add', { id: 'MIX-1', name: 'Mixer' })
  token = (added as { token: string }).token
})
afterAll(() => removeDevices(stage))

const section = (page: Page) => page.locator('.commands')
const outcome = (page: Page, of: string) =>
  section(page).locator(`.command-history li:first-child [data-outcome=${of}]`)
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Command to Mixer' })

/** A device with the answer that it gives to each command. */
async function listen(answerOf: (value: number) => object | null) {
  const topic = 'warroom/v1/MIX-1/command'
  const received: number[] = []
  const client: MqttClient = await connectAsync(stage.server.mqttUrl, {
    ...{ username: 'MIX-1', password: token, reconnectPeriod: 0 },
  })
  client.on('error', () => {})
  client.on('message', (_topic, payload) => {
    const { id, value } = JSON.parse(payload.toString()) as { id: string; value: number }
    received.push(value)
    const answer = answerOf(value)
    if (answer) client.publish(`${topic}/answer`, JSON.stringify({ id, ...answer }), { qos: 1 })
  })
  await client.subscribeAsync(topic, { qos: 1 })
  const speed = { values: { speed: 900 } }
  await client.publishAsync('warroom/v1/MIX-1/telemetry', JSON.stringify(speed), { qos: 1 })
  return { client, received }
}

/** The list asks for itself every five seconds. */
const soon = { timeout: 4_500 }

async function confirmAndSend(page: Page, value: string): Promise<void> {
  await section(page).getByRole('button', { name: 'Set: speed' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('New value').fill(value)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Send command' }).click()
}

test('EE204 a command is confirmed by a second act, sent once, its outcome seen', async () => {
  const page = await show(address)
  await section(page).getByText('Commands to this device are off.').waitFor()
  await section(page).getByRole('button', { name: 'Set up' }).click()
  const settings = page.getByRole('dialog', { name: 'Commands to this device' })
  await settings.getByRole('checkbox').check()
  await expect.poll(() => violationsOf(page)).toEqual([])
  await settings.getByRole('button', { name: 'Add' }).click()
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.getByText('Please enter a name for each').waitFor()
  await settings.getByLabel('Name').fill('speed')
  await settings.getByLabel('Unit').fill('rpm')
  await settings.getByLabel('From').fill('0')
  await settings.getByLabel('To', { exact: true }).fill('1500')
  await settings.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'The device takes commands')
  await section(page).getByText('Not connected: nothing can be sent').waitFor()
  const button = section(page).getByRole('button', { name: 'Set: speed' })
  await expect.poll(() => button.isDisabled()).toBe(true)

  const { client, received } = await listen(() => ({ outcome: 'done' }))
  await section(page).getByText('now 900 rpm').waitFor()
  await button.click()
  const dialog = dialogOf(page)
  const send = dialog.getByRole('button', { name: 'Send command' })
  await expect.poll(() => violationsOf(page)).toEqual([])
  const value = dialog.getByLabel('New value')
  await value.fill('2000')
  await dialog.getByText(/At most 1.500/).waitFor()
  await expect.poll(() => dialog.getByRole('checkbox').isDisabled()).toBe(true)
  await value.fill('1200')
  await value.press('Enter')
  await expect.poll(() => send.isDisabled()).toBe(true)
  await dialog.getByText('1200 rpm').waitFor()
  await dialog.getByText('Mixer · MIX-1').waitFor()
  await dialog.getByRole('checkbox').check()
  // Another value is not what was confirmed.
  await value.fill('1300')
  await expect.poll(() => dialog.getByRole('checkbox').isChecked()).toBe(false)
  await dialog.getByRole('checkbox').check()
  await send.dblclick()
  await dialog.locator('[data-outcome=done]').waitFor()
  await dialog.getByText('The device has done it.').waitFor()
  await dialog.locator('.ant-modal-footer').getByText('Close').click()
  await outcome(page, 'done').waitFor()
  await section(page).getByText('900 rpm → 1300 rpm').waitFor()
  expect(received).toEqual([1300])
  await client.endAsync(true)
})

test('EE270 after its outcome the next command begins from what the device shows', async () => {
  const { client } = await listen((value) => {
    const document = JSON.stringify({ values: { speed: value } })
    client.publish('warroom/v1/MIX-1/telemetry', document, { qos: 1 })
    return { outcome: 'done' }
  })
  const page = await show(address)
  for (const value of ['1100', '1150', '1175']) {
    await confirmAndSend(page, value)
    await dialogOf(page).locator('[data-outcome=done]').waitFor()
    // The second half of a double click that comes later than the answer.
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await dialogOf(page).getByText('The device has done it.').waitFor()
    await dialogOf(page).locator('.ant-modal-footer').getByText('Close').click()
    await section(page).getByText(`now ${value} rpm`).waitFor(soon)
  }
  await client.endAsync(true)
})

test('EE205 refused, no answer, no permission: each is shown as it is', async () => {
  const { client, received } = await listen((value) =>
    value === 7 ? { outcome: 'refused', reason: '<b>locked</b> by hand' } : null,
  )
  const page = await show(address)
  await confirmAndSend(page, '7')
  const dialog = dialogOf(page)
  await dialog.getByText('The device says: ').waitFor()
  await dialog.getByText('<b>locked</b> by hand').waitFor()
  await dialog.locator('.ant-modal-footer').getByText('Close').click()
  // It is said for the two seconds of the deadline alone.
  const waits = dialog.getByText('The device has not answered yet.').waitFor()
  await Promise.all([waits, confirmAndSend(page, '8')])
  await dialog.locator('[data-outcome=unanswered]').waitFor()
  await dialog.getByText('It may have been done or not').waitFor()
  await dialog.locator('.ant-modal-footer').getByText('Close').click()
  await outcome(page, 'unanswered').waitFor()
  // No answer of the server: the same command is asked for again, and sent once.
  await page.route('**/api/devices/MIX-1/commands', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await confirmAndSend(page, '9')
  await dialog.getByText('It is not sent twice.').waitFor()
  await page.unroute('**/api/devices/MIX-1/commands')
  await dialog.getByRole('button', { name: 'Send command' }).click()
  await dialog.locator('[data-outcome=unanswered]').waitFor()
  expect(received).toEqual([7, 8, 9])

  await stage.command('device bind', {
    ...{ id: 'MIX-1', email: engineer.email, relation: 'sub-user' },
  })
  const other = await stage.open(address, { person: engineer, language: 'en' })
  await section(other).getByText('You may look at this, but not send commands').waitFor()
  await outcome(other, 'unanswered').waitFor()
  await expect
    .poll(() => section(other).getByRole('button', { name: 'Set: speed' }).count())
    .toBe(0)
  await client.endAsync(true)
})

test('EE477 certificates that cannot be fetched are said to be, and asked for again', async () => {
  const page = await stage.open(smallAnswer, { person: administrator, language: 'en' })
  await page.route('**/certificates', (route) => route.fulfill({ status: 500 }))
  await page.goto(address)
  const failed = page.getByText('The certificates of the device could not be loaded.')
  await failed.waitFor()
  await expect.poll(() => page.locator('.toast').count()).toBe(0)
  await page.unroute('**/certificates')
  await page.locator('.device-certificates').getByRole('button', { name: 'Try again' }).click()
  await failed.waitFor({ state: 'detached' })
})

test('EE549 settings of commands that somebody else changed are not overwritten', async () => {
  const page = await show(address)
  const session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  const path = '/api/devices/MIX-1/commands'
  type Read = { data: { settings: { version: number; enabled: boolean } } }
  const read = async () => (await session.json<Read>('GET', path)).data.settings
  await section(page).getByRole('button', { name: 'Set up' }).click()
  const settings = page.getByRole('dialog', { name: 'Commands to this device' })
  await settings.getByRole('button', { name: 'Add' }).click()
  await settings.getByLabel('Name').last().fill('pace')
  const { version } = await read()
  const body = { enabled: false, targets: [], version }
  await session.json('PUT', `${path}/settings`, body)
  await section(page).getByText('Commands to this device are off.').waitFor()
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.getByText('Somebody else saved a newer version').waitFor()
  expect(await read()).toMatchObject({ enabled: false, version: version + 1 })
  await settings.getByRole('button', { name: 'Take the newer one' }).click()
  await settings.getByText('Somebody else').waitFor({ state: 'detached' })
  await settings.getByLabel('Name').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })
})

test('EE545 the settings of commands are sent by Enter', async () => {
  const page = await show(address)
  await section(page).getByRole('button', { name: 'Set up' }).click()
  const settings = page.getByRole('dialog', { name: 'Commands to this device' })
  await settings.getByRole('button', { name: 'Add' }).click()
  await settings.getByLabel('Unit').last().pressSequentially('rpm')
  await page.keyboard.press('Enter')
  await settings.getByText('Please enter a name for each').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await settings.waitFor({ state: 'detached' })
})
