import type { FastifyRequest } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { DocumentServices } from '../http/http-documents.ts'
import { originOf } from '../http/request-origin.ts'

interface Pair {
  readonly lesiId: string
  readonly token: string
  /** The bucket or database names the device: nothing stands beside the token. */
  readonly isOfBucket: boolean
}

const senders = new WeakMap<FastifyRequest, CatalogueDevice>()

/** LESI ID of whoever has signed in; null: nobody has. */
export const lesiIdOfSender = (request: FastifyRequest): string | null =>
  senders.get(request)?.lesiId ?? null

/** Answers by what was sent alone, and so the same whether there is such a device. */
const answers = {
  nothing:
    'Send LESI ID and token: as user name and password, or as Authorization: Token LESI-ID:TOKEN',
  wrong: 'The device token is wrong, or there is no such device',
  bucket: 'The token is not that of a device with the name of the bucket or database',
} as const

/**
 * Signs the request in as a device. Clients know several ways: name and password as Basic or
 * in the query (`u`, `p`), both with a colon between them as `Token` or `Bearer`, or the token
 * alone, where the bucket or database has the device's name. Refuses, counts and lists everybody
 * else. Asked before the body is read, and again when it has come: that may take a minute.
 */
export function signIn(
  { catalogue, verifyToken, refusals }: DocumentServices,
  request: FastifyRequest,
): CatalogueDevice {
  const pairs = pairsOf(request)
  for (const { lesiId, token } of pairs) {
    const device = catalogue.device(lesiId)
    if (!device || !verifyToken(lesiId, token)) continue
    senders.set(request, device)
    return device
  }
  const claimed = pairs[0]?.lesiId ?? ''
  const isKnown = catalogue.device(claimed) !== undefined
  const reason = pairs.length === 0 ? 'no token' : isKnown ? 'wrong token' : 'no such device'
  refusals.add({
    ...{ ...originOf(request), nameless: true, field: 'authorization', reason },
    lesiId: claimed === '' ? null : claimed,
  })
  throw new AppError('device_unauthenticated', answerTo(pairs[0]))
}

function answerTo(pair: Pair | undefined): string {
  if (pair === undefined || pair.lesiId === '') return answers.nothing
  return pair.isOfBucket ? answers.bucket : answers.wrong
}

function pairsOf({ query, headers }: FastifyRequest): readonly Pair[] {
  const inQuery = (name: string) => {
    const value = (query as Readonly<Record<string, unknown>>)[name]
    return typeof value === 'string' ? value : ''
  }
  const [, scheme = '', value = ''] =
    /^(Basic|Token|Bearer) +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (value === '') return withToken(inQuery('u'), inQuery('p'))
  if (scheme.toLowerCase() === 'basic') return split(Buffer.from(value, 'base64').toString('utf8'))
  const [named = ''] = (inQuery('bucket') || inQuery('db')).split('/', 1)
  return [...split(value), ...withToken(named, value, true)]
}

function split(pair: string): readonly Pair[] {
  const colon = pair.indexOf(':')
  return colon === -1 ? [] : withToken(pair.slice(0, colon), pair.slice(colon + 1))
}

const withToken = (lesiId: string, token: string, isOfBucket = false): readonly Pair[] =>
  token === '' ? [] : [{ lesiId, token, isOfBucket }]
