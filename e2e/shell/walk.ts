import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { plant } from '#features/demo-plant/contract/plant.ts'
import { go } from '../stage.ts'
import { accountOf, stage } from './shell-stage.ts'

let stored: Omit<StoredIds, 'page'>

beforeAll(async () => {
  stored = await addStored(await sessionOf('admin'))
})

const roles = ['admin', 'manager', 'editor', 'user', 'visitor', 'free', 'basic'] as const
type Role = (typeof roles)[number]

/**
 * Section 6 of the specification, and what it leaves open: managers have all but permissions,
 * editors articles and the war room, users the war room and devices, visitors what stands still.
 */
const everybody = roles
const watchers = ['admin', 'manager', 'editor', 'user', 'free', 'basic'] as const
const builders = ['admin', 'manager', 'editor', 'user', 'basic'] as const
const holders = ['admin', 'manager', 'editor', 'user'] as const
const engineers = ['admin', 'manager'] as const
const writers = ['admin', 'manager', 'editor'] as const

/** Ids that the server has given: what they belong to is there. */
interface StoredIds {
  readonly page: string
  readonly person: number
  readonly article: number
  readonly ofProduct: number
}

interface SpecifiedRoute {
  readonly path: string
  readonly open: readonly Role[]
  /** Where it leads whoever may go there; absent: it is a screen. */
  readonly to?: string | ((role: Role) => string)
  /** What it names is not there: the screen says so. */
  readonly isMissing?: true
}

/** An id that no home page has. */
const noPage = '00000000-0000-4000-8000-000000000000'

/** Section 2 of the specification, route by route. */
function specified({ page, person, article, ofProduct }: StoredIds): readonly SpecifiedRoute[] {
  const admin = '/administrator'
  const product = `${admin}/gateway/articles`
  return [
    { path: '/documentation/index', open: everybody },
    { path: '/profile/edit', open: everybody },
    { path: '/theme/index', open: everybody },
    // Of a site that names no guide of its own.
    { path: '/guide/index', open: everybody },
    { path: '/warroomIndex', open: builders },
    { path: `/warroomIndex/edit/${page}`, open: builders },
    { path: `/warroomIndex/edit/${noPage}`, open: builders, isMissing: true },
    { path: '/warroomDashboard', open: watchers },
    { path: '/warroomCharts', open: watchers },
    { path: '/warroomCharts/export-excel', open: watchers },
    { path: '/cognito', open: holders, to: '/cognito/cognito-info' },
    { path: '/cognito/cognito-info', open: holders },
    { path: '/scada', open: engineers, to: '/scada/get-things' },
    { path: '/scada/get-things', open: engineers },
    { path: '/scada/lambda', open: engineers },
    { path: '/scada/lambda/type/lamp', open: engineers },
    { path: '/scada/lambda-websocket', open: engineers },
    { path: '/scada/config', open: engineers },
    { path: '/scada/config/type/lamp', open: engineers },
    { path: '/sensoralarm', open: builders, to: '/sensoralarm/alarmnum' },
    { path: '/sensoralarm/alarmnum', open: builders },
    { path: admin, open: writers, to: firstOfAdministration },
    { path: `${admin}/users`, open: engineers },
    { path: `${admin}/users/edit/${person}`, open: engineers },
    { path: `${admin}/users/edit/999999`, open: engineers, isMissing: true },
    { path: `${admin}/roles`, open: ['admin'] },
    { path: `${admin}/articles`, open: writers },
    { path: `${admin}/articles/create`, open: writers },
    { path: `${admin}/articles/edit/${article}`, open: writers },
    { path: `${admin}/articles/edit/999999`, open: writers, isMissing: true },
    { path: product, open: writers },
    { path: `${product}/create`, open: writers },
    { path: `${product}/edit/${ofProduct}`, open: writers },
    { path: `${product}/edit/999999`, open: writers, isMissing: true },
    { path: '/clipboard', open: engineers },
    { path: '/zip/download', open: engineers },
    { path: '/pdf', open: engineers },
    { path: '/pdf/download', open: engineers },
    { path: '/i18n', open: engineers },
    { path: '/redirect/warroomCharts', open: watchers, to: '/warroomCharts' },
  ]
}

/** To users; an editor does not manage them. */
const firstOfAdministration = (role: Role) =>
  role === 'editor' ? '/administrator/gateway/articles' : '/administrator/users'

/** What is no route, whoever asks. */
const unknown = [
  ...['/no/such/page', '/administrator/nothing', '/administrator/users/edit/lin'],
  ...['/scada/lambda/type/gauge', '/scada/config/type/gauge', '/redirect/no/such/page'],
]

const homeOf = (role: Role) => (role === 'visitor' ? '/documentation/index' : '/warroomDashboard')

/** Where a page is, and what it says there. */
function stateOf(page: Page) {
  return page.evaluate(() => {
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const all = (selector: string, root: ParentNode = document) =>
      [...root.querySelectorAll(selector)].filter(seen)
    const named = (selector: string, root: ParentNode) =>
      all(selector, root).map(({ className }) => className)
    const [view] = all('main .view')
    const [heading] = all('h1')
    const [tab] = all('.tab-bar li[data-active] a')
    const place = view ?? document.body
    return {
      path: location.pathname,
      tab: tab ? new URL((tab as HTMLAnchorElement).href).pathname : null,
      hasHeading: (heading?.textContent.trim() ?? '') !== '',
      hasContent: (place.textContent.trim() ?? '') !== '',
      waiting: named('.skeleton, .screen-loading, .ant-spin-spinning', place),
      placeholders: /not built yet|coming soon|under construction/i.test(place.textContent),
      failures: named('.notice[role=alert]', place),
    }
  })
}

const content = { hasHeading: true, hasContent: true }
const whole = { ...content, waiting: [], placeholders: false, failures: [] }

/**
 * Answers are looked at by themselves; test pages have no service workers. The font of the first
 * screen is fetched with the document, and a slow machine may draw its words seconds later.
 */
const elsewhere =
  /^Failed to load resource|blocked by Playwright$|preloaded using link preload but not used/

/** What a page must not meet: words on its console, errors, answers that nobody expects. */
function watch(page: Page): { readonly problems: string[]; at: string } {
  const watched = { problems: [] as string[], at: '' }
  const add = (problem: string) => watched.problems.push(`${watched.at}: ${problem}`)
  page.on('pageerror', (error) => add(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !elsewhere.test(message.text()))
      add(message.text())
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isMissing = response.status() === 404 && /\/(999999|0{8}-.+)$/.test(watched.at)
    // A busy server asks for patience with questions about readings, and the page asks again.
    const isBusy = response.status() === 503 && /^\/api\/(readings|scada\/report)\//.test(pathname)
    if (response.status() >= 400 && !isMissing && !isBusy) add(`${response.status()} ${pathname}`)
  })
  return watched
}

const sessionOf = (role: Role) => {
  const { email, password } = accountOf(role)
  return new BrowserSession(stage.server.url).signIn(email, password)
}

async function added<Id = number>(
  session: BrowserSession,
  path: string,
  body: object,
): Promise<Id> {
  const { data } = await session.json<{ data: { id: Id } }>('POST', path, body)
  return data.id
}

async function addStored(session: BrowserSession): Promise<Omit<StoredIds, 'page'>> {
  const content = { document: { type: 'doc', content: [{ type: 'paragraph' }] }, title: 'Known' }
  const article = (product: string) =>
    added(session, '/api/article-drafts', { ...content, product, sensors: [], rules: [] })
  const { data: people } = await session.json<{ data: readonly { id: number }[] }>(
    ...(['GET', '/api/users?search=visitor'] as const),
  )
  return {
    person: people[0]?.id ?? 0,
    article: await article(''),
    ofProduct: await article('gateway'),
  }
}

/** A home page of the role's own, where it may have one. */
async function homePage(role: Role): Promise<string> {
  if (!includes(builders, role)) return noPage
  return added<string>(await sessionOf(role), '/api/scada/shadow-lambda/custom/store', {
    name: role,
  })
}

const includes = (some: readonly Role[], role: Role) => some.includes(role)

/** How many devices of the demo plant each role is bound to. */
const bound: Readonly<Record<Role, number>> = {
  ...{ admin: 12, manager: 12, editor: 12, user: 12, basic: 6, free: 3, visitor: 0 },
}

/** What the war room shows to a role that is there, and no other device. */
async function seesOwnDevices(page: Page, role: Role): Promise<void> {
  const headings = page.locator('.device-heading h2')
  await expect.poll(() => headings.count()).toBe(bound[role])
  const seen = await headings.allTextContents()
  expect(plant.map(({ name }) => name)).toEqual(expect.arrayContaining(seen))
  if (role !== 'free') return
  await go(page, '/warroomCharts?thing=PUMP-P101&sensor=flow')
  await page.getByRole('heading', { name: 'No such sensor' }).waitFor()
}

test.each(roles)(
  'EE4 EE273 every route opens for %s or explains why not, and shows their devices',
  { timeout: 300_000 },
  async (role) => {
    const ways = specified({ ...stored, page: await homePage(role) })
    const page = await stage.open('/', { person: accountOf(role), language: 'en' })
    if (role !== 'visitor') await seesOwnDevices(page, role)
    const watched = watch(page)
    const visit = async (path: string, state: object) => {
      watched.at = path
      await go(page, path)
      try {
        await expect.poll(() => stateOf(page)).toMatchObject(state)
      } catch {
        // All others are looked at all the same.
        watched.problems.push(`${path}: ${JSON.stringify(await stateOf(page))}`)
      }
    }
    const home = { ...whole, path: homeOf(role), tab: homeOf(role) }
    await page.locator('.tab-bar li[data-active]').waitFor()
    await visit('/', home)
    const isOpen = ({ open }: SpecifiedRoute) => includes(open, role)
    for (const { path, to = path, isMissing } of ways.filter(isOpen)) {
      const expectation = isMissing ? { failures: ['notice'] } : {}
      const target = typeof to === 'string' ? to : to(role)
      await visit(path, { ...whole, ...expectation, path: target, tab: target })
    }
    const refused = { ...whole, path: '/401', tab: null }
    for (const { path } of ways.filter((way) => !isOpen(way))) await visit(path, refused)
    for (const path of unknown) await visit(path, { ...whole, path: '/404', tab: null })
    // Which products there are is for those who write about them.
    const secret = includes(writers, role) ? '/404' : '/401'
    await visit('/administrator/oven/articles', { path: secret })
    for (const path of ['/401', '/404']) await visit(path, { ...whole, path })
    for (const path of ['/login', '/login-ch-si', '/auth-redirect', '/']) await visit(path, home)
    expect(watched.problems).toEqual([])
  },
)

test('EE274 without a session public routes open, and all others ask for the sign-in', async () => {
  const page = await stage.open('/login')
  const watched = watch(page)
  const at = (path: string) =>
    expect.poll(() => page.evaluate(() => location.pathname + location.search)).toBe(path)
  for (const path of ['/login', '/login-ch-si', '/401', '/404']) {
    await go(page, path)
    await at(path)
    await expect.poll(() => page.locator('h1').count(), { message: path }).toBe(1)
  }
  await go(page, '/auth-redirect')
  await at('/login?redirect=%2F')
  const ids = { page: noPage, person: 1, article: 1, ofProduct: 1 }
  for (const { path } of specified(ids)) {
    await go(page, '/401')
    await go(page, path)
    await at(`/login?redirect=${encodeURIComponent(path)}`)
  }
  await go(page, '/no/such/page')
  await at('/login?redirect=%2Fno%2Fsuch%2Fpage')
  expect(watched.problems).toEqual([])
})
