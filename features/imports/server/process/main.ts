import { answerOrders } from '#kit/server/process/answer-orders.ts'
import { FileRefusal } from '../file/row.ts'
import { FileReader } from './file-reader.ts'
import type { Answer, Order } from './messages.ts'

const reader = new FileReader()

answerOrders<Order, Answer>(
  (order) => reader.carryOut(order),
  (error) => ({
    type: 'failed',
    reason: error instanceof FileRefusal ? error.failure : 'defect',
    message: (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(
      0,
      2_000,
    ),
  }),
)
