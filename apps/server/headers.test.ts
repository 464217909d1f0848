import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'

let site: TestApplication
beforeAll(async () => {
  site = await startTestApplication(undefined, { KIOSK_FRAMES: 'https://wall.test' })
})
afterAll(() => site.close())

test.each([
  ['a page', '/warroomDashboard', 'text/html'],
  ['a call', '/api/site', 'application/json'],
  ['a refused call', '/api/users', 'application/json'],
])(
  'AP5 %s carries the headers that protect the browser, and no script in the page runs',
  async (_what, url, accept) => {
    const { headers } = await site.app.inject({ url, headers: { accept } })
    const policy = new Map(
      String(headers['content-security-policy'])
        .split(';')
        .map((directive) => directive.trim().split(' '))
        .map(([name = '', ...sources]) => [name, sources]),
    )
    expect(policy.get('default-src')).toEqual(["'self'"])
    expect(policy.get('script-src')).toEqual(["'self'"])
    expect(policy.get('object-src')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
  },
)

test('KS10 only a kiosk link may be shown in a frame, of the sites that are named', async () => {
  const headersOf = async (url: string) =>
    (await site.app.inject({ url, headers: { accept: 'text/html' } })).headers
  const frames = (headers: Awaited<ReturnType<typeof headersOf>>) =>
    /frame-ancestors [^;]*/.exec(String(headers['content-security-policy']))?.[0]
  const kiosk = await headersOf('/kiosk/token?embed=1')
  expect(frames(kiosk)).toBe("frame-ancestors 'self' https://wall.test")
  expect(kiosk['x-frame-options']).toBeUndefined()
  for (const other of ['/kiosk', '/kiosks/token', '/login?next=/kiosk/token', '/KIOSK/token'])
    expect(frames(await headersOf(other))).toBe("frame-ancestors 'none'")
})
