import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import type { Block } from '../../../contract/report/document.ts'
import { drawDocument } from './draw-document.ts'

/** Below it is what is the same on each page. */
const bottom = 62

/** The lines of pages of a document with this block, and how far they are from the lower edge. */
async function linesOf(block: Block) {
  const path = join(temporaryDirectory(), 'document.pdf')
  await drawDocument({
    ...{ path, paper: 'A4', language: 'en', title: 'The file', author: 'Ann', site: 'Plant' },
    document: { title: 'Shift report', details: [], groups: [[block]] },
  })
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(path)))
  const lines: { readonly text: string; readonly page: number; readonly base: number }[] = []
  for (let page = 1; page <= pdf.numPages; page++)
    for (const item of (await (await pdf.getPage(page)).getTextContent()).items)
      if ('str' in item && item.str.trim() !== '')
        lines.push({ text: item.str, page, base: (item.transform as number[])[5] ?? 0 })
  return lines
}

test('EX60 a row that is higher than a page goes on at the next, below the head', async () => {
  const numbers = Array.from({ length: 150 }, (_, index) => `line ${index}`)
  const lines = await linesOf({
    ...{ kind: 'table', name: 'Changes', head: ['Time', 'Value'], words: 2 },
    rows: [
      ['06:00', numbers.join('\n')],
      ['07:00', 'short'],
    ],
  })
  const long = lines.filter(({ text }) => text.startsWith('line '))
  expect(long.map(({ text }) => text)).toEqual(numbers)
  for (const { base } of long) expect(base).toBeGreaterThan(bottom)
  const pages = [...new Set(long.map(({ page }) => page))]
  expect(pages).toHaveLength(3)
  for (const page of pages)
    expect(lines.filter((each) => each.page === page && each.text === 'Value')).toHaveLength(1)
  const last = long.at(-1)
  const next = lines.find(({ text }) => text === '07:00')
  expect(next?.page).toBe(last?.page)
  expect(next?.base).toBeLessThan(last?.base ?? 0)
})
