import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Mapping } from '../../contract/mapping.ts'
import { CsvRecords, maximumLineLength, type CsvLine } from './csv-records.ts'
import { portionRows, type Row, type RowSource } from './row.ts'

const chunkBytes = 256 * 1024

type CsvForm = Pick<Mapping, 'encoding' | 'separator' | 'quote'>

/** The rows of a CSV file as they come; what is no row is handed over as broken. */
export async function csvRows(path: string, form: CsvForm): Promise<RowSource> {
  const { size } = await stat(path)
  const input = createReadStream(path, { highWaterMark: chunkBytes })
  return {
    rows: rowsOf(input, form),
    share: () => (size === 0 ? 1 : Math.min(1, input.bytesRead / size)),
    close: () => void input.destroy(),
  }
}

async function* rowsOf(
  input: AsyncIterable<Buffer>,
  { encoding, ...form }: CsvForm,
): AsyncGenerator<readonly Row[]> {
  const records = new CsvRecords(form)
  const lines = new Lines()
  const decoder = new TextDecoder(encoding)
  for await (const chunk of input) {
    for (const line of lines.add(decoder.decode(chunk, { stream: true }))) {
      records.add(composed(line, encoding))
      if (records.count >= portionRows) yield records.takeRows()
    }
  }
  for (const line of lines.end(decoder.decode())) records.add(composed(line, encoding))
  records.end()
  if (records.count > 0) yield records.takeRows()
}

/** Vietnamese of this encoding has the tones of vowels apart; names of sensors have them within. */
const composed = (line: CsvLine, encoding: CsvForm['encoding']): CsvLine =>
  encoding === 'windows-1258' ? { ...line, text: line.text.normalize('NFC') } : line

/** Parts a text that comes in pieces into lines. */
class Lines {
  #rest = ''
  #number = 0

  #line(text: string, lineBreak: string): CsvLine {
    this.#number += 1
    return { number: this.#number, text, lineBreak }
  }

  *add(piece: string): Generator<CsvLine> {
    const text = this.#rest + piece
    // Whether a line feed follows is not known yet.
    const isHalf = text.endsWith('\r')
    yield* this.#split(isHalf ? text.slice(0, -1) : text)
    if (isHalf) this.#rest += '\r'
  }

  *end(piece: string): Generator<CsvLine> {
    yield* this.#split(this.#rest + piece)
    if (this.#rest !== '') yield this.#line(this.#rest, '')
  }

  *#split(text: string): Generator<CsvLine> {
    let from = 0
    for (const { 0: lineBreak, index } of text.matchAll(/\r\n|\n|\r/g)) {
      yield this.#line(text.slice(from, index), lineBreak)
      from = index + lineBreak.length
    }
    // Of a line that is refused no more is kept than shows that it is too long.
    this.#rest = text.slice(from, from + maximumLineLength + 1)
  }
}
