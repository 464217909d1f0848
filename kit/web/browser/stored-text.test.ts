import { afterEach, expect, test, vi } from 'vitest'
import { readText, storeText } from './stored-text.ts'

afterEach(() => void vi.unstubAllGlobals())

test('KW43 a browser that stores nothing keeps a choice until the page ends', () => {
  const stored = new Map<string, string>()
  let isFull = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new Error('full')
      stored.set(key, text)
    },
  })
  storeText('choice', 'one')
  isFull = true
  storeText('choice', 'two')
  expect([readText('choice'), stored.get('choice')]).toEqual(['two', 'one'])
  isFull = false
  storeText('choice', 'three')
  stored.set('choice', 'of another tab')
  expect(readText('choice')).toBe('of another tab')
  vi.stubGlobal('localStorage', undefined)
  expect(readText('choice')).toBeNull()
})
