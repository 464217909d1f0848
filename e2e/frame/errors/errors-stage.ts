import type { Page, Request, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { removeDevices } from '../../device.ts'
import { stage } from '../frame-stage.ts'
import type { Words } from './words.ts'

export const basic = { email: 'basic@plant.test', password: 'basic-eight' }

beforeAll(() => stage.command('user add', { ...basic, name: 'Ana', role: 'basic' }))
afterEach(() => stage.closePages())
afterAll(() => removeDevices(stage))

export { stage }
export const toasts = (page: Page) => page.locator('.toast')

/**
 * Waits for the only toast and takes it away; its words as they are written (the first letter is
 * drawn as a capital), and whether it calls for attention as an error does.
 */
export async function readToast(page: Page): Promise<readonly [string | null, string | null]> {
  const shown = toasts(page)
  await shown.waitFor()
  const content = [
    await shown.locator('.sentence').textContent(),
    await shown.getAttribute('role'),
  ] as const
  // It may be going by itself at this moment: a press that waits for it would then wait in vain.
  await shown.evaluateAll((each) => {
    for (const toast of each) toast.querySelector('button')?.click()
  })
  await shown.waitFor({ state: 'detached' })
  return content
}

export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
}

/** A page of a signed-in person whose next sign-out meets `fault`. */
export async function failSignOut(
  page: Page,
  words: Words,
  fault: (route: Route, request: Request) => Promise<void>,
) {
  await page.route('**/api/auth/logout', fault, { times: 1 })
  await page.getByRole('button', { name: words.signOut, exact: true }).click()
  return readToast(page)
}
