import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pdfPages } from './pdf-pages.ts'

/** A content that is compressed to something that ends like a line. */
function contentEndingInReturn(): Buffer {
  // The last byte is that of the sum of all bytes: a comment makes it what it has to be.
  for (let length = 0; ; length += 1)
    for (let code = 0x21; code < 0x7f; code += 1) {
      const comment = 'x'.repeat(length) + String.fromCharCode(code)
      const bytes = deflateSync(`1 0 0 rg 0 0 m %${comment}`)
      if (bytes.at(-1) === 0x0d) return bytes
    }
}

test('EE124 a page of a PDF is read whole, also when its last byte is a carriage return', () => {
  const bytes = contentEndingInReturn()
  const pdf = Buffer.concat([
    Buffer.from('%PDF-1.4\n1 0 obj\n<</Type /Page /Contents 2 0 R>>\nendobj\n'),
    Buffer.from(`2 0 obj\n<</Filter /FlateDecode /Length ${bytes.length}>> stream\n`),
    bytes,
    Buffer.from('\nendstream\nendobj\n'),
  ])
  expect(pdfPages(pdf)[0]?.fills).toContain('#ff0000')
})
