import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addressOf, administrator, Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await Stage.open()
})
afterEach(() => stage.closePages())
afterAll(() => stage.close())

test('EE10 EE569 SE21 the printed link makes the first administrator, once', async () => {
  const [, link = ''] = /Set up the first administrator: (\S+)/.exec(stage.server.output()) ?? []
  expect(link).toMatch(new RegExp(`^${stage.server.url}/setup#\\S{20,}$`))
  const path = link.slice(stage.server.url.length)
  const page = await stage.open(path)
  await page.getByRole('heading', { name: 'First administrator' }).waitFor()
  const create = page.getByRole('button', { name: 'Create account' })
  await page.getByLabel('E-mail').fill('lin@')
  await page.getByLabel('Password', { exact: true }).fill('seven 7')
  await create.click()
  await page.getByText('Please enter the correct email', { exact: true }).waitFor()
  await page.getByText('Please enter a name', { exact: true }).waitFor()
  await page
    .locator('.field-error', { hasText: /^The password needs at least 8 characters$/ })
    .waitFor()

  await page.getByLabel('E-mail').fill(` ${administrator.email} `)
  await page.getByLabel('Name').fill('Lin')
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect
    .poll(() => page.getByLabel('Password', { exact: true }).inputValue())
    .toBe(administrator.password)
  await expect
    .poll(() => page.getByLabel('Password', { exact: true }).getAttribute('type'))
    .toBe('text')
  const flashes = await page.evaluateHandle(() => {
    const seen: string[] = []
    new MutationObserver(() =>
      seen.push(...[...document.querySelectorAll('.notice h2')].map((title) => title.textContent)),
    ).observe(document.body, { childList: true, subtree: true })
    return seen
  })
  await create.click()
  await page.getByRole('heading', { name: 'No sensors yet' }).waitFor()
  await expect.poll(() => addressOf(page)).toBe('/warroomDashboard')
  await page.getByText('There is no device yet. Add one here, or on the server:').waitFor()
  await page.getByText('npm run -s admin -- device add --id', { exact: false }).waitFor()
  expect(new Set(await flashes.jsonValue())).toEqual(new Set(['No sensors yet']))
  await page.locator('.account-name', { hasText: 'Lin' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'No sensors yet' }).waitFor()
  await page.goto('/sensoralarm/alarmlist')
  await page.getByRole('heading', { name: 'No device yet' }).waitFor()
  await page.getByRole('link', { name: 'Add device', exact: true }).waitFor()
  await page.goto('/warroomDashboard')
  await page.getByRole('link', { name: 'Add device', exact: true }).click()
  await page.waitForURL('**/cognito/cognito-info')
  await page.getByRole('button', { name: 'Add device', exact: true }).waitFor()
  await page.goto('/warroomCharts')
  await page.getByText('There are no sensors yet.').waitFor()
  await expect.poll(() => page.getByText('No sensor is called').count()).toBe(0)

  const second = await stage.open(path)
  await second.getByLabel('E-mail').fill('intruder@plant.test')
  await second.getByLabel('Name').fill('Intruder')
  await second.getByLabel('Password', { exact: true }).fill('eight-or-more')
  await second.getByRole('button', { name: 'Create account' }).click()
  await second.getByRole('heading', { name: 'This set-up link is not valid' }).waitFor()
  await second.getByRole('link', { name: 'Go to sign-in' }).click()
  await second.getByLabel('E-mail').fill(administrator.email)
  await second.getByLabel('Password', { exact: true }).fill(administrator.password)
  await second.keyboard.press('Enter')
  await second.waitForURL('**/warroomDashboard')
  expect(await stage.command('user list', {})).toEqual([
    expect.objectContaining({ email: administrator.email, roles: ['admin'] }),
  ])
})

test('EE11 SE21 a truncated link explains what to do, in every language', async () => {
  const page = await stage.open('/setup', {
    locale: 'ru-RU',
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('heading', { name: 'Ссылка для настройки недействительна' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expect.poll(() => page.title()).toBe('Первый администратор · Warroom')
})
