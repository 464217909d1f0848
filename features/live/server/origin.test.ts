import { expect, it } from 'vitest'
import { isAllowedOrigin } from './index.ts'

it('LV1 allows the origin of this site and those configured, and no other', () => {
  const allowed = ['https://war.example']
  expect(isAllowedOrigin(undefined, 'localhost:8080', [])).toBe(true)
  expect(isAllowedOrigin('http://localhost:8080', 'localhost:8080', [])).toBe(true)
  expect(isAllowedOrigin('https://war.example', 'inner:8080', allowed)).toBe(true)
  for (const origin of [
    'http://evil.example',
    'http://localhost:8081',
    'http://localhost:8080.evil.example',
    'https://war.example.evil',
    'null',
    '',
    'file://',
    'http://evil.example/http://localhost:8080',
    'not an origin',
  ])
    expect(isAllowedOrigin(origin, 'localhost:8080', allowed), origin).toBe(false)
  expect(isAllowedOrigin('null', undefined, allowed)).toBe(false)
})
