import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { leavesFreely } from '../stage.ts'
import { show } from './devices-stage.ts'

const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'New connector' })
const pointOf = (page: Page) => page.getByRole('dialog', { name: /^(?:New|Edit) point$/ })

async function openForm(): Promise<Page> {
  const page = await show('/scada/connectors')
  await page.getByRole('button', { name: 'Add connector' }).first().click()
  await drawerOf(page).getByLabel('Host').waitFor()
  return page
}

async function closeForm(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await drawerOf(page).waitFor({ state: 'detached' })
}

async function addPoint(page: Page, key: string): Promise<void> {
  await drawerOf(page).getByRole('button', { name: 'Add point' }).press('Enter')
  const device = pointOf(page).getByLabel('Device (LESI ID)')
  await device.press('ControlOrMeta+A')
  await device.pressSequentially('PRESS-9')
  await pointOf(page).getByLabel('Sensor').pressSequentially(key)
  await page.keyboard.press('Enter')
  await pointOf(page).waitFor({ state: 'detached' })
}

const hasFocus = (field: Locator) => field.evaluate((each) => each === document.activeElement)

test('EE543 EE545 a point is added by keys, and one that is begun is asked about', async () => {
  const page = await openForm()
  await addPoint(page, 'level')
  await drawerOf(page).getByText('1 point', { exact: true }).waitFor()
  const add = drawerOf(page).getByRole('button', { name: 'Add point' })
  await expect.poll(() => hasFocus(add)).toBe(true)
  await add.press('Enter')
  await pointOf(page).getByLabel('Sensor').pressSequentially('count')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.poll(() => pointOf(page).getByLabel('Sensor').inputValue()).toBe('count')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await pointOf(page).waitFor({ state: 'detached' })
  await add.press('Enter')
  await pointOf(page).getByLabel('Sensor').waitFor()
  await page.keyboard.press('Escape')
  await pointOf(page).waitFor({ state: 'detached' })
  await closeForm(page)
  await expect.poll(() => leavesFreely(page)).toBe(true)
})

test('EE544 points stay in a group that is renamed, also through the name of another', async () => {
  const page = await openForm()
  const drawer = drawerOf(page)
  await addPoint(page, 'slow')
  await drawer.getByRole('button', { name: 'Add group' }).click()
  const names = drawer.getByLabel('Name of the group')
  await names.nth(1).pressSequentially('fast')
  await addPoint(page, 'quick')
  await drawer.getByRole('button', { name: 'Edit point quick' }).click()
  await pointOf(page).getByLabel('Group').click()
  await page.locator('.ant-select-item-option', { hasText: 'fast' }).click()
  await pointOf(page).getByRole('button', { name: 'Apply' }).click()
  const groups = async () => {
    const cells = await drawer.locator('.connector-rows tbody td:nth-child(5)').allInnerTexts()
    return cells.map((cell) => cell.replaceAll(/\s/g, ' '))
  }
  await expect.poll(groups).toEqual(['1 s', 'fast'])
  await names.nth(1).press('ControlOrMeta+A')
  await names.nth(1).pressSequentially('1 s at night')
  await expect.poll(groups).toEqual(['1 s', '1 s at night'])
  await names.first().press('ControlOrMeta+A')
  await names.first().pressSequentially('day')
  await expect.poll(groups).toEqual(['day', '1 s at night'])
  await closeForm(page)
})

test('EE642 what is entered while a file of points is read stays', async () => {
  const page = await openForm()
  const drawer = drawerOf(page)
  const release = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const text = Blob.prototype.text
    Blob.prototype.text = function () {
      return promise.then(() => text.call(this))
    }
    return () => {
      Blob.prototype.text = text
      resolve()
    }
  })
  const buffer = Buffer.from('device,key,table,address,type\nPRESS-9,level,holding,10,float32')
  const file = { name: 'points.csv', mimeType: 'text/csv', buffer }
  await drawer.getByLabel('Load CSV').first().setInputFiles(file)
  await drawer.getByLabel('Host').pressSequentially('10.0.0.9')
  const name = drawer.getByLabel('Name of the group')
  await name.press('ControlOrMeta+A')
  await name.pressSequentially('day')
  await release.evaluate((goOn) => goOn())
  await drawer.getByText('1 point', { exact: true }).waitFor()
  expect(await drawer.getByLabel('Host').inputValue()).toBe('10.0.0.9')
  expect(await name.inputValue()).toBe('day')
  const group = drawer.locator('.connector-rows tbody td:nth-child(5)')
  expect(await group.innerText()).toBe('day')
  await closeForm(page)
})

test('EE562 CN51 what is refused and is no field on the screen is shown', async () => {
  const page = await openForm()
  const drawer = drawerOf(page)
  await drawer.getByLabel('Kind').click()
  await page.getByTitle('MQTT broker').click()
  await drawer.getByLabel('Name', { exact: true }).pressSequentially('Broker')
  const reasons = {
    settings: [{ code: 'device_not_configurable', parameters: { lesiId: 'OVEN-2' } }],
    'settings.clientId': [{ code: 'required', parameters: {} }],
  }
  await page.route('**/api/connectors', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 422, json: { error: 'invalid', message: '', reasons } }),
  )
  await drawer.getByRole('button', { name: 'Add connector' }).click()
  await drawer.getByRole('alert').getByText('You may not configure the device OVEN-2').waitFor()
  await drawer.getByText('Please fill this in').waitFor()
  const clientId = drawer.getByLabel('Client ID')
  await clientId.fill('warroom')
  await drawer.getByText('Please fill this in').waitFor({ state: 'detached' })
  await expect.poll(() => clientId.isVisible()).toBe(true)
  await page.unroute('**/api/connectors')
  await closeForm(page)
})
