import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { AppError } from '#kit/model/calls/errors.ts'

/** 19 MiB, two passes, one lane: the least that OWASP recommends for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
/**
 * Hashing takes memory and a processor for some 50 ms: one is left for everything else, also when
 * a whole shift signs in.
 */
export const hashedAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
const maximumWaiting = 100

let running = 0
/**
 * Known browsers go first, and a hundred of them may wait: any number of unknown ones shuts nobody
 * out.
 */
const waiting = { known: [] as (() => void)[], unknown: [] as (() => void)[] }
type BrowserState = keyof typeof waiting

/** The argon2id hash of a password as a PHC string. 429 when too many wait for theirs. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const message = password.normalize('NFC')
  const tag = await derive({ message, nonce: salt, tagLength, ...cost })
  return phcString(cost, salt, tag)
}

/**
 * Whether `password` is the one behind `hash`. A browser is `unknown` when the person has not
 * signed in with it before. A `hash` of `null` (nobody has this account) takes the same time and
 * gives false. 429 when too many wait for theirs. Keyboards put letters with marks together in
 * different ways: each is the same password (RFC 8265). One that was hashed before that counted
 * counts as it was typed.
 */
export async function verifyPassword(
  hash: string | null,
  password: string,
  browser: BrowserState = 'known',
): Promise<boolean> {
  const stored = parsePhcString(hash ?? nobody)
  const parameters = { nonce: stored.salt, tagLength: stored.tag.length, ...stored.cost }
  let isRight = false
  for (const message of new Set([password.normalize('NFC'), password])) {
    const tag = await derive({ message, ...parameters }, browser)
    if (timingSafeEqual(tag, stored.tag)) isRight = true
  }
  return isRight && hash !== null
}

const nobody = phcString(cost, randomBytes(16), randomBytes(tagLength))

async function derive(
  parameters: Argon2Parameters,
  browser: BrowserState = 'known',
): Promise<Buffer> {
  await enter(browser)
  try {
    return await new Promise((resolve, reject) => {
      argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
    })
  } finally {
    leave()
  }
}

async function enter(browser: BrowserState): Promise<void> {
  if (running < hashedAtOnce) {
    running += 1
    return
  }
  const queue = waiting[browser]
  if (queue.length >= maximumWaiting) {
    throw new AppError('too_many_requests', 'Too many people sign in at this moment, try again', {
      retryAfterSeconds: 2,
    })
  }
  await new Promise<void>((resolve) => queue.push(resolve))
}

/**
 * Hands the place over to the one who waits longest, known browsers before unknown ones, or frees
 * it.
 */
function leave(): void {
  const next = waiting.known.shift() ?? waiting.unknown.shift()
  if (next) next()
  else running -= 1
}

function phcString(
  { memory, passes, parallelism }: typeof cost,
  salt: Buffer,
  tag: Buffer,
): string {
  const parameters = `m=${memory},t=${passes},p=${parallelism}`
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

function parsePhcString(text: string): { cost: typeof cost; salt: Buffer; tag: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(text)
  if (!match) throw new Error('A stored password hash is not an argon2id PHC string')
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
