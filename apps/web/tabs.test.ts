import { expect, test } from 'vitest'
import {
  address,
  go,
  names,
  open,
  server,
  serveShell,
  tab,
  withTabs,
} from '#testing/sites/shell-page.ts'

serveShell()

test('WE15 a middle click and Delete close a tab, but never an affixed one', async () => {
  const page = await withTabs('Home pages', 'Documentation', 'Theme')
  await tab(page, 'Documentation').locator('a').click({ button: 'middle' })
  await tab(page, 'War room').locator('a').click({ button: 'middle' })
  await tab(page, 'War room').locator('a').focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => names(page)).toEqual(['War room', 'Home pages', 'Theme'])
  await tab(page, 'Theme').locator('a').focus()
  await page.keyboard.press('Delete')
  await page.waitForURL('**/warroomIndex')
  await expect.poll(() => names(page)).toEqual(['War room', 'Home pages'])
})

test('WE15 the menu of a tab, by the right button and by the keyboard', async () => {
  const page = await withTabs('Home pages', 'Documentation', 'Theme')
  await tab(page, 'Documentation').locator('a').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Close others' }).click()
  await page.waitForURL('**/documentation/index')
  await expect.poll(() => names(page)).toEqual(['War room', 'Documentation'])
  await tab(page, 'War room').locator('a').focus()
  await page.keyboard.press('Shift+F10')
  await expect
    .poll(() => page.getByRole('menuitem', { name: 'Close', exact: true }).isDisabled())
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect
    .poll(() =>
      tab(page, 'War room')
        .locator('a')
        .evaluate((link) => link === document.activeElement),
    )
    .toBe(true)
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/warroomDashboard')
  await expect.poll(() => names(page)).toEqual(['War room'])
})

test('WE15 a hidden screen keeps its state, unless it is not cached or is refreshed', async () => {
  const page = await withTabs('Theme')
  // State outside React lives as long as the element does.
  const marked = page.locator('.view:has(.theme-screen)')
  await marked.evaluate((view) => view.setAttribute('data-mark', 'kept'))
  await go(page, 'Documentation')
  await tab(page, 'Theme').locator('a').click()
  await page.locator('.view[data-mark=kept]:visible').waitFor()
  await tab(page, 'Theme').locator('a').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Refresh' }).click()
  await page.locator('.view[data-mark=kept]').waitFor({ state: 'detached' })
  await expect.poll(() => address(page)).toBe('/theme/index')
  await page.goto('/scada/lambda-websocket')
  await page.getByRole('heading', { name: 'Messages as they come', level: 2 }).waitFor()
  await tab(page, 'Documentation').locator('a').click()
  await page
    .getByRole('heading', { name: 'Messages as they come', level: 2 })
    .waitFor({ state: 'detached' })
})

test('WE15 tabs outlive a reload, and /redirect leads within this site', async () => {
  const page = await open('/redirect/theme/index?colour=1')
  await page.waitForURL('**/theme/index?colour=1')
  await tab(page, 'Theme').waitFor()
  await go(page, 'Documentation')
  await page.reload()
  await tab(page, 'Theme').locator('a').click()
  await expect.poll(() => address(page)).toBe('/theme/index?colour=1')
  await expect.poll(() => names(page)).toEqual(['War room', 'Theme', 'Documentation'])
  for (const away of ['/redirect/%5Cevil.example', '/redirect/%2Fevil.example']) {
    await page.goto(away)
    await page.waitForURL('**/warroomDashboard')
  }
})

test('WE16 groups, guarded and unknown paths lead where the specification says', async () => {
  const page = await open('/administrator')
  await page.waitForURL('**/administrator/users')
  const leads: readonly (readonly [string, string])[] = [
    ['/scada', '/scada/get-things'],
    ['/cognito', '/cognito/cognito-info'],
    ['/sensoralarm', '/sensoralarm/alarmnum'],
    ['/administrator/users/edit/one', '/404'],
    ['/login-ch-si', '/warroomDashboard'],
    ['/auth-redirect?redirect=/theme/index', '/theme/index'],
  ]
  for (const [from, to] of leads) {
    await page.goto(from)
    await page.waitForURL(`**${to}`)
  }
  server.roles = ['visitor']
  for (const [from, to] of [
    ['/', '/documentation/index'],
    ['/warroomDashboard', '/401'],
    ['/administrator', '/401'],
  ] as const) {
    await page.goto(from)
    await page.waitForURL(`**${to}`)
  }
})

test('WE17 who came by the partner’s page signs out to it, and the cookie is cleared', async () => {
  const page = await open('/theme/index?a=1', { cookies: { chsi: 'acme' } })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login-ch-si?redirect=%2Ftheme%2Findex%3Fa%3D1')
  await page.getByRole('heading', { name: 'Partner sign-in' }).waitFor()
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .not.toContain('chsi')
})

test('WE17 a role that is taken replaces the others, and what it may not open closes', async () => {
  server.roles = ['admin', 'free']
  server.answer = ({ path }) => {
    if (path !== '/api/auth/role/asign') return undefined
    server.roles = ['free']
    return {
      status: 200,
      body: {
        data: { ...person, roles: ['free'], activeRole: 'free', availableRoles: ['admin', 'free'] },
      },
    }
  }
  const page = await withTabs('Home pages', 'Theme')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitemradio', { name: 'free' }).click()
  await tab(page, 'Home pages').waitFor({ state: 'detached' })
  await expect.poll(() => names(page)).toEqual(['War room', 'Theme'])
  expect(server.asked.find(({ path }) => path === '/api/auth/role/asign')?.body).toBe(
    '{"role":"free"}',
  )
  await expect.poll(() => page.locator('.top-bar .tag').innerText()).toBe('free')
})

const person = {
  id: 1,
  name: 'Lin',
  email: 'admin@warroom.test',
  avatar: '',
  introduction: '',
  cognito_id: null,
  permissions: [],
  language: null,
}
