import type { Page, Request, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDevices, Device, sensorOf } from './device.ts'
import { addressOf, administrator, Stage } from './stage.ts'

let stage: Stage

const basic = { email: 'basic@plant.test', password: 'basic-eight' }

beforeAll(async () => {
  stage = await Stage.open()
  await stage.addAdministrator()
  await stage.command('user add', { ...basic, name: 'Ana', role: 'basic' })
})
afterEach(() => stage.closePages())
afterAll(() => stage.close())

/**
 * The words of one language: those of the catalogue, and those of the buttons that are pressed
 * here.
 */
const english = {
  badRequest: 'request error',
  signInFirst: 'please login',
  wrongPassword: 'wrong password',
  noPermission: 'no permission',
  notFound: 'not found',
  timeout: 'request timeout',
  outdated: 'Data update, we will reload the page.',
  notRegistered: 'This account has not been registered.',
  wrongData: 'wrong data',
  serverError: 'server error',
  badGateway: 'The gateway got no valid answer from the server.',
  unavailable: 'service is not available',
  networkTimeout: 'network timeout',
  other: 'error in connecting',
  wait: 'Too many attempts. Try again in 40 seconds.',
  noResponse: 'Connection to server failed',
  signIn: 'Sign in',
  signOut: 'Sign out',
}
type Words = Readonly<Record<keyof typeof english, string>>
const chinese: Words = {
  badRequest: '請求錯誤',
  signInFirst: '請先登入',
  wrongPassword: '密碼錯誤',
  noPermission: '沒有權限',
  notFound: '找不到資源',
  timeout: '請求逾時',
  outdated: '資料更新，即將重新載入頁面。',
  notRegistered: '此帳號尚未註冊。',
  wrongData: '資料錯誤',
  serverError: '伺服器錯誤',
  badGateway: '閘道未收到伺服器的有效回應。',
  unavailable: '服務無法使用',
  networkTimeout: '網路逾時',
  other: '連線錯誤',
  wait: '嘗試次數過多，請於 40 秒後再試。',
  noResponse: '無法連線至伺服器',
  signIn: '登入',
  signOut: '登出',
}
const languages = [
  ['en', english],
  ['zh-TW', chinese],
] as const

const toasts = (page: Page) => page.locator('.toast')

/**
 * Waits for the only toast and takes it away; its words as they are written (the first letter is
 * drawn as a capital), and whether it calls for attention as an error does.
 */
async function readToast(page: Page): Promise<readonly [string | null, string | null]> {
  const shown = toasts(page)
  await shown.waitFor()
  const content = [
    await shown.locator('.sentence').textContent(),
    await shown.getAttribute('role'),
  ] as const
  await shown.getByRole('button').click()
  await shown.waitFor({ state: 'detached' })
  return content
}

async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
}

/** A page of a signed-in person whose next sign-out meets `fault`. */
async function signOutMeets(
  page: Page,
  words: Words,
  fault: (route: Route, request: Request) => Promise<void>,
) {
  await page.route('**/api/auth/logout', fault, { times: 1 })
  await page.getByRole('button', { name: words.signOut, exact: true }).click()
  return readToast(page)
}

describe.each(languages)('in %s', (language, words) => {
  test('EE50 what the server itself refuses is shown in the words of the catalogue', async () => {
    const page = await stage.open('/warroomDashboard', { person: basic, language })
    await page.locator('.connection[data-state=live]').waitFor()
    // The click is real, and so is the answer; only what is asked for is changed on the way.
    const asked = (path: string, postData: string) => (route: Route) =>
      route.continue({
        url: `${stage.server.url}${path}`,
        postData,
        headers: { ...route.request().headers(), 'content-type': 'application/json' },
      })
    expect(await signOutMeets(page, words, asked('/api/auth/role/asign', '{'))).toEqual([
      words.badRequest,
      'alert',
    ])
    expect(await signOutMeets(page, words, asked('/api/users', '{}'))).toEqual([
      words.noPermission,
      'alert',
    ])
    expect(await signOutMeets(page, words, asked('/api/no/such/call', '{}'))).toEqual([
      words.notFound,
      'alert',
    ])
    expect(await signOutMeets(page, words, asked('/api/auth/role/asign', '{"role":5}'))).toEqual([
      words.wrongData,
      'alert',
    ])
    expect(addressOf(page)).toBe('/warroomDashboard')
  })

  test.each(['before', 'after'])(
    'EE50 a session that the server no longer has asks to sign in, its answer here %s the texts',
    async (order) => {
      const page = await stage.open('/401', { language })
      const marks = { isLogged: '1', warroom_session: 'ended-long-ago' }
      await page
        .context()
        .addCookies(
          Object.entries(marks).map(([name, value]) => ({ name, value, url: stage.server.url })),
        )
      const [held, awaited] =
        order === 'before'
          ? [/assets\/(en|zh-TW)-/, '**/api/user']
          : (['**/api/user', /assets\/(en|zh-TW)-/] as const)
      const first = page.waitForResponse(awaited).then((response) => response.finished())
      await page.route(held, async (route) => {
        await first
        await route.continue()
      })
      await page.goto('/warroomDashboard')
      expect(await readToast(page)).toEqual([words.signInFirst, 'alert'])
      expect(addressOf(page)).toBe('/login?redirect=%2FwarroomDashboard')
    },
  )

  test('EE51 a wrong password and an unknown account have different messages', async () => {
    const page = await stage.open('/login', { language })
    const marked = () =>
      page
        .locator('[aria-invalid=true]')
        .evaluateAll((fields) => fields.map((field) => field.getAttribute('name')))
    await signIn(page, { ...basic, password: 'not this one' })
    expect(await readToast(page)).toEqual([words.wrongPassword, 'alert'])
    expect(await marked()).toEqual(['password'])
    await signIn(page, { ...basic, email: 'nobody@plant.test' })
    expect(await readToast(page)).toEqual([words.notRegistered, 'alert'])
    expect(await marked()).toEqual(['email'])
  })

  test('EE52 what a proxy or a dying server answers is shown by its status', async () => {
    const page = await stage.open('/warroomDashboard', { person: basic, language })
    await page.locator('.connection[data-state=live]').waitFor()
    const answers = {
      408: 'timeout',
      500: 'serverError',
      502: 'badGateway',
      503: 'unavailable',
      504: 'networkTimeout',
      409: 'other',
      418: 'other',
      429: 'other',
    } as const
    for (const [status, key] of Object.entries(answers)) {
      const answer = {
        status: Number(status),
        contentType: 'text/html',
        body: '<h1>not of this API</h1>',
      }
      expect(await signOutMeets(page, words, (route) => route.fulfill(answer)), status).toEqual([
        words[key],
        'alert',
      ])
    }
    expect(await signOutMeets(page, words, (route) => route.abort('connectionrefused'))).toEqual([
      words.noResponse,
      'alert',
    ])
    expect(await signOutMeets(page, words, (route) => route.abort('internetdisconnected'))).toEqual(
      [words.noResponse, 'alert'],
    )
  })

  test('EE52 where the words of the catalogue do not help, a second line does', async () => {
    const page = await stage.open('/login', { language })
    const answer = {
      status: 429,
      headers: { 'Retry-After': '40' },
      json: { error: 'too_many_requests', message: '', requestId: '' },
    }
    await page.route('**/api/auth/login', (route) => route.fulfill(answer))
    await signIn(page, basic)
    await toasts(page).waitFor()
    expect(await toasts(page).locator('p').allTextContents()).toEqual([words.other, words.wait])
  })

  test('EE53 a message stays for five seconds', async () => {
    const page = await stage.open('/401', { language })
    await page.clock.install()
    await page.goto('/login')
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500 }))
    await signIn(page, basic)
    await toasts(page).filter({ hasText: words.serverError }).waitFor()
    await page.clock.runFor(4_000)
    expect(await toasts(page).count()).toBe(1)
    await page.clock.runFor(1_300)
    await toasts(page).waitFor({ state: 'detached' })
  })

  test('EE54 an outdated application says so and loads anew after five seconds', async () => {
    const page = await stage.open('/401', { language })
    await page.clock.install()
    await page.goto('/login')
    await page.locator('input[name=email]').waitFor()
    // The server's own answer to a page of an older version.
    await page.route('**/api/auth/login', (route) =>
      route.continue({ headers: { ...route.request().headers(), 'x-app-version': '0.9.0' } }),
    )
    await signIn(page, basic)
    await toasts(page).filter({ hasText: words.outdated }).waitFor()
    expect(await toasts(page).getAttribute('role')).toBe('status')
    expect(await page.locator('input[name=email]').inputValue()).toBe(basic.email)
    await page.clock.runFor(4_000)
    expect(await page.locator('input[name=email]').inputValue()).toBe(basic.email)
    const reloaded = page.waitForEvent('framenavigated')
    await page.clock.runFor(1_300)
    await reloaded
    await page.locator('input[name=email]').waitFor()
    expect(await page.locator('input[name=email]').inputValue()).toBe('')
  })
})

test('EE54 a screen with failures of its own leaves the outdated one to the message', async () => {
  const page = await stage.open('/401', { person: administrator, language: 'en' })
  await page.clock.install()
  await page.route('**/api/scada/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-app-version': '0.9.0' } }),
  )
  await page.goto('/warroomDashboard')
  await toasts(page).filter({ hasText: english.outdated }).waitFor()
  await page.unroute('**/api/scada/**')
  const reloaded = page.waitForEvent('framenavigated')
  await page.clock.runFor(5_200)
  await reloaded
  await page.getByRole('heading', { name: 'No sensors yet' }).waitFor()
})

test('EE55 error texts ask the cookie alone: without it they are Traditional Chinese', async () => {
  const page = await stage.open('/login', { language: 'en', locale: 'ru-RU' })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 503 }))
  for (const [cookie, shown] of [
    ['en', english.unavailable],
    ['zh', chinese.unavailable],
    ['ru', 'сервис недоступен'],
    [null, chinese.unavailable],
  ] as const) {
    await page.context().clearCookies({ name: 'language' })
    if (cookie !== null)
      await page.context().addCookies([{ name: 'language', value: cookie, url: stage.server.url }])
    await signIn(page, basic)
    expect(await readToast(page)).toEqual([shown, 'alert'])
  }
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('EE56 an aborted call says nothing', async () => {
  const lesiId = 'KILN-7'
  const tokens = await addDevices(stage, [{ lesiId, name: 'Kiln 7', sensors: [sensorOf('zone')] }])
  const kiln = await Device.connect(stage.server.mqttUrl, lesiId, tokens.get(lesiId) ?? '')
  await kiln.publish({ values: { zone: 12.5 } })
  const page = await stage.open('/warroomDashboard', { person: administrator, language: 'en' })
  await page.locator('.widget[data-condition=good]').waitFor()
  const shown = await page.evaluateHandle(() => {
    const texts: string[] = []
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.matches('.toast')) texts.push(node.innerText)
    }).observe(document.body, { childList: true, subtree: true })
    return texts
  })
  await page.route('**/api/scada/reportbything/sensor', () => {})
  const asked = page.waitForRequest('**/api/scada/reportbything/sensor')
  await page.locator('.sidebar').getByRole('link', { name: 'Historical charts' }).click()
  const aborted = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/reportbything/sensor'),
  )
  await asked
  await page.locator('.sidebar').getByRole('link', { name: 'War room' }).click()
  expect((await aborted).failure()?.errorText).toContain('ERR_ABORTED')
  await page.locator('.widget[data-condition=good]').waitFor()
  expect(await shown.jsonValue()).toEqual([])
})
