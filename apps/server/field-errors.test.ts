import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { connectorKinds } from '#features/connectors/contract/kinds.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import { fieldErrorSentences, sentenceOf } from '#kit/model/calls/field-error-sentences.ts'
import type { RouteContract } from '#kit/model/calls/route.ts'
import { validateInput } from '#kit/server/http/requests/validate-input.ts'

interface Input {
  readonly name: string
  readonly schema: z.ZodType
}

let inputs: readonly Input[]
let replies: readonly Input[]

beforeAll(async () => {
  const files = globSync('features/*/contract/**/*.ts').filter((file) => !/\.test\./.test(file))
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(file).href) as Promise<Record<string, unknown>>),
  )
  const settings = Object.entries(connectorKinds).map(([kind, { settings: schema }]) => ({
    ...{ name: `settings of ${kind}`, schema },
  }))
  const ofRoutes = modules.flatMap((each) => Object.values(each).filter(isRoute).flatMap(inputsOf))
  inputs = [...ofRoutes, ...settings]
  replies = modules.flatMap((each) =>
    Object.values(each)
      .filter(isRoute)
      .flatMap(({ method, path, reply }) =>
        reply ? [{ name: `${method} ${path}`, schema: reply }] : [],
      ),
  )
})

function isRoute(value: unknown): value is RouteContract {
  return typeof value === 'object' && value !== null && 'method' in value && 'gate' in value
}

function inputsOf({ method, path, params, query, body }: RouteContract): readonly Input[] {
  return Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [{ name: `${method} ${path} ${part}`, schema }] : [],
  )
}

type Definition = Readonly<Record<string, unknown>>

/** The definitions of a schema and of everything in it. */
function definitions(part: unknown, seen = new Set<unknown>()): readonly Definition[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return []
  seen.add(part)
  if (Array.isArray(part)) return part.flatMap((inner) => definitions(inner, seen))
  if (!('_zod' in part)) return isPlain(part) ? definitions(Object.values(part), seen) : []
  const { def } = part._zod as { def: Definition }
  return [def, ...definitions(Object.values(def), seen)]
}

/** The rules of a schema and of everything in it that zod gives no meaning to. */
const ownRules = (schema: z.ZodType) =>
  definitions(schema).filter((def) => 'fn' in def || def['format'] === 'regex')

const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype

it('RT6 every rule of a contract names the field error that stands for it', () => {
  const rules = inputs.flatMap(({ name, schema }) =>
    ownRules(schema).map((rule) => ({ name, rule })),
  )
  expect(rules.length).toBeGreaterThan(10)
  const nameless = rules.filter(({ rule }) => {
    const { params } = rule as { params?: { fieldError?: { code?: string } } }
    return !Object.hasOwn(fieldErrorSentences, params?.fieldError?.code ?? '')
  })
  expect(nameless.map(({ name }) => name)).toEqual([])
})

it('RT6 whatever is sent, each field error is of the list and has its parameters', () => {
  expect(inputs.length).toBeGreaterThan(40)
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 2 })),
  )
  fc.assert(
    fc.property(fc.constantFrom(...inputs), anything, ({ schema }, sent) => {
      const result = validateInput({ schema, method: '', url: '' })(sent) as { error?: unknown }
      if (result.error === undefined) return
      expect(result.error).toBeInstanceOf(AppError)
      for (const error of Object.values((result.error as AppError).errors ?? {}).flat()) {
        expect(Object.keys(fieldErrorSentences)).toContain(error.code)
        // What was sent may be in a sentence, whatever it is.
        const parameters = Object.fromEntries(
          Object.keys(error.parameters).map((name) => [name, 1]),
        )
        expect(sentenceOf({ ...error, parameters })).not.toMatch(/undefined|\{/)
        for (const name of parametersOf(error.code)) expect(error.parameters).toHaveProperty(name)
      }
    }),
    { numRuns: 2_000 },
  )
})

it('RT8 no reply is transformed: as it is sent it is what the handler answered', () => {
  expect(replies.length).toBeGreaterThan(100)
  const kinds = new Set(['pipe', 'transform', 'catch', 'prefault'])
  const transformed = replies.filter(({ schema }) =>
    definitions(schema).some((def) => kinds.has(String(def['type'])) || def['coerce']),
  )
  expect(transformed.map(({ name }) => name)).toEqual([])
})

it('RT10 a reply that is a list declares what is said of its pages', () => {
  const shapeOf = ({ schema }: Input) =>
    schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {}
  const lists = replies.filter((each) => shapeOf(each)['data'] instanceof z.ZodArray)
  expect(lists.length).toBeGreaterThan(30)
  expect(lists.filter((each) => !shapeOf(each)['meta']).map(({ name }) => name)).toEqual([])
})

const names = ['email', 'password', 'name', 'roles', 'permissions', 'version', 'from', 'to', 'id']

function parametersOf(code: keyof typeof fieldErrorSentences): readonly string[] {
  return [...fieldErrorSentences[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
