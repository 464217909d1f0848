import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FrameGuard } from './frame-guard.ts'

/** A packet as it lies on the wire: first byte, remaining length, that many bytes. */
function packet(first: number, length: number, body = Buffer.alloc(length, 0xff)): Buffer {
  const header = [first]
  let left = length
  do {
    header.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0))
    left = Math.floor(left / 128)
  } while (left > 0)
  return Buffer.concat([Buffer.from(header), body])
}

function chunks(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted(
    (one, other) => one - other,
  )
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end))
}

/** What goes on of these chunks; null when one is refused. */
function passAll(guard: FrameGuard, all: readonly Buffer[]): Buffer | null {
  const passed: Uint8Array[] = []
  for (const chunk of all) {
    const part = guard.pass(chunk)
    if (part === null) return null
    passed.push(part)
    expect(guard.incompleteBytes).toBeLessThanOrEqual(limit)
  }
  return Buffer.concat(passed)
}

const limit = 300
const firstByte = fc.integer({ min: 0, max: 255 })
const allowed = fc.tuple(firstByte, fc.integer({ min: 0, max: limit }))
const packets = fc.array(allowed, { minLength: 1, maxLength: 12 })
const longPublish = fc.tuple(
  fc.integer({ min: 0x30, max: 0x3f }),
  fc.integer({ min: limit + 1, max: 40_000 }),
)
const cuts = fc.array(fc.nat(50_000), { maxLength: 40 })
const wireOf = (sizes: readonly (readonly [number, number])[]) =>
  Buffer.concat(sizes.map(([first, length]) => packet(first, length)))

it('IN7 lets every sequence of allowed packets through as it is, however it is cut', () => {
  fc.assert(
    fc.property(packets, cuts, (sizes, places) => {
      const wire = wireOf(sizes)
      expect(passAll(new FrameGuard(limit), chunks(wire, places))).toEqual(wire)
    }),
  )
})

it('IN7 shortens every PUBLISH over the limit, and nothing else, however the bytes are cut', () => {
  const mixed = fc.array(fc.oneof(allowed, longPublish), { maxLength: 8 })
  fc.assert(
    fc.property(mixed, cuts, (sizes, places) => {
      const bodies = sizes.map(([first, length]) => {
        const body = Buffer.from(Array.from({ length }, (_, index) => (index * 7) % 251))
        return { first, length, body }
      })
      const wire = [
        packet(0x10, 5),
        ...bodies.map((each) => packet(each.first, each.length, each.body)),
      ]
      const expected = bodies.map(({ first, length, body }) =>
        length <= limit
          ? packet(first, length, body)
          : packet(first, limit, Buffer.concat([body.subarray(0, limit - 1), body.subarray(-1)])),
      )
      const passed = passAll(new FrameGuard(limit), chunks(Buffer.concat(wire), places))
      expect(passed?.subarray(7)).toEqual(Buffer.concat(expected))
    }),
  )
})

it('IN7 ends a shortened PUBLISH with its last byte, and holds no more than the limit', () => {
  const guard = new FrameGuard(limit)
  guard.pass(packet(0x10, 5))
  const long = packet(0x32, 100_000)
  expect(guard.pass(long.subarray(0, 50_000))).toHaveLength(3 + limit - 1)
  expect([guard.incompleteBytes, guard.isSkipping]).toEqual([limit - 1, true])
  expect(guard.pass(long.subarray(50_000, -1))).toHaveLength(0)
  expect([guard.incompleteBytes, guard.isSkipping]).toEqual([limit - 1, false])
  expect(guard.pass(long.subarray(-1))).toHaveLength(1)
  expect([guard.incompleteBytes, guard.isSkipping]).toEqual([0, false])
})

it('IN7 finds every other packet that is too long before its body, however it is cut', () => {
  const first = firstByte.filter((byte) => byte >> 4 !== 3)
  const tooLong = fc.integer({ min: limit + 1, max: 200_000 })
  fc.assert(
    fc.property(packets, first, tooLong, cuts, (sizes, byte, length, places) => {
      const header = packet(byte, length, Buffer.alloc(0))
      const wire = Buffer.concat([wireOf(sizes), header])
      expect(passAll(new FrameGuard(limit), chunks(wire, places))).toBeNull()
    }),
  )
})

it('IN7 refuses a length of more than four bytes', () => {
  const pass = (...bytes: number[]) => new FrameGuard(limit).pass(Buffer.from(bytes))
  expect(pass(0x30, 0x80, 0x80, 0x80, 0x80)).toBeNull()
  expect(pass(0x30, 0x80, 0x80, 0x80, 0x80, 0x01)).toBeNull()
  expect(pass(0x30, 0x80, 0x80, 0x80, 0x01)).toBeNull()
  expect(pass(0x30, 0x80, 0x80, 0x80, 0x00)).toHaveLength(5)
})

it('IN7 allows a first packet less than the others, and counts what has come', () => {
  const guard = new FrameGuard(limit, 20)
  expect(guard.pass(packet(0x10, 20))).toHaveLength(22)
  expect(guard.incompleteBytes).toBe(0)
  guard.pass(packet(0x30, limit).subarray(0, 103))
  expect(guard.incompleteBytes).toBe(100)
  guard.pass(Buffer.alloc(limit - 100))
  expect(guard.incompleteBytes).toBe(0)
  for (const first of [0x10, 0x30])
    expect(new FrameGuard(limit, 20).pass(packet(first, 21))).toBeNull()
})
