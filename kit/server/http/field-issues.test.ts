import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { sentenceOf } from '#kit/model/calls/field-error-sentences.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { createHttpApplication } from './application.ts'
import { serve } from './serve.ts'
import { fieldErrorsOf } from './requests/validate-input.ts'

const app = createHttpApplication(pino({ level: 'silent' }))
const thing = defineRoute({
  method: 'GET',
  path: '/api/things/:id',
  summary: 'A thing',
  gate: 'public',
  params: z.object({ id: z.string() }),
})
serve(app, thing, async () => undefined)
afterAll(() => app.close())

const sentences = (schema: z.ZodType, value: unknown) =>
  fieldErrorsOf(z.object({ field: schema }), value === undefined ? {} : { field: value }).errors[
    'field'
  ]?.map(sentenceOf)

test('HT53 what may have several forms is required where it is missing, as anything else', () => {
  const document = z.union([z.string(), z.array(z.unknown())])
  const priority = z.union([z.literal(1), z.literal(2)])
  const way = z.union([z.object({ ship: z.string() }), z.object({ rail: z.string() })])
  for (const schema of [document, priority, way])
    expect(sentences(schema, undefined)).toEqual(['is required'])
  expect(sentences(document, 5)).toEqual(['is not accepted'])
})

test('HT54 of several limits that a value breaks the narrowest is named, and nothing twice', () => {
  const limited = z.int().min(1).max(100)
  expect(sentences(limited, 1e20)).toEqual(['must be at most 100'])
  expect(sentences(limited, -1e20)).toEqual(['must be at least 1'])
  expect(sentences(limited, 101)).toEqual(['must be at most 100'])
  const isRepeated = rule(fieldError('repeated'))
  const list = z
    .array(z.int())
    .refine(() => false, isRepeated)
    .refine(() => false, isRepeated)
  expect(sentences(list, [1])).toEqual(['must not name anything twice'])
  const day = z
    .string()
    .regex(/^\d+$/)
    .refine((text) => text > '1')
  expect(sentences(day, '')).toEqual(['is not accepted'])
  const name = z
    .string()
    .min(3)
    .regex(/^[a-z]+$/)
  expect(sentences(name, '1')).toEqual(['must have at least 3 characters', 'is not accepted'])
})

test.each([
  ['z.record', z.record(z.string(), z.string()), 'must be an object'],
  ['z.tuple', z.tuple([z.int()]), 'must be a list'],
  ['z.map', z.map(z.string(), z.string()), 'is not accepted'],
])('HT55 %s is refused in words of people, not of the library', (_name, schema, sentence) => {
  expect(sentences(schema, 5)).toEqual([sentence])
})

test.each([
  ['x'.repeat(3_000), 'A part of the address is too long'],
  [`${'x'.repeat(3_000)}%ED%A0%80`, 'The address cannot be decoded'],
])('HT56 an address that is refused as a whole is not repeated', async (id, message) => {
  const reply = await app.inject({ url: `/api/things/${id}` })
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    { success: false, error: 'bad_request', message, requestId: expect.any(String) as unknown },
  ])
})
