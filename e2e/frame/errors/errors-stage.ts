import type { Page, Request, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Locale } from '#kit/model/locale.ts'
import { removeDevices } from '../../device.ts'
import { chooseLanguage } from '../../stage.ts'
import { stage } from '../frame-stage.ts'
import type { Words } from './words.ts'

export const basic = { email: 'basic@plant.test', password: 'basic-eight' }

beforeAll(() => stage.command('user add', { ...basic, name: 'Ana', role: 'basic' }))
afterEach(() => stage.closePages())
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

export { stage }
export const toasts = (page: Page) => page.locator('.toast')

/**
 * Waits for the only toast and takes it away; its words as they are written (the first letter is
 * drawn as a capital), and whether it calls for attention as an error does.
 */
export async function readToast(page: Page): Promise<readonly [string | null, string | null]> {
  // In one look: it goes by itself after a while, and this machine may be slow.
  const content = await toasts(page).evaluate(
    (toast) =>
      [toast.querySelector('.sentence')?.textContent ?? null, toast.getAttribute('role')] as const,
  )
  await dismissToasts(page)
  return content
}

export async function dismissToasts(page: Page): Promise<void> {
  // It may be going by itself at this moment: a press that waits for it would then wait in vain.
  await toasts(page).evaluateAll((each) => {
    for (const toast of each) toast.querySelector('button')?.click()
  })
  await expect.poll(() => toasts(page).count()).toBe(0)
}

let room: Page | undefined

/** The war room of a signed-in person, who goes from test to test, in a language. */
export async function showRoom(language: Locale): Promise<Page> {
  room ??= await stage.openReused('/warroomDashboard', { person: basic, language })
  await room.locator('.connection[data-state=live]').waitFor()
  await chooseLanguage(room, language)
  await dismissToasts(room)
  return room
}

let form: Page | undefined

/** The form of the sign-in, from test to test, in a language. */
export async function showSignIn(language: Locale, words: Words): Promise<Page> {
  form ??= await stage.openReused('/login', { language })
  const choice = form.getByRole('button', { name: words.language })
  await choice.waitFor()
  if (await choice.isEnabled()) await choice.click()
  await form.locator('button[type=submit]', { hasText: words.signIn }).waitFor()
  await dismissToasts(form)
  return form
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
