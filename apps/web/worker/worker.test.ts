import { afterAll, afterEach, expect, test, vi } from 'vitest'

vi.stubGlobal('__OFFLINE__', {
  paths: ['/assets/offline-1.js', '/offline.html'],
  version: 'one',
})
const shown: [string, object][] = []
const opened: string[] = []
const page = (url: string, focused = false) => {
  const messages: unknown[] = []
  return {
    ...{ url: `https://plant.test${url}`, focused, messages },
    focus: vi.fn(),
    postMessage: (message: unknown) => void messages.push(message),
  }
}
let windows: ReturnType<typeof page>[] = []
vi.stubGlobal('__ICON__', '/assets/icon.png')
vi.stubGlobal('self', {
  location: { origin: 'https://plant.test', host: 'plant.test' },
  registration: {
    showNotification: async (title: string, options: object) => void shown.push([title, options]),
  },
  clients: {
    matchAll: async () => windows,
    openWindow: async (path: string) => void opened.push(path),
  },
})
const stored = new Map([
  ['/offline.html', 'offline'],
  ['/assets/offline-1.js', 'its code'],
])
const pathOf = (asked: Request | string) =>
  typeof asked === 'string' ? asked : new URL(asked.url).pathname
vi.stubGlobal('caches', {
  match: async (asked: Request | string, { cacheName }: { readonly cacheName: string }) => {
    expect(cacheName).toBe('warroom-offline-one')
    const content = stored.get(pathOf(asked))
    return content === undefined ? undefined : new Response(content)
  },
})
const { answerNavigation, isNavigation } = await import('./navigation.ts')
const { openNotice, showNotice } = await import('./notices.ts')
const { answerFromCache, isOfOfflinePage } = await import('./offline-page.ts')

afterEach(() => void vi.useRealTimers())
afterAll(() => void vi.unstubAllGlobals())

const asked = (path: string, more: { readonly method?: string; readonly mode?: string } = {}) => {
  const request = new Request(`https://plant.test${path}`, { method: more.method ?? 'GET' })
  // A script can make no request of this mode.
  Object.defineProperty(request, 'mode', { value: more.mode ?? 'navigate' })
  return request
}
const answeredWith = (preloadResponse: Promise<unknown>) =>
  answerNavigation({ preloadResponse, request: asked('/') } as never).then((reply) => reply.text())

test('OF4 pages alone are answered, and the files of the offline page; nothing of the API', () => {
  expect(isNavigation(asked('/warroomDashboard?detail=1'))).toBe(true)
  expect(isNavigation(asked('/kiosk/token?embed=1'))).toBe(true)
  expect(isNavigation(asked('/api/exports/7/file'))).toBe(false)
  expect(isNavigation(asked('/assets/a.js'))).toBe(false)
  expect(isNavigation(asked('/login', { method: 'POST' }))).toBe(false)
  expect(isNavigation(asked('/login', { mode: 'cors' }))).toBe(false)
  const isOfflineFile = (path: string) => isOfOfflinePage(asked(path, { mode: 'cors' }))
  expect(
    ['/assets/offline-1.js', '/assets/a.js', '/api/user', '/offline.html'].map(isOfflineFile),
  ).toEqual([true, false, false, false])
})

test('OF4 the page is the one that the server has now, also that of its own failure', async () => {
  expect(await answeredWith(Promise.resolve(new Response('new')))).toBe('new')
  const failed = Promise.resolve(new Response('failed', { status: 500 }))
  expect(await answeredWith(failed)).toBe('failed')
  expect(await (await answerFromCache(asked('/assets/offline-1.js'))).text()).toBe('its code')
})

test('OF4 a page is shown without a server, behind a proxy, and when no answer comes', async () => {
  expect(await answeredWith(Promise.reject(new TypeError('Failed to fetch')))).toBe('offline')
  for (const status of [502, 503, 504])
    expect(await answeredWith(Promise.resolve(new Response('proxy', { status })))).toBe('offline')
  vi.useFakeTimers()
  const never = answeredWith(new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await never).toBe('offline')
})

const payload = {
  ...{ title: 'Priority 1: Pump', body: 'above its limit', language: 'en', tag: 'alarm-7' },
  ...{ path: '/warroomCharts?thing=P-1', time: 5, isUrgent: true },
}

test('NT11 a pushed alarm is shown in the place of its last notice; all is shown', async () => {
  await showNotice({ json: () => payload } as never)
  await showNotice(null)
  const unread = () => {
    throw new SyntaxError('no JSON')
  }
  await showNotice({ json: unread } as never)
  await showNotice({ json: () => ({ title: 7 }) } as never)
  expect(shown[0]).toEqual([
    'Priority 1: Pump',
    {
      ...{ icon: '/assets/icon.png', badge: '/assets/icon.png', renotify: true, tag: 'alarm-7' },
      ...{ body: 'above its limit', lang: 'en', timestamp: 5, requireInteraction: true },
      data: '/warroomCharts?thing=P-1',
    },
  ])
  expect(shown.slice(1).map(([title]) => title)).toEqual(['plant.test', 'plant.test', 'plant.test'])
})

test('NT11 a click leads to the alarm: in a page that is open, else in a new one', async () => {
  const click = (data: unknown) => openNotice({ data } as Notification)
  const [wall, room, other] = [page('/kiosk/x'), page('/warroomDashboard', true), page('/scada')]
  windows = [wall, other, room]
  await click('/warroomCharts')
  expect(room.messages).toEqual([{ open: '/warroomCharts' }])
  expect([room.focus, wall.focus].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  windows = [wall, page('/login?redirect=x')]
  await click('/warroomCharts')
  await click('//evil.test')
  await click('https://evil.test')
  expect(opened).toEqual(['/warroomCharts', '/', '/'])
})
