import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { createHttpApplication } from '../application.ts'
import { serve } from '../serve.ts'

const app = createHttpApplication(pino({ level: 'silent' }))
const order = defineRoute({
  method: 'POST',
  path: '/api/order',
  summary: 'Takes an order',
  gate: 'public',
  body: z
    .strictObject({
      name: z.string().min(3).max(5),
      note: z.string().min(1).optional(),
      pieces: z.int().min(1).max(9).optional(),
      colour: z.enum(['red', 'blue']).optional(),
      marks: z.array(z.string()).min(1).max(2).optional(),
      even: z
        .number()
        .refine((value) => value % 2 === 0, rule(fieldError('too_small', { minimum: 2 })))
        .optional(),
      plain: z
        .string()
        .refine((text) => text === '')
        .optional(),
      way: z
        .union([z.object({ ship: z.string() }), z.object({ rail: z.string(), car: z.string() })])
        .optional(),
      cargo: z
        .discriminatedUnion('kind', [
          z.object({ kind: z.literal('coal') }),
          z.object({ kind: z.literal('oil') }),
        ])
        .optional(),
    })
    .refine(({ name }) => name !== 'never', rule(fieldError('role_name_taken'))),
})

beforeAll(async () => {
  serve(app, order, async ({ body }) => {
    if (body.name === 'wrong') throw refusedField('name', fieldError('too_long', { maximum: 4 }))
  })
  await app.ready()
})
afterAll(() => app.close())

const send = async (payload: object) => {
  const reply = await app.inject({ method: 'POST', url: '/api/order', payload })
  return reply.json<{ message: string; errors: object; reasons: object }>()
}

test.each([
  [{}, 'name', 'required', {}, 'is required'],
  [{ name: 7 }, 'name', 'wrong_type', { expected: 'a text' }, 'must be a text'],
  [{ name: 'ab' }, 'name', 'too_short', { minimum: 3 }, 'must have at least 3 characters'],
  [{ name: 'abcdef' }, 'name', 'too_long', { maximum: 5 }, 'must have at most 5 characters'],
  [{ note: '' }, 'note', 'required', {}, 'is required'],
  [{ pieces: 0 }, 'pieces', 'too_small', { minimum: 1 }, 'must be at least 1'],
  [{ pieces: 10 }, 'pieces', 'too_large', { maximum: 9 }, 'must be at most 9'],
  [{ pieces: 1.5 }, 'pieces', 'wrong_type', { expected: 'a whole number' }, /a whole number/],
  [{ colour: 'x' }, 'colour', 'not_an_option', { options: 'red, blue' }, /red, blue/],
  [{ marks: [] }, 'marks', 'too_few', { minimum: 1 }, 'must have at least 1 entries'],
  [{ marks: ['', '', ''] }, 'marks', 'too_many', { maximum: 2 }, 'must have at most 2 entries'],
  [{ even: 1 }, 'even', 'too_small', { minimum: 2 }, 'must be at least 2'],
  [{ plain: 'x' }, 'plain', 'not_accepted', {}, 'is not accepted'],
  [{ way: { ship: 1 } }, 'way.ship', 'wrong_type', { expected: 'a text' }, 'must be a text'],
  [{ way: 1 }, 'way', 'not_accepted', {}, 'is not accepted'],
  [{ cargo: { kind: 'x' } }, 'cargo.kind', 'not_an_option', { options: 'coal, oil' }, /coal, oil/],
  [{ cargo: {} }, 'cargo.kind', 'required', {}, 'is required'],
  [{ extra: 1 }, 'body', 'unknown_members', { names: 'extra' }, /extra/],
  [{ name: 'never' }, 'body', 'role_name_taken', {}, 'is used by another role'],
  [{ name: 'wrong' }, 'name', 'too_long', { maximum: 4 }, 'must have at most 4 characters'],
])('HT24 %j is refused at %s as %s with %j', async (part, field, code, parameters, sentence) => {
  const named = Object.keys(part).length === 0 || 'name' in part ? part : { name: 'pump', ...part }
  const reply = await send(named)
  const words: unknown =
    typeof sentence === 'string' ? sentence : (expect.stringMatching(sentence) as unknown)
  expect(reply).toMatchObject({
    error: 'invalid',
    errors: { [field]: [words] },
    reasons: { [field]: [{ code, parameters }] },
  })
  expect(reply.message.startsWith(`${field}: `)).toBe(true)
})

test('HT24 everything that is wrong is named, sentences and codes in the same order', async () => {
  const reply = await send({ name: 'abcdef', pieces: 0, colour: 'x' })
  expect(Object.keys(reply.errors)).toEqual(['name', 'pieces', 'colour'])
  expect(Object.keys(reply.reasons)).toEqual(['name', 'pieces', 'colour'])
})

test('HT24 of what was sent no more than a line is repeated', async () => {
  const reply = await send({ name: 'pump', ['x'.repeat(10_000)]: 1 })
  expect(JSON.stringify(reply).length).toBeLessThan(2_000)
})
