import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addressOf, administrator, leavesFreely, toast } from '../stage.ts'
import {
  stage,
  dialog,
  main,
  signIn,
  chooseAction,
  addPerson,
  show,
} from './administration-stage.ts'

test('EE70 a new person comes in by a one-time link, a disabled one is out', async () => {
  const page = await show('/administrator/users')
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
  // How soon the server ends it is tried without a browser (LV6).
  await left
  await toast(page, 'Ana Lee is disabled and signed out')
  const refused = own.waitForResponse(
    (response) => response.url().endsWith('/api/auth/login') && !response.ok(),
  )
  await signIn(own, { email: 'ana@plant.test', password })
  await refused
  await own.locator('.field-error, .toast').first().waitFor()
  await expect.poll(() => addressOf(own)).toMatch(/^\/login/)
  await chooseAction(page, 'Ana Lee', 'Enable')
  await toast(page, 'Ana Lee can sign in again')
  await signIn(own, { email: 'ana@plant.test', password })
  await own.locator('.connection[data-state=live]').waitFor()
})

test('EE71 the list is searched and filtered, and its address has that', async () => {
  await Promise.all([addPerson('Basil', 'basic'), addPerson('Fred', 'free')])
  const page = await show('/administrator/users')
  // Who was added elsewhere is there after a load.
  await page.reload()
  const rows = page.locator('.ant-table-row')
  await rows.filter({ hasText: 'Basil' }).waitFor()
  await page.getByPlaceholder('Name or e-mail').fill('FRED@')
  await rows.filter({ hasText: 'Basil' }).waitFor({ state: 'detached' })
  await expect.poll(() => rows.count()).toBe(1)
  await page.reload()
  await rows.filter({ hasText: 'Fred' }).waitFor()
  await expect.poll(() => page.getByPlaceholder('Name or e-mail').inputValue()).toBe('FRED@')
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
  const page = await show(`/administrator/users/edit/${id}`)
  const box = page.locator('input[type=checkbox][value=admin]')
  await box.waitFor()
  await expect
    .poll(async () => [await box.isChecked(), await box.isDisabled()])
    .toEqual([true, true])
  await page.getByText('The last administrator keeps this role').waitFor()
  for (const name of ['Disable', 'Remove'])
    await expect
      .poll(() => page.getByRole('button', { name, exact: true }).isDisabled(), { message: name })
      .toBe(true)
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

test('EE73 EE643 a stale edit overwrites nothing unless the person confirms it', async () => {
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
  const page = await show(`/administrator/users/edit/${user.id}`)
  await page.getByRole('link', { name: 'Edit user: Stale' }).waitFor()
  await expect.poll(() => page.title()).toBe('Edit user: Stale · Warroom')
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
  await expect.poll(() => page.getByLabel('Introduction').inputValue()).toBe('mine')
  const stored = async () =>
    (await session.json<{ data: { introduction: string } }>('GET', `/api/users/${user.id}`)).data
      .introduction
  await expect.poll(() => stored()).toBe('theirs')
  await page.getByRole('button', { name: 'Save mine' }).click()
  await toast(page, 'Saved successfully')
  await expect.poll(() => stored()).toBe('mine')
})

test('EE78 a tab with unsaved changes is marked, and asks before it closes', async () => {
  await addPerson('Undecided', 'user')
  const page = await show('/administrator/users?search=Undecided')
  await page.getByRole('link', { name: 'Undecided' }).click()
  const introduction = page.getByLabel('Introduction')
  const tab = page.locator('.tab-bar li[data-active]')
  const ask = page.getByRole('dialog', { name: 'Unsaved changes' })
  await introduction.fill('on the night shift')
  await page.locator('.tab-bar li[data-unsaved]').waitFor()
  await expect.poll(() => leavesFreely(page)).toBe(false)
  const marked = page.locator('.tab-bar li[data-unsaved]')
  await main(page).getByRole('link', { name: 'Roles and permissions' }).click()
  await page.locator('#roles-title').waitFor()
  await expect
    .poll(async () => [await marked.count(), await leavesFreely(page)])
    .toEqual([1, false])

  await marked.getByRole('button').click()
  await ask.waitFor()
  await page.keyboard.press('Escape')
  await ask.waitFor({ state: 'detached' })
  await marked.getByRole('link').click()
  await expect.poll(() => introduction.inputValue()).toBe('on the night shift')

  const path = addressOf(page)
  await tab.getByRole('button').click()
  await ask.getByRole('button', { name: 'Discard changes' }).click()
  await marked.waitFor({ state: 'detached' })
  await expect
    .poll(async () => [addressOf(page) === path, await leavesFreely(page)])
    .toEqual([false, true])

  await page.goto(path)
  await introduction.fill('by day')
  await marked.waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'saved')
  await tab.getByRole('button').click()
  await page.waitForURL((url) => url.pathname !== path)
  await expect.poll(() => ask.count()).toBe(0)
})

test('EE357 PD2 PD3 a person is exported, and erased after the name is typed', async () => {
  const gone = await addPerson('Greta', 'user')
  const page = await show('/administrator/users?search=Greta')
  await chooseAction(page, 'Greta', 'Edit')
  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await exported).suggestedFilename()).toBe(`${gone.email}.zip`)
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'for good?' })
  const confirm = asked.getByRole('button', { name: 'Erase', exact: true })
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  expect(await violationsOf(page, { within: '.ant-modal' })).toEqual([])
  await asked.getByLabel('Type the name to confirm').fill('Greta')
  await confirm.click()
  await toast(page, 'The person was erased')
  await show('/administrator/audit?search=Greta')
  await page.getByRole('heading', { name: 'No entries' }).waitFor()
})

test('EE456 a failed second look leaves a list on the screen', async () => {
  const page = await stage.open('/administrator/users', {
    person: administrator,
    language: 'en',
  })
  const row = page.getByRole('row', { name: new RegExp(administrator.email) })
  await row.waitFor()
  await page.clock.install()
  await page.route('**/api/users?*', (route) => route.fulfill({ status: 500 }))
  await page.clock.fastForward(60_000)
  const answered = page.waitForResponse((response) => response.url().includes('/api/users?'))
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await answered
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await expect.poll(() => row.count()).toBe(1)
  await expect.poll(() => page.locator('.notice').count()).toBe(0)
})
