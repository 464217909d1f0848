import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { administrator, reopen, Stage, type Person } from '../stage.ts'

/** The server and the browser of all tests of the administration. */
export let stage: Stage

beforeAll(async () => {
  stage = await Stage.open()
  await stage.addAdministrator()
})

afterEach(() => stage.closePages())
afterAll(() => stage.close())
export const open = (path: string, person: Person = administrator) =>
  stage.open(path, { person, language: 'en' })

let reusedPage: Page | undefined

/** The administrator's page that goes from test to test; everything on it is drawn again. */
export async function show(path: string): Promise<Page> {
  if (reusedPage) await reopen(reusedPage, path)
  else reusedPage = await stage.openReused(path, { person: administrator, language: 'en' })
  return reusedPage
}

export const dialog = (page: Page) => page.getByRole('dialog').last()
export const main = (page: Page) => page.locator('#main-menu')

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
}

export async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** A person with a password of their own; the server's command makes no link. */
export async function addPerson(name: string, role: string): Promise<Person> {
  const person = { email: `${name.toLowerCase()}@plant.test`, password: `the word of ${name} 7` }
  await stage.command('user add', { ...person, name, role })
  return person
}
