import { mkdirSync, writeFileSync } from 'node:fs'
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

test('AP5 scripts, styles and fonts do not carry what is for documents alone', async () => {
  const directory = temporaryDirectory()
  const assets = join(directory, 'assets')
  mkdirSync(assets)
  const names = ['index-C4_a-x.js', 'index-C4_a-x.css', 'inter-latin-wght-normal.woff2', 'a.svg']
  for (const name of names) writeFileSync(join(assets, name), 'content')
  const app = Fastify()
  try {
    await app.register(sitePlugin, { directory, captcha: null, analyticsScript: null })
    const protectionOf = async (name: string) => {
      const { statusCode, headers } = await app.inject(`/assets/${name}`)
      const protection = Object.keys(headers).filter((each) => /^(x-|cross|content-sec)/.test(each))
      return [statusCode, protection.length, headers['x-content-type-options']]
    }
    for (const name of names.slice(0, 3))
      expect(await protectionOf(name), name).toEqual([200, 2, 'nosniff'])
    // What a browser shows by itself, and what only looks like a part of the page.
    for (const name of ['a.svg', 'a.svg?.js']) expect((await protectionOf(name))[1]).toBe(9)
  } finally {
    await app.close()
  }
})
