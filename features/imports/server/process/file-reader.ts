import { Batches } from '../file/batches.ts'
import { RowMapper } from '../file/mapped-rows.ts'
import { Names } from '../file/names.ts'
import { openRows } from '../file/open-rows.ts'
import { lookAt } from '../look/look.ts'
import type { Answer, Order } from './messages.ts'

/** Carries out the orders about one file. */
export class FileReader {
  #reading: Names | Batches | null = null

  /** Orders are given one after another. */
  async carryOut(order: Order): Promise<Answer> {
    if (order.type === 'look') return { type: 'look', look: await lookAt(order.path, order.form) }
    if (order.type === 'next') {
      if (!this.#reading) throw new Error('no file is open')
      return this.#reading.next()
    }
    const { path, mapping } = order
    const source = await openRows(path, mapping)
    if (order.type === 'open') {
      const { head, is1904 } = source
      this.#reading = new Batches(source, new RowMapper({ ...order, head, is1904 }))
    } else if (mapping.shape.kind === 'long') this.#reading = new Names(source, mapping.shape)
    return { type: 'opened' }
  }
}
