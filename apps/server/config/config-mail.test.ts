import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import type { Machine } from './config-machine.ts'

const machine: Machine = {
  projectDirectory: '/srv/warroom',
  timezone: 'UTC',
  accountExists: () => true,
  unreachableReason: () => undefined,
}
const given = { SMTP_HOST: 'mail.test', SMTP_FROM: 'a@warroom.test' }

const problemsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment, machine)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the configuration was accepted')
}

test('ML1 a host and a sender are enough; encryption is demanded, and names the usual port', () => {
  expect(readConfig(given, machine).mail).toEqual({
    ...{ host: 'mail.test', port: 587, encryption: 'starttls', account: null },
    ...{ from: 'a@warroom.test', authority: null },
  })
  const tls = { ...given, SMTP_ENCRYPTION: 'tls' }
  expect(readConfig(tls, machine).mail).toMatchObject({ port: 465 })
})

test.each([
  [{ SMTP_HOST: 'mail.test' }, 'SMTP_HOST'],
  [{ SMTP_FROM: 'a@warroom.test' }, 'SMTP_FROM'],
  [{ SMTP_PASSWORD: 'geheim' }, 'SMTP_PASSWORD'],
  [{ ...given, SMTP_FROM: 'nobody' }, 'SMTP_FROM'],
  [{ ...given, SMTP_USER: 'u' }, 'SMTP_USER'],
  [{ ...given, SMTP_PASSWORD: 'geheim' }, 'SMTP_PASSWORD'],
  [
    { ...given, SMTP_USER: 'u', SMTP_PASSWORD: 'geheim', SMTP_ENCRYPTION: 'none' },
    'SMTP_ENCRYPTION',
  ],
])('ML1 %j is refused at the start, without its password', (environment, variable) => {
  const error = problemsOf(environment as Record<string, string>)
  expect(error.problems.map((each) => each.variable)).toEqual([variable])
  expect(error.message).not.toContain('geheim')
})

test('ML1 this machine may be sent a password in the open', () => {
  const environment = {
    ...{ SMTP_HOST: '127.0.0.1', SMTP_FROM: 'a@b.test', SMTP_ENCRYPTION: 'none' },
    ...{ SMTP_USER: 'u', SMTP_PASSWORD: 'p' },
  }
  expect(readConfig(environment, machine).mail).toMatchObject({ port: 25, encryption: 'none' })
})
