import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { addDevices, Device, sensorOf, removeDevices } from '../device.ts'
import { go, toast } from '../stage.ts'
import { show, stage } from './devices-stage.ts'

let press: Device

beforeAll(async () => {
  const tokens = await addDevices(stage, [
    {
      lesiId: 'PRESS-7',
      name: 'Press 7',
      sensors: [sensorOf('force', { unit: 'kN' }), sensorOf('cycles', { unit: '' })],
    },
  ])
  press = await Device.connect(stage.server.mqttUrl, 'PRESS-7', tokens.get('PRESS-7') ?? '')
})
afterAll(() => removeDevices(stage))

/** Of every rule, also those that axe leaves out unless it is asked for them. */
const findings = (page: Page) =>
  violationsOf(page, { tags: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] })
const lines = (page: Page) => page.locator('.tail-table tbody tr')

test('EE260 messages come as they were understood, or with the reason why refused', async () => {
  const page = await show('/scada/lambda-websocket')
  await page.getByText('No message has come yet').waitFor()
  await press.publish({ values: { force: 412.5, cycles: 7 } })
  const understood = lines(page).filter({ hasText: 'PRESS-7' }).first()
  await understood.getByText('412.5').waitFor()
  await press.publish({ values: { force: 'high', cycles: 8 } })
  await page.locator('.tail-refused').getByText('values.force').waitFor()
  const ofPress = page.locator('.refused-list li', { hasText: 'PRESS-7' })
  await ofPress.getByText(/^[12] times?$/).waitFor()
  await page.getByRole('button', { name: 'As received' }).click()
  await page.locator('.tail-raw').getByText('"force":412.5').waitFor()
  await page.getByLabel('Device, topic, sensor or reason').fill('nobody')
  await press.publish({ values: { force: 1 } })
  await page.getByText('No such message has come yet').waitFor()
  await expect.poll(() => findings(page)).toEqual([])
})

test('EE261 a page that is paused shows nothing new, and all of it when it goes on', async () => {
  const page = await show('/scada/lambda-websocket')
  await page.getByText('No message has come yet').waitFor()
  await press.publish({ values: { force: 1 } })
  await lines(page).first().waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  for (const force of [2, 3]) await press.publish({ values: { force } })
  await page.getByText('Paused, 2 wait').waitFor()
  await expect.poll(() => lines(page).count()).toBe(1)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.poll(() => lines(page).count()).toBe(3)
  await expect.poll(() => lines(page).first().textContent()).toContain('force 3')
})

test('EE262 a dry run of a document: its readings, problems and their lines', async () => {
  const page = await show('/scada/lambda')
  await page
    .getByLabel('Document of a device')
    .fill(
      '{\n"values": {\n  "force": 412.5,\n  "cycles": "many",\n  "fresh": null,\n  "oil": 3\n}}',
    )
  await page.getByRole('combobox', { name: 'Device', exact: true }).click()
  await page.getByTitle('Press 7 (PRESS-7)').click()
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByText('2 readings would be stored. 1 problem was found.').waitFor()
  await page.getByRole('row', { name: /force.*412.5 kN/ }).waitFor()
  await page.getByRole('row', { name: /oil.*new sensor/ }).waitFor()
  await page.getByRole('button', { name: 'Show line 4 in the document' }).click()
  const marked = () =>
    page
      .getByLabel('Document of a device')
      .evaluate((area: HTMLTextAreaElement) =>
        area.value.slice(area.selectionStart, area.selectionEnd),
      )
  await expect.poll(marked).toBe('  "cycles": "many",')
  await expect.poll(() => findings(page)).toEqual([])
  await page.getByRole('combobox', { name: 'Type of sensor' }).click()
  await page.getByTitle('Lamp', { exact: true }).click()
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByText('4 values are of sensors of other types.').waitFor()
  await go(page, '/scada/lambda/type/counter')
  await page.locator('.dry-run-type', { hasText: 'Counter' }).waitFor()
})

test('EE271 SC7 refused messages are listed, also those before the page was opened', async () => {
  await press.publish({ values: { cycles: '<b>before</b>' } })
  const page = await show('/scada/lambda-websocket')
  await page.getByRole('button', { name: 'Refused', exact: true }).click()
  const before = lines(page).filter({ hasText: '<b>before</b>' })
  await before.getByText('values.cycles').waitFor()
  await before.getByText('PRESS-7', { exact: true }).waitFor()
  await press.publish({ values: { cycles: 'while it is open' } })
  await lines(page).filter({ hasText: 'while it is open' }).waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  const find = page.getByLabel('Device, topic, sensor or reason')
  await find.fill('nobody')
  await page.getByText('No such message is listed').waitFor()
  await find.fill('press-7 cycles')
  await lines(page).filter({ hasText: 'while it is open' }).waitFor()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await press.publish({ values: { force: 3 } })
  await page.getByText('As received').waitFor()
})

test('EE263 SC3 every screen shows that a device is refused repeatedly', async () => {
  for (let count = 0; count < 10; count++) await press.publish({ values: { force: 'high' } })
  const page = await show('/warroomDashboard')
  const notice = page.getByRole('status').filter({ hasText: '1 device is refused again and again' })
  await notice.click()
  await page.locator('.refused-list').getByText('again and again').waitFor()
})

test('EE219 SC4 SC5 SC6 a device is found with its last message and what it gave', async () => {
  const page = await show('/scada/get-things')
  await press.publish({ values: { force: 41.25, cycles: { v: 7, q: 'bad' } } })
  await page.getByLabel('Name or LESI ID').fill('press')
  await page.getByRole('button', { name: /Press 7/ }).click()
  const panel = page.getByRole('region', { name: 'Press 7' })
  await panel.getByText('{"values":{"force":41.25').waitFor()
  const line = (key: string) => panel.locator('tbody tr', { hasText: key })
  await line('cycles').getByText('bad').waitFor()
  await press.publish({ values: { force: 99.5 } })
  await line('force').getByText('99.5 kN').waitFor()
  await press.publish({ values: { force: 'high' } })
  await panel.locator('.thing-refusal').getByText('values.force').waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await page.reload()
  await line('force').getByRole('button', { name: 'Delete the stored readings of' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete for good' })
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await dialog.getByLabel(/^Type/).fill('force')
  await confirm.click()
  await toast(page, 'The readings of force are being deleted')
  await line('force').getByText('no reading').waitFor()
  await press.publish({ values: { force: 12 } })
  await line('force').getByText('12 kN').waitFor()
})

test('EE208 the readings of a removed device are kept, and deleted for good later', async () => {
  const dryer = { lesiId: 'DRYER-5', name: 'Dryer 5', sensors: [] }
  const token = (await addDevices(stage, [dryer])).get('DRYER-5') ?? ''
  const device = await Device.connect(stage.server.mqttUrl, 'DRYER-5', token)
  await device.publish({ values: { heat: 80, state: 'RUN' } })
  const page = await show('/cognito/cognito-info?device=DRYER-5')
  const panel = page.locator('.device-panel')
  const remove = () => panel.getByRole('button', { name: 'Remove device' }).click()
  await remove()
  const dialog = page.getByRole('dialog', { name: 'Remove Dryer 5?' })
  await dialog.getByText('Delete its readings for good').click()
  const both = dialog.getByRole('button', { name: 'Remove device and readings' })
  await expect.poll(() => both.isDisabled()).toBe(true)
  await dialog.getByText('Keep its readings on disk').click()
  await dialog.getByRole('button', { name: 'Remove device', exact: true }).click()
  await toast(page, 'Dryer 5 was removed')
  await page.getByRole('button', { name: 'Stored readings' }).click()
  const stored = page.getByRole('dialog', { name: 'Stored readings of what was removed' })
  const line = stored.locator('.ant-table-row', { hasText: 'DRYER-5' })
  await line.getByText('Kept').waitFor()
  await line.getByRole('button', { name: 'Delete for good' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete the readings of Dryer 5 for good?' })
  await asked.getByLabel(/^Type/).fill('Dryer 5')
  await asked.getByRole('button', { name: 'Delete for good' }).click()
  await line.getByText('2 readings deleted').waitFor()
})
