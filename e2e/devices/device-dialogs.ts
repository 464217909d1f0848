import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { removeDevices } from '../device.ts'
import { administrator, holdWrite, leavesFreely, toast } from '../stage.ts'
import { stage } from './devices-stage.ts'

afterAll(() => removeDevices(stage))

/** Escape asks about what is in the field; it stays, and goes with the second try. */
async function closeAsked(page: Page, field: Locator, typed: string): Promise<void> {
  await field.pressSequentially(typed)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.poll(() => field.inputValue()).toBe(typed)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await field.waitFor({ state: 'detached' })
  await expect.poll(() => leavesFreely(page)).toBe(true)
}

test('EE543 a certificate and a person that are being bound are asked about', async () => {
  await stage.command('device add', { id: 'PRESS-4', name: 'Press 4' })
  const page = await stage.open('/404', { person: administrator, language: 'en' })
  await page.route('**/api/devices/PRESS-4/certificates', (route) =>
    route.fulfill({ json: { data: [], meta: { hasTls: true, hasAuthority: true } } }),
  )
  await page.goto('/cognito/cognito-info')
  await page.getByRole('button', { name: 'Press 4' }).click()
  const panel = page.locator('.device-panel')
  const dialog = page.getByRole('dialog', { name: /^Bind a/ })
  await panel.getByRole('button', { name: 'Bind a certificate' }).press('Enter')
  await closeAsked(page, dialog.getByLabel('Certificate (PEM)'), '-----BEGIN')
  await panel.getByRole('button', { name: 'Bind a certificate' }).press('Enter')
  await dialog.getByLabel('Certificate (PEM)').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await panel.getByRole('button', { name: 'Bind a person' }).press('Enter')
  await closeAsked(page, dialog.getByLabel('E-mail of the account'), 'chen@')
})

test('EE543 a token that could not be made leaves its dialog open as it was', async () => {
  await stage.command('device add', { id: 'PRESS-5', name: 'Press 5' })
  const page = await stage.open('/cognito/cognito-info', {
    ...{ person: administrator, language: 'en' },
  })
  await page.route('**/token**', (route) => route.fulfill({ status: 503 }))
  await page.getByRole('button', { name: 'Press 5' }).click()
  await page.locator('.device-panel').getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New token for Press 5?' })
  await dialog.getByRole('combobox').click()
  await page.locator('.ant-select-item-option').nth(1).click()
  await dialog.getByRole('button', { name: 'New token' }).click()
  await toast(page, 'service is not available')
  await dialog.locator('.ant-btn-loading').waitFor({ state: 'detached' })
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await expect.poll(() => dialog.innerText()).toContain('holds for another hour')
})

test('EE587 EE588 Escape closes a form alone; a conflict has the width of the form', async () => {
  await stage.command('device add', { id: 'PRESS-6', name: 'Press 6' })
  const page = await stage.open('/cognito/cognito-info?device=PRESS-6', { person: administrator })
  const panel = page.locator('.device-panel')
  const drawer = page.getByRole('dialog', { name: 'Edit PRESS-6' })
  const edit = panel.getByRole('button', { name: 'Edit' })
  await edit.click()
  await drawer.waitFor()
  // The frame of a drawer has the focus as soon as it is open.
  const focused = page.locator('.ant-drawer:focus, .ant-drawer :focus').first()
  await focused.waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await edit.click()

  // EE588
  await page.route('**/api/devices/PRESS-6', (route) => {
    const json = { success: false, error: 'conflict', message: '' }
    return route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 409, json })
  })
  await drawer.getByLabel('Product').fill('Fan 7')
  await drawer.getByRole('button', { name: 'Save' }).click()
  const words = drawer.getByText('Nothing was overwritten')
  await words.waitFor()
  expect((await words.boundingBox())?.width).toBeGreaterThan(240)
})

test('EE560 DV18 the tokens of an import are not lost by a press beside the drawer', async () => {
  const page = await stage.open('/cognito/cognito-info', {
    ...{ person: administrator, language: 'en' },
  })
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import devices' })
  const pressBeside = () => page.locator('.ant-drawer-mask').click({ position: { x: 9, y: 300 } })
  const buffer = Buffer.from('lesi_id,name\nPRESS-7,Press 7\n')
  const file = { name: 'devices.csv', mimeType: 'text/csv', buffer }
  await drawer.locator('input[type=file]').setInputFiles(file)
  await drawer.getByRole('button', { name: 'Add 1 device' }).click()
  await drawer.getByText('1 device was added').waitFor()
  await pressBeside()
  await page.getByRole('button', { name: 'Back to the tokens' }).click()
  expect(await leavesFreely(page)).toBe(false)
  const downloading = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Download tokens' }).click()
  const saved = await readFile(await (await downloading).path(), 'utf8')
  expect(saved).toMatch(/^lesi_id,token\r\nPRESS-7,\S+\r\n$/)
  await pressBeside()
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(() => leavesFreely(page)).toBe(true)
})

test('EE561 what is entered of another device while one is added stays', async () => {
  const page = await stage.open('/cognito/cognito-info', {
    ...{ person: administrator, language: 'en' },
  })
  await page.getByRole('button', { name: 'Add device' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'New device' })
  const id = drawer.getByLabel('LESI ID')
  await id.fill('PRESS-8')
  await drawer.getByLabel('Name').fill('Press 8')
  const sent = await holdWrite(page, '/api/devices')
  await drawer.getByRole('button', { name: 'Add device' }).click()
  await sent.arrived()
  await id.fill('PRESS-9')
  await sent.release()
  const token = page.getByRole('dialog', { name: 'Token of Press 8' })
  await token.locator('.ant-modal-footer button').click()
  await token.waitFor({ state: 'hidden' })
  await expect.poll(() => id.inputValue()).toBe('PRESS-9')
  expect(await leavesFreely(page)).toBe(false)
})
