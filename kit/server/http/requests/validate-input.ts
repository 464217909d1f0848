import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { AppError, type FieldErrors } from '#kit/model/calls/errors.ts'
import { sentenceOf } from '#kit/model/calls/field-error-sentences.ts'
import { fieldError, type FieldError } from '#kit/model/calls/field-errors.ts'

type Issue = z.core.$ZodIssue
type IssueOf<Code extends Issue['code']> = Extract<Issue, { readonly code: Code }>

/** What stands for the input as a whole where no field of it can be named. */
const wholeInput = 'body'
/** Characters of what somebody sent that are repeated to them. */
const maximumEchoLength = 200

/**
 * Checks the input of a call against its schema. What does not fit is 422 with a field error for
 * everything that is wrong.
 */
export const validateInput: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (input: unknown) => {
    const result = schema.safeParse(input, { reportInput: true })
    return result.success ? { value: result.data } : { error: asFailure(result.error.issues) }
  }
}

/**
 * Checks something against a schema: its value, or null and a field error for everything that is
 * wrong.
 */
export function fieldErrorsOf<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): { readonly value: z.output<Schema> | null; readonly errors: FieldErrors } {
  const result = schema.safeParse(input, { reportInput: true })
  return result.success
    ? { value: result.data, errors: {} }
    : { value: null, errors: byField(result.error.issues) }
}

/** What is wrong, in English: the sentence of a rule of our own, else the library's. */
export function issueText(issue: Issue): string {
  const own = issue.code === 'custom' ? issue.params?.['fieldError'] : undefined
  return own === undefined ? issue.message : sentenceOf(own as FieldError)
}

function asFailure(issues: readonly Issue[]): AppError {
  const errors = byField(issues)
  const [first] = Object.entries(errors)
  const message = first?.[1][0] && `${first[0]}: ${sentenceOf(first[1][0])}`
  return new AppError('invalid', message ?? 'The input is not accepted', { errors })
}

function byField(issues: readonly Issue[]): FieldErrors {
  const errors: Record<string, readonly FieldError[]> = {}
  for (const issue of issues.flatMap(nearestIssues)) {
    const field = issue.path.join('.') || wholeInput
    errors[field] = withError(errors[field] ?? [], fieldErrorOf(issue))
  }
  return errors
}

/**
 * The errors of a field with one more, nothing twice. A number beyond several limits is beyond the
 * narrowest, and what keeps to that one keeps to the others.
 */
function withError(known: readonly FieldError[], error: FieldError): readonly FieldError[] {
  const same = known.find((one) => one.code === error.code && saysAsMuch(one, error))
  if (same === undefined) return [...known, error]
  return known.map((one) => (one === same && isNarrower(error, one) ? error : one))
}

const limits: ReadonlySet<string> = new Set(['minimum', 'maximum'])

const saysAsMuch = (one: FieldError, { parameters }: FieldError) =>
  Object.entries(parameters).every(
    ([name, value]) => limits.has(name) || one.parameters[name] === value,
  )

function isNarrower(error: FieldError, than: FieldError): boolean {
  const limit = (of: FieldError, name: string) => Number(of.parameters[name])
  return (
    limit(error, 'minimum') > limit(than, 'minimum') ||
    limit(error, 'maximum') < limit(than, 'maximum')
  )
}

/**
 * Of several forms that an input may have, what is wrong with the one that it resembles most; any
 * other issue as it is.
 */
function nearestIssues(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const [nearest = []] = issue.errors.toSorted((one, other) => one.length - other.length)
  return nearest.every(({ path }) => path.length > 0)
    ? nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
    : [issue]
}

/** What a broken rule of a schema means as a field error; rules of our own name theirs (`rule`). */
function fieldErrorOf(issue: Issue): FieldError {
  switch (issue.code) {
    case 'custom':
      return (issue.params?.['fieldError'] as FieldError | undefined) ?? fieldError('not_accepted')
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_type':
      return issue.input === undefined ? fieldError('required') : wrongType(issue.expected)
    case 'invalid_value':
      return notAnOption(issue.input, issue.values)
    case 'invalid_union':
      return wrongForm(issue)
    case 'unrecognized_keys':
      return fieldError('unknown_members', {
        names: issue.keys.join(', ').slice(0, maximumEchoLength),
      })
    default:
      return fieldError('not_accepted')
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  tuple: 'a list',
}

/** What the library calls its kinds is nothing to people: a kind without a word is not named. */
function wrongType(kind: string): FieldError {
  const expected = kinds[kind]
  return expected === undefined
    ? fieldError('not_accepted')
    : fieldError('wrong_type', { expected })
}

function tooSmall({ origin, minimum: least }: IssueOf<'too_small'>): FieldError {
  const minimum = Number(least)
  if (origin === 'string')
    return minimum === 1 ? fieldError('required') : fieldError('too_short', { minimum })
  return fieldError(origin === 'array' ? 'too_few' : 'too_small', { minimum })
}

function tooBig({ origin, maximum: greatest }: IssueOf<'too_big'>): FieldError {
  const maximum = Number(greatest)
  if (origin === 'string') return fieldError('too_long', { maximum })
  return fieldError(origin === 'array' ? 'too_many' : 'too_large', { maximum })
}

/** The value is of none of the forms that it may have; the name of the form may be in it. */
function wrongForm(issue: IssueOf<'invalid_union'>): FieldError {
  if (issue.input === undefined) return fieldError('required')
  if (!('options' in issue) || issue.options === undefined) return fieldError('not_accepted')
  const { input, discriminator = '', options } = issue
  return notAnOption(Object(input)[discriminator], options)
}

function notAnOption(input: unknown, options: readonly unknown[]): FieldError {
  return input === undefined
    ? fieldError('required')
    : fieldError('not_an_option', { options: options.map(String).join(', ') })
}
