import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import type { Machine } from './config-machine.ts'

const machine: Machine = {
  projectDirectory: '/srv/warroom',
  timezone: 'UTC',
  accountExists: () => true,
  unreachableReason: () => undefined,
}
const given = { LLM_BASE_URL: 'http://127.0.0.1:11434/v1/', LLM_MODEL: 'local' }

const problemsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment, machine)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the configuration was accepted')
}
const refused = (environment: Record<string, string>) => {
  const { problems, message } = problemsOf(environment)
  expect(message).not.toContain('sk-never')
  return problems.map(({ variable, reason }) => `${variable} ${reason}`)
}

test('CF8 a language model needs an address and its name; a key only where it asks for one', () => {
  expect(readConfig(given, machine).model).toMatchObject({
    ...{ baseUrl: 'http://127.0.0.1:11434/v1', name: 'local', key: null },
    ...{ questionsPerHour: 60, concurrent: 4, limits: { answerMs: 45_000 } },
  })
  const more = { LLM_API_KEY: 'sk-1', LLM_QUESTIONS_PER_HOUR: '5', LLM_TIMEOUT_SECONDS: '10' }
  const secure = { ...more, LLM_MODEL: 'm', LLM_BASE_URL: 'https://api.test/v1/chat/completions' }
  expect(readConfig(secure, machine).model).toMatchObject({
    ...{ baseUrl: 'https://api.test/v1', key: 'sk-1', questionsPerHour: 5 },
    limits: { answerMs: 10_000 },
  })
  for (const near of ['http://10.1.2.3/v1', 'http://[::1]:1/v1', 'http://ollama:11434/v1'])
    expect(readConfig({ ...given, LLM_BASE_URL: near, LLM_API_KEY: 'k' }, machine).model?.key).toBe(
      'k',
    )
})

test('CF8 what is wrong with a language model is reported, and its key is not repeated', () => {
  expect(refused({ LLM_MODEL: 'm' })).toEqual(['LLM_MODEL stands without LLM_BASE_URL'])
  expect(refused({ LLM_BASE_URL: 'http://a/v1' })).toEqual([
    'LLM_BASE_URL stands without LLM_MODEL',
  ])
  expect(refused({ LLM_API_KEY: 'sk-never' })).toEqual(['LLM_API_KEY stands without LLM_BASE_URL'])
  expect(refused({ ...given, LLM_API_KEY: 'sk-never shown' })).toEqual(['LLM_API_KEY is no key'])
  const open = { ...given, LLM_BASE_URL: 'http://api.test/v1', LLM_API_KEY: 'sk-never' }
  expect(refused(open)).toEqual(['LLM_BASE_URL would send the key in the open'])
  for (const [address, reason] of [
    ['api.test/v1', 'is not an address'],
    ['ftp://api.test/v1', 'does not begin with http:// or https://'],
    ['https://u:sk-never@api.test/v1', 'carries a password: LLM_API_KEY is for that'],
    ['https://api.test/v1?key=1', 'has more than a path'],
  ] as const)
    expect(refused({ ...given, LLM_BASE_URL: address })).toEqual([`LLM_BASE_URL ${reason}`])
  expect(refused({ ...given, LLM_QUESTIONS_PER_HOUR: '0', LLM_TIMEOUT_SECONDS: '56' })).toEqual([
    'LLM_QUESTIONS_PER_HOUR is not from 1 to 10000',
    'LLM_TIMEOUT_SECONDS is not from 1 to 55',
  ])
})
