import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { colourViolationsOf, violationsOf } from '#testing/peers/accessibility.ts'
import { failure } from '#testing/peers/stand-in-server.ts'
import {
  address,
  newVisitor,
  server,
  serveShell,
  signedIn as cookies,
  takePagesBack,
  toast,
} from '#testing/sites/shell-page.ts'
import { webDirectory } from '../../scripts/build-web.ts'
import { readStamp } from '../../scripts/web-build/publish.ts'
import type { Preloads } from '../server/page.ts'

serveShell()
beforeEach(() => void (server.roles = null))

async function open(path: string, options: Parameters<typeof newVisitor>[0] = {}): Promise<Page> {
  const page = await newVisitor(options)
  await page.goto(path)
  return page
}

const signedIn = { cookies }

async function signIn(page: Page): Promise<void> {
  await page.locator('.demo-accounts li').first().click()
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('WE1 a page without a session leads to sign-in, and sign-in leads back', async () => {
  const page = await open('/warroomCharts?thing=a')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect.poll(() => address(page)).toBe('/login?redirect=%2FwarroomCharts%3Fthing%3Da')
  expect(server.asked.some(({ path }) => path === '/api/user')).toBe(false)
  await signIn(page)
  await page.locator('.top-bar').waitFor()
  await expect.poll(() => address(page)).toContain('/warroomCharts')
})

test('WE1 a redirect to another origin leads home', async () => {
  const page = await open('/login?redirect=%2F%5Cevil.example')
  await signIn(page)
  await page.waitForURL('**/warroomDashboard')
})

test('WE2 pages that are not for this person, or not there', async () => {
  server.roles = ['visitor']
  const page = await open('/warroomCharts', signedIn)
  await page.getByRole('heading', { name: 'No permission' }).waitFor()
  await expect.poll(() => address(page)).toBe('/401')
  await page.goto('/no/such/page')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await expect.poll(() => address(page)).toBe('/404')
  server.roles = ['free']
  await page.goto('/')
  await page.waitForURL('**/warroomDashboard')
})

test('WE3 a person who cannot be fetched is sent to sign-in, once, with the reason', async () => {
  const page = await open('/warroomDashboard', signedIn)
  await toast(page, 'please login')
  await expect.poll(() => address(page)).toBe('/login?redirect=%2FwarroomDashboard')
  expect(server.asked.filter(({ path }) => path === '/api/user')).toHaveLength(1)
  await expect
    .poll(() => page.context().cookies())
    .not.toContainEqual(expect.objectContaining({ name: 'isLogged' }))
})

test('WE3 a person without roles gets the specified message', async () => {
  server.roles = []
  const page = await open('/warroomDashboard', signedIn)
  await toast(page, 'getInfo: roles must be a non-null array!')
  await page.waitForURL('**/login?redirect=%2FwarroomDashboard')
})

test('WE3 a person whose answer names no roles at all gets the same, to the letter', async () => {
  const data = { id: 1, name: 'Lin', email: 'lin@plant.test' }
  for (const answered of [data, { ...data, roles: null }]) {
    server.answer = ({ path }) =>
      path === '/api/user' ? { status: 200, body: { data: answered } } : undefined
    const page = await open('/warroomDashboard', signedIn)
    await toast(page, 'getInfo: roles must be a non-null array!')
    const shown = page.getByText('getInfo: roles must be a non-null array!')
    const initial = await shown.evaluate(
      (element) => getComputedStyle(element, '::first-letter').textTransform,
    )
    expect(initial).toBe('none')
  }
})

test('WE3 an answer without a person gives the specified message', async () => {
  for (const answered of [{ status: 200 }, { status: 200, body: { data: null } }]) {
    server.answer = ({ path }) => (path === '/api/user' ? answered : undefined)
    const page = await open('/warroomDashboard', signedIn)
    await toast(page, 'Verification failed, please Login again.')
    await page.waitForURL('**/login?redirect=%2FwarroomDashboard')
  }
})

test('WE4 signing out leads to sign-in and comes back to the page', async () => {
  server.roles = ['admin']
  const page = await open('/warroomCharts', signedIn)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login?redirect=%2FwarroomCharts*')
  await signIn(page)
  await page.locator('.top-bar').waitFor()
  await expect.poll(() => address(page)).toContain('/warroomCharts')
})

test('WE4 a session that ends elsewhere ends the open page', async () => {
  server.roles = ['admin']
  const page = await open('/warroomDashboard', signedIn)
  await page.locator('.connection[data-state=live]').waitFor()
  server.endSession()
  await page.waitForURL('**/login?redirect=%2FwarroomDashboard*')
})

test('WE5 the menu holds what the person may open', async () => {
  server.roles = ['free']
  const page = await open('/warroomDashboard', signedIn)
  const links = page.locator('.sidebar-menu a')
  await links.first().waitFor()
  await expect
    .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
    .toEqual([
      '/warroomDashboard',
      '/warroomCharts',
      '/sensoralarm/alarmlist',
      '/sensoralarm/rules',
      '/sensoralarm/handover',
      '/documentation/index',
      '/guide/index',
      '/theme/index',
      '/articles',
    ])
})

test('WE5 a folded menu stays folded after a reload', async () => {
  server.roles = ['admin']
  const page = await open('/warroomDashboard', signedIn)
  const width = () =>
    page.locator('.sidebar').evaluate((menu) => menu.getBoundingClientRect().width)
  await page.locator('.sidebar').waitFor()
  await expect.poll(() => width()).toBe(210)
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await page.reload()
  await page.locator('.sidebar').waitFor()
  await expect.poll(() => width()).toBe(60)
})

test('WE5 on a phone the menu is a drawer that a click beside it closes', async () => {
  server.roles = ['admin']
  const page = await open('/warroomDashboard', {
    ...signedIn,
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.locator('.sidebar').waitFor()
  await page.locator('.backdrop').click({ position: { x: 370, y: 400 } })
  await page.locator('.sidebar').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('WE6 the language changes at once and is stored', async () => {
  server.roles = ['admin']
  const page = await open('/warroomDashboard', signedIn)
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).isDisabled()
  await page.getByRole('menuitemradio', { name: '繁體中文' }).click()
  await toast(page, '切換語言成功')
  await page.reload()
  await page.getByRole('button', { name: '登出' }).waitFor()
  server.answer = ({ path }) => (path === '/api/auth/logout' ? failure('internal') : undefined)
  await page.getByRole('button', { name: '登出' }).click()
  await toast(page, '伺服器錯誤')
})

test('WE7 the theme is there before anything is drawn, and the policy is obeyed', async () => {
  const page = await open('/login', { colorScheme: 'dark' })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  const scripts = await page.locator('script:not([src])').count()
  expect(scripts).toBe(0)
  await signIn(page)
  await page.locator('.connection[data-state=live]').waitFor()
  expect(await takePagesBack()).toEqual([])
})

test('WE9 a write carries the token, and is tried once more with a new one after 419', async () => {
  let refusals = 0
  server.answer = ({ path }) =>
    path === '/api/auth/login' && refusals++ === 0 ? failure('csrf_mismatch') : undefined
  const page = await open('/login')
  await signIn(page)
  await page.locator('.top-bar').waitFor()
  const calls = server.asked.filter(({ path }) => /csrf-cookie|login/.test(path))
  expect(calls.map(({ path }) => path.split('/').at(-1))).toEqual([
    'csrf-cookie',
    'login',
    'csrf-cookie',
    'login',
  ])
  const tokens = calls
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers['x-xsrf-token'])
  expect(tokens[0]).toMatch(/^token\+\d+$/)
  expect(tokens[1]).not.toBe(tokens[0])
  expect(calls[1]?.headers).toMatchObject({
    'x-requested-with': 'XMLHttpRequest',
    'x-app-version': expect.stringMatching(/^\d+\.\d+\.\d+$/) as unknown,
  })
})

test('WE10 mistakes are shown before anything is sent', async () => {
  const page = await open('/login')
  await page.getByLabel('E-mail').fill(' nobody@ ')
  await page.getByLabel('Password', { exact: true }).fill('123')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Please enter the correct email').waitFor()
  await page.getByText('Password cannot be less than 4 digits').waitFor()
  await expect
    .poll(() => page.getByLabel('E-mail').evaluate((field) => field === document.activeElement))
    .toBe(true)
  expect(server.asked.filter(({ method }) => method === 'POST')).toEqual([])
})

test('WE10 the address is trimmed, and a refusal is shown at its field', async () => {
  server.answer = ({ path, body }) => {
    if (path !== '/api/auth/login') return undefined
    return body.includes('nobody')
      ? failure('invalid', { email: [{ code: 'unknown_account', parameters: {} }] })
      : failure('login_error')
  }
  const page = await open('/login')
  await page.getByLabel('Password', { exact: true }).fill('1234')
  await page.getByLabel('E-mail').fill('  nobody@warroom.test ')
  await page.keyboard.press('Enter')
  await page.getByText('This account has not been registered.').waitFor()
  await page.getByLabel('E-mail').fill('admin@warroom.test')
  await page.keyboard.press('Enter')
  await page.getByText('wrong password').waitFor()
  const bodies = server.asked
    .filter(({ path }) => path === '/api/auth/login')
    .map(({ body }) => JSON.parse(body) as { email: string })
  expect(bodies.map(({ email }) => email)).toEqual(['nobody@warroom.test', 'admin@warroom.test'])
})

test('WE10 a server that does not answer is shown in a toast', async () => {
  const page = await open('/login')
  await page.locator('.demo-accounts').waitFor()
  await page.route('**/api/**', (route) => route.abort())
  await signIn(page)
  await toast(page, 'Connection to server failed')
})

test('WE11 the JavaScript to the sign-in page', async () => {
  const stamp = await readStamp(webDirectory)
  expect(stamp?.signInBytes).toBeGreaterThan(50 * 1024)
  expect(stamp?.signInBytes).toBeLessThanOrEqual(168 * 1024)
})

test.each([
  ['/warroomDashboard', 135],
  ['/warroomIndex', 131],
  ['/warroomCharts', 167],
])('WE29 the JavaScript of %s beside that of the sign-in page: at most %i KB', (path, atMost) => {
  const files = scriptsOf(path)
  const bytes = files.reduce((sum, file) => sum + statSync(`${file}.br`).size, 0)
  expect(bytes).toBeGreaterThan(50 * 1024)
  expect(bytes).toBeLessThanOrEqual(atMost * 1024)
  expect(files.length).toBeLessThanOrEqual(18)
})

/** What a signed-in person's browser fetches for a screen, in English. */
function scriptsOf(path: string): readonly string[] {
  const text = readFileSync(join(webDirectory, 'preloads.json'), 'utf8')
  const { frame, texts, signedInTexts, screens } = JSON.parse(text) as Preloads
  const files = screens.find((screen) => screen.path === path)?.files ?? []
  const all = [...frame, ...(texts['en'] ?? []), ...(signedInTexts['en'] ?? []), ...files]
  return [...new Set(all)]
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(webDirectory, file))
    .filter((file) => existsSync(`${file}.br`))
}

test.each(['light', 'dark'] as const)('WE13 no finding of axe, %s', async (colorScheme) => {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
  const findings = (page: Page, within: string) =>
    colorScheme === 'dark'
      ? colourViolationsOf(page, { within })
      : violationsOf(page, { within, tags })
  const page = await open('/login', { colorScheme })
  await page.locator('.demo-accounts').waitFor()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.field-error').first().waitFor()
  expect(await findings(page, 'body')).toEqual([])
  await signIn(page)
  await page.locator('.connection[data-state=live]').waitFor()
  await page.getByRole('button', { name: 'Language' }).click()
  for (const part of ['.sidebar', '.top-bar', '.footer'])
    expect(await findings(page, part)).toEqual([])
})

test('WE14 a message leaves after five seconds, an outdated application loads again', async () => {
  server.answer = ({ path }) =>
    path === '/api/auth/login' ? failure('client_outdated') : undefined
  const page = await newVisitor()
  await page.clock.install()
  await page.goto('/login')
  await page.locator('.demo-accounts li').first().waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  await signIn(page)
  await toast(page, 'Data update, we will reload the page.')
  await page.clock.runFor(4_900)
  await expect.poll(() => page.locator('.toast').count()).toBe(1)
  const reloaded = page.waitForEvent('framenavigated')
  await page.clock.runFor(400)
  await reloaded
  await page.clock.resume()
  await page.locator('.demo-accounts').waitFor()
  await expect.poll(() => page.locator('.toast').count()).toBe(0)
})
