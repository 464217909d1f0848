import { expect, test } from 'vitest'
import { ConfigError, EnvironmentReader } from './config-environment.ts'
import { readCaptcha } from './config-scripts.ts'

function read(environment: Record<string, string>) {
  const from = new EnvironmentReader(environment)
  const captcha = readCaptcha(from)
  return { captcha, message: new ConfigError(from.problems).message }
}

test('CF2 a captcha has a secret and a site key, or neither', () => {
  expect(read({ CAPTCHA_SECRET: 's' }).message).toContain(
    'CAPTCHA_SECRET=(hidden) stands without CAPTCHA_SITE_KEY',
  )
  expect(read({ CAPTCHA_SITE_KEY: 'key' }).message).toContain(
    'CAPTCHA_SITE_KEY="key" stands without CAPTCHA_SECRET',
  )
  expect(read({}).captcha).toBeNull()
  const both = { CAPTCHA_SECRET: 's', CAPTCHA_SITE_KEY: 'key' }
  expect(read(both).captcha).toEqual({
    ...{ secret: 's', siteKey: 'key' },
    url: 'https://www.google.com/recaptcha/api/siteverify',
    script: 'https://www.google.com/recaptcha/api.js',
    origins: ['https://www.gstatic.com', 'https://recaptcha.google.com'],
  })
  const other = { ...both, CAPTCHA_SCRIPT: 'https://c.test/a.js' }
  expect(read(other).captcha?.origins).toEqual([])
})
