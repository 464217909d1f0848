import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { sitePlugin } from './site.ts'

const captcha = {
  script: 'https://robots.test/api.js?render=x',
  origins: ['https://static.robots.test'],
}
const analyticsScript = 'https://count.test:8443/path/count.js'

/** The content security policy of a site that has these scripts of others. */
async function policyOf(options: {
  readonly captcha: typeof captcha | null
  readonly analyticsScript: string | null
}): Promise<Readonly<Record<string, string>>> {
  const directory = temporaryDirectory()
  mkdirSync(join(directory, 'assets'))
  const app = Fastify()
  try {
    await app.register(sitePlugin, { directory, ...options })
    const { headers } = await app.inject('/')
    const directives = String(headers['content-security-policy']).split(';')
    return Object.fromEntries(
      directives.map((each): [string, string] => {
        const [name = '', sources = ''] = each.trim().split(/ (.*)/)
        return [name, sources]
      }),
    )
  } finally {
    await app.close()
  }
}

const own = {
  ...{ 'default-src': "'self'", 'script-src': "'self'", 'connect-src': "'self'" },
  ...{ 'style-src': "'self' 'unsafe-inline'", 'img-src': "'self' data: blob:" },
  ...{ 'worker-src': "'self'", 'manifest-src': "'self'" },
  ...{ 'frame-src': "'none'", 'object-src': "'none'", 'base-uri': "'none'" },
  ...{ 'form-action': "'self'", 'frame-ancestors': "'none'" },
}

test('AP5 without a captcha and analytics the policy allows nothing of other sites', async () => {
  expect(await policyOf({ captcha: null, analyticsScript: null })).toEqual(own)
})

test('AP5 analytics add the origin of their script, where it is fetched and reports', async () => {
  const sources = "'self' https://count.test:8443"
  expect(await policyOf({ captcha: null, analyticsScript })).toEqual({
    ...{ ...own, 'script-src': sources, 'connect-src': sources },
  })
})

test('AP5 a captcha adds its script’s origin and those that are named, with frames', async () => {
  const origins = 'https://robots.test https://static.robots.test'
  expect(await policyOf({ captcha, analyticsScript: null })).toEqual({
    ...{ ...own, 'script-src': `'self' ${origins}`, 'connect-src': `'self' ${origins}` },
    'frame-src': origins,
  })
  const both = await policyOf({ captcha, analyticsScript })
  expect(both).toMatchObject({
    ...{ 'script-src': `'self' ${origins} https://count.test:8443`, 'frame-src': origins },
    'default-src': "'self'",
  })
})
