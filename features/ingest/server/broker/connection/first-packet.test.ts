import fc from 'fast-check'
import { expect, it } from 'vitest'
import { connectPacket } from '#testing/peers/mqtt-wire.ts'
import { FirstPacket } from './first-packet.ts'

/** What is found, wherever the bytes are cut. */
function readInPieces(bytes: Buffer, cuts: readonly number[]): string | null {
  const first = new FirstPacket()
  const places = [
    ...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length]),
  ].toSorted((one, other) => one - other)
  let start = 0
  for (const end of places) {
    const found = first.read(bytes.subarray(start, end))
    if (found) return found.reason
    start = end
  }
  return null
}

const cuts = fc.array(fc.nat(40), { maxLength: 20 })
const credentials = { username: 'pump-1', password: 'secret' }

it('IN17 finds what is spoken, however the bytes are cut', () => {
  const cases: readonly (readonly [Buffer, RegExp | null])[] = [
    [connectPacket(credentials), null],
    [connectPacket({ ...credentials, clientId: 'c'.repeat(3_000) }), null],
    [connectPacket({ ...credentials, protocol: 'MQIsdp', level: 3 }), /^speaks MQTT 3\.1;/],
    [connectPacket({ ...credentials, clientId: 'c'.repeat(3_000), level: 5 }), null],
    [connectPacket({ ...credentials, level: 0 }), /^speaks protocol level 0;/],
    [connectPacket({ ...credentials, protocol: 'HTTP' }), null],
    [Buffer.from([0x16, 0x03, 0x03, 1, 2]), /^is TLS/],
    [Buffer.from('POST / HTTP/1.1\r\n'), /^is HTTP/],
  ]
  fc.assert(
    fc.property(fc.constantFrom(...cases), cuts, ([bytes, expected], places) => {
      const found = readInPieces(bytes, places)
      if (expected === null) expect(found).toBeNull()
      else expect(found).toMatch(expected)
    }),
  )
})

it('IN17 has an opinion on no other bytes, and never fails', () => {
  const bytes = fc
    .uint8Array({ maxLength: 60 })
    .filter((array) => array[0] !== 0x10 && array[0] !== 0x16)
  const isText = (array: Uint8Array) => /^[A-Z]{4}/.test(Buffer.from(array).toString('latin1'))
  fc.assert(
    fc.property(bytes, cuts, (array, places) => {
      if (!isText(array)) expect(readInPieces(Buffer.from(array), places)).toBeNull()
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30 }), cuts, (array, places) => {
      readInPieces(Buffer.concat([Buffer.from([0x10]), array]), places)
    }),
  )
})

it('IN17 passes on every byte of what is served, and reports when it is MQTT 5', () => {
  fc.assert(
    fc.property(fc.constantFrom(4, 5), cuts, (level, places) => {
      const bytes = connectPacket({ ...credentials, level })
      const first = new FirstPacket()
      const ends = [...places.toSorted((one, other) => one - other), bytes.length]
      const passed = ends.map((end, index) => {
        const chunk = bytes.subarray(ends[index - 1] ?? 0, end)
        expect(first.read(chunk)).toBeNull()
        const released = first.release(chunk)
        // Nothing goes on before it is clear how it is to be read.
        if (released.length > 0) expect(first.isMqtt5).toBe(level === 5)
        return released
      })
      expect(Buffer.concat(passed)).toEqual(bytes)
    }),
  )
})
