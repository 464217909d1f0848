import { TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { tinyPicture } from '#testing/pictures.ts'
import { addressOf, administrator, Stage, toast, type Person } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await Stage.open()
  await stage.addAdministrator()
})
afterEach(() => stage.closePages())
afterAll(() => stage.close())

const open = (path: string, person: Person = administrator) =>
  stage.open(path, { person, language: 'en' })
const dialog = (page: Page) => page.getByRole('dialog').last()
const main = (page: Page) => page.locator('#main-menu')

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
}

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** A person with a password of their own; the server's command makes no link. */
async function addPerson(name: string, role: string): Promise<Person> {
  const person = { email: `${name.toLowerCase()}@plant.test`, password: `the word of ${name} 7` }
  await stage.command('user add', { ...person, name, role })
  return person
}

test('EE70 a new person comes in by a one-time link, a disabled one is out', async () => {
  const page = await open('/administrator/users')
  await page.getByRole('button', { name: 'Add user' }).click()
  const drawer = dialog(page)
  await drawer.getByRole('button', { name: 'Create user' }).click()
  await drawer.getByText('Please enter a name').waitFor()
  await drawer.getByText('Please enter the correct email').waitFor()
  await drawer.getByText('Choose at least one role: without one a person sees nothing').waitFor()
  await drawer.getByLabel('Name').fill('Ana Lee')
  await drawer.getByLabel('E-mail').fill(' ana@plant.test ')
  await drawer.locator('input[type=checkbox][value=user]').check()
  await drawer.getByRole('button', { name: 'Create user' }).click()
  await toast(page, 'Ana Lee has an account')
  const link = await page.getByRole('textbox', { name: 'One-time link' }).inputValue()
  expect(link).toMatch(new RegExp(`^${stage.server.url}/reset#\\S{20,}$`))
  const handOver = page.getByRole('dialog', { name: 'Password link for Ana Lee' })
  await handOver.locator('.ant-modal-footer button').click()
  await handOver.waitFor({ state: 'hidden' })

  const path = link.slice(stage.server.url.length)
  const own = await stage.open(path, { language: 'en' })
  const password = 'a good long word'
  await own.locator('input[name=password]').fill('password')
  await own.getByRole('button', { name: 'Save the password' }).click()
  await own.locator('.field-error').first().waitFor()
  await own.locator('input[name=password]').fill(password)
  await own.getByRole('button', { name: 'Save the password' }).click()
  await own.getByRole('heading', { name: 'The password is saved' }).waitFor()
  await own.getByRole('link', { name: 'Go to sign-in' }).click()
  await signIn(own, { email: 'ana@plant.test', password })
  await own.locator('.connection[data-state=live]').waitFor()
  const late = await stage.open(path, { language: 'en' })
  await late.locator('input[name=password]').fill('another good word')
  await late.getByRole('button', { name: 'Save the password' }).click()
  await late.getByRole('heading', { name: 'This link is not valid' }).waitFor()

  await chooseAction(page, 'Ana Lee', 'Disable')
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/disable') && response.ok(),
  )
  const left = own.waitForURL('**/login?redirect=**')
  await page
    .getByRole('dialog', { name: 'Disable Ana Lee?' })
    .getByRole('button', { name: 'Disable' })
    .click()
  await answered
  const began = Date.now()
  await left
  // The promise is a second for the session; the rest is what this browser needs to draw another
  // page.
  expect(Date.now() - began).toBeLessThan(2_000)
  await toast(page, 'Ana Lee is disabled and signed out')
  await signIn(own, { email: 'ana@plant.test', password })
  await own.locator('.field-error, .toast').first().waitFor()
  expect(addressOf(own)).toMatch(/^\/login/)
  await chooseAction(page, 'Ana Lee', 'Enable')
  await toast(page, 'Ana Lee can sign in again')
  await signIn(own, { email: 'ana@plant.test', password })
  await own.locator('.connection[data-state=live]').waitFor()
})

test('EE71 the list is searched and filtered, and its address has that', async () => {
  await Promise.all([addPerson('Basil', 'basic'), addPerson('Fred', 'free')])
  const page = await open('/administrator/users')
  const rows = page.locator('.ant-table-row')
  await rows.filter({ hasText: 'Basil' }).waitFor()
  await page.getByPlaceholder('Name or e-mail').fill('FRED@')
  await rows.filter({ hasText: 'Basil' }).waitFor({ state: 'detached' })
  expect(await rows.count()).toBe(1)
  await page.reload()
  await rows.filter({ hasText: 'Fred' }).waitFor()
  expect(await page.getByPlaceholder('Name or e-mail').inputValue()).toBe('FRED@')
  await page.getByPlaceholder('Name or e-mail').fill('nobody at all')
  await page.getByRole('heading', { name: 'Nobody found' }).waitFor()
  await page.getByRole('button', { name: 'Show everybody' }).click()
  await rows.filter({ hasText: 'Basil' }).waitFor()
})

test('EE72 the last administrator can be neither demoted nor disabled nor removed', async () => {
  const session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  const { data } = await session.json<{ data: { id: number; version: number; email: string }[] }>(
    'GET',
    '/api/users?role=admin',
  )
  expect(data).toHaveLength(1)
  const [{ id, version } = { id: 0, version: 0 }] = data
  const page = await open(`/administrator/users/edit/${id}`)
  const box = page.locator('input[type=checkbox][value=admin]')
  await box.waitFor()
  expect([await box.isChecked(), await box.isDisabled()]).toEqual([true, true])
  await page.getByText('The last administrator keeps this role').waitFor()
  for (const name of ['Disable', 'Remove'])
    expect(await page.getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true)
  // The server refuses on its own.
  const own = {
    version,
    name: 'Lin',
    email: administrator.email,
    introduction: '',
    roles: ['user'],
    permissions: [],
  }
  expect((await session.request('PUT', `/api/users/${id}`, own)).status).toBeGreaterThanOrEqual(400)
  expect((await session.request('POST', `/api/users/${id}/disable`)).status).toBeGreaterThanOrEqual(
    400,
  )
  expect((await session.request('DELETE', `/api/users/${id}`)).status).toBeGreaterThanOrEqual(400)
  expect((await session.request('GET', '/api/users')).status).toBe(200)
})

test('EE73 a stale edit overwrites nothing unless the person says so', async () => {
  await addPerson('Stale', 'user')
  const session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  const { data } = await session.json<{ data: { id: number; version: number; roles: string[] }[] }>(
    'GET',
    '/api/users?search=stale',
  )
  const [user = { id: 0, version: 0, roles: [] }] = data
  const page = await open(`/administrator/users/edit/${user.id}`)
  await page.getByLabel('Introduction').fill('mine')
  const theirs = {
    version: user.version,
    name: 'Stale',
    email: 'stale@plant.test',
    introduction: 'theirs',
    roles: user.roles,
    permissions: [],
  }
  await session.json('PUT', `/api/users/${user.id}`, theirs)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Somebody else saved a newer version').first().waitFor()
  expect(await page.getByLabel('Introduction').inputValue()).toBe('mine')
  const stored = async () =>
    (await session.json<{ data: { introduction: string } }>('GET', `/api/users/${user.id}`)).data
      .introduction
  expect(await stored()).toBe('theirs')
  await page.getByRole('button', { name: 'Save mine' }).click()
  await toast(page, 'Saved successfully')
  expect(await stored()).toBe('mine')
})

test('EE78 a tab with unsaved changes is marked, and asks before it closes', async () => {
  await addPerson('Undecided', 'user')
  const page = await open('/administrator/users?search=Undecided')
  await page.getByRole('link', { name: 'Undecided' }).click()
  const introduction = page.getByLabel('Introduction')
  const tab = page.locator('.tab-bar li[data-active]')
  const ask = page.getByRole('dialog', { name: 'Unsaved changes' })
  const leavesFreely = () =>
    page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await introduction.fill('on the night shift')
  await page.locator('.tab-bar li[data-unsaved]').waitFor()
  expect(await leavesFreely()).toBe(false)
  const marked = page.locator('.tab-bar li[data-unsaved]')
  await main(page).getByRole('link', { name: 'Roles and permissions' }).click()
  await page.getByRole('heading', { name: 'Roles and permissions', exact: true }).waitFor()
  expect([await marked.count(), await leavesFreely()]).toEqual([1, false])

  await marked.getByRole('button').click()
  await ask.waitFor()
  await page.keyboard.press('Escape')
  await ask.waitFor({ state: 'detached' })
  await marked.getByRole('link').click()
  expect(await introduction.inputValue()).toBe('on the night shift')

  const path = addressOf(page)
  await tab.getByRole('button').click()
  await ask.getByRole('button', { name: 'Discard changes' }).click()
  await marked.waitFor({ state: 'detached' })
  expect([addressOf(page) === path, await leavesFreely()]).toEqual([false, true])

  await page.goto(path)
  await introduction.fill('by day')
  await marked.waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'saved')
  await tab.getByRole('button').click()
  await page.waitForURL((url) => url.pathname !== path)
  expect(await ask.count()).toBe(0)
})

test('EE74 a role is made and changed in the matrix; that of admin cannot be', async () => {
  const page = await open('/administrator/roles')
  const box = (role: string, permission: string): Locator =>
    page.getByRole('checkbox', { name: `${role}: ${permission}` })
  await box('admin', 'manage user').waitFor()
  expect([
    await box('admin', 'manage user').isChecked(),
    await box('admin', 'manage user').isDisabled(),
  ]).toEqual([true, true])
  await page.getByRole('button', { name: 'Add role' }).click()
  await page.getByLabel('Name of the role').fill('night shift')
  await page
    .getByRole('dialog', { name: 'New role' })
    .getByRole('button', { name: 'Add role' })
    .click()
  await toast(page, 'Role night shift added')
  await box('night shift', 'view menu warroom').check()
  await page.getByText('1 change not saved yet').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Saved successfully')
  await page.reload()
  await box('night shift', 'view menu warroom').waitFor()
  expect(await box('night shift', 'view menu warroom').isChecked()).toBe(true)
  expect(await box('night shift', 'manage user').isChecked()).toBe(false)

  const guard = await addPerson('Guard', 'user')
  const session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  const { data } = await session.json<{ data: { id: number; version: number }[] }>(
    'GET',
    '/api/users?search=guard',
  )
  const [{ id, version } = { id: 0, version: 0 }] = data
  const roles = ['night shift']
  await session.json('PUT', `/api/users/${id}`, {
    version,
    name: 'Guard',
    email: guard.email,
    introduction: '',
    roles,
    permissions: [],
  })
  const own = await open('/cognito/cognito-info', guard)
  await main(own).getByRole('link').first().waitFor()
  expect(addressOf(own)).toBe('/cognito/cognito-info')
  await own.goto('/administrator/users')
  await own.waitForURL('**/401')
})

test('EE75 the own profile: name, picture, password, the other sessions end', async () => {
  const person = await addPerson('Petra', 'user')
  const [page, other] = await Promise.all([
    open('/profile/edit', person),
    open('/profile/edit', person),
  ])
  await other.locator('.connection[data-state=live]').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Petra Novak')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Saved successfully')
  await page.locator('.account-name', { hasText: 'Petra Novak' }).waitFor()

  const file = page.locator('input[type=file]')
  await file.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  })
  await page.getByText('Only PNG, JPEG or WebP files').waitFor()
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: tinyPicture.png })
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await toast(page, 'Picture saved')
  const picture = page.locator('.account-picture')
  await picture.waitFor()
  const answer = await page.request.get((await picture.getAttribute('src')) ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])

  const next = 'another good long word'
  await page.getByLabel('Current password').fill('not this')
  await page.getByLabel('New password').fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This is not your current password').waitFor()
  await page.getByLabel('Current password').fill(person.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await toast(page, 'Password changed; you stay signed in here')
  await other.waitForURL('**/login?redirect=%2Fprofile%2Fedit')
  await page.reload()
  await page.locator('.connection[data-state=live]').waitFor()
  await signIn(other, person)
  await other.getByText('wrong password', { exact: true }).waitFor()
  await signIn(other, { ...person, password: next })
  await other.getByText('Where you are signed in').waitFor()
  await other.getByRole('button', { name: /^Sign out .+, 127/ }).click()
  await page.waitForURL('**/login?redirect=%2Fprofile%2Fedit')
})

test('EE76 a password is not enough for two steps; a recovery code works once', async () => {
  const person = await addPerson('Twofold', 'user')
  const page = await open('/profile/edit', person)
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await dialog(page).getByLabel('Current password').fill(person.password)
  await dialog(page).getByRole('button', { name: 'Next' }).click()
  const secret = (await dialog(page).locator('code').innerText()).replaceAll(/\s/g, '')
  const codeAt = (time: number) => new TOTP({ secret }).generate({ timestamp: time })
  await dialog(page).getByLabel('Code', { exact: true }).fill('12345')
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  await dialog(page).getByText('Please enter six digits').waitFor()
  await dialog(page).getByLabel('Code', { exact: true }).fill(codeAt(Date.now()))
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  await dialog(page).locator('.recovery-codes li').first().waitFor()
  const codes = await dialog(page).locator('.recovery-codes li').allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.getByText('10 recovery codes left').waitFor()

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('**/login?**')
  await signIn(page, person)
  const code = page.locator('input[name=one-time-code]')
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('This code is wrong or no longer valid').waitFor()
  await page.goto('/profile/edit')
  await page.waitForURL('**/login?**')
  await signIn(page, person)
  // The code that switched it on is spent; clocks may differ by one step.
  await code.fill(codeAt(Date.now() + 30_000))
  await page.keyboard.press('Enter')
  await page.locator('.connection[data-state=live]').waitFor()

  for (const [recovery, works] of [
    [codes[0] ?? '', true],
    [codes[0] ?? '', false],
  ] as const) {
    const own = await stage.open('/login', { language: 'en' })
    await signIn(own, person)
    await own.getByRole('button', { name: 'Use a recovery code' }).click()
    await own.locator('input[name=recovery-code]').fill(recovery)
    await own.keyboard.press('Enter')
    if (works) await own.locator('.connection[data-state=live]').waitFor()
    else await own.getByText('This recovery code is wrong or was already used').waitFor()
  }
})

test('EE77 what was done is in the audit, once, without secrets, for those who may', async () => {
  const page = await open('/administrator/audit')
  const rows = page.locator('.ant-table-row')
  await rows.first().waitFor()
  await page.getByPlaceholder('Person or object').fill('ANA@plant')
  await rows.filter({ hasText: 'Basil' }).first().waitFor({ state: 'detached' })
  await rows.filter({ hasText: 'Disabled a user' }).waitFor()
  await rows.filter({ hasText: 'Signed in' }).first().waitFor()
  for (const action of ['Added a user', 'Disabled a user', 'Enabled a user']) {
    expect(await rows.filter({ hasText: action }).count(), action).toBe(1)
  }
  await rows.filter({ hasText: 'Added a user' }).getByRole('button').click()
  await dialog(page).getByText('ana@plant.test').first().waitFor()
  const session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  const everything = await (await session.request('GET', '/api/audit?limit=200')).text()
  expect(everything).toContain('ana@plant.test')
  expect(everything).not.toMatch(/argon2|good long word|the word of/)
  const own = await open('/administrator/audit', await addPerson('Curious', 'user'))
  await own.waitForURL('**/401')
})
