import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { addressOf, administrator, chooseLanguage, go, reopen, resize, toast } from '../stage.ts'
import { stage } from './frame-stage.ts'

afterEach(() =>
  stage.closePages(
    /Failed to load|net::ERR_INTERNET_DISCONNECTED|WebSocket connection|could not be fetched/,
  ),
)

afterAll(() => stage.closeReusedPages())

/** It is another day there than at the site, and than here. */
const timezoneId = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
let reused: Page | undefined

/** A screen, drawn again on the page of the test before: of an administrator far away. */
async function show(path: string, width = 1366): Promise<Page> {
  const viewport = { width, height: 800 }
  const options = { person: administrator, language: 'en', timezoneId, viewport }
  if (reused) {
    await resize(reused, viewport)
    await reopen(reused, path)
  } else reused = await stage.openReused(path, options)
  return reused
}

async function addPerson(name: string, role: string) {
  const person = { email: `${name.toLowerCase()}@plant.test`, password: `the word of ${name} 7` }
  await stage.command('user add', { ...person, name, role })
  return person
}

test('EE90 a screen whose code cannot be fetched shows an error, and loads later', async () => {
  // A browser of another locale has none of the code that pages of other tests have fetched.
  const first = { person: administrator, language: 'en', locale: 'en-ZA' }
  const page = await stage.open('/warroomDashboard', first)
  await page.locator('.connection[data-state=live]').waitFor()
  await page.context().setOffline(true)
  await page.locator('#main-menu').getByRole('link', { name: 'Historical charts' }).click()
  await page.getByRole('heading', { name: 'Connection to server failed' }).waitFor()
  // What is on its way when the network comes back fails all the same.
  const { promise: failure, resolve: fail } = Promise.withResolvers<void>()
  let isBack = false
  let held = 0
  await page.route('**/assets/**', async (route) => {
    if (isBack) return route.fallback()
    const before = held++
    await failure
    // One after another, as they fail on a network.
    await delay(before * 200)
    await route.abort()
  })
  const requested = page.waitForRequest('**/assets/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await requested
  await page.context().setOffline(false)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true)
  isBack = true
  fail()
  await page.locator('.history').waitFor()
  const isStyled = () =>
    page.locator('.history').evaluate((screen) => getComputedStyle(screen).display)
  await expect.poll(() => isStyled()).toBe('grid')
})

test('EE183 the calendar begins with today at the site, wherever its reader is', async () => {
  const day = () => new Date().toISOString().slice(0, 10)
  const before = day()
  const page = await show('/administrator/audit')
  await page.locator('.audit .ant-picker input').first().click()
  const today = page.locator('.ant-picker-cell-today')
  await today.waitFor()
  await expect
    .poll(async () => [before, day()].includes((await today.getAttribute('title')) ?? ''))
    .toBe(true)
})

const mondays = { en: 'Mo', ru: 'Пн', 'zh-TW': '一', vi: 'T2' } as const

test.each(locales)('EE140 in %s the weeks of a calendar begin on Monday', async (language) => {
  const page = await show('/administrator/audit')
  await chooseLanguage(page, language)
  await page.locator('.audit .ant-picker input').first().click()
  const first = page.locator('.ant-picker-content th').first()
  await first.waitFor()
  await expect.poll(() => first.innerText()).toBe(mondays[language])
})

test('EE92 nothing leaves the top bar while the search is open, down to 992 px', async () => {
  const page = await show('/sensoralarm/alarmnum')
  await chooseLanguage(page, 'ru')
  await page.locator('.connection[data-state=live]').waitFor()
  await page.keyboard.press('Control+k')
  const field = page.locator('.menu-search .input')
  const outside = () =>
    page
      .locator('.top-bar > *')
      .evaluateAll(
        (parts) => parts.filter((part) => part.getBoundingClientRect().right > innerWidth).length,
      )
  for (const width of [1366, 1280, 1100, 1024, 992]) {
    await resize(page, { width, height: 768 })
    await field.evaluate((input) =>
      Promise.all(input.getAnimations().map(({ finished }) => finished)),
    )
    await expect.poll(() => outside(), { message: `${width} px` }).toBe(0)
  }
  await page.keyboard.press('Escape')
  await chooseLanguage(page, 'en')
})

test('EE91 a folded menu has the links of a group for pointer and keyboard', async () => {
  const page = await show('/warroomDashboard', 1100)
  const group = page.locator('#main-menu').getByRole('button', { name: 'Administrator' })
  const audit = page.locator('#main-menu').getByRole('link', { name: 'Audit' })
  await group.hover()
  await audit.click()
  await page.locator('.audit').waitFor()
  await page.mouse.move(600, 600)
  await audit.waitFor({ state: 'hidden' })
  await group.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const users = page.locator('#main-menu').getByRole('link', { name: 'Users' })
  await expect.poll(() => users.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await audit.waitFor({ state: 'hidden' })
  await expect.poll(() => group.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('EE91 the click that follows a hover leaves the menu open, the next closes it', async () => {
  const page = await show('/warroomDashboard', 1100)
  const group = page.locator('#main-menu').getByRole('button', { name: 'Administrator' })
  const isExpanded = () => group.getAttribute('aria-expanded')
  await group.hover()
  await page.locator('#main-menu').getByRole('link', { name: 'Audit' }).waitFor()
  await group.click()
  await expect.poll(() => isExpanded()).toBe('true')
  await group.click()
  await expect.poll(() => isExpanded()).toBe('false')
  await group.click()
  await expect.poll(() => isExpanded()).toBe('true')
})

// The last one of that page.
test('EE93 signing out asks before it loses what is not saved', async () => {
  const page = await show('/profile/edit')
  await page.getByLabel('Introduction').fill('nobody saved this')
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
  const ask = page.getByRole('dialog', { name: 'Unsaved changes' })
  await signOut.click()
  await ask.getByRole('button', { name: 'Keep editing' }).click()
  await expect.poll(() => page.getByLabel('Introduction').inputValue()).toBe('nobody saved this')
  await signOut.click()
  await ask.getByRole('button', { name: 'Discard changes' }).click()
  await page.waitForURL('**/login?redirect=**')
})

test('EE94 EE96 a role given or taken changes the menu; who is shut out sees why', async () => {
  const person = await addPerson('Olga', 'user')
  const page = await stage.open('/warroomDashboard', { person, language: 'en' })
  await page.locator('.connection[data-state=live]').waitFor()
  const section = page.locator('#main-menu').getByRole('button', { name: 'Administrator' })
  await expect.poll(() => section.count()).toBe(0)
  const idOf = (sql: Sql) =>
    sql.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()
  await stage.withDatabase(async (sql) => {
    await sql
      .insertInto('user_roles')
      .values({ user_id: (await idOf(sql)).id, role: 'manager' })
      .execute()
  })
  await section.waitFor()
  await stage.withDatabase(async (sql) => {
    await sql
      .deleteFrom('user_roles')
      .where('user_id', '=', (await idOf(sql)).id)
      .where('role', '=', 'manager')
      .execute()
  })
  await section.waitFor({ state: 'detached' })

  // Whoever is shut out is out at once.
  await stage.withDatabase(async (sql) => {
    const { id } = await sql
      .updateTable('users')
      .set({ disabled: true })
      .where('email', '=', person.email)
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql.deleteFrom('sessions').where('user_id', '=', id).execute()
  })
  await page.waitForURL('**/login?redirect=**')
  await toast(page, 'please login')
  await page.locator('input[name=email]').fill(person.email)
  await page.locator('input[name=password]').fill(person.password)
  await page.keyboard.press('Enter')
  await toast(page, 'no permission')
  await toast(page, 'This account is disabled')
})

test('EE95 the address of a group leads to its first screen that may be opened', async () => {
  const person = await addPerson('Edna', 'editor')
  await stage.withDatabase(async (sql) => {
    await sql.insertInto('products').values({ key: 'gateway', name: 'Edge gateway' }).execute()
  })
  const page = await stage.open('/administrator', { person, language: 'en' })
  await page.waitForURL('**/administrator/gateway/articles')
  await expect.poll(() => addressOf(page)).toBe('/administrator/gateway/articles')
})

const card = (page: Page) => page.locator('.tour-card')

/** Somebody who has not been here before. */
async function newcomer(name: string) {
  const person = await addPerson(name, 'editor')
  await stage.withDatabase((sql) =>
    sql
      .updateTable('users')
      .set({ tour_ended_at: null })
      .where('email', '=', person.email)
      .execute(),
  )
  return person
}

test('EE283 the first visit begins with a tour, by keyboard, once for the person', async () => {
  const person = await newcomer('newcomer')
  const page = await stage.open('/warroomDashboard', { person, language: 'en' })
  await card(page).getByRole('heading', { name: 'The menu' }).waitFor()
  await expect
    .poll(() => card(page).evaluate((element) => element === document.activeElement))
    .toBe(true)
  expect(await violationsOf(page, { within: '.tour-card' })).toEqual([])
  await page.keyboard.press('ArrowRight')
  await card(page).getByRole('heading', { name: 'The top bar' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await card(page).getByRole('heading', { name: 'The menu' }).waitFor()
  const next = card(page).getByRole('button', { name: 'Next' })
  const done = card(page).getByRole('button', { name: 'Done' })
  const isLast = async () => {
    await next.or(done).waitFor()
    return done.isVisible()
  }
  while (!(await isLast())) {
    const before = await card(page).getByRole('heading').innerText()
    await next.press('Enter')
    await card(page).getByRole('heading', { name: before }).waitFor({ state: 'detached' })
  }
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/auth/tour'),
    done.press('Enter'),
  ])
  await expect.poll(() => answer.status()).toBe(204)
  await card(page).waitFor({ state: 'detached' })
  const elsewhere = await stage.open('/warroomDashboard', { person, language: 'en' })
  await elsewhere.locator('.connection[data-state=live]').waitFor()
  await expect.poll(() => card(elsewhere).count()).toBe(0)
  await elsewhere
    .locator('.top-bar')
    .getByRole('button', { name: /^Account/ })
    .click()
  await elsewhere.getByRole('menuitem', { name: 'Take the tour' }).click()
  await card(elsewhere).waitFor()
  await elsewhere.keyboard.press('Escape')
  await card(elsewhere).waitFor({ state: 'detached' })
})

test('EE284 who comes for an alarm sees no tour; it comes with the next visit', async () => {
  const person = await newcomer('called')
  const page = await stage.open('/sensoralarm/alarmlist', { person, language: 'en' })
  await page.locator('.alarm-list').waitFor()
  await expect.poll(() => card(page).count()).toBe(0)
  await page.goto('/warroomDashboard')
  await card(page).waitFor()
  const question = page.locator('.top-bar .ask input')
  await question.fill('Which devices are offline?')
  await question.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Assistant', exact: true })
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await card(page).waitFor({ state: 'hidden' })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
  await card(page).waitFor()
  await page.evaluate(() => (document.documentElement.dataset['mode'] = 'wall'))
  await card(page).waitFor({ state: 'hidden' })
})

test('EE285 help opens the page of the guide about the screen, which goes on', async () => {
  const person = await newcomer('reader')
  const page = await stage.open('/sensoralarm/handover', { person, language: 'en' })
  await page.getByRole('button', { name: 'Help on this screen' }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'Help' })
  await panel.getByRole('heading', { name: 'Shift handover' }).waitFor()
  expect(await violationsOf(page, { within: '.help-panel' })).toEqual([])
  await page.locator('#main-menu').getByRole('link', { name: 'Alarm rules' }).click()
  await panel.getByRole('heading', { name: 'Alarm rules' }).waitFor()
  await panel.focus()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await go(page, '/guide/index?page=notifications')
  await page.getByRole('heading', { name: 'Notifications', level: 2 }).waitFor()
  await page.locator('.guide-picture').press('Enter')
  const large = page.locator('.guide-picture-dialog')
  await large.locator('img').waitFor()
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'detached' })
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const way = page.locator('.guide-article').getByRole('link', { name: 'Open this screen' })
  await pages.getByRole('link', { name: 'Shift handover' }).click()
  await way.waitFor()
  // What an editor may not open.
  await pages.getByRole('link', { name: 'Keeping readings' }).click()
  await way.waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Search in the documentation' }).fill('quiet hours')
  await expect.poll(() => pages.locator('li').first().innerText()).toBe('Alarms on your phone')
})
