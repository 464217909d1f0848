import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FrameGuard } from './frame-guard.ts'

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
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted(
    (one, other) => one - other,
  )
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end))
}

const limit = 300
const packets = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: limit })),
  {
    minLength: 1,
    maxLength: 12,
  },
)
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
    fc.property(
      packets,
      fc.integer({ min: limit + 1, max: 200_000 }),
      cuts,
      (sizes, tooLong, places) => {
        const before = Buffer.concat(sizes.map(([first, length]) => packet(first, length)))
        const header = packet(0x30, tooLong).subarray(0, tooLong > 16_383 ? 4 : 3)
        const guard = new FrameGuard(limit)
        const verdicts = chunks(Buffer.concat([before, header]), places).map((chunk) =>
          guard.accepts(chunk),
        )
        expect(verdicts.at(-1) === false || verdicts.includes(false)).toBe(true)
      },
    ),
  )
})

it('IN7 refuses a length of more than four bytes', () => {
  expect(new FrameGuard(limit).accepts(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x01]))).toBe(false)
  expect(new FrameGuard(limit).accepts(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]))).toBe(
    false,
  )
  expect(new FrameGuard(limit).accepts(Buffer.from([0x30, 0x80, 0x80, 0x00]))).toBe(true)
})

it('IN7 allows a first packet less than the others, and knows how much of a packet has come', () => {
  const guard = new FrameGuard(limit, 20)
  expect(guard.accepts(packet(0x10, 20))).toBe(true)
  expect(guard.incompleteBytes).toBe(0)
  expect(guard.accepts(packet(0x30, limit).subarray(0, 103))).toBe(true)
  expect(guard.incompleteBytes).toBe(100)
  expect(guard.accepts(Buffer.alloc(limit - 100))).toBe(true)
  expect(guard.incompleteBytes).toBe(0)
  expect(new FrameGuard(limit, 20).accepts(packet(0x10, 21))).toBe(false)
})
