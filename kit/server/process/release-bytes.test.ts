import { expect, test } from 'vitest'
import { releaseBytes } from './release-bytes.ts'

test('UM2 memory of large bytes is free at once, and every view on it is empty', () => {
  const whole = Buffer.alloc(2 ** 20, 7)
  const part = whole.subarray(10, 20)
  const before = process.memoryUsage().arrayBuffers
  releaseBytes(part)
  releaseBytes(whole)
  expect([whole.byteLength, part.byteLength]).toEqual([0, 0])
  expect(before - process.memoryUsage().arrayBuffers).toBeGreaterThan(2 ** 20 - 2 ** 16)
})

test('UM2 small bytes, which may share their memory with others, are left as they are', () => {
  const text = Buffer.from('{"data":')
  const shared = new Uint8Array(text.buffer)
  releaseBytes(text)
  expect(text.toString()).toBe('{"data":')
  expect(shared.byteLength).toBe(text.buffer.byteLength)
  const own = Buffer.alloc(1_000, 7)
  releaseBytes(own)
  expect(own.every((byte) => byte === 7)).toBe(true)
})
