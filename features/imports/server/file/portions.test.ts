import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { packageOf, partsOf } from '#testing/made-files.ts'
import { long } from '#testing/sites/import-site.ts'
import { openRows } from './open-rows.ts'

/** Turns of the event loop in which the stream of a sheet reads ahead as far as it may. */
const manyTurns = 30

const rows = Array.from({ length: 5_000 }, (_, index) => {
  const line = index + 1
  const time = `<c r="A${line}"><v>${46_000 + line / 1_000}</v></c>`
  return `<row r="${line}">${time}<c r="B${line}"><v>${Math.sin(line)}</v></c></row>`
})

test('IM55 a workbook comes in the same portions however fast its bytes do', async () => {
  const path = await packageOf(partsOf(rows.join('')))
  const linesBehind = async (turns: number) => {
    const source = await openRows(path, long({}, { sheet: 'Data', headRows: 0 }))
    const lines: (number | undefined)[] = []
    for await (const portion of source.rows) {
      lines.push(portion.at(-1)?.line)
      for (let turn = 0; turn < turns; turn++) await setImmediate()
    }
    source.close()
    return lines
  }
  const whole = await linesBehind(0)
  expect(whole.at(-1)).toBe(rows.length)
  expect(await linesBehind(manyTurns)).toEqual(whole)
})
