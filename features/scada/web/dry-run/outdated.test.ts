import { expect, test } from 'vitest'
import { outdatedPart } from './outdated.ts'

const tried = { document: '{}', device: 'PRESS-1', type: 'analog' } as const

test('SC9 a result says when it is of another device, or of another type, than is chosen', () => {
  expect(outdatedPart(tried, { ...tried })).toBeNull()
  expect(outdatedPart(tried, { ...tried, device: 'PRESS-2' })).toBe('choice')
  expect(outdatedPart(tried, { ...tried, type: 'lamp' })).toBe('choice')
  expect(outdatedPart(tried, { document: '{}', device: 'PRESS-1' })).toBe('choice')
  expect(outdatedPart({ document: '{}' }, tried)).toBe('choice')
})

test('SC9 a result says when it is of another document, whatever is chosen', () => {
  expect(outdatedPart(tried, { ...tried, document: '{"a":1}' })).toBe('document')
  expect(outdatedPart(tried, { document: '{"a":1}' })).toBe('document')
})
