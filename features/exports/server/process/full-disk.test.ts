import { expect, test } from 'vitest'
import { FileProcess } from './file-process.ts'
import type { WriterRequest } from './messages.ts'

/** Every write to it fails as on a disk that is full. */
const path = '/dev/full'
const columns = [{ header: 'Text', kind: 'value', width: 10 }] as const
const table: WriterRequest = { type: 'table', name: 'Texts', columns, rows: [['x']] }
const writing = { timezone: 'UTC', language: 'en' } as const
const entry: WriterRequest = { type: 'entry', path: import.meta.filename, name: 'test.csv' }
const report = { title: 'Report', details: [], groups: [] }
const print = { path, paper: 'A4', language: 'en', title: '', author: '', site: '' } as const

test.each<[string, readonly WriterRequest[]]>([
  ['CSV', [{ type: 'open', path, format: 'csv', ...writing }, table, { type: 'end' }]],
  ['workbook', [{ type: 'open', path, format: 'xlsx', ...writing }, table, { type: 'end' }]],
  ['ZIP', [{ type: 'open-archive', path }, entry, { type: 'end-archive' }]],
  ['PDF', [{ type: 'document', options: { ...print, document: report } }]],
])('EX37 a disk that is full in the middle of a %s is the reason', async (_, requests) => {
  const file = new FileProcess()
  const written = (async () => {
    for (const request of requests) await file.execute(request)
  })()
  await expect(written).rejects.toMatchObject({ reason: 'disk' })
  await file.end()
})
