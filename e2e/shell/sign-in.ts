import type { Page, WebSocket } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { addressOf, go, toast } from '../stage.ts'
import { accountOf, stage } from './shell-stage.ts'

const devices = (page: Page) => page.locator('.device-heading h2')

async function cookie(page: Page, name: string): Promise<string | undefined> {
  return (await page.context().cookies()).find((stored) => stored.name === name)?.value
}

async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
}

test('EE1 EE7 EE190 mistakes are shown in the specified words, no answer too', async () => {
  const page = await stage.open('/login')
  await signIn(page, { email: 'nobody@', password: '123' })
  await page.getByText('Please enter the correct email', { exact: true }).waitFor()
  await page.getByText('Password cannot be less than 4 digits', { exact: true }).waitFor()
  await signIn(page, { email: 'nobody@warroom.test', password: 'warroom' })
  await page.getByText('This account has not been registered.', { exact: true }).waitFor()
  await signIn(page, { email: 'admin@warroom.test', password: 'wrong one' })
  await page.getByText('wrong password', { exact: true }).waitFor()
  await page.getByRole('button', { name: '繁體中文' }).click()
  await page.locator('html[lang^=zh]').waitFor()
  await signIn(page, { email: 'nobody@', password: '123' })
  await page.getByText('請輸入正確的電子郵件', { exact: true }).waitFor()
  await page.getByText('密碼不能少於 4 位', { exact: true }).waitFor()
  await expect.poll(() => cookie(page, 'isLogged')).toBe(undefined)

  // The drawing beside the form speaks the language, too.
  await page.locator('.sign-in button[aria-haspopup]').click()
  await page.getByRole('menuitemradio', { name: 'Русский' }).click()
  await page.locator('.schematic text', { hasText: '196,4' }).waitFor()

  await page.getByRole('button', { name: 'English' }).click()
  await page.route('**/api/**', (route) => route.abort())
  await signIn(page, accountOf('admin'))
  await toast(page, 'Connection to server failed')
})

test('EE2 sign-in leads to the page that was asked for, until sign-out', async () => {
  const page = await stage.open('/warroomCharts?thing=PUMP-P101&period=7-days')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect
    .poll(() => addressOf(page))
    .toBe('/login?redirect=%2FwarroomCharts%3Fthing%3DPUMP-P101%26period%3D7-days')
  await signIn(page, { email: '  admin@warroom.test ', password: 'warroom' })
  await page.locator('.connection[data-state=live]').waitFor()
  await page.waitForURL(/sensor=/)
  await expect
    .poll(() => addressOf(page))
    .toMatch(/^\/warroomCharts\?thing=PUMP-P101&.*period=7-days/)
  await expect.poll(() => cookie(page, 'isLogged')).toBe('1')

  await page.locator('.sidebar').getByRole('link', { name: 'War room' }).click()
  await devices(page).first().waitFor()
  // More than one where the page opened another because an answer took long.
  const sockets: WebSocket[] = []
  page.on('websocket', (socket) => void sockets.push(socket))
  await page.reload()
  await page.locator('.connection[data-state=live]').waitFor()
  expect(sockets.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login?redirect=%2FwarroomDashboard')
  await eventually('its sockets are closed', () => sockets.every((each) => each.isClosed()))
  await expect.poll(() => cookie(page, 'isLogged')).toBe(undefined)
  await page.goto('/warroomDashboard')
  await page.waitForURL('**/login?redirect=%2FwarroomDashboard')
})

test('EE3 a redirect to another site leads home', async () => {
  const ways = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%2Fevil.example',
    'javascript:alert(1)',
  ] as const
  const addressWith = (way: string) => `/login?redirect=${encodeURIComponent(way)}`
  const page = await stage.open(addressWith(ways[0]))
  for (const way of ways) {
    if (way !== ways[0]) await go(page, addressWith(way))
    await page.waitForURL((url) => url.searchParams.get('redirect') === way)
    await signIn(page, accountOf('visitor'))
    await page.waitForURL(`${stage.server.url}/documentation/index`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('.sign-in').waitFor()
  }
})

test('EE5 EE66 a visitor gets no war room; an unknown address leads to /404', async () => {
  const page = await stage.open('/warroomDashboard', { person: accountOf('visitor') })
  await page.getByRole('heading', { name: 'No permission' }).waitFor()
  await expect.poll(() => addressOf(page)).toBe('/401')
  // What is reached from within the application is looked at for every role (EE273).
  await page.goto('/no/such/page')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await expect.poll(() => addressOf(page)).toBe('/404')
})

test('EE6 a session that is ended elsewhere ends the open page', async () => {
  const [page, other] = await Promise.all([
    stage.open('/warroomDashboard', { person: accountOf('user') }),
    stage.open('/login', { person: accountOf('user') }),
  ])
  await other.waitForURL('**/warroomDashboard')
  await Promise.all(
    [page, other].map((each) => each.locator('.connection[data-state=live]').waitFor()),
  )
  await stage.command('user reset', { email: 'user@warroom.test', password: 'another one' })
  await Promise.all([
    page.waitForURL('**/login?redirect=%2FwarroomDashboard'),
    other.waitForURL('**/login?redirect=%2FwarroomDashboard'),
  ])
  await signIn(page, { email: 'user@warroom.test', password: 'another one' })
  await devices(page).first().waitFor()
})

test('EE257 a page that goes on to the next test takes nothing along', async () => {
  const before = await stage.open('/warroomDashboard', { person: accountOf('free') })
  await devices(before).first().waitFor()
  await before.evaluate(() => {
    localStorage.setItem('left', 'behind')
    sessionStorage.setItem('left', 'behind')
  })
  await before.route('**/api/**', (route) => route.abort())
  const requests: string[] = []
  before.on('request', (request) => void requests.push(request.url()))
  await before.setViewportSize({ width: 400, height: 800 })
  await before.emulateMedia({ colorScheme: 'dark', media: 'print', forcedColors: 'active' })
  await before.addInitScript(() => Reflect.set(globalThis, 'left', 'behind'))
  await stage.closePages()
  requests.length = 0

  const page = await stage.open('/login')
  expect(page).toBe(before)
  await page.locator('.demo-accounts').waitFor()
  await expect.poll(() => addressOf(page)).toBe('/login')
  await expect.poll(() => cookie(page, 'isLogged')).toBe(undefined)
  const found = () => [
    ...[localStorage.getItem('left'), sessionStorage.getItem('left'), innerWidth],
    ...['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print'].map(
      (query) => matchMedia(query).matches,
    ),
    'left' in globalThis,
  ]
  await expect
    .poll(() => page.evaluate(found))
    .toEqual([null, null, 1440, false, false, false, false])
  expect(requests).toEqual([])

  await page.clock.install()
  await stage.closePages()
  expect(await stage.open('/401')).not.toBe(page)
})

test('EE350 a page that stays fails the test in which it meets an error', async () => {
  const page = await stage.openReused('/login')
  await page.evaluate(() => console.error('met for EE350'))
  await expect(stage.closePages()).rejects.toThrow('met for EE350')
  await stage.closePages()
  await expect.poll(() => page.evaluate(() => location.pathname)).toBe('/login')
  await stage.closeReusedPages()
})
