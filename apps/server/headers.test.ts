import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'

let site: TestApplication
beforeAll(async () => {
  site = await startTestApplication()
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
