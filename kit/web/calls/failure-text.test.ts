import { expect, test } from 'vitest'
import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { ApiError, type FailureCode } from './api-error.ts'
import { failureOf } from './failure-of-response.ts'
import { failureDetail, failureKey } from './failure-text.ts'

const failure = (status: number, code: FailureCode, errors?: FieldErrors) =>
  failureKey(new ApiError({ status, code, message: '', ...(errors ? { errors } : {}) }))

test('KW5 each status has its text', () => {
  const texts = [400, 403, 404, 408, 413, 500, 502, 503, 504].map((status) =>
    failure(status, 'unreadable'),
  )
  expect(texts).toEqual([
    'badRequest',
    'noPermission',
    'notFound',
    'timeout',
    'applicationUpdated',
    'serverError',
    'badGateway',
    'unavailable',
    'networkTimeout',
  ])
})

test('KW5 a 401 distinguishes a wrong password from a missing session', () => {
  expect(failure(401, 'login_error')).toBe('wrongPassword')
  expect(failure(401, 'unauthenticated')).toBe('signInFirst')
  expect(failure(401, 'unreadable')).toBe('signInFirst')
  expect(failure(500, 'login_error')).toBe('serverError')
})

test('KW5 a 422 distinguishes an unknown account from wrong data', () => {
  const unknown = fieldError('unknown_account')
  const other = fieldError('email')
  expect(failure(422, 'invalid', { email: [unknown] })).toBe('notRegistered')
  expect(failure(422, 'invalid', { email: [other] })).toBe('wrongData')
  expect(failure(422, 'invalid', { email: [other, unknown] })).toBe('wrongData')
  expect(failure(422, 'invalid')).toBe('wrongData')
  expect(failure(422, 'invalid', { name: [unknown] })).toBe('wrongData')
})

test('KW5 no response has a text of its own, all else is an error in connecting', () => {
  expect(failure(0, 'no_response')).toBe('noResponse')
  expect(failure(418, 'unreadable')).toBe('connecting')
  expect(failureKey(new TypeError('anything'))).toBe('connecting')
})

test('KW5 no other status has a text of its own', () => {
  const specified = new Set([0, 400, 401, 403, 404, 408, 413, 422, 500, 502, 503, 504])
  const others = Array.from({ length: 600 }, (_, status) => status).filter(
    (status) => !specified.has(status),
  )
  expect(new Set(others.map((status) => failure(status, 'unreadable')))).toEqual(
    new Set(['connecting']),
  )
})

test('KW5 a conflict and too many attempts have a second line', () => {
  const detail = (status: number, retryAfterSeconds?: number) =>
    failureDetail(
      new ApiError({
        status,
        code: 'unreadable',
        message: '',
        retryAfterSeconds: retryAfterSeconds ?? null,
      }),
    )
  expect(detail(409)).toEqual({ key: 'conflict', seconds: 0 })
  expect(detail(429)).toEqual({ key: 'tooManyAttempts', seconds: 0 })
  expect(detail(429, 40)).toEqual({ key: 'tooManyAttemptsFor', seconds: 40 })
  expect([detail(500, 5), failureDetail(new TypeError('anything'))]).toEqual([null, null])
})

test('KW5 a server that names when it will be available has a second line with it', async () => {
  const unavailable = (headers: HeadersInit) =>
    failureOf(new Response('<html>', { status: 503, headers }))
  const named = { key: 'tryAgainIn', seconds: 7 }
  expect(failureDetail(await unavailable({ 'Retry-After': '7' }))).toEqual(named)
  expect(failureDetail(await unavailable({}))).toBeNull()
  expect(failureDetail(await unavailable({ 'Retry-After': '0' }))).toBeNull()
})

test('KW5 how long to wait is read also from a proxy, which answers with a page', async () => {
  const page = (status: number, retryAfter: string) =>
    failureOf(new Response('<html>', { status, headers: { 'Retry-After': retryAfter } }))
  expect(failureDetail(await page(429, '40'))).toEqual({ key: 'tooManyAttemptsFor', seconds: 40 })
  const date = 'Wed, 21 Oct 2026 07:28:00 GMT'
  expect(failureDetail(await page(429, date))).toEqual({ key: 'tooManyAttempts', seconds: 0 })
})

test('KW5 what keeps a captcha from letting somebody in has a second line', () => {
  const refused = { recaptchatoken: [fieldError('captcha')] }
  const failures = [
    new ApiError({ status: 422, code: 'invalid', message: '', errors: refused }),
    new ApiError({ status: 503, code: 'captcha_unavailable', message: '' }),
    new ApiError({ status: 0, code: 'captcha_unloaded', message: '' }),
  ]
  expect(failures.map((each) => [failureKey(each), failureDetail(each)?.key])).toEqual([
    ['wrongData', 'captchaRefused'],
    ['unavailable', 'captchaUnavailable'],
    ['connecting', 'captchaUnloaded'],
  ])
})
