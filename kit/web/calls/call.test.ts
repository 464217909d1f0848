import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callUrl } from './call-url.ts'

test('KW7 whatever a parameter holds, it stays one piece of the path', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (thing, width) => {
      const address = new URL(
        callUrl('/api/report/:thing/today', { params: { thing }, query: { width } }),
        'http://site',
      )
      const pieces = address.pathname.split('/')
      // A browser resolves dots of a path even where they are written as %2e; no id may be just
      // dots.
      fc.pre(!/^\.{1,2}$/.test(thing))
      expect(pieces).toHaveLength(5)
      expect(decodeURIComponent(pieces[3] ?? '')).toBe(thing)
      expect(address.searchParams.get('width')).toBe(width)
      expect(address.host).toBe('site')
    }),
  )
})

test('KW7 query values that are undefined are left out, objects travel as JSON', () => {
  expect(callUrl('/api/a', {})).toBe('/api/a')
  expect(callUrl('/api/a', { query: { one: undefined, two: 2, data: { id: 3 } } })).toBe(
    '/api/a?two=2&data=%7B%22id%22%3A3%7D',
  )
})
