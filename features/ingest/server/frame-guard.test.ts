import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FrameGuard, guardFrames } from './frame-guard.ts'

/** A packet as it lies on the wire: first byte, remaining length, that many bytes. */
function packet(first: number, length: number): Buffer {
  const header = [first]
  let left = length
  do {
    header.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0))
    left = Math.floor(left / 128)
  } while (left > 0)
  return Buffer.concat([Buffer.from(header), Buffer.alloc(length, 0xff)])
}

function chunks(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((one, other) => one - other)
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end))
}

const limit = 300
const packets = fc.array(fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: limit })), {
  minLength: 1,
  maxLength: 12,
})
const cuts = fc.array(fc.nat(5_000), { maxLength: 40 })

it('IN7 lets every sequence of allowed packets through, however it is cut', () => {
  fc.assert(
    fc.property(packets, cuts, (sizes, places) => {
      const guard = new FrameGuard(limit)
      const wire = Buffer.concat(sizes.map(([first, length]) => packet(first, length)))
      for (const chunk of chunks(wire, places)) expect(guard.accepts(chunk)).toBe(true)
    }),
  )
})

it('IN7 finds the one packet that is too long, however the bytes are cut, before its body', () => {
  fc.assert(
    fc.property(packets, fc.integer({ min: limit + 1, max: 200_000 }), cuts, (sizes, tooLong, places) => {
      const before = Buffer.concat(sizes.map(([first, length]) => packet(first, length)))
      const header = packet(0x30, tooLong).subarray(0, tooLong > 16_383 ? 4 : 3)
      const guard = new FrameGuard(limit)
      const verdicts = chunks(Buffer.concat([before, header]), places).map((chunk) => guard.accepts(chunk))
      expect(verdicts.at(-1) === false || verdicts.includes(false)).toBe(true)
    }),
  )
})

it('IN7 refuses a length of more than four bytes', () => {
  expect(new FrameGuard(limit).accepts(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x01]))).toBe(false)
  expect(new FrameGuard(limit).accepts(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]))).toBe(false)
  expect(new FrameGuard(limit).accepts(Buffer.from([0x30, 0x80, 0x80, 0x00]))).toBe(true)
})

it('IN7 ends the connection at the announcement and hands nothing on', async () => {
  const connection = new PassThrough()
  let told = 0
  guardFrames(connection, limit, () => (told += 1))
  const seen: unknown[] = []
  connection.on('readable', () => seen.push(connection.read()))
  connection.write(packet(0x30, 10))
  connection.write(packet(0x30, limit + 1))
  await new Promise((resolve) => connection.once('close', resolve))
  expect(told).toBe(1)
  expect(Buffer.concat(seen.filter((chunk) => Buffer.isBuffer(chunk))).length).toBeLessThanOrEqual(12)
})
