import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { digestOf } from '../repeated/repeated-writes.ts'

/**
 * Reads JSON as the framework does, which refuses what would reach prototypes; and says so, where
 * the framework calls it no JSON. What is not UTF-8 is refused: the framework puts a character in
 * its place that nobody sent.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      if (!isUtf8(bytes)) return done(new AppError('bad_request', 'body: is not UTF-8'))
      const body = bytes.toString('utf8')
      request.bodyDigest = digestOf(request, body)
      void read(request, body, (error, value) => {
        const key = error ? prototypeKeyIn(body) : null
        if (key === null) return done(error, value)
        done(new AppError('bad_request', `body: has the key ${key}, which is not allowed`))
      })
    },
  )
}

/** The key of a JSON text that would reach a prototype; null: there is none, or it is no JSON. */
function prototypeKeyIn(text: string): '__proto__' | 'constructor.prototype' | null {
  const waiting = [parsed(text)]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) return '__proto__'
    const { constructor } = value
    const isOwn = Object.hasOwn(value, 'constructor') && Object(constructor) === constructor
    if (isOwn && Object.hasOwn(constructor, 'prototype')) return 'constructor.prototype'
    for (const part of Object.values(value)) waiting.push(part)
  }
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
