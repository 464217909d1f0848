import { expect, test } from 'vitest'
import { unzipped } from '#testing/workbook.ts'
import { exportFile } from './export-file.ts'

const madeAt = new Date(Date.UTC(2026, 10, 30))

test('PD3 an export of many rows is written in slices, so that others are answered', async () => {
  let inTurn = 0
  let most = 0
  const rows = Array.from({ length: 1_001 }, (_, id) => ({
    id,
    get note() {
      inTurn += 1
      most = Math.max(most, inTurn)
      return 'line\n'
    },
  }))
  const timer = { isStopped: false }
  const nextTurn = () => {
    inTurn = 0
    if (!timer.isStopped) setImmediate(nextTurn)
  }
  nextTurn()
  const file = await exportFile([{ name: 'notes', rows, isCut: false }], madeAt)
  timer.isStopped = true
  expect(most).toBeLessThanOrEqual(200)
  const plain = rows.map(({ id }) => ({ id, note: 'line\n' }))
  expect(unzipped(file).get('notes.json')?.toString()).toBe(`${JSON.stringify(plain, null, 2)}\n`)
})

test('PD3 bytes of any row are a file that its row names', async () => {
  const rows = Array.from({ length: 201 }, (_, id) => ({ id, picture: Buffer.of(id) }))
  const files = unzipped(await exportFile([{ name: 'pictures', rows, isCut: false }], madeAt))
  const written = JSON.parse(files.get('pictures.json')?.toString() ?? '') as object[]
  expect(written[200]).toEqual({ id: 200, picture: 'files/pictures-201-picture' })
  expect(files.get('files/pictures-201-picture')).toEqual(Buffer.of(200))
})
