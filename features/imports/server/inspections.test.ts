import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { maximumColumns } from '../contract/mapping.ts'
import { Inspections } from './inspections.ts'

test('IM49 a file with as many columns as there may be is looked at', async () => {
  const path = join(temporaryDirectory(), 'wide.csv')
  const file = openSync(path, 'w')
  const columns = Array.from({ length: maximumColumns - 1 })
  writeSync(file, `time;${columns.map((_, index) => `tag ${index}`).join(';')}\n`)
  const values = columns.map((_, index) => `${index},5`).join(';')
  const minutes = Array.from({ length: 60 }, (_, index) => String(index).padStart(2, '0'))
  for (let hour = 0; hour < 84; hour++) {
    const day = `2026-04-0${1 + Math.floor(hour / 24)} ${String(hour % 24).padStart(2, '0')}`
    writeSync(file, minutes.map((minute) => `${day}:${minute}:00;${values}\n`).join(''))
  }
  closeSync(file)
  const { inspection, failure } = await new Inspections().at(path, {})
  expect(failure).toBeNull()
  expect(inspection?.tables).toMatchObject([
    { proposal: { timeColumn: 0, timeFormat: 'iso', decimal: ',', headRows: 1 } },
  ])
  expect(inspection?.tables[0]?.head).toHaveLength(maximumColumns)
})
