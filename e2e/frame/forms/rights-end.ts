import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { go, toast, type Person } from '../../stage.ts'
import { administratorSession, stage } from './forms-stage.ts'

const returned = 'What you had entered is here again, but not saved yet.'
const permissions: readonly string[] = []

/** A person with an account of their own, and what gives them another role. */
async function addPerson(name: string, role: string) {
  const person: Person = { email: `${name.toLowerCase()}@plant.test`, password: 'kettle orbit 7' }
  await stage.command('user add', { ...person, name, role })
  const session = await administratorSession()
  const find = async () => {
    const path = `/api/users?search=${person.email}`
    const { data } = await session.json<{ data: { id: number; version: number }[] }>('GET', path)
    const [found] = data
    if (!found) throw new Error(`${person.email} has no account`)
    return found
  }
  const give = async (next: string) => {
    const { id, version } = await find()
    const body = {
      version,
      name,
      email: person.email,
      introduction: '',
      roles: [next],
      permissions,
    }
    await session.json('PUT', `/api/users/${id}`, body)
  }
  const disable = async () => session.request('POST', `/api/users/${(await find()).id}/disable`)
  return { person, give, disable }
}

const menuHas = (page: Page, path: string) =>
  expect.poll(() => page.locator(`#main-menu a[href="${path}"]`).count())

test('EE499 a right that ends in the middle of a form takes nothing that was typed', async () => {
  const { person, give } = await addPerson('Ines', 'editor')
  const page = await stage.open('/profile/edit', { person, language: 'en' })
  const introduction = page.locator('#profile_introduction')
  await introduction.fill('half a sentence')
  await go(page, '/administrator/articles/create')
  const title = page.locator('#article-title-new')
  await title.fill('Cold start')
  await give('user')
  await page.waitForURL('**/401')
  await page.getByText('What you had entered is kept').waitFor()

  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await page.locator('.tab-bar li[data-unsaved]').getByRole('link').click()
  await toast(page, returned)
  await expect.poll(() => introduction.inputValue()).toBe('half a sentence')
  await give('editor')
  await menuHas(page, '/administrator/errors').toBe(1)
  await go(page, '/administrator/articles/create')
  await expect.poll(() => title.inputValue()).toBe('Cold start')
})

test('EE500 without a live socket the menu follows what a person may do, too', async () => {
  const { person, give, disable } = await addPerson('Vito', 'visitor')
  const page = await stage.open('/articles', { person, language: 'en' })
  await menuHas(page, '/articles').toBe(1)
  await give('user')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await menuHas(page, '/warroomDashboard').toBe(1)
  await go(page, '/sensoralarm/rules')
  await page.getByRole('heading', { name: 'Alarm rules' }).first().waitFor()
  await give('visitor')
  await page.waitForURL('**/401')
  await give('user')
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await menuHas(page, '/warroomDashboard').toBe(1)
  await give('visitor')
  await menuHas(page, '/warroomDashboard').toBe(0)

  await go(page, '/articles')
  await page.getByPlaceholder('Search in articles').waitFor()
  await disable()
  await page.getByPlaceholder('Search in articles').fill('valve')
  await page.waitForURL('**/login?**')
})

test('EE594 an address that is none takes nothing of what other tabs hold', async () => {
  const { person } = await addPerson('Otis', 'editor')
  const page = await stage.open('/profile/edit', { person, language: 'en' })
  const introduction = page.locator('#profile_introduction')
  await introduction.fill('half a sentence')
  await go(page, '/warroomDashboard')
  await page.locator('.tab-bar li[data-active]').waitFor()
  await go(page, '/no/such/page')
  await page.waitForURL('**/404')
  await page.getByText('What you had entered is kept').waitFor()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await page.locator('.tab-bar li[data-unsaved]').getByRole('link').click()
  await toast(page, returned)
  await expect.poll(() => introduction.inputValue()).toBe('half a sentence')
})

test('EE582 who signs in with the same browser gets a page without the one before', async () => {
  // Who has no live socket, and may change something all the same.
  const session = await administratorSession()
  await session.json('POST', '/api/roles', { name: 'writer', permissions: ['manage article'] })
  const ada = await addPerson('Ada', 'visitor')
  const bo = await addPerson('Bo', 'visitor')
  for (const { give } of [ada, bo]) await give('writer')
  const page = await stage.open('/profile/edit', { person: ada.person, language: 'en' })
  const introduction = page.locator('#profile_introduction')
  await introduction.fill('half a sentence')
  expect(await page.locator('.connection').count()).toBe(0)
  await signInAs(page, bo.person)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect.poll(() => page.locator('#profile-email').inputValue()).toBe(bo.person.email)
  await expect.poll(() => introduction.inputValue()).toBe('')
  await go(page, '/articles')
  await page.getByPlaceholder('Search in articles').waitFor()
})

/** As in another tab: this browser has the session of somebody else now. */
async function signInAs(page: Page, { email, password }: Person): Promise<void> {
  const { cookieHeader } = await new BrowserSession(stage.server.url).signIn(email, password)
  const cookies = cookieHeader.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    return { name, value, url: stage.server.url }
  })
  await page.context().addCookies(cookies)
}
