import { DataType } from 'node-opcua-client'
import type { Page } from 'playwright-core'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { colourViolationsOf, violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { startModbusServer, type ModbusPeer } from '#testing/peers/modbus-server.ts'
import {
  bytesOf,
  zigbee2mqtt,
} from '../../features/connectors/server/kinds/mqtt/testing/foreign-messages.ts'
import { startMosquitto } from '#testing/peers/mosquitto.ts'
import { OpcUaServer } from '#testing/peers/opcua-server.ts'
import { sharedDirectory } from '#testing/temporary-directory.ts'
import { removeDevices } from '../device.ts'
import { administrator, toast } from '../stage.ts'
import { show, stage } from './devices-stage.ts'

let peer: ModbusPeer
const directory = sharedDirectory()

beforeAll(async () => {
  peer = await startModbusServer()
  peer.values.set('1 holding 10', 0x4048).set('1 holding 11', 0xf5c3).set('1 holding 12', 7)
})
afterAll(async () => {
  await removeDevices(stage)
  await peer.close()
})

const open = () => stage.open('/scada/connectors', { person: administrator, language: 'en' })
const showList = () => show('/scada/connectors')
const row = (page: Page, name: string) => page.locator('.ant-table-row', { hasText: name })
const drawerOf = (page: Page) => page.getByRole('dialog', { name: /^(?:New|Edit) connector$/ })
const act = async (page: Page, name: string, choice: string) => {
  await row(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: choice, exact: true }).click()
}

const csv = [
  'device,key,table,address,type',
  'PRESS-9,level,holding,10,float32',
  'PRESS-9,count,holding,99999,uint16',
].join('\n')

test('EE191 a connector is entered, tested, corrected and stored, and reads', async () => {
  const page = await showList()
  await page.getByRole('heading', { name: 'No connectors yet' }).waitFor()
  await page.getByRole('button', { name: 'Add connector' }).click()
  const drawer = drawerOf(page)
  await drawer.getByLabel('Name', { exact: true }).fill('Press hall')
  await drawer.getByLabel('Host').fill('127.0.0.1')
  await drawer.getByLabel('Port').fill('1')
  await drawer.getByRole('button', { name: 'Test connection' }).click()
  await drawer.getByText('The connection was refused').waitFor()
  await drawer.getByLabel('Port').fill(String(peer.port))
  await drawer.getByText('You have changed something since: test it again.').waitFor()
  const file = { name: 'points.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await drawer.getByLabel('Load CSV').first().setInputFiles(file)
  await toast(page, '2 points loaded, not saved yet')
  await drawer.getByRole('button', { name: 'Test connection' }).click()
  await drawer.getByText('Address: At most 65,535').waitFor()
  await drawer.getByRole('button', { name: 'Edit point count' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit point' })
  await dialog.getByLabel('Address').fill('12')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await drawer.getByText('Address: At most 65,535').waitFor({ state: 'detached' })
  await drawer.getByRole('button', { name: 'Test connection' }).click()
  await drawer.getByText('Connected', { exact: true }).waitFor()
  await drawer.locator('.modbus-found tr', { hasText: 'level' }).getByText('3.14').waitFor()
  await drawer.getByRole('button', { name: 'Add connector' }).click()
  await toast(page, 'Saved successfully')
  await row(page, 'Press hall').getByText('Running').waitFor()
  await row(page, 'Press hall').getByText(/ago$/).waitFor()
})

test('EE199 CN28 a point that the controller refuses is listed with its place', async () => {
  const page = await showList()
  await row(page, 'Press hall').getByText('Running').waitFor()
  peer.exceptions.set('1 holding 12', 2)
  const reason = 'unit 1, holding 12: exception 2, illegal data address'
  await row(page, 'Press hall').getByText('1 point without a good value').click()
  await row(page, 'Press hall').getByText('PRESS-9 · count').waitFor()
  await row(page, 'Press hall').getByText(reason).waitFor()
  await expect.poll(() => violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Press hall', exact: true }).click()
  await drawerOf(page).getByText(reason).waitFor()
  peer.exceptions.clear()
  await drawerOf(page).getByText(reason).waitFor({ state: 'detached' })
})

test('EE206 CN29 the order of rules is changed by keys, and the focus stays', async () => {
  const page = await showList()
  await page.getByRole('button', { name: 'Add connector' }).click()
  const drawer = drawerOf(page)
  await drawer.getByLabel('Kind').click()
  await page.getByTitle('MQTT broker').click()
  for (const topic of ['a/{device}/{sensor}', 'b/{device}/{sensor}', 'c/{device}/{sensor}']) {
    await drawer.getByRole('button', { name: 'Add rule' }).click()
    const dialog = page.getByRole('dialog', { name: 'New rule' })
    await dialog.getByLabel('Topic', { exact: true }).first().fill(topic)
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await drawer.getByText(topic, { exact: true }).waitFor()
  }
  const topics = () => drawer.locator('.mqtt-rows .connector-mono').allTextContents()
  await drawer.getByRole('button', { name: 'Move rule c/{device}/{sensor} up' }).press('Enter')
  await expect.poll(topics).toEqual(['a', 'c', 'b'].map((name) => `${name}/{device}/{sensor}`))
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(focused).toBe('Move rule c/{device}/{sensor} up')
  await page.keyboard.press('Enter')
  await expect.poll(topics).toEqual(['c', 'a', 'b'].map((name) => `${name}/{device}/{sensor}`))
  await drawer.getByText('Rule c/{device}/{sensor} is now number 1 of 3.').waitFor()
  // At the top the way up ends: the focus goes to the way down.
  await expect.poll(focused).toBe('Move rule c/{device}/{sensor} down')
})

test('EE192 a connector is paused, resumed and removed; the dialog lists what stays', async () => {
  const page = await showList()
  await row(page, 'Press hall').getByText('Running').waitFor()
  await act(page, 'Press hall', 'Pause')
  await row(page, 'Press hall').getByText('Paused').waitFor()
  await act(page, 'Press hall', 'Resume')
  await row(page, 'Press hall').getByText('Running').waitFor()
  await peer.close()
  await row(page, 'Press hall').getByText('Failing').waitFor()
  await row(page, 'Press hall')
    .getByText(/next try in/)
    .waitFor()
  await act(page, 'Press hall', 'Remove')
  const dialog = page.getByRole('dialog', { name: 'Remove Press hall?' })
  await dialog.getByText('its devices, their sensors and all readings').waitFor()
  await dialog.getByRole('button', { name: 'Remove connector' }).click()
  await page.getByRole('heading', { name: 'No connectors yet' }).waitFor()
  const things = await page.request.get(`${stage.server.url}/api/devices/PRESS-9`)
  expect(things.status()).toBe(200)
})

test('EE207 axe finds nothing in connectors; no permission and failures are shown', async () => {
  const page = await showList()
  for (const [theme, findings] of [
    ['light', violationsOf],
    ['dark', colourViolationsOf],
  ] as const) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    await page.getByRole('button', { name: 'Add connector' }).click()
    const drawer = drawerOf(page)
    await drawer.getByRole('button', { name: 'Add point' }).click()
    await page.getByRole('dialog', { name: 'New point' }).getByLabel('Address').waitFor()
    await expect.poll(() => findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.getByLabel('Kind').click()
    await page.getByTitle('MQTT broker').click()
    await drawer.getByRole('button', { name: 'Add rule' }).click()
    await page.getByRole('dialog', { name: 'New rule' }).getByText('What it gives').waitFor()
    await expect.poll(() => findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.getByRole('button', { name: 'Cancel' }).click()
    await drawer.waitFor({ state: 'detached' })
  }
  const answer = (status: number, error: string) => ({
    ...{ status, contentType: 'application/json' },
    body: JSON.stringify({ success: false, error, message: error, requestId: '1' }),
  })
  await page.route('**/api/connectors', (route) => route.fulfill(answer(403, 'forbidden')))
  await page.reload()
  await page.getByRole('heading', { name: 'No permission' }).waitFor()
  await expect.poll(() => violationsOf(page)).toEqual([])
  await page.unroute('**/api/connectors')
  await page.route('**/api/connectors', (route) => route.fulfill(answer(500, 'internal')))
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/api/connectors')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No connectors yet' }).waitFor()
})

test('EE193 an edit conflict asks whose version counts', async () => {
  const settings = { host: '127.0.0.1', port: 1, groups: [{ name: 'g', intervalMs: 1_000 }] }
  const add = { kind: 'modbus-tcp', name: 'Mixer', settings: { ...settings, points: [] } }
  const session = new BrowserSession(stage.server.url)
  await session.signIn(administrator.email, administrator.password)
  await session.json('POST', '/api/connectors', add)
  const [page, other] = await Promise.all([showList(), open()])
  for (const each of [page, other])
    await each.getByRole('button', { name: 'Mixer', exact: true }).click()
  await drawerOf(other).getByLabel('Host').fill('10.0.0.9')
  await drawerOf(other).getByRole('button', { name: 'Save', exact: true }).click()
  await toast(other, 'Saved successfully')
  await drawerOf(page).getByLabel('Name', { exact: true }).fill('Mixer 2')
  await drawerOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await drawerOf(page).getByText('Somebody else saved a newer version').waitFor()
  await drawerOf(page).getByRole('button', { name: 'Take the newer one' }).click()
  await expect.poll(() => drawerOf(page).getByLabel('Host').inputValue()).toBe('10.0.0.9')
})

test('EE197 EE529 EE532 EE641 one look at a broker proposes devices, which then come', async () => {
  const broker = await startMosquitto()
  onTestFinished(() => broker.close())
  const client = await connectAsync(broker.url)
  onTestFinished(() => client.endAsync(true))
  const weather = ['weather/roof/temperature', '8.5'] as const
  for (const [topic, payload] of [...zigbee2mqtt, weather])
    await client.publishAsync(topic, bytesOf(payload), { qos: 1, retain: true })
  const page = await showList()
  await page.getByRole('button', { name: 'Add connector' }).click()
  const drawer = drawerOf(page)
  await drawer.getByLabel('Name', { exact: true }).fill('Hall')
  await drawer.getByLabel('Kind').click()
  await page.getByTitle('MQTT broker').click()
  await drawer.getByLabel('Address').fill('mqtt://127.0.0.1:1')
  await expect.poll(() => drawer.getByLabel('Name', { exact: true }).inputValue()).toBe('Hall')
  await drawer.getByRole('button', { name: 'Look at the broker' }).click()
  const look = page.getByRole('dialog', { name: 'Look at the broker' })
  await look.getByLabel('For', { exact: true }).fill('1')
  await look.getByRole('button', { name: 'Listen' }).click()
  await look.getByText('The connection was refused').waitFor()
  await look.getByRole('button', { name: 'Cancel' }).click()
  await drawer.getByLabel('Address').fill(broker.url)
  await drawer.getByRole('button', { name: 'Look at the broker' }).click()
  const looks = await heldLooks(page)
  await look.getByLabel('For', { exact: true }).fill('1')
  await look.getByRole('button', { name: 'Listen' }).click()
  await look.getByText('Listening').waitFor()
  // Another filter is no reason for a second look beside the one that is under way.
  await look.getByLabel('Topics', { exact: true }).fill('zigbee2mqtt/#')
  await page.keyboard.press('Enter')
  await look.getByLabel('Topics', { exact: true }).fill('#')
  looks.letGo()
  await look.getByRole('checkbox', { name: /^Zigbee2MQTT/ }).waitFor()
  await look.getByText('5 topics, 2 devices, 5 sensors').waitFor()
  await looks.free()
  expect(looks.filters).toEqual(['#'])
  await look.getByRole('checkbox', { name: /^Single values/ }).uncheck()
  await look.getByText('zigbee2mqtt', { exact: true }).last().waitFor()
  await look.getByRole('button', { name: 'Take over 3 rules' }).click()
  await drawer.getByRole('button', { name: 'Edit rule zigbee2mqtt/{device}', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit rule' })
  await dialog.locator('.number', { hasText: '27.34' }).waitFor()
  const example = dialog.getByRole('region', { name: 'What it gives' }).getByRole('combobox')
  const topic = await example.inputValue()
  await example.press('ControlOrMeta+A')
  await example.press('Delete')
  await example.pressSequentially(topic)
  await expect.poll(() => example.inputValue()).toBe(topic)
  await dialog.getByLabel('Message').last().fill('{"temperature": "warm", "humidity": {}}')
  await dialog.getByText(/humidity: must be a number/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await drawer.getByRole('button', { name: 'Add connector' }).click()
  await toast(page, 'Saved successfully')
  await row(page, 'Hall').getByText('Running').waitFor()
  const device = () => page.request.get(`${stage.server.url}/api/devices/kitchen__lamp`)
  await expect.poll(async () => (await device()).status()).toBe(200)
})

/** Looks at a broker wait until they are let go. */
async function heldLooks(page: Page) {
  const filters: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/connectors/browse', async (route) => {
    filters.push(route.request().postDataJSON().request.filter)
    await promise
    await route.continue()
  })
  return {
    filters,
    letGo: () => resolve(),
    free: () => page.unrouteAll({ behavior: 'wait' }),
  }
}

test('EE195 an OPC UA server is trusted by its certificate, its nodes are read', async () => {
  const plant = await OpcUaServer.create({ directory })
  const line = plant.addObject('Press line')
  for (let index = 0; index < 450; index++)
    plant.addVariable(line, `value ${index}`, { dataType: DataType.Double, value: index })
  await plant.start()
  onTestFinished(() => plant.stop())
  const page = await showList()
  await page.getByRole('button', { name: 'Add connector' }).click()
  const drawer = drawerOf(page)
  await drawer.getByLabel('Kind').click()
  await page.getByTitle('OPC UA').click()
  await drawer.getByLabel('Name', { exact: true }).fill('Press line')
  await drawer.getByLabel('Address').fill(plant.endpointUrl)
  await drawer.getByText('No certificate of the server is accepted yet').waitFor()
  await drawer.getByRole('button', { name: 'Test connection' }).click()
  await drawer.getByText('The certificate has not been accepted').waitFor()
  await drawer.getByRole('button', { name: 'Ask what the server offers' }).click()
  await drawer.getByText('Compare this fingerprint').waitFor()
  await drawer.getByRole('button', { name: 'Accept this certificate' }).click()
  await drawer.getByText('The server shows the accepted certificate.').waitFor()
  await drawer.getByRole('button', { name: 'Choose nodes' }).click()
  const chooser = page.getByRole('dialog', { name: 'Choose nodes' })
  await chooser.getByLabel('Device (LESI ID)').fill('PRESS-LINE')
  const branch = chooser.locator('.ant-tree-treenode', { hasText: 'Press line' })
  await branch.locator('.ant-tree-switcher').click()
  const node = (name: string) =>
    chooser.locator('.ant-tree-treenode').filter({ has: page.getByText(name, { exact: true }) })
  await node('value 0').locator('.ant-tree-checkbox').click()
  await node('value 3').locator('.ant-tree-checkbox').click()
  await chooser.getByRole('button', { name: 'Add 2 nodes' }).click()
  await drawer.getByText('2 nodes', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'Test connection' }).click()
  await drawer.getByText('Connected', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'Add connector' }).click()
  await toast(page, 'Saved successfully')
  await row(page, 'Press line').getByText('Running').waitFor()
  await row(page, 'Press line').getByText(/ago$/).waitFor()
})
