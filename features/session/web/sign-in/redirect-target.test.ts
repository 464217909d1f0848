import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

const origin = 'https://warroom.example'

test('SE20 a path of this site is where sign-in leads', () => {
  for (const path of [
    '/warroomDashboard',
    '/warroomCharts?thing=a&period=2026-01-01..2026-01-31#end',
    '/pages/100%25',
    '/a//b',
  ]) {
    expect(redirectTarget(path, origin)).toBe(path)
  }
})

test('SE20 every way to another origin leads home', () => {
  const ways = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%255Cevil.example',
    '%2F%2Fevil.example',
    '/%252Fevil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%09/evil.example',
    ' //evil.example',
    'evil.example',
    '',
    undefined,
    42,
    ['/a'],
  ]
  for (const way of ways) expect(redirectTarget(way, origin), String(way)).toBe('/')
})

test('SE20 sign-in does not lead to itself', () => {
  for (const path of ['/login', '/login?redirect=/login', '/login-ch-si', '/login/'])
    expect(redirectTarget(path, origin)).toBe('/')
  expect(redirectTarget('/loginHistory', origin)).toBe('/loginHistory')
})

test('SE20 no text at all leads away, however often it is decoded', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '%2F',
    '%5C',
    '%25',
    '%09',
    '\t',
    ':',
    '@',
    '.',
    'a',
    'https',
    '?',
    '#',
    '//',
    '%',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces, { maxLength: 12 }).map((all) => `/${all.join('')}`),
      ),
      (text) => {
        let target = redirectTarget(text, origin)
        for (let round = 0; round < 4; round += 1) {
          expect(new URL(target, origin).origin).toBe(origin)
          try {
            target = decodeURIComponent(target)
          } catch {
            return
          }
        }
      },
    ),
    { numRuns: 2_000 },
  )
})
