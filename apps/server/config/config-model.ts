import { isIP } from 'node:net'
import { defaultLimits, type ModelSettings } from '#features/assistant/server/index.ts'
import type { EnvironmentReader } from './config-environment.ts'
import { InvalidValue, text, type Reader } from './config-values.ts'
import { url } from './config-urls.ts'
import { wholeNumber } from './config-numbers.ts'

const address: Reader<string> = {
  allowed: 'an address such as https://api.example.com/v1 or http://127.0.0.1:11434/v1',
  read(value) {
    const parsed = new URL(url(['http', 'https'], '').read(value))
    if (parsed.username !== '' || parsed.password !== '')
      throw new InvalidValue('carries a password: LLM_API_KEY is for that')
    if (parsed.search !== '' || parsed.hash !== '') throw new InvalidValue('has more than a path')
    return value.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')
  },
}

const key: Reader<string> = {
  allowed: 'the key as its server gave it, at most 1024 characters without spaces',
  read(value) {
    // The key itself is not repeated.
    if (!/^[!-~]{1,1024}$/.test(value)) throw new InvalidValue('is no key')
    return value
  },
}

/** The language model of the assistant; null where none is named. */
export function readModel(from: EnvironmentReader): ModelSettings | null {
  const baseUrl = from.read('LLM_BASE_URL', address, null)
  const name = from.read('LLM_MODEL', text(200), null)
  const secret = from.read('LLM_API_KEY', key, null)
  const questionsPerHour = from.read('LLM_QUESTIONS_PER_HOUR', wholeNumber(1, 10_000), 60)
  const concurrent = from.read('LLM_CONCURRENT', wholeNumber(1, 100), 4)
  const seconds = from.read('LLM_TIMEOUT_SECONDS', wholeNumber(1, 55), null)
  const isWrong = (variable: string) => from.problems.some((each) => each.variable === variable)
  if (baseUrl === null || name === null) {
    if (baseUrl !== null && !isWrong('LLM_MODEL'))
      from.refuse('LLM_BASE_URL', 'stands without LLM_MODEL', 'both, or none')
    if (name !== null && !isWrong('LLM_BASE_URL'))
      from.refuse('LLM_MODEL', 'stands without LLM_BASE_URL', 'both, or none')
    if (secret !== null && baseUrl === null && name === null && !isWrong('LLM_BASE_URL'))
      from.refuse('LLM_API_KEY', 'stands without LLM_BASE_URL', 'all of them, or none')
    return null
  }
  if (secret !== null && isOpen(new URL(baseUrl)))
    from.refuse('LLM_BASE_URL', 'would send the key in the open', 'https, or a server nearby')
  const answerMs = seconds === null ? defaultLimits.answerMs : seconds * 1_000
  return {
    ...{ baseUrl, name, key: secret, questionsPerHour, concurrent },
    limits: { ...defaultLimits, answerMs },
  }
}

/** Without encryption, and beyond this machine and its network. */
function isOpen({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return false
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  if (isIP(host) === 4)
    return !/^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\./.test(host)
  if (isIP(host) === 6) return !/^(?:::1$|f[cd]|fe80)/i.test(host)
  return host.includes('.') && !/\.(?:local|internal|lan|localhost)$/.test(host)
}
