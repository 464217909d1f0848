import type { Page } from 'playwright-core'
import { administrator } from '../stage.ts'
import { stage } from './devices-stage.ts'

/** The address of the list of devices. */
export const list = '/cognito/cognito-info'

export const open = (path = list, person = administrator) =>
  stage.open(path, { person, language: 'en' })
export const row = (page: Page, lesiId: string) =>
  page.locator('.ant-table-row', { hasText: lesiId })
export const panel = (page: Page) => page.locator('.device-panel')
export const confirm = (page: Page, title: string, button: string) =>
  page
    .getByRole('dialog', { name: title })
    .getByRole('button', { name: button, exact: true })
    .click()
