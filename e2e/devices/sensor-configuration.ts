import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { addDevices, Device, sensorOf, removeDevices } from '../device.ts'
import { administrator, holdWrite, type Stage } from '../stage.ts'
import { show, stage } from './devices-stage.ts'

let oven: Device

const limits = { lowerAlarm: 165, upperAlarm: 210 }
const zones = ['1', '2', '3'].map((zone) =>
  sensorOf(`z${zone}_t`, { alias: `Zone ${zone} temperature`, unit: '°C', ...limits }),
)
const devices = [
  {
    lesiId: 'OVEN-2',
    name: 'Oven line 2',
    sensors: [
      ...zones,
      sensorOf('belt', { alias: 'Belt speed', unit: 'm/min', decimals: 2, noChangeMs: 1_000 }),
      sensorOf('wraps', { alias: 'Wraps', type: 'counter' as const, wrapAt: 65_536 }),
      sensorOf('state', { alias: 'State', type: 'string' as const }),
      sensorOf('tower', {
        ...{ alias: 'Tower', type: 'lamp' as const },
        states: { 1: { colour: 'green', word: 'Runs' }, 2: { colour: 'red' } },
      }),
    ],
  },
]

beforeAll(async () => {
  const tokens = await addDevices(stage, devices)
  oven = await Device.connect(stage.server.mqttUrl, 'OVEN-2', tokens.get('OVEN-2') ?? '')
  await oven.publish({ values: { z1_t: 180, z2_t: 190, belt: 2.1, state: 'RUN', tower: 1 } })
})
afterAll(() => removeDevices(stage))

const cell = (page: Page, field: string, sensor: string) =>
  page.getByRole('button', { name: new RegExp(`^${field} of ${sensor}:`) })

/** As wide as all columns. */
const viewport = { width: 2400, height: 900 }

async function open(path = '/scada/config', options: Parameters<Stage['open']>[1] = {}) {
  const page = await stage.open(path, {
    ...{ person: administrator, viewport, reducedMotion: 'reduce' as const },
    ...options,
  })
  await page
    .getByRole('button', { name: /Zone 1 temperature/ })
    .first()
    .waitFor()
  return page
}

/** The same on the page that goes from test to test. */
async function showAll(): Promise<Page> {
  const page = await show('/scada/config', viewport)
  await page
    .getByRole('button', { name: /Zone 1 temperature/ })
    .first()
    .waitFor()
  return page
}

async function edit(page: Page, field: string, sensor: string, text: string): Promise<void> {
  await cell(page, field, sensor).click()
  await page.getByRole('textbox', { name: field }).fill(text)
  await page.keyboard.press('Enter')
}

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })

test('EE230 a limit is edited, saved, seen by others at once, and undone', async () => {
  const page = await showAll()
  const other = await open('/scada/config/type/analog')
  await edit(page, 'Upper limit', 'Zone 1 temperature', '230,5')
  await page.getByText('1 sensor changed').waitFor()
  await save(page).click()
  await page.getByText('1 sensor saved').waitFor()
  await cell(other, 'Upper limit', 'Zone 1 temperature').filter({ hasText: '230.5' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await cell(other, 'Upper limit', 'Zone 1 temperature').filter({ hasText: '210' }).waitFor()
  await expect.poll(() => other.getByRole('button', { name: /Tower/ }).count()).toBe(0)
})

test('EE231 what is wrong is at its cell and keeps everything from being saved', async () => {
  const page = await showAll()
  await edit(page, 'Upper limit', 'Zone 2 temperature', '100')
  await edit(page, 'Factor', 'Zone 3 temperature', 'much')
  await page.getByText('2 are not valid').waitFor()
  await expect.poll(() => save(page).isDisabled()).toBe(true)
  const mark = page.getByRole('button', { name: 'Must be greater than 165' })
  await mark.click()
  await page.getByRole('button', { name: 'As it was' }).click()
  await page.getByRole('button', { name: '1 is not valid' }).click()
  await cell(page, 'Factor', 'Zone 2 temperature').waitFor({ state: 'detached' })
  await edit(page, 'Factor', 'Zone 3 temperature', '0.5')
  await page.getByText('No sensor matches these filters').waitFor()
  await save(page).click()
  await page.getByText('1 sensor saved').waitFor()
})

test('EE232 what somebody else has changed meanwhile is asked about', async () => {
  const [page, other] = [await showAll(), await open()]
  await edit(page, 'Lower limit', 'Zone 3 temperature', '150')
  await edit(other, 'Lower limit', 'Zone 3 temperature', '140')
  await save(other).click()
  await page.getByRole('button', { name: /Somebody else has changed this.*140/ }).click()
  await expect.poll(() => save(page).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await save(page).click()
  await page.getByText('1 sensor saved').waitFor()
  await cell(other, 'Lower limit', 'Zone 3 temperature').filter({ hasText: '150' }).waitFor()
})

test('EE233 a warning is shown before a type hides what is stored', async () => {
  const page = await showAll()
  await cell(page, 'Type', 'Belt speed').click()
  await page.getByRole('option', { name: 'Text', exact: true }).click()
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: 'Stored readings will not be shown' })
  await dialog.getByText('Belt speed: 1 readings, type Text').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('1 sensor changed').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 sensor changed').waitFor({ state: 'detached' })
})

test('EE553 a save that waits for its question is asked for once', async () => {
  const page = await showAll()
  await cell(page, 'Type', 'Belt speed').click()
  await page.getByRole('option', { name: 'Text', exact: true }).click()
  const counted = await holdWrite(page, '/api/sensors/config/stored')
  await save(page).click()
  await counted.arrived()
  await save(page).and(page.locator('.ant-btn-loading')).waitFor()
  await counted.release()
  const dialog = page.getByRole('dialog', { name: 'Stored readings will not be shown' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 sensor changed').waitFor({ state: 'detached' })
})

test('EE234 the table is gone through by keys; heads stay above their columns', async () => {
  const page = await open('/scada/config', { viewport: { width: 1280, height: 720 } })
  await cell(page, 'Sensor', 'Zone 1 temperature').focus()
  for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  const offset = cell(page, 'Offset', 'Zone 1 temperature')
  await offset.filter({ hasText: '7' }).waitFor()
  const right = async (locator: ReturnType<Page['locator']>) => {
    const box = await locator.boundingBox()
    return (box?.x ?? NaN) + (box?.width ?? NaN)
  }
  const head = page.locator('th', { hasText: /^Offset$/ })
  await expect
    .poll(async () => Math.abs((await right(head)) - (await right(offset))))
    .toBeLessThan(8)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.locator(':focus').getAttribute('data-field')).toBe('offset')
  await expect.poll(() => violationsOf(page, { within: '.configuration' })).toEqual([])
})

test('EE235 a value that stays the same for too long is marked in the war room', async () => {
  const page = await show('/warroomDashboard')
  const widget = page.getByRole('group', { name: /^Belt speed: .*no change/ })
  const publish = () => oven.publish({ values: { belt: 2.1 } })
  await expect.poll(() => publish().then(() => widget.count())).toBe(1)
  await widget.getByText(/^no change since \d/).waitFor()
})

test('EE236 CA34 a field is set for several sensors; CSV goes out and comes in', async () => {
  const page = await showAll()
  for (const zone of [1, 2]) await page.getByLabel(`Select Zone ${zone} temperature`).check()
  const bulk = page.getByRole('group', { name: 'Change selected sensors' })
  await bulk.getByRole('textbox', { name: 'Value' }).fill('240')
  await bulk.getByRole('button', { name: 'Apply to 2 sensors' }).click()
  await page.getByText('2 sensors changed').waitFor()
  await save(page).click()
  await page.getByText('2 sensors saved').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV out' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(zones.length + 5)
  const changed = [...lines.map((line) => line.replace(',240,', ',250,')), 'OVEN-2,nobody']
  const buffer = Buffer.from(changed.join('\r\n'))
  await page
    .getByLabel('CSV in', { exact: true })
    .locator('visible=false')
    .setInputFiles({ name: 'sensors.csv', mimeType: 'text/csv', buffer })
  const dialog = page.getByRole('dialog', { name: 'What the file changes' })
  await dialog.getByText('2 changes of 2 sensors').waitFor()
  await dialog.getByText('Line 9').waitFor()
  await dialog.getByText('There is no such sensor').waitFor()
  await dialog.getByRole('button', { name: 'Take over 2 changes' }).click()
  await page.getByText('2 sensors changed').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 sensors changed').waitFor({ state: 'detached' })
})

test('EE221 a sensor is calculated from others: entered, previewed, saved, computed', async () => {
  const page = await showAll()
  await page.getByRole('button', { name: 'Calculated sensors' }).click()
  const drawer = page.getByRole('dialog', { name: 'Calculated sensors' })
  await drawer.getByText('No calculated sensors').waitFor()
  await drawer.getByRole('button', { name: 'New calculated sensor' }).click()
  const editor = page.getByRole('dialog', { name: 'New calculated sensor' })
  const insert = async (sensor: string) => {
    await editor.getByRole('combobox', { name: 'Insert a sensor' }).fill(sensor)
    await page.getByTitle(new RegExp(`^${sensor}`)).click()
  }
  const expression = editor.getByRole('textbox', { name: 'Expression', exact: true })
  await editor.getByRole('textbox', { name: 'Key' }).fill('mean')
  await editor.getByRole('textbox', { name: 'Unit' }).fill('°C')
  await insert('Zone 1 temperature')
  await expression.press('End')
  await expression.pressSequentially(' + ')
  const preview = editor.getByRole('status', { name: 'Value now' })
  await preview.getByText('This is not an expression').waitFor()
  await insert('Zone 2 temperature')
  await preview.getByText('370').waitFor()
  await expression.fill('(z1_t + z2_t) / two')
  await preview.getByText('two is neither an input nor a function').waitFor()
  await expression.fill('(z1_t + z2_t) / 2')
  await preview.getByText('185').waitFor()
  await expect.poll(() => violationsOf(page, { within: '.ant-drawer' })).toEqual([])
  await editor.getByRole('button', { name: 'Save' }).click()
  const listed = drawer.getByRole('listitem', { name: 'mean' })
  await listed.getByText('185').waitFor()
  await oven.publish({ values: { z1_t: 200, z2_t: 190 } })
  await listed.getByText('195').waitFor()
  await oven.publish({ values: { z1_t: null, z2_t: 190 } })
  await listed.getByText('Bad: z1_t is bad').waitFor()
  await page.keyboard.press('Escape')
  await cell(page, 'Unit', 'mean').filter({ hasText: '°C' }).waitFor()
})

test('EE527 inputs of a calculation get names that begin as others, in place', async () => {
  const page = await showAll()
  await page.getByRole('button', { name: 'Calculated sensors' }).click()
  await page.getByRole('button', { name: 'New calculated sensor' }).click()
  const editor = page.getByRole('dialog', { name: 'New calculated sensor' })
  for (const sensor of ['Zone 1 temperature', 'Zone 2 temperature']) {
    await editor.getByRole('combobox', { name: 'Insert a sensor' }).fill(sensor)
    await page.getByTitle(new RegExp(`^${sensor}`)).click()
  }
  const names = editor.locator('.calculation-input-name')
  const written = () =>
    names.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value))
  await expect.poll(written).toEqual(['z1_t', 'z2_t'])
  const write = async (place: number, name: string) => {
    await names.nth(place).press('ControlOrMeta+A')
    await names.nth(place).press('Delete')
    await names.nth(place).pressSequentially(name)
  }
  await write(0, 'a')
  await write(1, 'a1')
  await expect.poll(() => written()).toEqual(['a', 'a1'])
  await write(1, '1a')
  await expect.poll(() => written()).toEqual(['a', '1a'])
  await write(1, 'a')
  await editor.getByRole('textbox', { name: 'Key' }).fill('sum')
  await editor.getByRole('textbox', { name: 'Expression', exact: true }).fill('a')
  await editor.getByRole('button', { name: 'Save' }).click()
  await editor.getByRole('alert').first().waitFor()
  await write(1, 'b')
  await editor.getByRole('textbox', { name: 'Expression', exact: true }).fill('a + b')
  await editor.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('listitem', { name: 'sum' }).getByText('a + b').waitFor()
})

test('EE531 from a cell that is edited a click leads to another one', async () => {
  const page = await showAll()
  await cell(page, 'Unit', 'Zone 1 temperature').click()
  await cell(page, 'Unit', 'Zone 2 temperature').click()
  await page.locator('input.config-editor').waitFor()
  // What gives the focus back does so in the next frame.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
  await page.locator('input.config-editor').pressSequentially('K')
  await page.keyboard.press('Enter')
  await cell(page, 'Unit', 'Zone 2 temperature').filter({ hasText: /K$/ }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 sensor changed').waitFor({ state: 'detached' })
})
